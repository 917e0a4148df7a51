"""What a person asks next: which facts are missing, what change would do, how far numbers go, what a version changes.

All of it tries values of facts, one in each place that the bounds of rules divide them into, and asks the book.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, Final

from ..clock import check as check_time
from ..errors import UserError
from ..kernel.certificates import Countermodels, Model, Verdict
from ..logic.rewriting import substitute
from ..logic.symbols import BOOL, NUMBERS, REAL
from ..logic.syntax import CALCULATING, Atom, Cmp, Eq, Exists, Fn, Formula, Not, Num, numeral
from ..logic.walkers import walk
from .answers import Decision
from .facts import BookCase, Facts, GivenFact, changeable, changed, plain, value_at
from .reading import Noun, moment

if TYPE_CHECKING:
    from .rulebook import RuleBook

MAX_CHANGED: Final = 3
"""The most facts that are changed together."""
MAX_TRIED: Final = 3000
"""The most cases that are tried for one answer."""
MAX_STEPS: Final = 20
"""How many models are looked at for a bound."""
NEAR: Final = Decimal("0.000001")
"""A bound that is not reached is one if a number so near it may be."""
_WHICH: Final = re.compile(r"\?\s*(?P<name>\w+)\s*:\s*(?P<sort>\w+)[\s,.]\s*(?P<rest>.+)", re.S)
_SETTLED: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED})


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a fact.

    Attributes:
        path: the fact.
        before: its value in the case; ``None`` if it is not given.
        after: the other value.
    """

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Bound:
    """How far a number goes.

    Attributes:
        value: the number.
        reached: whether it may be that number itself.
        decision: why it goes no further.
    """

    value: Fraction
    reached: bool
    decision: Decision


@dataclass(frozen=True, slots=True)
class Difference:
    """A case of which two versions of a book say different things.

    Attributes:
        facts: the case.
        question: what is asked.
        before: what the first says.
        after: what the other says.
    """

    facts: Facts
    question: str
    before: Decision
    after: Decision


def missing(book: RuleBook, goal: Formula, case: BookCase) -> tuple[tuple[str, ...], ...]:
    """Return the smallest sets of open facts of which some values settle a question; none if no values do.

    Where not all values can be tried, as those of lists or of many facts, it is one set of all that is spoken of.
    """
    found: dict[tuple[str, ...], None] = {}
    for changes, tried in _changes(book, goal, case, [*case.open]):
        paths = tuple(one.path for one in changes)
        if found and len(paths) > len(next(iter(found))):
            break
        if book.settled(goal, tried, checked=False)[0].outcome.verdict in _SETTLED:
            found[paths] = None
    if found:
        return tuple(paths for paths in found if paths)
    spoken = _spoken(book, goal, case, [*case.open])
    values = [_values(book, goal, case, cell) for cell in spoken.values()]
    tried_all = len(spoken) <= MAX_CHANGED and all(some not in ([], [[]]) for some in values)
    return () if not spoken or (tried_all and prod(map(len, values)) <= MAX_TRIED) else (tuple(spoken),)


def nearest(
    book: RuleBook,
    goal: Formula,
    case: BookCase,
    *,
    most: int = MAX_CHANGED,
    paths: Sequence[str] | None = None,
) -> tuple[Change, ...] | None:
    """Return the nearest change of facts with which a formula follows: of few facts, by little; of none if it does.

    Args:
        book: the book.
        goal: the formula.
        case: the case.
        most: how many facts may change.
        paths: which may; ``None`` for all.
    """
    best: tuple[Change, ...] | None = None
    for changes, tried in _changes(book, goal, case, paths, most):
        if best is not None and len(changes) > len(best):
            break
        if book.settled(goal, tried, checked=False)[0].outcome.verdict is Verdict.ENTAILED:
            days = best is not None and [one.path for one in changes] == [one.path for one in best]
            if best is None or _far(changes, days) < _far(best, days):  # days are no measure beside amounts
                best = changes
    return best


