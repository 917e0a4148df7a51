"""What to write instead of a sentence that can't be read: by its words that have no form, nearest to the fault."""

from __future__ import annotations

import re
from typing import Final

_INSTEAD: Final[tuple[tuple[str, str], ...]] = (
    (r"most(?! \w+(?:est)?ly)", "write 'normally', or a number of them"),
    (r"many|much|lots? of|plenty|few|little|several", "say how many: 'at least' or 'at most' and a number"),
    (r"half|third|quarter|majority|minority|percent|per cent", "say how many there are in place of a share"),
    (r"no longer|not any ?more|still|already|yet", "say what holds now, without it"),
    (r"before|after|until|till|since|while", "say what holds, in a sentence for each time"),
    (r"only|just|even", "put it before a noun phrase or 'if', or leave it out"),
    (r"anything but|all but|far from|nothing but", "say with 'not' what is not so"),
    (r"including|apart from|aside from|with the exception of", "say it of each"),
    (r"according to|in \w+'s (?:opinion|view)", "write who says so, and 'that'"),
    (r"thanks to|due to|because of|despite|during", "say it in a sentence of its own"),
    (r"other|others|another|else|same", "say who, by a name or a description of its own"),
    (r"without", "write 'who has no …' or 'if … has no …'"),
    (r"respectively|both", "write a sentence for each"),
    (r"makes?|made|lets?|helps?|helped|sees?|saw|hears?|heard", "write a sentence for each of those who act"),
    (r"the more|the less|more|less|fewer|faster|better", "compare two things by an adjective and 'than'"),
    (r"he|she|it|they|him|her|them", "write the name or the noun"),
    (r"who|which|that|whose|whom", "say it in a sentence of its own"),
)
_ASKED: Final = re.compile(r"(?i)^\W*(?:why|when|where|how|whose)\b")
_PATTERNS: Final = tuple((re.compile(rf"(?i)\b(?:{words})\b"), hint) for words, hint in _INSTEAD)
_PIECE: Final = re.compile(r"[^,;.!?]+")


def nearest(sentence: str, at: int) -> str:
    """Return what may be written instead of a sentence that can't be read.

    Args:
        sentence: the sentence.
        at: where reading it stopped, in characters.

    Returns:
        A hint about the words with no form there that stand nearest; else about what stands from there on.
    """
    if (asked := _ASKED.match(sentence)) is not None and sentence.rstrip().endswith("?"):
        return f"'{asked[0].strip()}' has no form: ask whether something holds, or who, what or which."
    found = [(abs(m.start() - at), m[0], hint) for pattern, hint in _PATTERNS for m in pattern.finditer(sentence)]
    if found:
        _, words, hint = min(found)
        return f"'{words}' has no form here: {hint}. docs/english.md lists what is read."
    piece = _PIECE.search(sentence, at) or _PIECE.search(sentence)
    words = piece[0].strip() if piece is not None else sentence
    return f"'{words}' fits no sentence that is read: say it in a sentence of its own, or leave it out with --partial."
