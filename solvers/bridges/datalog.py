"""All that rules derive from facts, by joins over what each round derived: semi-naive evaluation.

Classical rules with one head, and the signed rules of forward chaining and of defeasible theories, are applied here.

Rows of numbers are kept in tables with indexes. A body is matched a set of rows at a time, so that most of the work
is done inside list comprehensions. Each row keeps the first rule that derived it, with the values of its variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ..clock import check, look
from ..errors import TooLarge
from .horn_clauses import THINGS, Arg, HornClause, Literal, NumberTest, SkolemTerm, Vocabulary
from .numbers import Numbers, Quantity, QuantityKey

MAX_ROWS: Final = 5_000_000
"""The most rows that are derived, which takes about a gigabyte."""
MAX_MATCHES: Final = 1_000_000
"""The most matches of one rule that are made at a time."""
MAX_CHOICES: Final = 500_000
"""The most instances that are searched for a model of rules with several heads."""
_PART: Final = 200
"""Matches that are joined with more rows between two looks at the clock: each may have many."""
_BATCH: Final = 5_000
"""Rows that are joined between two looks at the clock."""

IdRow = tuple[int, ...]
Filling = tuple[int, ...]
"""The values of a rule's constants, variables and witnesses, in the order of its columns."""
Fact = tuple[int, IdRow]
"""A predicate and a row of it."""


class RuleInstance(NamedTuple):
    """A rule with values for its variables."""

    rule: Rule
    values: Filling

    def body(self) -> list[Fact]:
        """Return what must hold."""
        return [(predicate, row(self.values)) for predicate, row in self.rule.body]

    def heads(self) -> list[Fact]:
        """Return that of which one holds then."""
        return [(predicate, row(self.values)) for predicate, row in self.rule.heads]


RowReason = RuleInstance | int
"""Why a row is there: by a rule, or as the fact that a premise states, by its index (-1 for what is asked)."""


class Mark(NamedTuple):
    """How many facts and rules there are at some time."""

    facts: int
    rules: int


START: Final = Mark(0, 0)
Frontier = dict[int, dict[IdRow, RowReason | None]]
"""New rows of each predicate."""


class FactTable:
    """The rows of a predicate, with an index for each choice of columns that was asked for."""

    __slots__ = ("indexes", "rows")

    def __init__(self) -> None:
        self.rows: dict[IdRow, RowReason | None] = {}
        self.indexes: dict[tuple[int, ...], tuple[Callable[[IdRow], Any], dict[Any, list[IdRow]]]] = {}

    def by(self, columns: tuple[int, ...]) -> dict[Any, list[IdRow]]:
        """Return the rows by their values in some columns; a single value stands for itself."""
        found = self.indexes.get(columns)
        if found is None:
            key = itemgetter(*columns)
            made: dict[Any, list[IdRow]] = defaultdict(list)
            for row in self.rows:
                made[key(row)].append(row)
            found = self.indexes[columns] = key, made
        return found[1]

    def add(self, rows: Mapping[IdRow, RowReason | None]) -> None:
        """Add rows with their reasons."""
        self.rows.update(rows)
        for key, index in self.indexes.values():
            for row in rows:
                index[key(row)].append(row)

    def remove(self, row: IdRow) -> None:
        """Take out the row that was added last."""
        del self.rows[row]
        for key, index in self.indexes.values():
            index[key(row)].pop()


def _agreeing(key: Callable[[Filling], Any], index: Mapping[Any, list[IdRow]]) -> Callable[[Filling], Iterable[IdRow]]:
    """Return what gives the rows that agree with a match."""
    get = index.get
    return lambda match: get(key(match), ())


