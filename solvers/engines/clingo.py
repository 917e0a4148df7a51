"""clingo on classical programs over their Herbrand domain.

It takes the Bernays-Schönfinkel fragment (see ``sorites.solvers.bridges.ground``), propositional and
ground programs among it, and decides it unless it is too large. A small program costs less than starting any
other engine, and what is found depends on the program alone, so the generators use it.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass

from ..bridges.asp import MAX_SIZE, GroundRules, ask, empty_program, load, minimal_core
from ..capabilities import Capabilities
from ..certifying.proving import proof
from ..errors import OutsideFragment, TooLarge
from ..logic.diagnostics import Diagnostic, Level
from ..logic.domains import unnamed_things
from ..logic.program import Program
from ..logic.syntax import numeral
from ..outcome import Answer, Countermodels, Limits, Outcome, Proof, Verdict, decide
from ..registry import engine
from ..running import bounded


@dataclass(frozen=True, slots=True)
class ClingoSolver:
    """clingo as a solver of classical programs.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
        most: how many instances of formulas, and of their parts, it writes; larger programs are
            left undecided.
    """

    certify: bool = True
    most: int = MAX_SIZE

    def __post_init__(self) -> None:
        load()  # so that the first program does not pay for it

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "clingo"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("clingo").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return what the premises say about the goal."""
        started = time.perf_counter()
        notes: tuple[Diagnostic, ...] = ()
        verdict, certificate = Verdict.UNDECIDED, None
        try:
            verdict, certificate = self._decided(program)
        except (OutsideFragment, TooLarge) as fault:
            message = f"clingo is asked about finite domains, which can't hold {str(fault) or 'so many things'}"
            notes = (
                Diagnostic("needs-finite-domain", Level.WARNING, message, None, "Use another engine, such as z3."),
            )
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, notes)

    def _decided(self, program: Program) -> tuple[Verdict, Proof | Countermodels | None]:
        unnamed = unnamed_things(program)
        if unnamed is None:
            raise OutsideFragment(
                "functions, equality, numbers to compare, or things that exist for each of all others"
            )
        control = empty_program()
        with control.backend() as backend:
            rules = GroundRules(backend, *_domain(program, unnamed), self.most)
            premises = [rules.formula(p.formula, {}) for p in program.premises]
            fails = -rules.formula(program.goal.formula, {})
            holds = -rules.formula(program.negated_goal, {}) if program.open_variables else -fails
        asked = rules.atoms.values() if self.certify else ()
        found = {side: ask(control, [*premises, side], asked) for side in (fails, holds)}
        answers = [Answer.OPEN if found[side].true is not None else Answer.PROVED for side in (fails, holds)]
        verdict = decide(*answers)
        if not self.certify:
            return verdict, None
        goal_holds, goal_fails = found[holds].true, found[fails].true
        if goal_holds is not None and goal_fails is not None:
            return verdict, Countermodels(rules.model(program, goal_holds), rules.model(program, goal_fails))
        shown = {Verdict.ENTAILED: [fails], Verdict.REFUTED: [holds]}.get(verdict, [])
        core = found[shown[0]].core if shown else frozenset(premises)
        needed = minimal_core(control, core, list(dict.fromkeys(premises)), shown)
        place = {literal: i for i, literal in reversed(list(enumerate(premises)))}
        true = goal_holds if goal_holds is not None else goal_fails
        model = None if true is None else rules.model(program, true)
        used = sorted(place[one] for one in needed)
        return verdict, proof(program, verdict, used, self.name, model=model)


def _domain(program: Program, unnamed: int) -> tuple[list[str], dict[str, str]]:
    """Return the things of the Herbrand domain, called by their names, and what each name names."""
    signature = program.signature
    names = [*signature.constants, *(numeral(n.value) for n in signature.numerals)]
    taken = frozenset(names)
    free = (f"e{i}" for i in itertools.count(1) if f"e{i}" not in taken)
    things = [*names, *itertools.islice(free, unnamed)]
    return things, dict(zip(names, names, strict=True))