def _changes(
    book: RuleBook, goal: Formula, case: BookCase, paths: Sequence[str] | None, most: int = MAX_CHANGED
) -> Iterator[tuple[tuple[Change, ...], BookCase]]:
    """Yield changes of some facts, or of any, with the case that they make: of fewer facts first, and first of none."""
    tried = 0
    paths = _changing(case) if paths is None else paths
    cells = _spoken(book, goal, case, paths)
    spoken = sorted(cells, key=lambda path: not changeable(case.facts, path))  # of a thing with a name alone the last

    def vary(left: Sequence[str], case: BookCase, done: tuple[Change, ...]) -> Iterator[tuple[Any, BookCase]]:
        if not left:
            yield done, case
            return
        path, cell = left[0], cells[left[0]]
        before = value_at(case.facts, path)
        for value in _values(book, goal, case, cell):
            if value == before:
                continue
            if changeable(case.facts, path):
                more = book.case(changed(case.facts, path, value))
            elif value != []:
                more = case.having(path, cell, book.parts.noun(cell.name), value, book.parts.declared)
            else:
                continue
            yield from vary(left[1:], more, (*done, Change(path, before, value)))

    for size in range(most + 1):
        for chosen in itertools.combinations(spoken, size):
            for found in vary(chosen, case, ()):
                tried += 1
                if tried > MAX_TRIED:
                    return
                check_time()
                yield found


def _spoken(book: RuleBook, goal: Formula, case: BookCase, paths: Sequence[str]) -> dict[str, Atom | Fn]:
    """Return those of some facts that a question speaks of, and what stands for them in formulas."""
    question = book.written(case).question(goal)
    cells = {path: cell for path in paths if (cell := _cell(case, path)) is not None}
    return {path: cell for path, cell in cells.items() if question is None or question.speaks_of(cell)}


def _changing(case: BookCase) -> list[str]:
    """Return the facts that may have another value, which lists have not."""
    given = [one.path for one in case.given if not isinstance(value_at(case.facts, one.path), list)]
    return [*dict.fromkeys((*case.open, *given))]


def _cell(case: BookCase, path: str) -> Atom | Fn | None:
    """Return what stands for a fact in formulas."""
    if path in case.open:
        return case.open[path]
    for one in case.given:
        if one.path == path:
            atom = one.formula.body if isinstance(one.formula, Not) else one.formula
            found = atom.left if isinstance(atom, Eq) else atom
            return found if isinstance(found, Atom | Fn) else None
    return None


def _values(book: RuleBook, goal: Formula, case: BookCase, cell: Atom | Fn) -> list[Any]:
    """Return values of a fact between any two of which no rule tells a difference."""
    noun = book.parts.noun(cell.name)
    if isinstance(cell, Atom):
        return [True, False] if len(cell.args) == len(noun.typed.arguments) else [[]]
    question = book.written(case).question(goal)
    others = [one.formula for one in case.given if not (isinstance(one.formula, Eq) and one.formula.left == cell)]
    return [plain(noun.kind, term) for term in question.values_of(cell, others)] if question is not None else []


def _far(changes: Sequence[Change], days: bool) -> Fraction:
    """Return how far changes of numbers go; of days and times, too, if they count."""
    far = Fraction(0)
    for one in changes:
        try:
            before, after = _measured(one.before, days), _measured(one.after, days)
        except ValueError:
            continue
        far += abs(after - before)
    return far


def _measured(value: Any, days: bool) -> Fraction:
    try:
        return Fraction(str(value))
    except ValueError:
        if days:
            return Fraction(moment(str(value)))
        raise


def which(book: RuleBook, question: str, case: BookCase) -> dict[str, Decision]:
    """Return for each thing of a type whether something holds of it.

    Raises:
        UserError: the question does not say of which type.
    """
    found = _WHICH.fullmatch(question.strip())
    if found is None:
        raise UserError("ask as in '?p: Passenger  age(p) < 2': a variable, its type, and what is asked of it")
    goal = book.question(f"∃{found['name']}:{found['sort']} ({found['rest']})")
    assert isinstance(goal, Exists)
    things = case.declared(book.parts.declared).enumerations.get(found["sort"], ())
    return {
        thing: book.decided(substitute(goal.body, {goal.var: Fn(thing)}), case, question)
        for thing in things
        if not thing.startswith(f"{found['sort']}?")
    }