def _picked(columns: Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
    """Return what picks columns as a row."""
    if len(columns) == 1:
        [column] = columns
        return lambda row: (row[column],)
    return itemgetter(*columns) if columns else lambda row: ()


class _Join(NamedTuple):
    """How the matches so far are joined with one more literal.

    Attributes:
        columns: the positions that are bound.
        key: what gives their values in a match.
        new: what gives the values of variables that are not bound in a row; ``None`` if all are.
        same: pairs of positions that must be equal.
    """

    columns: tuple[int, ...]
    key: Callable[[Any], Any]
    new: Callable[[Any], tuple[int, ...]] | None
    same: tuple[tuple[int, int], ...]


class _Plan(NamedTuple):
    """How a body is matched from one of its literals on.

    Attributes:
        predicates: those of the literals in their order.
        joins: how each is joined.
        order: what puts the columns of a match in order then; ``None`` if they are.
        size: how many rows the body's predicates had.
    """

    predicates: list[int]
    joins: Sequence[_Join]
    order: Callable[[Any], tuple[int, ...]] | None
    size: int


def _kind(arg: Arg) -> int:
    return 0 if type(arg) is int else 1 if type(arg) is str else 2


_Terms = list[tuple[str, Callable[[Any], tuple[int, ...]], Fraction]]


class Rule:
    """A clause whose constants, variables and witnesses are columns.

    Attributes:
        clause: the clause.
        needs: the predicates of the body.
        body: for each literal of the body, its predicate and what gives its row.
        heads: for each head the same.
        names: the column of each variable.
    """

    __slots__ = tuple("_conditions _constants _most _plans _witnesses body clause heads names needs".split())

    def __init__(self, clause: HornClause, most: int) -> None:
        self.clause, self._most = clause, most
        self.needs = [literal.predicate for literal in clause.body]
        compared = [args for one in clause.conditions for _, args, _ in one.terms]
        used = dict.fromkeys(arg for one in (*clause.body, *clause.heads) for arg in one.args)
        used |= dict.fromkeys(arg for args in compared for arg in args)
        # Only a body's variables are among them, since a body binds all of them.
        columns = {arg: i for i, arg in enumerate(sorted(used, key=_kind))}
        self._constants = tuple([arg for arg in columns if type(arg) is int])
        self.names = {arg: i for arg, i in columns.items() if type(arg) is str}
        self._witnesses = [
            (one.function, _picked([columns[name] for name in one.args])) for one in columns if type(one) is SkolemTerm
        ]
        self.body, self.heads = (
            [(one.predicate, _picked([columns[arg] for arg in one.args])) for one in ones]
            for ones in (clause.body, clause.heads)
        )
        self._conditions = [
            (one, [(name, _picked([columns[arg] for arg in args]), factor) for name, args, factor in one.terms])
            for one in clause.conditions
        ]
        self._plans: dict[int, _Plan] = {}

    def matches(
        self, tables: Sequence[FactTable], start: int, rows: Iterable[IdRow], vocabulary: Vocabulary
    ) -> list[Filling]:
        """Return the matches of the body in which one literal is one of some rows.

        Args:
            tables: the rows of each predicate.
            start: which literal of the body; -1 if it has none.
            rows: the rows.
            vocabulary: what makes witnesses.
        """
        look()
        sizes = [len(tables[predicate].rows) for predicate in self.needs]
        if 0 in sizes:
            return []
        plan = self._plans.get(start)
        if plan is None or (len(sizes) > 2 and sum(sizes) > 2 * plan.size):  # of two the order is known
            plan = self._plans[start] = self._plan(start, tables, sum(sizes))
        found: list[Filling] = [self._constants]
        for i, (predicate, join) in enumerate(zip(plan.predicates, plan.joins, strict=True)):
            if not found:
                return []
            if i == 0:
                found = self._first(join, rows)
                continue
            table, key = tables[predicate], join.key
            if join.new is None:
                known_rows = table.rows
                found = [match for match in found if key(match) in known_rows]
            elif join.columns:
                found = self._wider(found, join, _agreeing(key, table.by(join.columns)))
            else:
                found = self._wider(found, join, _agreeing(lambda match: (), {(): list(table.rows)}))
        if plan.order is not None:
            found = list(map(plan.order, found))
        for function, args in self._witnesses:
            found = [(*match, vocabulary.witness(function, args(match))) for match in found]
        for one, terms in self._conditions:
            found = [match for match in found if self._holds(one, terms, match, vocabulary.numbers)]
        return found

    def _holds(self, one: NumberTest, terms: _Terms, match: Filling, numbers: Numbers) -> bool:
        """Return whether a condition holds in a match."""
        total: Quantity = one.constant
        for name, args, factor in terms:
            value = numbers.value((name, args(match)))
            if value is None:
                return False
            total += factor * value
        return one.test(total, 0)

    def compared(self, values: Filling) -> list[tuple[NumberTest, list[QuantityKey]]]:
        """Return the conditions, with the functions and things whose numbers each compares in a match."""
        return [(one, [(name, args(values)) for name, args, _ in terms]) for one, terms in self._conditions]

    def _wider(self, matches: list[Filling], join: _Join, rows: Callable[[Filling], Iterable[IdRow]]) -> list[Filling]:
        """Return matches with the values of new variables from the rows that agree with each."""
        new, same, found = join.new, join.same, list[Filling]()
        assert new is not None
        for start in range(0, len(matches), _PART):
            check()
            part = matches[start : start + _PART]
            if same:
                found += [m + new(r) for m in part for r in rows(m) if all(r[a] == r[b] for a, b in same)]
            else:
                found += [m + new(r) for m in part for r in rows(m)]
            if len(found) > min(self._most, MAX_MATCHES):
                raise TooLarge
        return found

    def _first(self, join: _Join, rows: Iterable[IdRow]) -> list[Filling]:
        """Return the matches of one literal with rows."""
        constants, new = self._constants, join.new
        if join.columns:
            fixed, key = join.key(constants), itemgetter(*join.columns)
            rows = [row for row in rows if key(row) == fixed]
        if join.same:
            rows = [row for row in rows if all(row[a] == row[b] for a, b in join.same)]
        if new is None:
            return [constants for _ in rows]
        return [constants + new(row) for row in rows] if constants else list(map(new, rows))

    def _plan(self, start: int, tables: Sequence[FactTable], size: int) -> _Plan:
        """Return the order in which the literals are joined: always one that has few rows for each match."""
        body, constants = self.clause.body, self._constants
        left = list(range(len(body)))
        bound: dict[Arg, int] = {arg: i for i, arg in enumerate(constants)}
        order, joins = list[int](), list[_Join]()
        while left:
            at = start if not order else left[0]
            if order and _fan(body[at], bound, tables):
                at = min(left, key=lambda i: _fan(body[i], bound, tables))
            left.remove(at)
            joins.append(_join(body[at].args, bound, first=not order))
            order.append(self.needs[at])
        wanted = [*range(len(constants)), *(bound[name] for name in self.names)]
        return _Plan(order, joins, None if wanted == sorted(wanted) else _picked(wanted), size)


def _fan(literal: Literal, bound: Collection[Arg], tables: Sequence[FactTable]) -> float:
    """Return about how many rows of a literal a match has."""
    rows = tables[literal.predicate].rows
    columns = [i for i, arg in enumerate(literal.args) if arg in bound]
    if len(columns) == len(literal.args):
        return 0
    return len(rows) / max((len(set(map(itemgetter(i), rows))) for i in columns), default=1) if rows else 0


def _join(args: Sequence[Arg], bound: dict[Arg, int], *, first: bool) -> _Join:
    """Return how a literal is joined, and note what it binds."""
    columns = [i for i, arg in enumerate(args) if arg in bound]
    fresh: dict[Arg, int] = {}
    same = []
    for i, arg in enumerate(args):
        if arg in bound:
            continue
        if arg in fresh:
            same.append((fresh[arg], i))
        else:
            fresh[arg] = i
    where = [bound[args[i]] for i in columns]
    whole = not fresh and not first
    key: Callable[[Any], Any] = _picked(where) if whole or not where else itemgetter(*where)
    for arg in fresh:
        bound[arg] = len(bound)
    new = _picked(list(fresh.values())) if fresh else None
    return _Join(tuple(columns), key, new, tuple(same))


@dataclass(slots=True)
class Datalog:
    """What clauses derive from facts.

    Attributes:
        vocabulary: the names.
        most: how many rows may be derived, and how many matches one join may have.
        tables: the rows of each predicate, by its number.
        derived: the facts in the order in which they were found.
        rules: the rules.
    """

    vocabulary: Vocabulary
    most: int = MAX_ROWS
    tables: list[FactTable] = field(default_factory=list)
    derived: list[Fact] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    _uses: dict[int, list[tuple[Rule, int]]] = field(default_factory=lambda: defaultdict(list))
    _things: int = 0

    def state(self, clauses: Iterable[HornClause], facts: Iterable[tuple[Fact, int]], *, counted: bool = False) -> None:
        """Add rules and facts, and derive all that follows from rules with one head.

        Args:
            clauses: the rules.
            facts: facts, each with the index of its premise.
            counted: whether values of numbers were stated, which conditions of rules that are there may hang on.

        Raises:
            TooLarge: it is too much.
        """
        added = [Rule(clause, self.most) for clause in clauses]
        self._room()
        frontier: Frontier = defaultdict(dict)
        for rule in added:
            if len(rule.clause.heads) == 1:
                self._derive(rule, self.whole(rule), frontier)
        for rule in self.rules if counted else ():
            if rule.clause.conditions and len(rule.clause.heads) == 1:
                self._derive(rule, self.whole(rule), frontier)
        self.rules += added
        for rule in added:
            for position, predicate in enumerate(rule.needs):
                self._uses[predicate].append((rule, position))
        for (predicate, row), premise in facts:
            if row not in self.tables[predicate].rows:
                frontier[predicate].setdefault(row, premise)
        self._spread(frontier)

    def whole(self, rule: Rule) -> list[Filling]:
        """Return all matches of a rule's body."""
        if not rule.needs:
            return rule.matches(self.tables, -1, (), self.vocabulary)
        sizes = [len(self.tables[predicate].rows) for predicate in rule.needs]
        if not min(sizes):
            return []
        start = sizes.index(min(sizes))
        rows = list(self.tables[rule.needs[start]].rows)
        return [m for part in self._batches(rows) for m in rule.matches(self.tables, start, part, self.vocabulary)]

    def since(self, mark: Mark) -> Iterator[RuleInstance]:
        """Yield the instances of rules without a head, or with several, that facts and rules behind a mark give.

        One of several new facts is given once for each of them.
        """
        fresh: dict[int, list[IdRow]] = defaultdict(list)
        for predicate, row in self.derived[mark.facts :]:
            fresh[predicate].append(row)
        for rule in self.rules[: mark.rules]:
            if len(rule.clause.heads) != 1:
                for position, predicate in enumerate(rule.needs):
                    for part in self._batches(fresh.get(predicate, [])):
                        found = rule.matches(self.tables, position, part, self.vocabulary)
                        yield from [RuleInstance(rule, match) for match in found]
        for rule in self.rules[mark.rules :]:
            if len(rule.clause.heads) != 1:
                yield from [RuleInstance(rule, match) for match in self.whole(rule)]

    def holds(self, fact: Fact) -> bool:
        """Return whether a fact is derived."""
        return self.tables[fact[0]].rows.get(fact[1]) is not None

    def behind(self, facts: Iterable[Fact]) -> dict[Fact, RowReason]:
        """Return derived facts and those that they are derived from, these first, with the reasons.

        What only says that there is a thing is left out.
        """
        found: dict[Fact, RowReason] = {}
        stack = [(fact, False) for fact in facts]
        while stack:
            fact, ready = stack.pop()
            if fact in found or fact[0] == THINGS:
                continue
            reason = self.tables[fact[0]].rows[fact[1]]
            assert reason is not None
            if ready or not isinstance(reason, RuleInstance):
                found[fact] = reason
                continue
            stack.append((fact, True))
            stack += [(parent, False) for parent in reversed(reason.body())]
        return found

    def suppose(self, choices: Iterable[RuleInstance]) -> list[RuleInstance]:
        """Add all heads of some rules, of which one holds each, and what may follow; no reason is kept for these rows.

        Returns:
            The instances that say what holds if others do: those given, and all that speak of such a row.
        """
        found = list(choices)
        seen: set[tuple[int, Filling]] = {(id(one.rule), one.values) for one in found}
        frontier: Frontier = defaultdict(dict)
        for one in found:
            for predicate, row in one.heads():
                frontier[predicate][row] = None
        while frontier := self._enter(frontier):
            reached: Frontier = defaultdict(dict)
            for predicate, rows in frontier.items():
                for rule, position in self._uses[predicate]:
                    for part in self._batches(list(rows)):
                        for match in rule.matches(self.tables, position, part, self.vocabulary):
                            if (id(rule), match) in seen:
                                continue
                            seen.add((id(rule), match))
                            one = RuleInstance(rule, match)
                            heads = one.heads()
                            if any(self.holds(fact) for fact in heads):
                                continue
                            found.append(one)
                            if len(found) > MAX_CHOICES:
                                raise TooLarge
                            for head, row in heads:
                                if row not in self.tables[head].rows:
                                    reached[head][row] = None
            frontier = reached
        return found

    def mark(self) -> Mark:
        """Return what ``forget`` goes back to."""
        return Mark(len(self.derived), len(self.rules))

    def forget(self, mark: Mark) -> None:
        """Take back all facts and rules that were added since a mark."""
        for predicate, row in reversed(self.derived[mark.facts :]):
            self.tables[predicate].remove(row)
        del self.derived[mark.facts :]
        for rule in reversed(self.rules[mark.rules :]):
            for predicate in reversed(rule.needs):
                self._uses[predicate].pop()
        del self.rules[mark.rules :]
        self._things = len(self.tables[THINGS].rows)

    def _room(self) -> None:
        """Make a table for each predicate."""
        while len(self.tables) < len(self.vocabulary.predicates):
            self.tables.append(FactTable())

    def _enter(self, frontier: Frontier) -> Frontier:
        """Put new rows into the tables, with those for things that are new; return all of them."""
        if self._uses[THINGS] and self._things < self.vocabulary.count:
            frontier[THINGS] = {(i,): -1 for i in range(self._things, self.vocabulary.count)}
            self._things = self.vocabulary.count
        frontier = {predicate: rows for predicate, rows in frontier.items() if rows}
        for predicate, rows in frontier.items():
            self.tables[predicate].add(rows)
            self.derived += [(predicate, row) for row in rows]
        if len(self.derived) > self.most:
            raise TooLarge
        return frontier

    def _spread(self, frontier: Frontier) -> None:
        """Derive what follows from new rows, round by round."""
        while frontier := self._enter(frontier):
            reached: Frontier = defaultdict(dict)
            for predicate, rows in frontier.items():
                if uses := [use for use in self._uses[predicate] if len(use[0].clause.heads) == 1]:
                    for part in self._batches(list(rows)):
                        for rule, position in uses:
                            self._derive(rule, rule.matches(self.tables, position, part, self.vocabulary), reached)
            frontier = reached

    def _derive(self, rule: Rule, matches: list[Filling], frontier: Frontier) -> None:
        """Note the heads of matches that are not there yet."""
        if not matches:
            return
        [(predicate, row_of)] = rule.heads
        known, reached = self.tables[predicate].rows, frontier[predicate]
        for match in matches:
            row = row_of(match)
            if row not in known and row not in reached:
                reached[row] = RuleInstance(rule, match)

    def _batches(self, rows: list[IdRow]) -> Iterator[list[IdRow]]:
        """Yield the rows in parts, and look at the clock."""
        for start in range(0, len(rows), _BATCH):
            check()
            yield rows[start : start + _BATCH] if len(rows) > _BATCH else rows
