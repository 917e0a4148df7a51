"""Formulas over a finite domain as ground rules for clingo, and questions about their models.

Every ground atom is chosen freely, every compound formula is an atom that is defined by
rules, so that ``not`` is classical negation and the answer sets are the models.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..clock import check, left, look
from ..errors import TooLarge
from ..logic.program import Program
from ..logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    numeral,
    unfold_first,
)
from ..outcome import Element, Model
from ..registry import engine
from .cores import minimal

if TYPE_CHECKING:
    import clingo
    from clingo.backend import Backend

QUICK_CONFLICTS: Final = 2000
"""Conflicts after which a search goes on in a thread, which can be stopped, but costs more than a small search."""
MAX_RULES: Final = 300_000
"""The most ground rules that are written."""
MAX_SIZE: Final = 1_000_000
"""The most instances of formulas, and of their parts, that are gone through, which takes some seconds."""
_WAIT_SECONDS: Final = 0.05
"""How often a search in a thread is asked whether it still may go on."""


@dataclass(slots=True)
class GroundRules:
    """A writer of formulas as literals of a logic program.

    Attributes:
        backend: clingo's backend, open.
        things: the domain.
        names: which thing each constant names.
        most: how many instances of formulas, and of their parts, may be gone through.
        atoms: the literal of each ground atom so far.
    """

    backend: Backend
    things: Sequence[str]
    names: Mapping[str, str]
    most: int = MAX_SIZE
    atoms: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)
    _true: int = 0
    _rules: int = 0
    _size: int = 0
    _known: dict[tuple[bool, frozenset[int]], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self._true:
            self._true = self.backend.add_atom()
            self.backend.add_rule([self._true])

    def atom(self, name: str, args: tuple[str, ...]) -> int:
        """Return the literal of a ground atom."""
        found = self.atoms.get((name, args))
        if found is None:
            found = self.atoms[name, args] = self.choice()
        return found

    def choice(self) -> int:
        """Return a literal that may be true or false."""
        made = self.backend.add_atom()
        self._rule([made], [], choice=True)
        return made

    def require(self, literals: Iterable[int]) -> None:
        """State that at least one of the literals is true."""
        self._rule([], [-one for one in literals])

    def formula(self, formula: Formula, values: Mapping[str, str]) -> int:
        """Return the literal that is true exactly where a formula is.

        Args:
            formula: the formula.
            values: a thing for each free variable.

        Raises:
            TooLarge: it is too long when it is written out.
            Late: the time is up.
        """
        self._size += 1
        if self._size > self.most:
            raise TooLarge
        match formula:
            case Atom(name, args):
                return self.atom(name, tuple([self.thing(a, values) for a in args]))
            case Not(body):
                return -self.formula(body, values)
            case And(parts):
                return self._all([self.formula(p, values) for p in parts])
            case Or(parts):
                return -self._all([-self.formula(p, values) for p in parts])
            case Implies(left, right):
                return -self._all((self.formula(left, values), -self.formula(right, values)))
            case Iff(left, right):
                return -self._differ(self.formula(left, values), self.formula(right, values))
            case Xor(left, right):
                return self._differ(self.formula(left, values), self.formula(right, values))
            case Forall(name, body):
                return self._all([self.formula(body, one) for one in self._each(name, values)])
            case Exists(name, body):
                return -self._all([-self.formula(body, one) for one in self._each(name, values)])
            case Eq(left, right):
                return self._true if self.thing(left, values) == self.thing(right, values) else -self._true
            case Truth(value):
                return self._true if value else -self._true
            case Cmp():
                raise TypeError("there are no numbers here: see logic.cases")
            case _:
                unfold_first(formula)

    def _each(self, name: str, values: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
        inner = dict(values)
        for thing in self.things:
            look()
            inner[name] = thing
            yield inner

    def thing(self, term: Term, values: Mapping[str, str]) -> str:
        """Return the thing that a term names."""
        match term:
            case Var(name):
                return values[name]
            case Num(value):
                return self.names[numeral(value)]
            case Fn(name, args):
                assert not args, "there are no functions here: see logic.cases"
                return self.names[name]

    def rows(self, count: int) -> Iterable[tuple[str, ...]]:
        """Return all rows of so many things."""
        if len(self.things) ** count > MAX_RULES:
            raise TooLarge
        return itertools.product(self.things, repeat=count)

    def _all(self, literals: Iterable[int]) -> int:
        parts = frozenset(literals) - {self._true}
        if -self._true in parts or any(-p in parts for p in parts):
            return -self._true
        if len(parts) < 2:
            return next(iter(parts), self._true)
        return self._defined(True, parts, [sorted(parts)])

    def _differ(self, left: int, right: int) -> int:
        return self._defined(False, frozenset((left, right)), [[left, -right], [-left, right]])

    def _defined(self, conjunction: bool, parts: frozenset[int], bodies: list[list[int]]) -> int:
        found = self._known.get((conjunction, parts))
        if found is None:
            found = self._known[conjunction, parts] = self.backend.add_atom()
            for body in bodies:
                self._rule([found], body)
        return found

    def _rule(self, head: list[int], body: list[int], *, choice: bool = False) -> None:
        look()
        self._rules += 1
        if self._rules > MAX_RULES:
            raise TooLarge
        self.backend.add_rule(head, body, choice)

    def model(self, program: Program, true: Collection[int]) -> Model:
        """Return a program's model in which these atoms are true and no others."""
        tables: dict[tuple[str, int], set[tuple[Element, ...]]] = {key: set() for key in program.signature.predicates}
        for (name, row), literal in self.atoms.items():
            table = tables.setdefault((name, len(row)), set())
            if literal in true:
                table.add(row)
        functions: dict[tuple[str, int], Mapping[tuple[Element, ...], Element]] = {
            (name, 0): {(): thing} for name, thing in self.names.items()
        }
        return Model(tuple(self.things), {key: frozenset(rows) for key, rows in tables.items()}, functions)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        true: of the literals that were asked about, those true in a model; ``None`` if there is no model.
        core: assumptions that are false together, if there is no model.
    """

    true: frozenset[int] | None
    core: frozenset[int] = frozenset()


def load() -> None:
    """Load clingo.

    Raises:
        MissingEngine: it is not here.
    """
    engine("default").where()
    import clingo  # noqa: F401


def empty_program() -> clingo.Control:
    """Return an empty program; what is found in it depends on nothing else.

    Raises:
        MissingEngine: clingo is not here.
    """
    load()
    import clingo

    return clingo.Control(["--warn=none", f"--solve-limit={QUICK_CONFLICTS}"])


def ask(control: clingo.Control, assumed: Iterable[int], asked: Iterable[int]) -> SearchResult:
    """Return a model in which all assumptions are true, or which of them are false together.

    Args:
        control: the rules.
        assumed: the assumptions, as literals.
        asked: the literals that the caller wants to know about.

    Raises:
        Late: the time is up.
    """
    check()
    assumptions = list(assumed)
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        if (model := handle.model()) is not None:
            return SearchResult(frozenset(filter(model.is_true, asked)))
        if handle.get().unsatisfiable:
            return SearchResult(None, frozenset(handle.core()))
    models: list[frozenset[int]] = []

    def keep(model: clingo.Model) -> None:
        models.append(frozenset(filter(model.is_true, asked)))

    limit: Any = control.configuration.solve
    limit.solve_limit = "umax"
    try:
        with control.solve(assumptions=assumptions, on_model=keep, async_=True) as handle:
            while not handle.wait(max(min(left(), _WAIT_SECONDS), 0.0)):
                check()  # the end of the block stops the search
            handle.get()
            return SearchResult(models[0]) if models else SearchResult(None, frozenset(handle.core()))
    finally:
        limit.solve_limit = str(QUICK_CONFLICTS)


def minimal_core(
    control: clingo.Control, core: Collection[int], candidates: Sequence[int], kept: Sequence[int]
) -> list[int]:
    """Return candidates that are false together with what is kept, none of which can be spared.

    Args:
        control: the rules.
        core: a core of the candidates and what is kept.
        candidates: the literals of which as few as possible are wanted, in an order.
        kept: literals that cost nothing.

    Returns:
        As few as could be found in time.
    """

    def refuted(rest: list[int]) -> frozenset[int] | None:
        check()
        core: list[int] = []
        ended = control.solve(assumptions=[*rest, *kept], on_core=core.extend)  # quicker where no model is wanted
        if not ended.unknown:
            return frozenset(core) if ended.unsatisfiable else None
        found = ask(control, [*rest, *kept], ())
        return found.core if found.true is None else None

    return minimal([c for c in candidates if c in core], refuted)
