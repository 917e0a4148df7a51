"""The answer in what a model wrote: a letter, an option, a label, yes or no, in free text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sorites.translators.problem import SYNONYMS

_SAME: Final = dict(zip(("true", "false", "uncertain"), SYNONYMS.values(), strict=True))
_OPEN: Final = re.compile(
    r"\b(?:can ?not|can't|could not|unable to) be (?:determined|known|concluded|proved|verified|said)"
    r"|\bnot enough information|\binsufficient information|\bimpossible to (?:tell|determine|say)",
    re.I,
)
_MARK: Final = re.compile(
    r"(?:\bfinal answer|\bcorrect (?:option|answer|choice)|\bthe answer|^\W{0,3}answer|\banswer(?= ?[:=]))"
    r"(?: is| would be)? ?[:=]? ?",
    re.I | re.M,
)
_BOXED: Final = re.compile(r"\\boxed ?\{ ?(?:\\text ?\{)?([^{}]{1,60})\}|\*\*([^*\n]{1,60})\*\*")
_LETTER: Final = re.compile(r"\W{0,4}(?:option |choice )?\(?([A-Za-z])(?:[).:\]*]|$|\s*$)", re.I)
_OPTION: Final = re.compile(r"\s*\(?([A-Za-z])[).:]\s*(.+?)\s*")
_YES_OR_NO: Final = re.compile(r"\W*(?:yes|no)(?:[,.!:;]|\s*$)", re.I)
_BARE: Final = re.compile(r"\b(?:yes|no|neither)\b", re.I)
_NEGATED: Final = re.compile(r"\bnot (true|false|correct)\b", re.I)


def extract_label(text: str, labels: Sequence[str], options: Sequence[str] = ()) -> str | None:
    """Return the label that a text answers with, or ``None`` if it gives none or several.

    Looked at in this order: what is boxed or bold, what follows words such as "the
    answer is", the whole text if it is short, and its last sentence. The last of
    several places counts, since models correct themselves.

    Args:
        text: what the model wrote.
        labels: the labels of the scheme, such as ``True``, ``False``, ``Uncertain``.
        options: the choices of a question, such as ``A) True``.
    """
    text = text.strip()[-4000:]
    letters = {m.group(1).upper(): m.group(2) for o in options if (m := _OPTION.fullmatch(o))}
    truths = {*(label.lower() for label in labels), *(word for same in _SAME.values() for word in same)}
    if any(option.rstrip(".").lower() not in truths for option in letters.values()):
        return _option(text, letters)
    marked = [text[m.end() : m.end() + 80] for m in _MARK.finditer(text)]
    boxed = [next(filter(None, m.groups())) for m in _BOXED.finditer(text)]
    short = [text] if len(text) <= 40 else []
    sentences = [s for s in re.split(r"(?<=[.!?])\s+|\n+", text) if s.strip()]
    for places in (boxed, marked, short):
        for place in reversed(places):
            if (found := _label_of(place.split("\n")[0], labels, letters)) is not None:
                return found
    if not sentences:
        return None
    last = sentences[-1]
    # "There are no planes" answers nothing; "No." and "No, …" do.
    return _mentioned(last if _YES_OR_NO.match(last) else _BARE.sub(" ", last), labels)


def _option(text: str, letters: dict[str, str]) -> str | None:
    """Return the option, of those that are statements, that a text answers with by its letter or word for word."""
    boxed = [next(filter(None, m.groups())) for m in _BOXED.finditer(text)]
    marked = [text[m.end() :] for m in _MARK.finditer(text)]
    for place in (*reversed(boxed), *reversed(marked), text):
        match = _LETTER.match(place)
        if match and match.group(1).upper() in letters:
            return letters[match.group(1).upper()]
        said = {option for option in letters.values() if option.rstrip(".").lower() in place.lower()}
        if len(said) == 1:
            return said.pop()
    return None


def _label_of(place: str, labels: Sequence[str], letters: dict[str, str]) -> str | None:
    if (match := _LETTER.match(place)) and match.group(1).upper() in letters:
        return _mentioned(letters[match.group(1).upper()], labels)
    return _mentioned(re.split(r"(?<=[a-z])\. ", place)[0], labels)


def _mentioned(text: str, labels: Sequence[str]) -> str | None:
    """Return the only label that the text mentions."""
    if _OPEN.search(text):
        return _one("uncertain", labels)
    flipped = _NEGATED.sub(lambda m: "false" if m.group(1).lower() != "false" else "true", text)
    words = set(re.findall(r"[a-z]+", flipped.lower()))
    found = {kind for kind, same in _SAME.items() if words & set(same)}
    found |= {label.lower() for label in labels if label.lower() in words and not _kind(label)}
    return _one(found.pop(), labels) if len(found) == 1 else None


def _kind(label: str) -> str | None:
    return next((kind for kind, same in _SAME.items() if label.lower() in same), None)


def _one(kind: str, labels: Sequence[str]) -> str | None:
    return next((label for label in labels if kind in (_kind(label), label.lower())), None)
