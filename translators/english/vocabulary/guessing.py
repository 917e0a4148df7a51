"""Words that no table has: what they can be by their form, and the negations that a prefix makes."""

from __future__ import annotations

import re
from functools import cache

from sorites.translators.english.vocabulary.closed import CLOSED
from sorites.translators.english.vocabulary.numerals import ORDINALS
from sorites.translators.english.vocabulary.words import Form, forms_of

_ADVERB = re.compile(r"..+(?:ly|wise|wards)$")
_ADJECTIVE = re.compile(r"..+(?:ful|ous|ive|able|ible|less|ish|esque|some)$|...+(?:ic|ical|al|ary|ian)$")
_NOUN = re.compile(r"...+(?:ness|ity|tion|sion|ment|ism|ist|ship|hood|ology|ance|ence|ette|dom|er|or|ee)$")
_VERB = re.compile(r"..+(?:ise|ize|ify)$")


@cache
def guesses(word: str) -> tuple[Form, ...]:
    """The plausible readings of a word that the tables do not have, by its parts and endings, likeliest first.

    Args:
        word: one word that `forms_of` does not know.

    Returns:
        At least one reading, unless the word has no letters or an apostrophe, is of a closed class, or counts
        (`second-oldest`). A guess is to be told to the reader.
    """
    word = word.replace("’", "'")
    if not re.search(r"[^\W\d_]", word) or word.lower() in CLOSED or re.search(r"[^\w-]|_", word):
        return ()
    if re.fullmatch(r"[A-Z]{2,}s?", word):
        singular = word.removesuffix("s")
        return (Form(singular, "noun", "plural" if singular != word else "singular"),)
    word = word.lower()
    if "-" in word.strip("-"):
        return tuple(dict.fromkeys(_hyphenated(word.strip("-"))))
    return tuple(dict.fromkeys(_by_ending(word.strip("-"))))


def _known(word: str) -> tuple[Form, ...]:
    return forms_of(word) if len(word) > 2 else ()


def _hyphenated(word: str) -> list[Form]:
    start, _, last = word.rpartition("-")
    first, *behind = start.split("-")
    if last == "law" and behind == ["in"]:
        return [Form(f"{form.lemma}-in-law", "noun", form.form) for form in _known(first) if form.category == "noun"]
    known = _known(last)
    if first in ORDINALS and (last == "most" or any(form.form == "superlative" for form in known)):
        return []  # "second-oldest" counts, so it is no word of its own
    forms = {"noun": ("singular", "plural"), "verb": ("s", "past")}  # "binge-watches", "binge-watched"
    more = [Form(f"{start}-{f.lemma}", f.category, f.form) for f in known if f.form in forms.get(f.category, ())]
    if any(form.form == "plural" for form in more):
        return more
    return [Form(word, "adjective", "positive"), *(more or [Form(word, "noun", "singular")])]


def _by_ending(word: str) -> list[Form]:
    noun, action = Form(word, "noun", "singular"), Form(word, "verb", "base")
    adjective, adverb = Form(word, "adjective", "positive"), Form(word, "adverb", "positive")
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "ous")) and len(word) > 3:
        stem = _without_s(word)
        readings = [Form(stem, "noun", "plural"), Form(stem, "verb", "s")]
        return readings[::-1] if _VERB.match(stem) else readings
    if word.endswith("iest") and len(word) > 5:
        return [Form(word[:-4] + "y", "adjective", "superlative")]
    if word.endswith("ing") and len(word) > 5:
        return [Form(_stem(word[:-3]), "verb", "ing"), noun, adjective]
    if word.endswith("ed") and len(word) > 4:
        stem = _stem(word[:-2]) if not word.endswith("ied") else word[:-3] + "y"
        return [Form(stem, "verb", "past"), Form(stem, "verb", "participle"), adjective]
    for pattern, readings in (
        (_ADVERB, [adverb, adjective]),
        (_VERB, [action]),
        (_ADJECTIVE, [adjective, noun]),
        (_NOUN, [noun]),
    ):
        if pattern.match(word):
            return readings
    return [noun, adjective, action]


def _without_s(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes", "uses")):
        return word[:-2]
    return word[:-1]


def _stem(stem: str) -> str:
    """The verb of a stem to which -ed or -ing was added."""
    options = [stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else ""]
    for option in options:
        if option and any(form.lemma == option for form in _known(option)):
            return option
    if options[2] and stem[-1] not in "lsfz":
        return options[2]
    soft = re.search(r"(?:[vczu]|[^aeioulrwy]l|[aeiou](?:at|is|iz|ut)|[^aeiou]g|dg)$", stem)
    return stem + "e" if soft else stem