def bounds(book: RuleBook, name: str, case: BookCase) -> tuple[Bound | None, Bound | None]:
    """Return the least and the greatest number that a value may be, each only if it is proved, and a case reaches it.

    Raises:
        UserError: it is no number.
    """
    said = book.question(f"{name} = {name}")
    cell = said.left if isinstance(said, Eq) else None
    if not isinstance(cell, Fn) or cell.name in CALCULATING or cell.name not in _numbers(book):
        raise UserError(f"'{name}' is no number that facts give, or rules derive")
    question = book.written(case).question(Eq(cell, Num(0)))
    tried = [] if question is None else question.values_of(cell, [one.formula for one in case.given], own=True)
    numbers = [term for term in tried if isinstance(term, Num)]
    return _bound(book, case, name, cell, "≥", numbers[::-1]), _bound(book, case, name, cell, "≤", numbers)


def _bound(book: RuleBook, case: BookCase, name: str, cell: Fn, op: Any, tried: Sequence[Num]) -> Bound | None:
    """Return the first of some numbers, or the last of those of models that go further and further, that is a bound."""

    def decided(term: Num) -> Decision:
        return book.decided(Cmp(op, cell, term), case, f"{name} {op} {numeral(term.value)}")

    def possible(formula: Formula) -> bool:
        found = book.settled(formula, case)[0].outcome
        return found.checked is not None and found.verdict in (Verdict.ENTAILED, Verdict.UNKNOWN)

    for term in tried:
        if (decision := decided(term)).verdict is Verdict.ENTAILED:
            if possible(Eq(cell, term)):
                return Bound(Fraction(term.value), True, decision)
            near = Num(Decimal(str(term.value)) + (NEAR if op == "≥" else -NEAR))
            if book.parts.noun(cell.name).typed.result == REAL and possible(Eq(cell, near)):
                return Bound(Fraction(term.value), False, decision)
            break
    term, key = Num(0), tuple(arg.name for arg in cell.args if isinstance(arg, Fn))
    for reached in range(MAX_STEPS):  # each model goes further than the one before
        decision = decided(term)
        if decision.verdict is Verdict.ENTAILED and reached:
            return Bound(Fraction(term.value), True, decision)
        found = decision.certificate
        model = found.goal_fails if isinstance(found, Countermodels) else getattr(found, "model", None)
        value = None if model is None else model.functions.get((cell.name, len(key)), {}).get(key)
        if decision.verdict not in (Verdict.UNKNOWN, *_SETTLED) or not isinstance(value, int | Decimal):
            break
        term = Num(value)
    return None


def _numbers(book: RuleBook) -> set[str]:
    return {one.name for one in book.parts.declared.typed if one.result in NUMBERS}


def facts_of(book: RuleBook, case: BookCase, model: Model, spoken: Callable[[Atom | Fn], bool]) -> Facts:
    """Return the facts that a model gives to what a question speaks of, and the lists that a case gives."""
    things, listed = dict(case.members), {one.formula for one in case.given}
    fields: dict[str, list[Noun]] = {}
    for one in book.parts.facts:
        owner = one.typed.arguments[0] if one.typed.arguments else ""
        fields.setdefault(owner if owner in things else "", []).append(one)

    def record(sort: str, args: tuple[str, ...], depth: int) -> dict[str, Any]:
        said = ((one.name, field(one, args, depth)) for one in fields.get(sort, ()))
        return {name: value for name, value in said if value is not None}

    def field(one: Noun, args: tuple[str, ...], depth: int) -> Any:
        terms, rest = tuple(map(Fn, args)), one.typed.arguments[len(args) :]
        table = model.predicates.get((one.name, len(one.typed.arguments)))
        if one.kind in things:
            value = one.name if not args else model.functions.get((one.name, 1), {}).get(args)
            return record(one.kind, (str(value),), depth + 1) if value is not None and depth < MAX_CHANGED else None
        if len(rest) == 1 and rest[0] in things:
            atoms = {thing: Atom(one.name, (*terms, Fn(thing))) for thing in things[rest[0]]}
            ones = [thing for thing, atom in atoms.items() if atom in listed or (*args, thing) in (table or ())]
            said = any(atom in listed or spoken(atom) for atom in atoms.values())
            return [record(rest[0], (thing,), depth + 1) for thing in ones] if said and depth < MAX_CHANGED else None
        if rest:
            return None
        if one.typed.result == BOOL:
            return args in (table or ()) if spoken(Atom(one.name, terms)) else None
        value = model.functions.get((one.name, len(args)), {}).get(args)
        if value is None or not spoken(Fn(one.name, terms)):
            return None
        return value if one.typed.result not in NUMBERS else plain(one.kind, Num(value))  # type: ignore[arg-type]

    return record("", (), 0)


