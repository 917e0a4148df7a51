"""Groups: people who are each assigned to one of several days, teams or rooms, and who is with whom.

*Four clerks, Ann, Bob, Cy, and Dan, are each assigned to one of two days: Monday and Tuesday. Ann and Bob are assigned
to different days. If Cy is assigned to Monday, Dan is assigned to Tuesday. At most two clerks are assigned to Monday.*
A text is read so if every sentence of it is; of any other the grammar says what it makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sorites.solvers import Reading
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.symbols import Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import Count, Eq, Fn, Formula, Implies, Var, negation
from sorites.solvers.notation.readings import Said

from ..sentences import split
from .orders import MAX_SENTENCE, any_of, lines_of, listed, puzzle, unread
from .vocabulary.numerals import CARDINALS

_HEAD: Final = re.compile(
    r"(?i)(?P<count>\w+) (?P<people>\w+), (?P<names>[^.;:]+), are each (?P<how>\w+ (?:to|on|in|at|with|by)) "
    r"one of (?P<several>\w+) (?P<kinds>\w+): (?P<values>[^.;:]+)\.?"
)
_RELATIONS: Final[Mapping[str, Literal["=", "≥", "≤"]]] = {"exactly": "=", "at least": "≥", "at most": "≤"}
_BOTH: Final = re.compile(r"(?i)if (?P<if>.+?), (?:then )?(?P<then>.+)")
_PERSON, _GROUP, _OF = "Person", "Group", "group_of"


@dataclass(frozen=True, slots=True)
class _Groups:
    """Who there are, which groups, and how it is said that somebody is of one."""

    people: Mapping[str, str]
    groups: Mapping[str, str]
    person: str
    group: str
    how: str

    def reader(self) -> Callable[[str], Formula | None]:
        """Return what gives the formula of a sentence, and none of one about something else."""
        x, y, group = (
            rf"(?P<x>{any_of(self.people)})",
            rf"(?P<y>{any_of(self.people)})",
            rf"(?P<g>{any_of(self.groups)})",
        )
        kind, who = re.escape(self.group.removesuffix("s")), re.escape(self.person.removesuffix("s"))
        shapes = [
            re.compile(f"(?i){shape}")
            for shape in (
                rf"{x} is(?P<not> not)? {self.how} {group}",
                rf"{x} and {y} are {self.how} (?:the (?P<same>same) {kind}|different {kind}s)",
                rf"(?P<how>{any_of(_RELATIONS)}) (?P<n>{any_of(CARDINALS)}) {who}s? (?:is|are) {self.how} {group}",
            )
        ]

        def read(text: str) -> Formula | None:
            text = text.strip().rstrip(".")
            if both := _BOTH.fullmatch(text):
                one, other = read(both["if"]), read(both["then"])
                return Implies(one, other) if one is not None and other is not None else None
            found = next((match for shape in shapes if (match := shape.fullmatch(text))), None)
            return None if found is None else self._says({k: v.lower() for k, v in found.groupdict().items() if v})

        return read

    def _says(self, found: Mapping[str, str]) -> Formula:
        group = Fn(self.groups[found["g"]]) if "g" in found else None
        if group is not None and "how" in found:
            inside = Eq(Fn(_OF, (Var("x"),)), group)
            return Count(_RELATIONS[found["how"]], CARDINALS[found["n"]], "x", inside, _PERSON)
        one = Fn(_OF, (Fn(self.people[found["x"]]),))
        if group is not None:
            return negation(Eq(one, group)) if "not" in found else Eq(one, group)
        same = Eq(one, Fn(_OF, (Fn(self.people[found["y"]]),)))
        return same if "same" in found else negation(same)


def read_groups(context: str, question: str, options: tuple[str, ...]) -> Reading | None:
    """Read a text about groups, whose question chooses between statements.

    Args:
        context: what is taken to hold.
        question: what is asked.
        options: the statements.

    Returns:
        The question; ``None`` if any sentence is about something else.
    """
    sentences = split(context)
    head = _HEAD.fullmatch(sentences[0].text.strip()) if sentences and len(sentences[0].text) < MAX_SENTENCE else None
    if head is None or any(len(one) >= MAX_SENTENCE for one in (*options, *(one.text for one in sentences))):
        return None
    people, groups = dict(listed(head["names"])), dict(listed(head["values"]))
    counts = [CARDINALS.get(head[key].lower()) for key in ("count", "several")]
    if counts != [len(people), len(groups)] or not {*people.values()}.isdisjoint(groups.values()):
        return None
    read = _Groups(people, groups, head["people"], head["kinds"], head["how"]).reader()
    found, faults = lines_of(sentences[1:], options, read)
    if faults:
        return unread(context, question, faults) if found else None
    stated, goals = found[: len(sentences) - 1], found[len(sentences) - 1 :]
    sorts = DeclaredSort(_PERSON, tuple(people.values())), DeclaredSort(_GROUP, tuple(groups.values()))
    declared = Declarations(sorts, (Typed(_OF, (_PERSON,), _GROUP),))
    first = Said(sentences[0].text, "", Span(sentences[0].start, sentences[0].end))
    told = [first, *(Said(one.gloss, "", one.span, one.formula) for one in stated)]
    return puzzle(context, question, declared, ([], stated, goals), told)
