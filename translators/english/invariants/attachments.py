"""What may be joined to more than one thing, and is refused: the words alone do not say to which.

Each row is a shape of a sentence in which *and*, a possessive or a negation may be of one thing or of several, and
what to write instead.
"""

from __future__ import annotations

import re
from typing import Final

from ..semantics.referents import Unresolved
from ..vocabulary.numerals import ORDINALS

_NAME: Final = r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][\w-]+"
_THING: Final = rf"(?:{_NAME}|(?:the|a|an) [a-z-]+)"
_PLACE: Final = r"(?:in|on|under|near|at|behind|above|below|beside|from|to|with)"
_HIS: Final = r"(?:his|her|its|their)"
_OPENING: Final = (
    r"every\w*|each|any\w*|no|nothing|nobody|no one|all|an?|some\w*|if|when\w*|only|whoever|who|is|are|do|does|did"
)
_IF: Final = r"(?:if|unless|when|whenever)"
_TABLE: Final = (
    (
        rf"\b(?:(?:except(?: for)?|apart from|besides|other than|excluding)|(?:all|every\w*|each|no|nobody|none)"
        rf"(?: \w+)? but) {_THING} (?:and|or|nor) {_THING}",
        "may leave out one or both: say of each in a sentence of its own that it is an exception",
    ),
    (
        rf"(?<!')\b(?:is|was|are|were|became|isn't|aren't)(?: not)?(?: one of)? {_HIS} \w+",
        "does not say whose: write the name, as in 'is Ann's boss'",
    ),
    (rf"\w+ (?:and|or) {_HIS} \w+", "does not say whose: write the name, as in 'Ann and Ann's son'"),
    (
        rf"\b(?!(?:All|Every|Each|No|Some|If|The|An?|When|Whoever|Only|Any|Is|Was|Does|Did|Has|Can)\b){_NAME} "
        r"(?:[a-z]+ )*[a-z]+"
        rf"(?<!\bto)(?<!\bin)(?<!\bat)(?<!\bon)(?<!\bfrom)(?<!\bfor)(?<!\bof) {_NAME} (?:[a-z]+ )*{_HIS} \w+",
        "may be of either of the two: write the name instead of the pronoun",
    ),
    (r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? (?:and|or|&) \w+", "has a title without its name: name each of them"),
    (
        rf"\b{_PLACE} {_THING} and {_THING} {_PLACE} ",
        "may be of one thing or of two: say it in two sentences",
    ),
    (
        rf"\b{_NAME} and {_NAME}['’]s? [a-z]+",
        "may be of both or of the second alone: name each with its 's, or write two sentences",
    ),
    (
        r"\b(?:nobody|no one|none|neither|never|not|\w+n't)\b(?: [\w'-]+){0,6}? (?<!any of )the "
        r"[a-z]{3,}(?<![suiy])s\b(?! of)",
        "may deny it of all of them or of some: write 'any of the' or 'all of the'",
    ),
    (
        rf"^(?!(?i:{_OPENING})\b)[^,.?]+ "
        rf"(?:(?:every\w*|each|any\w*|no|nobody|no one|all)\b[^,.?]* {_IF} (?:he|she|they)"
        rf"|(?:everything|anything|nothing)\b[^,.?]* {_IF} it|(?:never|not|\w+n't) \w+ an? [a-z]+ {_IF} it)\b",
        "may be of either of two: write the noun or the name instead of the pronoun",
    ),
    (
        rf"\b(?i:an?|every|each|no) ([a-z]+)\b[^.?]* {_IF} (?:[^.?]* )?the \1\b",
        "does not say which it is: put the condition first, as in 'If the bill of a customer is paid, the customer …'",
    ),
    (
        r"\b[Oo]nly the \w+",
        "leaves open what else is meant: write 'Everyone who … is …', or 'Everything that … is …'",
    ),
    (r"\bmight not\b", "may deny that it may be, or that it is: write 'can not', or leave it out"),
    (r"\b[Tt]he (?:whole|entire) \w+", "may be all of it or the thing: write 'the' with the noun alone"),
    (
        r"\b(?:[Aa]lmost|[Nn]early|[Pp]ractically|[Vv]irtually|[Aa]pproximately|[Pp]erhaps|[Pp]robably|[Hh]ardly) "
        r"(?:all|every\w*|any\w*|no|nobody|none)\b",
        "is neither all nor none: say of whom it is so",
    ),
    (
        r"\b(?:[Tt]he|[\w-]+['’]s|[\w-]+s['’]|(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Mm]y|[Yy]our|[Oo]ur)) "
        r"(?:former|fake|alleged|imaginary|would-be|(?<![Tt]he )(?:future|late|possible)) \w+",
        "may be taken for one that is so: give it a name",
    ),
    (
        r"\b(?:must|ha(?:s|ve) to|should|ought to|needs? to)\b(?! not)(?: [\w'-]+){1,6}? or (?!else|[A-Z])\w+",
        "may be one duty that gives a choice, or the choice of two duties: say what must be in a sentence for each",
    ),
    (
        r"\b(?:[Oo]ne of|are) the "
        r"(?:(?!honest|modest|earnest|forest|harvest|interest|guest|chest|test)\w{2,}est|most|least|best|worst)\b",
        "does not say which of several: say of whom each is more",
    ),
    (rf"\b[Ee](?:very|ach) (?:{'|'.join(sorted(ORDINALS))})\b", "does not say which: say of each whether it is so"),
    (r"^Of (?:all )?(?:the|these|those) \w+,", "does not say what it is of: write 'among'"),
    (
        r"^(?:All|Every\w*|Each)(?: (?!who\b|that\b|which\b|whose\b|when\b|if\b)[\w-]+){0,4} "
        r"(?:do|does|did|has|have)(?:n['’]t| not)\b",
        "may deny it of all or of some: write 'No …', or 'Not every …'",
    ),
    (r"\bunable to\b", "is not read: write 'can not'"),
    (r"\bequally\b", "is not read: write that one is as … as the other"),
    (r"\bwould have\b", "says what was not so: say what was so"),
    (r"\bIt is not (?:true|the case|so) that [^.?]*, and\b", "may deny the first or both: write two sentences"),
    (
        r"^(?:An? [\w -]+ is|[\w -]+ are) (?:(?:as|more|less) )?[a-z]+ (?:than|as) (?:an? [a-z]+|"
        r"(?!(?:every|each|all|any|some|the|no|his|her|its|their|most|that|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b)"
        r"[a-z]{3,}(?: [a-z]+)?)\W*$",
        "compares kinds, not all of each: write 'Every … is … than every …'",
    ),
)
"""Shapes of sentences, and why they are refused."""
_SHAPES: Final = tuple((re.compile(shape), why) for shape, why in _TABLE)


_SEVERAL: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+|several|many|some|both|his|her|its|their|[\w]+['’]s)"
    r"(?: [a-z-]+)? (?!is\b)[a-z]+(?<![suiy])s\b"
)
_THEY: Final = re.compile(r"\b(?:they|them|their|theirs)\b", re.I)


def plural(before: str, sentence: str) -> str:
    """Return why a sentence with *they* is refused behind one that counts things: they may be these, or their owner."""
    they = _THEY.search(sentence)
    several = _SEVERAL.search(before) if they is not None else None
    if they is None or several is None:
        return ""
    return f"'{they[0]}' may be '{several[0]}' or somebody else; write the noun or the name instead"


def attach(sentence: str) -> None:
    """Make sure that nothing of a sentence may be joined to more than one thing.

    Raises:
        Unresolved: it may.
    """
    for shape, why in _SHAPES:
        if (found := shape.search(sentence)) is not None:
            raise Unresolved(f"'{found[0].strip()}' {why}")