def example(book: RuleBook, formula: Formula, wanted: Verdict = Verdict.ENTAILED) -> Facts | None:
    """Return facts of a case in which a formula has to hold; ``None`` if none are found.

    Args:
        book: the book.
        formula: the formula.
        wanted: a verdict that will do, too.
    """
    empty = book.case({})
    bound = Counter(node.sort for node in walk(formula) if isinstance(node, Exists))
    for most in (1, None, 0):  # one thing in each list that is open, as many as are spoken of, or whatever there is
        members = tuple((sort, _some(sort, ones, most, bound[sort])) for sort, ones in empty.members)
        bare = BookCase(tuple(_listed(book, empty, dict(members))) if most != 0 else (), members=members)
        found = book.decide(formula, bare, checked=False).outcome  # what has a default may be otherwise
        question, one = book.written(bare).question(formula), found.certificate
        model = one.goal_holds if isinstance(one, Countermodels) else getattr(one, "model", None)
        if question is None or model is None or found.verdict not in (Verdict.UNKNOWN, Verdict.ENTAILED):
            continue
        facts = facts_of(book, bare, model, question.speaks_of)
        if book.settled(formula, book.case(facts), checked=False)[0].outcome.verdict in (Verdict.ENTAILED, wanted):
            return facts
    return None


def _some(sort: str, things: tuple[str, ...], most: int | None, bound: int) -> tuple[str, ...]:
    """Return things of which something is known; and others of a type, if there are any: one, or at least so many."""
    if most == 0 or f"{sort}?1" not in things:
        return things
    if most is None:
        return tuple(dict.fromkeys((*things, *(f"{sort}?{i + 1}" for i in range(bound)))))
    return tuple(thing for thing in things if "?" not in thing or thing.endswith("?1"))


def _listed(book: RuleBook, case: BookCase, members: dict[str, tuple[str, ...]]) -> Iterator[GivenFact]:
    """Yield that all things of which nothing is known stand in the lists of a case that are open."""
    for path, cell in case.open.items():
        arguments = book.parts.noun(cell.name).typed.arguments
        if isinstance(cell, Atom) and len(arguments) == len(cell.args) + 1:
            for thing in members.get(arguments[-1], ()):
                if "?" in thing:
                    yield GivenFact(path, Atom(cell.name, (*cell.args, Fn(thing))), cell.name)


def differences(book: RuleBook, other: RuleBook) -> list[Difference]:
    """Return cases of which two versions say different things: those of tests, and those that rules tell apart.

    In each of them the facts of which rules differ are tried with all values that the rules of either tell apart, too.

    Raises:
        UserError: no question can be asked of both about any of them.
    """
    from .trying import scenarios, test_facts

    rows: dict[tuple[str, str], Facts] = {}
    questions = dict.fromkeys((*book.asked, *other.asked))
    stated = [{premise.statement.formula for premise in one.compiled.premises} for one in (book, other)]
    named = {node.name for said in stated[0] ^ stated[1] for node in walk(said) if isinstance(node, Atom | Fn)}
    for one in (book, other):
        for facts in (*test_facts(one), *(s.facts for s in scenarios(one))):
            rows |= {(repr(facts), question): facts for question in questions}
    for one, ((_, question), facts) in itertools.product((book, other), [*rows.items()]):
        with suppress(UserError):  # it has no such words
            goal, case = one.question(question), one.case(facts)
            paths = [path for path in _changing(case) if re.split(r"[.\]]", path)[-1] in named]
            for changes, _ in _changes(one, goal, case, [path for path in paths if changeable(facts, path)], 1):
                near = changed(facts, changes[0].path, changes[0].after) if changes else facts
                rows[repr(near), question] = near
    found, compared = [], False
    for (_, question), facts in rows.items():
        try:
            before, after = book.ask(question, facts), other.ask(question, facts)
        except UserError:
            continue  # one of them has no such words
        compared = True
        if before.answer != after.answer:
            found.append(Difference(facts, question, before, after))
    if not compared:
        raise UserError("nothing can be compared: no case of one book, with a question, fits the other")
    return found
