"""Defaults beside classical premises: what holds where as little as possible is abnormal.

The logic is that of Lifschitz's benchmark problems (1989), circumscription of what is
abnormal (McCarthy 1986), with priorities (Lifschitz 1985), over finite domains:

- A default ``φ → ψ`` says that ``ψ`` of what is ``φ``, unless it is abnormal in respect of
  this default. An exception is abnormal by statement; nothing follows of it.
- Of two models over the same things one is better if each abnormality that only it has is
  made up for by one of higher priority that only the other has. Preferences rank defaults,
  transitively; among equals, that a thing with a name is normal comes before that a
  thing without one is, so that unknown exceptions are not sought among those whom the text
  speaks of (Lifschitz's problems of unknown exceptions).
- A goal is entailed if it holds in every model than which none is better.

Which names are of one thing, and over which domains a program is answered, is said in
``logic.domains``: there is room for what premises say to exist, and an answer has to
stay the same with more things than that; where it does not, it is ``unknown``. That no model
was found does not say that there is none: premises contradict each other if a proof says so,
perhaps one that needs that different names are of different things.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..bridges.ground_search import GroundSearch
from ..bridges.realising import Realising, Unrealised
from ..capabilities import Capabilities
from ..certifying.preferring import refuted
from ..certifying.proving import proof
from ..clock import left
from ..errors import Late, OutsideFragment, TooLarge
from ..kernel.preferred import Abnormality, Order
from ..logic.cases import Cases
from ..logic.diagnostics import Diagnostic, Level
from ..logic.domains import MAX_UNNAMED, apart, domains, doubtful, naming
from ..logic.program import Program, Statement
from ..logic.syntax import Atom, Binder, Formula, Not, Truth, name_of
from ..logic.walkers import subformulas
from ..notation.printer import print_formula
from ..outcome import Certificate, Element, Limits, Model, Outcome, PreferredModel, PreferredModels, Proof, Verdict
from ..registry import engine
from ..running import attempt, bounded

MAX_SIZE: Final = 1_000_000
"""The most parts of formulas that are written out, which takes some seconds."""
MAX_APART: Final = 2000
"""The most pairs of names that are said to differ where premises without a model are tried to be refuted."""


@dataclass(slots=True)
class _Search:
    """The models of a program over one domain, and which of them are preferred.

    Attributes:
        order: the program over the domain, and the order of its models.
        logic: what searches for models.
        found: the preferred sets of abnormalities so far, each with a model in which the
            goal holds and one in which it fails, where there is one.
    """

    order: Order
    logic: GroundSearch = field(default_factory=GroundSearch)
    found: list[tuple[frozenset[Abnormality], Model | None, Model | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.logic.name(self.order.instances.values())
        self.logic.add(*self.order.premises)

    def model(self, formulas: Iterable[Formula]) -> Model | None:
        """Return a model in which all the formulas are true."""
        true, order = self.logic.model(*formulas), self.order
        if true is None:
            return None
        tables: dict[tuple[str, int], set[tuple[Element, ...]]] = {
            key: set() for key in order.program.signature.predicates
        }
        for one in true:
            if isinstance(one, Atom):
                tables[one.name, len(one.args)].add(tuple(map(name_of, one.args)))
        functions: dict[tuple[str, int], Mapping[tuple[Element, ...], Element]] = {
            (name, 0): {(): thing} for name, thing in order.names.items()
        }
        return Model(order.things, {key: frozenset(rows) for key, rows in tables.items()}, functions)

    def abnormalities(self, *formulas: Formula) -> frozenset[Abnormality] | None:
        """Return what is abnormal in a model in which all the formulas are true; ``None`` if there is none."""
        true, order = self.logic.model(*formulas), self.order
        if true is None:
            return None
        fails = {one for one, said in order.instances.items() if said not in true}
        return frozenset(fails | order.stated)

    def preferred(self, position: int) -> bool:
        """Return whether the goal holds in a preferred model, or by the second position fails in one."""
        asked = self.order.asked[position - 1]
        while not any(entry[position] for entry in self.found):
            if self._next(asked) is None:
                return False
        return True

    def fails(self, one: Abnormality) -> bool:
        """Return whether a default fails of things in a preferred model."""
        while (least := self._next(Not(self.order.instances[one]))) is not None:
            if one in least:
                return True
        return False

    def _next(self, target: Formula) -> frozenset[Abnormality] | None:
        """Return the next preferred abnormalities that are found from a model in which a formula is true."""
        order = self.order
        least = self.abnormalities(target)
        if least is None:
            return None
        while (better := self.abnormalities(*order.better({*least}))) is not None:
            least = better
        told = {one: said for one, said in order.instances.items() if one not in order.stated}
        exactly = [Not(said) if one in least else said for one, said in told.items()]
        holds, fails = (self.model([*exactly, asked]) for asked in order.asked)
        self.found.append((least, holds, fails))
        self.logic.add(order.apart({*least}))
        return least

    @property
    def always_normal(self) -> list[Abnormality]:
        """The defaults that hold, of these things, in all preferred models that were met so far."""
        ever = frozenset[Abnormality]().union(*(least for least, _, _ in self.found))
        return [one for one in self.order.instances if one not in ever]


@dataclass(frozen=True, slots=True)
class DefaultSolver:
    """A solver for programs with defaults beside classical premises.

    Attributes:
        certify: look also for the premises and defaults that the answer needs; preferred
            models come with it in any case.
        refute: look also for the refutations of better models, without which the kernel can check nothing.
    """

    certify: bool = True
    refute: bool = True

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "default"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("default").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return whether the goal, or its negation, holds in all preferred models over all domains looked at."""
        started = time.perf_counter()

        def ended(verdict: Verdict, certificate: Certificate | None, *notes: Diagnostic) -> Outcome:
            return Outcome(verdict, self.name, time.perf_counter() - started, certificate, notes)

        try:
            if program.defeasible:
                raise OutsideFragment(program.goal.formula, "Defeasible rules are for the solver 'defeasible'.")
            cases = Cases(program)
            found = self._preferred(cases, limits)
        except (OutsideFragment, TooLarge) as fault:
            what, hint = "so many things", "Name fewer things, or write smaller formulas."
            if isinstance(fault, OutsideFragment):
                what, hint = print_formula(fault.args[0]), fault.args[1]
            message = f"defaults are answered over finite domains, which can't hold {what}"
            return ended(Verdict.UNDECIDED, None, Diagnostic("outside-fragment", Level.ERROR, message, None, hint))
        except Unrealised as why:
            message = "it was not found out whether comparisons can hold together"
            note = Diagnostic("comparison-open", Level.WARNING, message, None, "Allow more time.")
            return ended(Verdict.UNDECIDED, None, *why.outcome.diagnostics, note)
        if found is None:
            return ended(*_without_model(program, cases, limits))
        verdict, certificate = found
        notes = (*_doubts(cases.plain), *_changed(certificate, verdict))
        if self.certify and self.refute:
            certificate = refuted(program, verdict, certificate)
        return ended(verdict, certificate, *notes)

    def _preferred(self, cases: Cases, limits: Limits) -> tuple[Verdict, PreferredModels] | None:
        """Return the answer, and models that show it; ``None`` if there are none.

        Where a model of things alone is none of the program, since its comparisons can't hold together, a lemma says
        so, and all is asked again.
        """
        realising = Realising(cases, limits)
        while True:
            searches = _searches(cases.with_lemmas(one.formula for one in realising.lemmas), cases.plain)
            if not searches:
                return None
            holds, fails = (any(entry[i] for search in searches for entry in search.found) for i in (1, 2))
            verdict = Verdict.UNKNOWN if holds and fails else Verdict.ENTAILED if holds else Verdict.REFUTED
            needed = _needed(searches[-1], verdict) if self.certify and verdict is not Verdict.UNKNOWN else ((), ())
            entries = _entries(searches, verdict)
            models = [model for one in entries if (model := realising.model(one.model)) is not None]
            if len(models) == len(entries):
                shown = tuple(replace(one, model=model) for one, model in zip(entries, models, strict=True))
                used = tuple(i for i in needed[1] if i < len(cases.program.premises))
                return verdict, PreferredModels(shown, needed[0], used, lemmas=tuple(realising.lemmas))


