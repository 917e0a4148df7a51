"""The words of English: which they are, what forms they have, and what they mean for inference.

Open classes come from tables (`tables` says which and why), closed ones are listed (`closed`), and so are
the classes of meaning (`classes`). A word that none of them has is guessed by its form (`guessing`), which a reading
has to say.

>>> forms_of("emails")
(Form(lemma='email', category='noun', form='plural'), Form(lemma='email', category='verb', form='s'))
>>> verb("give", "past"), noun("key card", plural=True), article("hour"), opposite("invalid")
('gave', 'key cards', 'an', 'valid')
"""

from sorites.translators.english.vocabulary.guessing import guesses
from sorites.translators.english.vocabulary.opposites import opposite
from sorites.translators.english.vocabulary.regular import article
from sorites.translators.english.vocabulary.words import (
    Category,
    Form,
    adjective,
    forms_of,
    is_mass,
    noun,
    verb,
)

__all__ = [
    "Category",
    "Form",
    "adjective",
    "article",
    "forms_of",
    "guesses",
    "is_mass",
    "noun",
    "opposite",
    "verb",
]
