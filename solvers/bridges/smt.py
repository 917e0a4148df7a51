"""Scripts into Z3 and models out of it: a context for each thread, limits, tables."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..clock import left, look, stop_of_this_run
from ..errors import Late
from ..logic.sorts import Sorts
from ..logic.symbols import NUMBERS, THING
from ..outcome import Element, Model
from .ground import GroundSymbols
from .numbers import shortest

if TYPE_CHECKING:
    import z3

MAX_TABLE: Final = 20_000
"""The most rows that a table of a model may have."""
READ_SPEED: Final = 10_000_000
"""Characters of a script that Z3 reads in a second on a quick machine."""
STEPS: Final = 200_000
"""How many of Z3's steps stand for a second where no thread can end it; it takes 90,000 to 1,200,000 of them."""
_local: Final = threading.local()
Value = TypeVar("Value")


def context() -> z3.Context:
    """Return this thread's Z3 context; making one costs as much as a small problem."""
    import z3

    found: z3.Context | None = getattr(_local, "context", None)
    if found is None:
        found = _local.context = z3.Context()
        # Whatever thread collects garbage lets go of other threads' terms.
        z3.Z3_enable_concurrent_dec_ref(found.ref())
        if (stop := stop_of_this_run()) is not None:
            stop.interrupts.append(functools.partial(_interrupt, found))
    return found


def _interrupt(context: z3.Context) -> None:
    """End what a context is doing, which is another thread's: its errors are that thread's, too."""
    import z3

    with contextlib.suppress(z3.Z3Exception):
        context.interrupt()


def forget() -> None:
    """Let this thread's next problem have a new context: what Z3 finds depends on what it has seen."""
    _local.context = None


def limit_of_z3(error: Exception) -> Exception | None:
    """Return what an exception of Z3 means if it means that a limit was hit, else nothing."""
    if type(error).__name__ != "Z3Exception":  # by its name, so that nothing loads Z3
        return None
    text = str(error).lower()
    if "cancel" in text or "timeout" in text:
        return Late("the time is up")
    return MemoryError(text) if "memory" in text else None


def time_of(seconds: float) -> dict[str, int]:
    """Return a time limit as options of Z3: of at least a millisecond, and without threads of so many steps."""
    bound = {"timeout": max(1, int(seconds * 1000))}
    return {**bound, "rlimit": max(1, int(seconds * STEPS))} if sys.platform == "emscripten" else bound


def load(script: str, seconds: float, megabytes: int, *, ground: bool) -> z3.Solver:
    """Return a solver that holds the assertions of an SMT-LIB script.

    Args:
        script: the script, made by our own writers.
        seconds: the time limit of each check.
        megabytes: the memory limit.
        ground: whether the script has no quantifiers.

    Raises:
        Late: reading the script would take more time than there is; nothing could end it.
    """
    import z3

    if left() < len(script) / READ_SPEED:
        raise Late("the time is up")

    solver = z3.SimpleSolver(ctx=context())
    solver.set(max_memory=megabytes, **time_of(seconds))
    if ground:
        # Every atom gets a value, guessed false first: models stay small, for those who read them.
        solver.set("relevancy", 0, "phase_selection", 0)
    solver.from_string(script)
    return solver


def extract(
    model: z3.ModelRef,
    symbols: GroundSymbols,
    sorts: Sorts,
    things: Mapping[str, Sequence[str]],
    applied: Mapping[str, Collection[z3.ExprRef]] | None = None,
) -> Model | None:
    """Return Z3's model in the program's own names, or ``None`` if it is no finite table.

    Args:
        model: Z3's model.
        symbols: the symbols of the script.
        sorts: the sorts of its formulas.
        things: the symbols of the things of each sort, constants of the script.
        applied: for each predicate's symbol what the script applies it to, if that is known: of numbers it is
            true of no others.
    """
    import z3

    declared = {}
    for decl in model.decls():
        look()
        declared[decl.name()] = decl
    predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]] = {}
    functions: dict[tuple[str, int], dict[tuple[str, ...], Element]] = {}
    for (kind, name, arity), symbol in symbols.names.items():
        if kind == "s":
            continue
        places = [sorts.of((kind, name, arity, i)) for i in range(arity)]
        if not NUMBERS.isdisjoint(places):
            if kind == "f" or applied is None:
                return None
            predicates[name, arity] = _said(model, applied.get(symbol, ()))
            continue
        if math.prod(len(things[sort]) for sort in places) > MAX_TABLE:
            return None
        result = sorts.of(("f", name, arity, -1))
        if kind == "f" and symbol in things.get(result, ()):
            functions[name, arity] = {(): symbol}
            continue
        decl = declared.get(symbol)
        rows: Iterable[tuple[str, ...]] = itertools.product(*(things[sort] for sort in places))
        if kind == "p":
            table = _table(model, decl, rows, z3.is_true, False)
            predicates[name, arity] = frozenset([row for row, holds in table.items() if holds])
            continue
        unsaid: Element | None = next(iter(things.get(result, ())), 0)
        values = _table(model, decl, rows, _element, unsaid)
        if None in values.values():
            return None
        functions[name, arity] = {row: value for row, value in values.items() if value is not None}
    return _named(things, predicates, functions)