def _searches(program: Program, plain: Program) -> list[_Search]:
    """Return the searches over all domains that have a model, until both answers were met.

    Args:
        program: a program about things alone.
        plain: the same without lemmas, which says what there is.
    """
    names = naming(plain)
    tried, more = domains(plain)
    found: list[_Search] = []
    holds = fails = False
    without: set[int] = set()
    while tried and not (holds and fails):
        count = tried.pop(0)
        if _size(program, len({*names.values()}) + count) > MAX_SIZE:
            raise TooLarge
        search = _Search(Order(program, names, count))
        if search.abnormalities() is None:
            without.add(count)
            continue
        if not found:  # the largest one first, since it is the likeliest to change the answer
            tried = [c for c in (count + more, *range(count + 1, count + more)) if c > count and c not in without]
        found.append(search)
        fails |= search.preferred(2)
        holds |= search.preferred(1)
    return sorted(found, key=lambda search: len(search.order.things))


def _size(program: Program, things: int) -> int:
    """Return how many parts of formulas there are over so many things, written out."""

    def written(formula: Formula) -> int:
        each = sum(map(written, subformulas(formula)))
        return 1 + each * (things if isinstance(formula, Binder) else 1)

    defaults = [written(one.body) * math.prod([things] * len(one.variables)) for one in program.defaults]
    return sum([*map(written, program.formulas), *defaults])


