"""What a question asks and denies, without what it is wrapped in: *is it false that …*, *isn't …*, *…, is she?*"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sorites.translators import Problem
from sorites.translators.sentences import split

from .wordings import ABOUT, content, denies, hides_denial, may_deny, twice_denied

_AUXILIARY: Final = (
    "is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|shall|should|must|may|might|need|ought"
)
_SHORT: Final = re.compile(r"\b([a-z]+)n['’]t\b", re.I)
_LONG: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_TAG: Final = re.compile(rf",\s*(?:{_AUXILIARY})(?: not)? (?:he|she|it|they|there|we|you|i)(?: not)?\s*\?*$", re.I)
"""What asks for agreement behind a statement: *…, isn't she?*"""
_LEADING: Final = re.compile(rf"^(\W*(?:{_AUXILIARY})) not\b(?! only\b)", re.I)
"""A question that asks for agreement: *isn't Ann kind* asks whether she is."""
_WRAPPED: Final = re.compile(
    r"^\W*(?:(?P<asks>(?:is|was) it)|it (?:is|was))(?P<no> not)? "
    r"(?:true|so|correct|right|certain|the case|a fact|(?P<false>false|untrue|incorrect|wrong)) that\b",
    re.I,
)
_FALSE: Final = re.compile(r"(?<!true or )(?<!true/)\b(?:false|untrue)\b(?! or true|/true)", re.I)
"""What says that a statement is not so, and is no label to choose."""
_NOT: Final = re.compile(r"\b(?:not|never)\b", re.I)
_DENIED: Final = re.compile(
    rf"\w (?:(?:{_AUXILIARY}) not|never)\b|^\W*(?:{_AUXILIARY}) \w.* (?:not|never)\b", re.I | re.S
)
"""A sentence that denies its predicate."""
_NOR: Final = re.compile(r"\bnor\b", re.I)
"""The other half of *neither*, and no denial of its own."""
_RELATIVE: Final = re.compile(r"\b(?:who|whom|whose|which|what|that|when|where|because|than)\b", re.I)
"""Words behind which something else than the question may be denied."""
_CLAUSE_END: Final = re.compile(r"[,;:.?!]")
_LABELS: Final = re.compile(r"(?:(?:true|false|uncertain|unknown|yes|no)\b(?:, or|,| or)? ?){2,}\b", re.I)
"""Labels that a question gives to choose from: *Is it true or false that …*"""
_IS_FALSE: Final = re.compile(
    r"(?:is|was) (?:this|that|it|the)(?: statement| claim| sentence| conclusion)? (?:false|untrue|incorrect|wrong)\W*",
    re.I,
)
"""A question whether what stands before it is false."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks, without what it is wrapped in.

    Attributes:
        rest: what may be denied: the question without *is it true that*, tags and short forms.
        turned: whether *it is false that* stands around it.
        doubtful: whether it may be meant either way: *is it not true that Ann is not kind*.
    """

    rest: str
    turned: bool
    doubtful: bool

    @property
    def odd(self) -> bool | None:
        """Whether an atom that is asked has to be denied; ``None`` where nobody can tell by words alone."""
        if self.doubtful or _RELATIVE.search(self.rest) or may_deny(_NOT.sub(" ", self.rest, count=1)):
            return None
        simple = _DENIED.search(self.rest) is not None
        return None if simple != denies(self.rest) else simple != self.turned

    @property
    def denied(self) -> str:
        """What is denied, up to the next comma, if there is one denial and nothing that may take it back."""
        turned = self.turned or (_FALSE.search(self.rest) is not None and not denies(self.rest))
        if self.doubtful or turned == denies(self.rest) or twice_denied(_NOR.sub("or", self.rest)):
            return ""
        parts = [self.rest] if self.turned else _CLAUSE_END.split(self.rest)
        part = next((part for part in parts if turned or denies(part)), "")
        return "" if hides_denial(_FALSE.sub(" ", part)) else part


_REQUEST: Final = re.compile(
    r"^\W*(?:please |can you |could you )*(?:tell me|determine|decide|check|say|find out|verify|judge) (?:if|whether) ",
    re.I,
)
"""What asks whether something is so, and sets no condition."""


@lru_cache(64)
def unwrapped(sentence: str) -> Asked:
    """Return what a question asks, without what it is wrapped in."""
    plain = _LEADING.sub(r"\1", _TAG.sub("", _in_long(_REQUEST.sub("", sentence))))
    found = _WRAPPED.match(plain)
    if found is None:
        return Asked(plain, turned=False, doubtful=False)
    rest, no, false = plain[found.end() :].strip(), found["no"] is not None, found["false"] is not None
    agreeing = found["asks"] is not None and (no or _LEADING.match(_in_long(sentence)) is not None)
    if agreeing:
        return Asked(rest, turned=false, doubtful=false or denies(rest))
    return Asked(rest, turned=no != false, doubtful=False)


def _in_long(sentence: str) -> str:
    """Return a sentence with short forms of negation written out."""
    text = re.sub(r"\bno one\b", "nobody", sentence.strip(), flags=re.I)
    text = re.sub(r"\b(can)not\b", r"\1 not", text, flags=re.I)
    return _SHORT.sub(lambda found: f"{_LONG.get(found[1].lower(), found[1])} not", text)


def asked_in(problem: Problem) -> str:
    """Return the last sentence of a question that says what is asked: ``Is this so? Anne is kind.``

    What follows it and asks whether it is so says nothing of its own; whether it is false, denies it.
    """
    return _asked_in(problem.question)


@lru_cache(64)
def _asked_in(question: str) -> str:
    found = [sentence.text for sentence in split(_LABELS.sub("so", question))]
    last = next((k for k in range(len(found) - 1, -1, -1) if not _of_itself(found[k])), len(found) - 1)
    if any(map(_IS_FALSE.fullmatch, found[last + 1 :])):
        return f"It is false that {found[last]}"
    return found[last] if found else ""


def _of_itself(sentence: str) -> bool:
    """Return whether a sentence speaks of the question and the text alone."""
    return all(word.lower() in ABOUT for word in content(sentence)) or _IS_FALSE.fullmatch(sentence) is not None


def question_of(problem: Problem) -> str:
    """Return a question without the labels that it gives to choose from."""
    return _LABELS.sub("so", problem.question)
