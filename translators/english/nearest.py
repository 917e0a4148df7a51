"""What to write instead of a sentence that can't be read: by the words of it that have no form."""

from __future__ import annotations

import re
from typing import Final

_INSTEAD: Final[tuple[tuple[str, str], ...]] = (
    (r"most(?! \w+(?:est)?ly)", "'most' has no form: 'Dogs normally bark.', or a number: 'At least six dogs bark.'"),
    (r"many|much|lots? of|plenty", "how many that is has to be said: 'At least three dogs bark.'"),
    (r"few|little", "how many that is has to be said: 'At most three dogs bark.'"),
    (r"half|third|quarter|majority|minority|percent|per cent", "shares have no form: write a number of things."),
    (r"no longer|not any ?more|still|already|yet", "a text has one time: 'Anne does not sing.'"),
    (
        r"before|after|until|till|since|while",
        "what happens first has no form: say what holds, in sentences of its own.",
    ),
    (r"only|just|even", "'only' stands before a noun phrase or 'if': 'Only Anne sings.', 'Anne likes only Bob.'"),
    (r"anything but|all but|far from|nothing but", "say it plainly: 'Anne is not rude.'"),
    (
        r"^(?:in|on|at|to|for|from|with|by|despite|during|near|under|over|thanks to|due to|because of)",
        "a comma behind what stands before the subject: 'In Rome, Anne sings.'",
    ),
    (r"including|apart from|aside from|with the exception of", "say it of each: 'All clerks sing. Anne sings.'"),
    (r"according to|in \w+'s (?:opinion|view)", "say who says so: 'Ira says that the well is dry.'"),
    (r"other|others|another|else|same", "say who, by a name or a description of its own."),
    (r"respectively", "a sentence for each: 'Anne likes Carl and Bob likes Dora.'"),
    (r"makes?|made|lets?|helps?|helped|sees?|saw|hears?|heard", "a sentence for each: 'Bob sings and Anne sees Bob.'"),
    (r"the more|the less", "say it of two: 'If Anne is older than Bob, Anne is wiser than Bob.'"),
    (r"he|she|it|they|him|her|them", "write the name or the noun instead of the pronoun."),
)
_ASKED: Final = re.compile(r"(?i)^\W*(?:why|when|where|how|whose)\b")
_EXAMPLES: Final = (
    "Write it more simply: 'Anne is kind.', 'All kind people are nice.', 'If someone owns a dog, they love it.', "
    "'Nobody who sleeps sings.'"
)
_PATTERNS: Final = tuple((re.compile(rf"(?i)\b(?:{words})\b"), hint) for words, hint in _INSTEAD)


def nearest(sentence: str) -> str:
    """Return what may be written instead of a sentence that can't be read.

    Args:
        sentence: the sentence.

    Returns:
        A hint about the first kind of words in it that have no form in such places; else examples.
    """
    if _ASKED.match(sentence) and sentence.rstrip().endswith("?"):
        return "Ask whether something holds, or who, what, which or how many: 'Is Anne in Rome?', 'Who is in Rome?'"
    for pattern, hint in _PATTERNS:
        if (found := pattern.search(sentence)) is not None:
            return f"It may be '{found[0]}': {hint} docs/english.md lists what is read."
    return f"{_EXAMPLES}, or leave it out with --partial."
