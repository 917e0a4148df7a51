"""The rules of a game: conditionals in the wordings of BoardgameQA (table 3) and in what is near to them.

A wording is taken apart into what is supposed and what follows; what says only how sure one
is (``you can be certain that``) is left out on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .phrases import BEGINS, ENTITY, SHAPES

GENERIC: Final = re.compile(SHAPES["GENERIC"])
"""Any animal, as whom something is supposed of."""
PRONOUN: Final = re.compile(r"(?:it|this animal|the same animal|that animal|this one|the animal in question) ")
_CONNECTIVE: Final = SHAPES["CONNECTIVE"]
_OPENER: Final = re.compile(SHAPES["OPENER"])
_TOPIC: Final = re.compile(SHAPES["TOPIC"])
_ASIDE: Final = re.compile(SHAPES["ASIDE"])
_EVIDENCE: Final = re.compile(SHAPES["EVIDENCE"])
_REQUIRED: Final = re.compile(SHAPES["REQUIRED"])
_EXISTS: Final = re.compile(SHAPES["EXISTS"])
_CERTAIN: Final = re.compile(SHAPES["CERTAIN"])
_CAREFUL: Final = re.compile(SHAPES["CAREFUL"])
_FIRST: Final = re.compile(rf"(?i:{_CONNECTIVE}|from observing that|suppose that|suppose) (?P<rest>.+)")
_THEN: Final = re.compile(r",? then,? ")
_COMMA: Final = re.compile(r", ")
_LAST: Final = re.compile(rf",? (?:{_CONNECTIVE}) ")
_WHATEVER: Final = re.compile(SHAPES["WHATEVER"])
_SURE_OF_BODY: Final = re.compile(SHAPES["SURE_OF_BODY"])
_SURE_OF_HEAD: Final = re.compile(SHAPES["SURE_OF_HEAD"])
_ENDS: Final = re.compile(rf"the {ENTITY} (?=(?P<sure>also|will|does|never|should)\b|[a-z]+s\b)|(?P<comma>, )")
_LIST: Final = re.compile(r",? (?:and|but|however|while|and also) (?:that )?(?=the )")
_CLAUSE: Final = re.compile(rf"(?:that )?(?P<the>[Tt]he )?(?P<who>{ENTITY}) (?P<what>.+)")
_QUOTED: Final = re.compile(r"[\"“]([^\"“”]{2,})[\"”]")
NOBODY: Final = frozenset(SHAPES["NOBODY"].split())
_ALSO: Final = re.compile(r" (?:and|but) (?:also|additionally)(?: at the same time)? |, (?:and|but|yet) ")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is supposed or concluded of somebody.

    Attributes:
        who: an animal; empty for any one.
        what: a verb phrase, or several that are joined.
        bare: its verb may be in the basic form.
    """

    who: str
    what: str
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its head follows from its body.

    Attributes:
        body: what is supposed.
        head: what follows.
    """

    body: tuple[Clause, ...]
    head: Clause


def rules_of(text: str) -> Iterator[Rule]:
    """Return the ways to take a sentence as a rule, the likeliest first.

    Args:
        text: the sentence, without its label.
    """
    text = _QUOTED.sub(r"\1", text.strip().rstrip("."))
    text, about = _without_asides(text)
    if "(" in text and " 1) " not in text:
        return
    text = _decapitalised(_OPENER.sub("", text, count=1)) if _OPENER.match(text) else text
    topic = _TOPIC.match(text)
    if topic is not None:
        about, text = {topic["topic"]}, text[topic.end() :]
    for body, head, looks_back in _split(text):
        yield from _made(body, head, about, looks_back)


def may_be_rule(text: str) -> bool:
    """Return whether a sentence has a word that makes a rule of it.

    Args:
        text: the sentence.
    """
    return _MARK.search(text) is not None


_MARK: Final = re.compile(SHAPES["MARK"])


def _without_asides(text: str) -> tuple[str, set[str]]:
    about = {match["who"] for match in _ASIDE.finditer(text) if match["who"]}
    return _ASIDE.sub("", text), about


def _decapitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _split(text: str) -> Iterator[tuple[list[str], str, bool]]:
    """Return what a sentence supposes, in one or two parts, what it says to follow, and whether that comes first."""
    if match := _EVIDENCE.fullmatch(text):
        if match["who"] in match["head"].split():
            yield ([match["c"]] if match["c"] else [match["a"], match["b"]]), match["head"], False
        return
    if match := _REQUIRED.fullmatch(text):
        yield [match["a"], match["b"]], match["head"], False
        return
    if match := _EXISTS.fullmatch(text):
        yield [f"some animal {match['body']}"], match["head"], False
        return
    if match := _CERTAIN.fullmatch(text) or _CAREFUL.fullmatch(text):
        yield [match["body"]], match["head"], False
        return
    if match := _WHATEVER.fullmatch(text):
        rest = match["rest"]
        cuts = list(_ENDS.finditer(rest))
        for cut in [cut for cut in cuts if cut["sure"] or cut["comma"]] or cuts[: len(cuts) == 1]:
            yield [f"some animal {rest[: cut.end()].rstrip(' ,')}"], f"it {rest[cut.end() :]}", False
        return
    if match := _FIRST.fullmatch(text):
        rest = match["rest"]
        for pattern in (_THEN, _COMMA):
            for cut in pattern.finditer(rest):
                yield [rest[: cut.start()]], rest[cut.end() :], False
        return
    for cut in _LAST.finditer(text):
        yield [text[cut.end() :]], text[: cut.start()], True


def _made(parts: list[str], head: str, about: set[str], head_first: bool) -> Iterator[Rule]:
    """Return the rules that a body and a head make."""
    head = _SURE_OF_HEAD.sub(lambda m: m["said"] or "", head.strip(), count=1).strip()
    subject = clause_of(head)
    itself = about or ({subject.who} if subject is not None and head_first else set())
    found = [_supposed(part.strip(), itself) for part in parts]
    anyone = any(generic for _, generic in found)
    bodies: list[tuple[Clause, ...]] = [()]
    for ways, _ in found:
        bodies = [(*body, *way) for body in bodies for way in ways]
    if pronoun := PRONOUN.match(head):
        said = head[pronoun.end() :]
        heads = [Clause("", said)] if anyone else [Clause(who, said) for who in about if len(about) == 1]
    else:
        heads = [subject] if subject is not None else []
    yield from (Rule(body, conclusion) for conclusion in heads for body in bodies)


def _supposed(text: str, itself: set[str]) -> tuple[list[tuple[Clause, ...]], bool]:
    """Return the ways to take what is supposed, and whether it is of any animal."""
    found = _SURE_OF_BODY.match(text)
    saw = found is not None and found["saw"] is not None
    text = _ALSO.sub(" and ", text[found.end() :] if found is not None else text)
    if anyone := GENERIC.match(text):
        return [(Clause("", text[anyone.end() :], saw),)], True
    if pronoun := PRONOUN.match(text):
        return [(Clause(who, text[pronoun.end() :]),) for who in itself if len(itself) == 1], False
    return list(_clauses(text)), False


def _clauses(text: str) -> Iterator[tuple[Clause, ...]]:
    """Return the ways to take words as one or two clauses about animals that are named."""
    for joint in _LIST.finditer(text):
        first, second = clause_of(text[: joint.start()]), clause_of(text[joint.end() :])
        if first is not None and second is not None and " " in second.what:
            yield (first, second)
    if (whole := clause_of(text)) is not None:
        yield (whole,)


def clause_of(text: str) -> Clause | None:
    """Return what words say of an animal that is named; ``None`` if they don't.

    Args:
        text: such as ``the newt calls the toad``.
    """
    match = _CLAUSE.fullmatch(text.strip().rstrip("."))
    if match is None or match["who"] in NOBODY or not (match["the"] or BEGINS.match(match["what"])):
        return None
    return Clause(match["who"], match["what"])