def _changed(certificate: PreferredModels, verdict: Verdict) -> list[Diagnostic]:
    """Return what should be said if how many things there are decides the goal."""
    sizes = {entry.goal: entry.model.size for entry in certificate.models}
    if verdict is not Verdict.UNKNOWN or sizes[True] == sizes[False]:
        return []
    message = "the premises do not say how many things there are: "
    message += f"among {sizes[True]} the goal may hold, among {sizes[False]} it may fail"
    return [Diagnostic("open-domain", Level.WARNING, message, None, "Name all there are, as in ∀x (x = a ∨ x = b).")]


def _doubts(program: Program) -> list[Diagnostic]:
    """Return what should be said of equations between names that equate nothing."""
    found = []
    for what, span, equation in doubtful(program):
        message = f"{what} has a case in which {print_formula(equation)}, which is taken to be false: "
        message += "different names are of different things, unless the premises equate them in any case"
        hint = "If they are one thing, write the equation as a premise of its own."
        found.append(Diagnostic("names-differ", Level.WARNING, message, span, hint))
    return found


def _without_model(
    program: Program, cases: Cases, limits: Limits
) -> tuple[Verdict, Certificate | None, *tuple[Diagnostic, ...]]:
    """Return the answer where no domain has a model: ``inconsistent`` if a proof says so."""
    differ, notes = apart(program), _doubts(cases.plain)
    for axioms in ((), differ) if len(differ) <= MAX_APART else ((),):
        premises = (*program.premises, *map(Statement, axioms))
        part = Limits(min(left(), limits.seconds) / 2, limits.megabytes)
        found = attempt(engine("z3").make(), Program(premises, Statement(Truth(False)), declared=cases.declared), part)
        if found.verdict is not Verdict.INCONSISTENT or not isinstance(found.certificate, Proof):
            continue
        used = [i for i in found.certificate.premises_used if i < len(program.premises)]
        if len(used) < len(found.certificate.premises_used):
            pairs = [print_formula(premises[i].formula) for i in found.certificate.premises_used[len(used) :]]
            message = f"the proof needs that different names are of different things: {', '.join(pairs)}"
            notes.append(Diagnostic("names-differ", Level.WARNING, message, None, "Equate those that are not."))
        return Verdict.INCONSISTENT, proof(program, Verdict.INCONSISTENT, used, "z3"), *notes
    message = f"no model with up to {MAX_UNNAMED} things without a name was found, nor a proof that there is none"
    notes.append(Diagnostic("no-model", Level.ERROR, message, None, "Name the things that the premises need."))
    return Verdict.UNDECIDED, None, *notes


def _entries(searches: Sequence[_Search], verdict: Verdict) -> tuple[PreferredModel, ...]:
    """Return the preferred models that were met, or one for each answer where both were."""
    entries = [
        PreferredModel(model, tuple(sorted(least)), goal)
        for search in searches
        for least, holds, fails in search.found
        for model, goal in ((holds, True), (fails, False))
        if model is not None
    ]
    if verdict is not Verdict.UNKNOWN:
        return tuple(entries)
    return tuple(next(entry for entry in entries if entry.goal is goal) for goal in (True, False))


def _needed(search: _Search, verdict: Verdict) -> tuple[tuple[Abnormality, ...], tuple[int, ...]]:
    """Return the defaults and the premises from which an answer follows classically, if it does not go by cases.

    What is said to be applied fails in no preferred model at all, not only in none that was met.
    """
    try:
        while True:
            applied, used = _core(search, verdict)
            if not any(search.fails(one) for one in applied):
                return applied, used
    except Late:
        return (), ()


def _core(search: _Search, verdict: Verdict) -> tuple[tuple[Abnormality, ...], tuple[int, ...]]:
    """Return defaults that hold in the preferred models that were met, and premises, from which an answer follows."""
    order, normal = search.order, search.always_normal
    logic = GroundSearch()
    logic.add(order.asked[1 if verdict is Verdict.ENTAILED else 0])
    used = logic.core([*order.premises, *(order.instances[one] for one in normal)])
    count = len(order.premises)
    return tuple(normal[i - count] for i in used or () if i >= count), tuple(i for i in used or () if i < count)