def _table(
    model: z3.ModelRef,
    decl: z3.FuncDeclRef | None,
    rows: Iterable[tuple[str, ...]],
    read: Callable[[z3.ExprRef], Value],
    unsaid: Value,
) -> dict[tuple[str, ...], Value]:
    """Return the value of a symbol for each row of things.

    Args:
        model: Z3's model.
        decl: the symbol.
        rows: the rows.
        read: what makes values of Z3's terms.
        unsaid: the value of all rows if Z3 says nothing of the symbol.
    """
    import z3

    said = None if decl is None else model[decl]
    if said is None or decl is None:
        return dict.fromkeys(rows, unsaid)
    if not isinstance(said, z3.FuncInterp):
        return {(): read(said)}
    entries = [said.entry(i) for i in range(said.num_entries())]
    told = {
        tuple([one.arg_value(i).decl().name() for i in range(one.num_args())]): read(one.value()) for one in entries
    }
    rest = said.else_value()
    if rest is None or z3.is_const(rest):  # else it depends on the things
        return dict.fromkeys(rows, unsaid if rest is None else read(rest)) | told
    sorts: list[Any] = [decl.domain(i) for i in range(decl.arity())]
    terms = itertools.product(*[[sort.constructor(i)() for i in range(sort.num_constructors())] for sort in sorts])
    table: dict[tuple[str, ...], Value] = {}
    for row, values in zip(rows, terms, strict=True):
        look()
        table[row] = read(model.eval(z3.substitute_vars(rest, *values), model_completion=True))
    return table | told


def applications(solver: z3.Solver) -> dict[str, list[z3.ExprRef]]:
    """Return what the assertions of a solver apply each symbol to, but for what they say of bound variables."""
    import z3

    found: dict[str, list[z3.ExprRef]] = {}
    pending, done = list(solver.assertions()), set[int]()
    while pending:
        look()
        one = pending.pop()
        if one.get_id() in done or not z3.is_app(one):
            continue
        done.add(one.get_id())
        pending += one.children()
        if one.num_args() and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.setdefault(one.decl().name(), []).append(one)
    return found


def _said(model: z3.ModelRef, applied: Iterable[z3.ExprRef]) -> frozenset[tuple[Element, ...]]:
    """Return the rows of which a predicate is true, of all that it is applied to, but for irrational numbers."""
    import z3

    rows = set[tuple[Element, ...]]()
    for one in applied:
        if z3.is_true(model.eval(one, model_completion=True)):
            values = [model.eval(argument, model_completion=True) for argument in one.children()]
            row = [*map(_element, values)]
            rows |= {tuple(value for value in row if value is not None)} if None not in row else set()
    return frozenset(rows)


def _element(value: Any) -> Element | None:
    import z3

    if not z3.is_arith(value):
        name: str = value.decl().name()
        return name
    try:
        return shortest(Fraction(str(value)))
    except ValueError:  # an algebraic number, or a value that Z3 leaves open
        return None


def _named(
    domains: Mapping[str, Sequence[str]],
    predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]],
    functions: dict[tuple[str, int], dict[tuple[str, ...], Element]],
) -> Model:
    """Return the model with each thing called by the first constant that denotes it."""
    things = [thing for domain in domains.values() for thing in domain]
    label: dict[Element, str] = {}
    constants = {name: table[()] for (name, arity), table in functions.items() if arity == 0}
    for name, value in constants.items():
        if value in things:
            label.setdefault(value, name)
    fresh = (f"e{i}" for i in itertools.count(1) if f"e{i}" not in constants)
    for thing in things:
        if thing not in label:
            label[thing] = next(fresh)

    def rename(row: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(label.get(e, e) for e in row)

    return Model(
        tuple(label[e] for e in domains.get(THING, ())),
        {k: frozenset(map(rename, rows)) for k, rows in predicates.items()},
        {k: {rename(row): label.get(v, v) for row, v in t.items()} for k, t in functions.items()},
        {sort: tuple(label[e] for e in domain) for sort, domain in domains.items() if sort != THING},
    )
