"""Proofs beside those that a benchmark publishes: Rule F1 and Conflict F1 (BoardgameQA, section 5.2).

A proof may be an engine's argument, the dataset's text, or what a model wrote. A model is asked for its proof as data,
a line for each step (``told``). If there are no such lines, its words are read: which rules it derives something by,
and which of two rules it lets stand; that it cites a rule, or says that it does not apply, is no use of it. What the
words between mean is not looked at: as in the paper, sets of rules are compared. A text that names rules and lets none
be read is no proof with nothing right, but one that could not be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Argument

_GAP: Final = r"[^\w\n]"
_STEP: Final = re.compile(
    rf"(?im)^\W*proof step\b(?: \d+)?(?:{_GAP}+(Rule\d+|none)\b"
    rf"(?:[ ,\])]*(?:\bover\b|>){_GAP}*((?:Rule\d+{_GAP}*(?:and\b{_GAP}*)?)+))?)?(.*)"
)
_LABEL: Final = re.compile(r"\b(?:[Rr]ule|RULE)s? ?#?(\d+)\b|\bR(\d+)\b")
_QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”')
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|so we can conclude")
_MORE: Final = r"Rule\d+(?:(?:, (?:and )?| and )Rule\d+)*"
_OVER: Final = re.compile(
    rf"(?P<first>Rule\d+),? (?:which )?(?:is |being )?(?:also )?"
    r"(?:preferred (?:over|to)|(?:has |having |with )?(?:an? )?(?:higher )?(?:priority|preference|precedence)"
    r"(?: (?:over|than|to))|takes (?:priority|precedence|preference) over|overrides|overrules|beats|defeats|outranks"
    r"|supersedes|trumps|wins (?:over|against)|stronger than|prioritized over|>) "
    rf"(?:the )?(?:conflicting )?(?:(?:and )?(?:higher|lower)[- ]priority )?(?:rules? )?\(?(?P<others>{_MORE})"
)
_NOT_PROVED: Final = re.compile(
    r"(?:conflicting|higher[- ]priority|\bfor)(?: and higher[- ]priority)?(?: rule)? (Rule\d+),? "
    r"(?:we )?(?:can't|cannot|do not)"
)
_BY: Final = re.compile(
    rf"(?i:according to|by|using|uses?|apply(?:ing)?|from|via|per|through|with|because of|due to|under|invoking) "
    rf"(?:the )?({_MORE})"
)
_USING: Final = re.compile(r"(?i)\b(?:by|using|apply(?:ing)?|to|from|via|through) (?:the )?$")
_GIVES: Final = re.compile(
    r"(Rule\d+) (?:also )?(?:then )?(?:applies|fires|gives|yields|implies|concludes|derives|proves|is (?:triggered"
    r"|applicable|activated|satisfied|used|applied)|lets us|allows us|leads|tells us|can be (?:applied|used))"
)
_CITED: Final = re.compile(
    r"(?:^\W*(?:step \d+\W*)?)\(?(Rule\d+)\)?\s*(?:->|→|⇒|=>|:)|\((?:by |from |using |via )?(Rule\d+)\)", re.I
)
"""A rule before an arrow or a colon, or in brackets behind what it gives."""
_SO: Final = re.compile(
    r"(?i)\b(?:so|therefore|thus|hence|conclude|concludes|it follows|follows that|which means|we get)\b"
)
_IDLE: Final = re.compile(
    r"(Rule\d+)(?:'s \w+)? (?:\w+ ){0,2}?(?:(?:does|do|did|is|are|was|has|can|could|will)(?: not\b|n't\b|n’t\b)"
    r"|cannot\b|never\b|(?:is|are) (?:inapplicable|irrelevant|blocked|defeated|overridden|overruled|ignored))"
)
_NOT_BY: Final = re.compile(
    r"(?i:can(?:no|')t|can not|do(?:es)?(?: not|n't)|unable to|not|neither|without) "
    r"(?i:be derived by |use |using |apply |applying |invoke |trigger |activate |fire |by )?(Rule\d+)"
)


@dataclass(frozen=True, slots=True)
class Outline:
    """What two proofs are compared by.

    Attributes:
        rules: the rules that derive something in it.
        resolutions: the conflicts that it settles, each as the rule that stands and the one
            that it stands against.
        read: whether it could be read; what names no rule is no proof, and not one that could not be read.
    """

    rules: frozenset[str]
    resolutions: frozenset[tuple[str, str]]
    read: bool = True


def told(found: Outline) -> str:
    """Return an outline as lines of data, a step each, as models are asked for it: ``Proof step: Rule2 over Rule1``."""
    over = {rule: sorted(b for a, b in found.resolutions if a == rule) for rule in sorted(found.rules)}
    steps = [f"Proof step: {rule}" + (f" over {', '.join(others)}" if others else "") for rule, others in over.items()]
    return "\n".join(steps or ["Proof step: none"])


def read_proof(text: str) -> Outline:
    """Return the outline of a proof, as BoardgameQA writes it or as a model does in words of its own.

    Args:
        text: the proof; of a model's answer in JSON, the texts in it.
    """
    words = re.sub(r"[*`_]+", "", _plain(text))
    words = _LABEL.sub(lambda m: f"Rule{m[1] or m[2]}", _QUOTED.sub("", words))
    if steps := _STEP.findall(words):
        over = frozenset((rule, other) for rule, others, _ in steps for other in re.findall(r"Rule\d+", others))
        read = all(rule and "Rule" not in rest for rule, _, rest in steps)
        return Outline(frozenset(rule for rule, *_ in steps if rule[:1] == "R"), over, read)
    rules: set[str] = set()
    pairs: list[tuple[str, str]] = []
    beaten: list[tuple[str, str]] = []
    for sentence in _SENTENCE.split(words):
        found, rest = _conflicts(sentence)
        used = _used(rest)
        rules.update(used)
        pairs += found
        beaten += found
        pairs += [(used[-1], other) for other in _NOT_PROVED.findall(sentence) if used and other != used[-1]]
    rules -= {other for rule, other in beaten if rule in rules - {other}}  # it was said only to say what beats it
    stands = {(a, b) if a in rules else (b, a) for a, b in pairs if a in rules or b in rules}
    return Outline(frozenset(rules), frozenset(stands), read=bool(rules) or "Rule" not in words)


def _plain(text: str) -> str:
    """Return what a model wrote without the JSON around it."""
    try:
        found = json.loads(text)
    except ValueError:
        return text
    if not isinstance(found, dict):
        return text
    return "\n".join(value for value in found.values() if isinstance(value, str))


def _conflicts(sentence: str) -> tuple[list[tuple[str, str]], str]:
    """Return which rule a sentence prefers to which, and the sentence without that."""
    found = [(m["first"], one) for m in _OVER.finditer(sentence) for one in re.findall(r"Rule\d+", m["others"])]
    # "By Rule2, which is preferred over Rule1, …": it is used as well.
    return found, _OVER.sub(lambda m: f"{m['first']} " if _USING.search(m.string[: m.start()]) else " ", sentence)


def _used(sentence: str) -> list[str]:
    """Return the rules by which a sentence derives something, in their order."""
    sentence = _NOT_PROVED.sub(" ", sentence)
    idle = {*_IDLE.findall(sentence), *_NOT_BY.findall(sentence)}
    named: Iterator[str] = (one for match in _BY.finditer(sentence) for one in re.findall(r"Rule\d+", match[1]))
    used = [*named, *_GIVES.findall(sentence), *(one or other for one, other in _CITED.findall(sentence))]
    if not used and _SO.search(sentence):
        used = re.findall(r"Rule\d+", sentence)
    return [one for one in dict.fromkeys(used) if one not in idle]


def outline(argument: Argument) -> Outline:
    """Return the outline of an argument."""
    derived = {step.formula: step.rule for step in argument.steps if step.rule not in ("fact", "rule")}
    stands = [c for c in argument.conflicts if derived.get(c.literal) == c.rule]
    return Outline(frozenset(derived.values()), frozenset((c.rule, c.against) for c in stands if c.against))


def overlap(found: frozenset[object], gold: frozenset[object]) -> float:
    """Return the F1 score of a set beside the right one; 1 if both are empty."""
    if not found and not gold:
        return 1.0
    return 2 * len(found & gold) / (len(found) + len(gold))
