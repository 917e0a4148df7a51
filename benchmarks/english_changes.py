"""Problems in other words: what must not change an answer, and what turns it round.

Each change makes of a problem another one whose answer is known from the first: the same, the opposite, or not the
opposite. Nothing here knows the right answer, and nothing knows the grammar: a change is made of words, and only where
it is sure to keep what is said (no reordering across pronouns, no negation in front of *every*).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from benchmarks.english import LABELS, Item, given, solved

Relation = Literal["same", "turned", "unknown", "not the opposite"]
OPPOSITE: Final = {"True": "False", "False": "True"}


@dataclass(frozen=True, slots=True)
class Changed:
    """A problem in other words.

    Attributes:
        change: what was changed.
        relation: what its answer has to be.
        context: the text.
        question: what is asked.
    """

    change: str
    relation: Relation
    context: str
    question: str


def due(relation: Relation, was: str) -> frozenset[str]:
    """Return the answers that agree with the answer to what was changed."""
    turned = OPPOSITE.get(was, was)
    return {
        "same": frozenset({was}),
        "turned": frozenset({turned}),
        "unknown": frozenset({"Unknown"}),
        "not the opposite": LABELS - {turned} | {was},
    }[relation]


# -- sentences -----------------------------------------------------------------------

_END: Final = re.compile(r"(?<=[.!])\s+(?=[A-ZÀ-Ý\"])")
_ABBREVIATION: Final = re.compile(r"\b([A-Z]|Mr|Mrs|Ms|Dr|Prof|St|p\.m|a\.m|i\.e|e\.g|etc|vs|No)\.$")
_PRONOUN: Final = re.compile(
    r"\b(he|she|it|they|him|her|them|his|hers|its|their|theirs|this|that one|these|those|such|others?|another|otherwise"
    r"|then|therefore|also|too|same|instead|so|ones?|however|moreover|first|second|former|latter)\b"
    r"|\b(do|does|did|is|are|was|has|have|can|will|not|n't)[.,]",
    re.IGNORECASE,
)
"""Words by which a sentence points to another, and ends that leave something out."""
_INDEFINITE: Final = re.compile(r"\b(an?|some|one)\b", re.IGNORECASE)
_DEFEASIBLE: Final = re.compile(
    r"\b(normally|usually|typically|generally|by default|as a rule|tends?|unless|mostly|probably|likely)\b",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(r"\n|^\W|:\s|\"")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that has no list marks; a text that has is one sentence."""
    if _MARKED.search(text.strip()):
        return [text]
    found: list[str] = []
    for part in _END.split(text.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += " " + part
        else:
            found.append(part)
    return [s for s in found if s]


# -- what is irrelevant --------------------------------------------------------------

IRRELEVANT: Final = {
    "modal": ("Zdenka may visit the opera.", "Yngvar can juggle."),
    "adverb": ("Zdenka really adores jazz.", "Yngvar slowly peels a mango."),
    "past": ("Zdenka yawned.", "Yngvar peeled a mango."),
    "possessive": ("Zdenka's umbrella is crumpled.", "Yngvar's harpsichord was crumpled."),
    "plural": ("Trombones are shiny.", "Mangoes ripen."),
    "number": ("Zdenka is 52 years old.", "Yngvar peeled three mangoes."),
    "rule": ("Every trombone is shiny.", "If Zdenka yawns, Yngvar juggles."),
    "reported": ("Zdenka thinks that Yngvar juggles.", "Yngvar said that mangoes ripen."),
    "negative": ("Zdenka does not juggle.", "No trombone is shiny."),
}
"""Sentences about what no problem speaks of."""
_STRANGE: Final = re.compile(r"zdenka|yngvar|trombone|mango|umbrella|opera|juggl|yawn|harpsichord|peel|jazz", re.I)


def irrelevant(item: Item) -> Iterator[Changed]:
    """Put a sentence about something else before the text, or behind it."""
    if _STRANGE.search(item.context + item.question):
        return
    parts = sentences(item.context)
    marked = bool(_MARKED.search(item.context.strip())) or not re.search(r"[.!]\"?$", item.context.strip())
    for number, (kind, ones) in enumerate(IRRELEVANT.items()):
        one = ones[(number + len(item.context)) % len(ones)]
        if not marked and not _PRONOUN.match(parts[0]):
            yield Changed(f"irrelevant {kind}, before", "same", f"{one} {item.context}", item.question)
        if not marked and not _PRONOUN.search(item.question):
            yield Changed(f"irrelevant {kind}, behind", "same", f"{item.context} {one}", item.question)


def reordered(item: Item) -> Iterator[Changed]:
    """Turn the order of the sentences round, where none points to another."""
    parts = sentences(item.context)
    pointing = any(map(_PRONOUN.search, parts)) or (
        _INDEFINITE.search(item.context) and re.search(r"\bthe\b", item.context + item.question, re.I)
    )
    if len(parts) < 2 or pointing:
        return
    yield Changed("reversed", "same", " ".join(reversed(parts)), item.question)
    if len(parts) > 2:
        yield Changed("rotated", "same", " ".join([*parts[1:], parts[0]]), item.question)


# -- names ---------------------------------------------------------------------------

STRANGE_NAMES: Final = (
    ("Zdenka", "Yngvar", "Xochitl", "Wendelin"),
    ("June", "Mark", "Faith", "Bill"),
    ("Rose", "Will", "Grace", "May"),
    ("Hope", "Frank", "Joy", "Pat"),
)
"""Names by which others are replaced; all but the first are words, too."""
_NAME: Final = re.compile(r"\b[A-Z][a-z]+\b")
_NO_NAME: Final = frozenset(
    "mr mrs ms dr prof professor miss sir lady st saint king queen frau herr class room line team ticket flight the a "
    "an january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday".split()
)
_OPENERS: Final = frozenset(
    "if is was does did has had can could may might must should will would are were do have isn't doesn't either "
    "neither both only when whenever unless and or provided assuming in then while that because since although".split()
)
"""Words with a capital at the start that may stand before a name."""
_GENDER: Final = re.compile(r"\b(he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)


def names(text: str) -> list[str]:
    """Return what is surely somebody's name: one word, never small, in the middle of a sentence."""
    sure: list[str] = []
    for match in _NAME.finditer(text):
        word, before, after = match[0], text[: match.start()].rstrip(" "), text[match.end() :]
        previous = (re.findall(r"[\w'&]+", before) or [""])[-1]
        inside = before and before[-1] not in ".!?\n:;\"'-*)("
        proper = previous[:1].isupper() and inside and previous.lower() not in _OPENERS
        place = previous.lower() in {"in", "at", "from", "to", "near", "on", "of", "into", "by"}
        if place or word.lower() in _NO_NAME or proper or re.match(r" [A-Z0-9]|-", after):
            sure = [name for name in sure if name != word]
            sure.append("-" + word)
        elif inside and f"-{word}" not in sure and word not in sure:
            sure.append(word)
    return [n for n in sure if not n.startswith("-") and not re.search(rf"\b{n.lower()}s?\b", text)]


_VERB_AFTER: Final = re.compile(r" [a-z]+\b")


def renamed(item: Item) -> Iterator[Changed]:
    """Give everybody another name."""
    both = f"{item.context}\n{item.question}"
    found = [
        n
        for n in names(item.context + " X. " + item.question)
        if any(_VERB_AFTER.match(both[m.end() :]) for m in re.finditer(rf"\b{n}\b", both))
    ]
    if not found or len(found) > 4 or _GENDER.search(both):
        return
    for others in STRANGE_NAMES:
        if any(re.search(rf"\b{other}\b", both, re.I) for other in others):
            continue
        table = dict(zip(found, others, strict=False))
        pattern = re.compile(r"\b(" + "|".join(found) + r")\b")
        context, question = (_replaced(pattern, table, text) for text in (item.context, item.question))
        yield Changed("renamed" if others[0] == "Zdenka" else "renamed to words", "same", context, question)


def _replaced(pattern: re.Pattern[str], table: dict[str, str], text: str) -> str:
    return pattern.sub(lambda match: table[match[0]], text)


# -- dress ---------------------------------------------------------------------------


def dressed(item: Item) -> Iterator[Changed]:
    """Put headings, numbers and bullets to the text, and words in front of the question."""
    parts = sentences(item.context)
    if _MARKED.search(item.context.strip()):
        return
    for heading in ("Premises:", "Facts:", "Here is what we know:", "The rules are as follows."):
        yield Changed("heading", "same", f"{heading}\n{item.context}", item.question)
    listed = [p for p in parts if not _PRONOUN.match(p)]
    if len(listed) == len(parts) and len(parts) > 1:
        numbered = "\n".join(f"{i}. {p}" for i, p in enumerate(parts, 1))
        yield Changed("numbered", "same", numbered, item.question)
        yield Changed("bullets", "same", "\n".join(f"- {p}" for p in parts), item.question)
        yield Changed("lines", "same", "\n".join(parts), item.question)
    if item.question.endswith("?") and not item.question.startswith(("Question", "Given", "Which", "Choose")):
        yield Changed("question heading", "same", item.context, f"Question: {item.question}")


# -- the question --------------------------------------------------------------------

_ASKED: Final = re.compile(
    r"^(?P<aux>Is|Was|Does|Did|Has|Can) (?P<subject>(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-ZÀ-Ý]\w+) (?P<rest>[a-z\d][^?:]*)\?$"
)
_WRAPPED: Final = re.compile(r"^Is it (?:true|the case|so) that (?P<rest>[^?]+)\?$")
_SCOPED: Final = re.compile(
    r"\b(not|or|and|every\w*|all|each|both|any\w*|no|nobody|nothing|some\w*|always|only|also|most|many|few|because|either"
    r"|neither|never|at|exactly|if|when|who|which|whether|that|other|than|again|still|too|right|therefore|ever|must"
    r"|\w+n't)\b"
)


def negated(item: Item) -> Iterator[Changed]:
    """Ask for the opposite, or put the question into a frame that turns it or keeps it."""
    if found := _WRAPPED.match(item.question):
        yield Changed("not the case", "turned", item.context, f"It is not the case that {found['rest']}.")
        yield Changed("is it false", "turned", item.context, f"Is it false that {found['rest']}?")
        return
    if re.match(r"^[A-Z][^?:\n]*\.$", item.question) and not re.search(
        r"^(It is not|Prove|Name|Show|I )", item.question
    ):
        first, small = item.question.split()[0], item.question[0].lower() + item.question[1:-1]
        inner = small if first.lower() in _SMALL else item.question[:-1]
        yield Changed("is it true", "same", item.context, f"Is it true that {inner}?")
        yield Changed("not the case", "turned", item.context, f"It is not the case that {inner}.")
    found = _ASKED.match(item.question)
    if found is None or _SCOPED.search(found["rest"]) or found["subject"] in {"There", "It"}:
        return
    negative = {"Can": "cannot"}.get(found["aux"], found["aux"].lower() + " not")
    clause = f"{found['subject']} {negative} {found['rest']}"
    yield Changed("negative", "turned", item.context, f"{clause}.")
    yield Changed("is it true, negative", "turned", item.context, f"Is it true that {clause}?")
    if found["aux"] not in {"Does", "Did"}:
        clause = f"{found['subject']} {found['aux'].lower()} {found['rest']}"
        yield Changed("is it true", "same", item.context, f"Is it true that {clause}?")
        yield Changed("statement", "same", item.context, f"{clause}.")
        yield Changed("not the case", "turned", item.context, f"It is not the case that {clause}.")
        yield Changed("is it false", "turned", item.context, f"Is it false that {clause}?")


_SMALL: Final = frozenset("all every each some no the a an any there only not none at most neither both if".split())

CHANGES: Final[tuple[Callable[[Item], Iterable[Changed]], ...]] = (irrelevant, reordered, renamed, dressed, negated)
"""All changes that need no proof."""


def deleted(item: Item, used: Iterable[str]) -> Iterator[Changed]:
    """Leave out a sentence that the proof used; and then the whole text."""
    if _DEFEASIBLE.search(item.context):
        return
    parts = sentences(item.context)
    for number, part in enumerate(parts):
        if len(parts) > 1 and any(part.rstrip(".! ") == u.rstrip(".! ") for u in used):
            rest = " ".join(parts[:number] + parts[number + 1 :])
            yield Changed("premise deleted", "not the opposite", rest, item.question)
    yield Changed("text deleted", "unknown", "Zdenka yawns.", item.question)


def _used(item: Item) -> tuple[str, ...]:
    solution = solved(item.context, item.question)
    outcome, program = solution.best.outcome, solution.program
    numbers: tuple[int, ...] = getattr(outcome.certificate, "premises_used", ()) if outcome is not None else ()
    return tuple(program.premises[n].gloss for n in numbers) if program is not None else ()


def changed(items: Iterable[Item], every: int = 1) -> Iterator[Item]:
    """Yield problems in other words, each of the category of its change.

    Args:
        items: the problems; those that are refused, or answered with no truth value, are passed over.
        every: take one of so many changes, evenly spread, for a quick look.
    """
    number = 0
    for item in items:
        was = given(item.context, item.question)
        if was not in {"True", "False", "Unknown"}:
            continue
        made = [c for change in CHANGES for c in change(item)]
        if was != "Unknown":
            made += deleted(item, _used(item))
        for one in made:
            number += 1
            if number % every == 0:
                yield Item(item.name, one.context, one.question, due(one.relation, was), one.change)
