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

import itertools
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..bridges.asp import GroundRules, ask, empty_program, minimal_core
from ..bridges.realising import Realising, Unrealised
from ..capabilities import Capabilities
from ..certifying.preferring import refuted
from ..certifying.proving import proof
from ..clock import left, look
from ..errors import Late, OutsideFragment, TooLarge
from ..kernel.preferred import Abnormality
from ..logic.cases import Cases
from ..logic.diagnostics import Diagnostic, Level
from ..logic.domains import MAX_UNNAMED, apart, domains, doubtful, naming, things
from ..logic.program import Program, Statement
from ..logic.syntax import Atom, Truth
from ..notation.printer import print_formula
from ..outcome import Certificate, Limits, Model, Outcome, PreferredModel, PreferredModels, Proof, Verdict
from ..registry import engine
from ..running import attempt, bounded

if TYPE_CHECKING:
    from clingo import Control

MAX_APART: Final = 2000
"""The most pairs of names that are said to differ where premises without a model are tried to be refuted."""


def priorities(preferences: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Return preferences with what follows from them by transitivity."""
    below: dict[str, list[str]] = defaultdict(list)
    for one, other in preferences:
        below[one].append(other)
    found: set[tuple[str, str]] = set()
    for label in list(below):
        waiting = list(below[label])
        while waiting:
            look()
            other = waiting.pop()
            if (label, other) not in found:
                found.add((label, other))
                waiting += below.get(other, ())
    return frozenset(found)


def outranks(one: Abnormality, other: Abnormality, ranked: frozenset[tuple[str, str]], named: frozenset[str]) -> bool:
    """Return whether it matters more that the first is no abnormality than that the second is none."""
    unnamed = [not named.issuperset(things) for _, things in (one, other)]
    if unnamed[0] != unnamed[1]:
        return unnamed[1]
    return (one[0], other[0]) in ranked


@dataclass(slots=True)
class _Search:
    """The models of a program over one domain, and which of them are preferred.

    Attributes:
        program: the program.
        control: clingo's.
        rules: the program, written out.
        abnormal: the literal of each abnormality.
        above: for each abnormality, those of higher priority.
        found: the preferred sets of abnormalities so far, each with a model in which the
            goal holds and one in which it fails, where there is one.
    """

    program: Program
    control: Control
    rules: GroundRules
    ranked: frozenset[tuple[str, str]]
    abnormal: dict[Abnormality, int] = field(default_factory=dict)
    above: dict[Abnormality, list[Abnormality]] = field(default_factory=dict)
    found: list[tuple[frozenset[Abnormality], Model | None, Model | None]] = field(default_factory=list)
    goal: int = 0
    refuted: int = 0

    def write(self) -> None:
        """Write the premises, the defaults and the goal."""
        for premise in self.program.premises:
            self.rules.require([self.rules.formula(premise.formula, {})])
        for default in self.program.defaults:
            for row in self.rules.rows(len(default.variables)):
                look()
                normal = self.rules.formula(default.body, dict(zip(default.variables, row, strict=True)))
                literal = self.abnormal[default.label, row] = self.rules.choice()
                self.rules.require([literal, normal])
        for exception in self.program.exceptions:
            if isinstance(exception.formula, Atom):
                args = tuple(self.rules.thing(a, {}) for a in exception.formula.args)
                self.rules.require([self.abnormal[exception.formula.name, args]])
        self.goal = self.rules.formula(self.program.goal.formula, {})
        self.refuted = self.rules.formula(self.program.negated_goal, {})
        named = frozenset(self.rules.names.values())
        # Only its label, and whether all its things have names, ranks an abnormality.
        alike: dict[tuple[str, bool], list[Abnormality]] = defaultdict(list)
        for one in self.abnormal:
            alike[one[0], named.issuperset(one[1])].append(one)
        for ones in alike.values():
            ranks = [others for others in alike.values() if outranks(others[0], ones[0], self.ranked, named)]
            above = list(itertools.chain.from_iterable(ranks))
            self.above.update(dict.fromkeys(ones, above))

    def model(self, assumed: Iterable[int]) -> Model | None:
        """Return a model in which all the literals are true."""
        found = ask(self.control, assumed, self.rules.atoms.values())
        return None if found.true is None else self.rules.model(self.program, found.true)

    def abnormalities(self, assumed: Iterable[int] = ()) -> frozenset[Abnormality] | None:
        """Return what is abnormal in a model in which all the literals are true; ``None`` if there is none."""
        true = ask(self.control, assumed, self.abnormal.values()).true
        return None if true is None else frozenset(one for one, literal in self.abnormal.items() if literal in true)

    def preferred(self, target: int) -> bool:
        """Return whether a literal is true in a preferred model; those that were met are kept in ``found``."""
        position = 1 if target == -self.refuted else 2
        if any(entry[position] for entry in self.found):
            return True
        while self._next(target) is not None:
            if self.found[-1][position]:
                return True
        return False

    def fails(self, one: Abnormality) -> bool:
        """Return whether a default fails of things in a preferred model."""
        while (least := self._next(self.abnormal[one])) is not None:
            if one in least:
                return True
        return False

    def _next(self, target: int) -> frozenset[Abnormality] | None:
        """Return the next preferred abnormalities that are found from a model in which a literal is true."""
        least = self.abnormalities([target])
        if least is None:
            return None
        while least and (better := self.abnormalities([self._better(least)])) is not None:
            least = better
        exactly = [literal if a in least else -literal for a, literal in self.abnormal.items()]
        holds, fails = self.model([*exactly, -self.refuted]), self.model([*exactly, -self.goal])
        self.found.append((least, holds, fails))
        self._exclude(least)
        return least

    @property
    def always_normal(self) -> list[Abnormality]:
        """The defaults that hold, of these things, in all preferred models that were met so far."""
        ever = frozenset[Abnormality]().union(*(least for least, _, _ in self.found))
        return [one for one in self.abnormal if one not in ever]

    def _better(self, least: frozenset[Abnormality]) -> int:
        """Return a literal that, if true, leaves only models better than those with these abnormalities."""
        with self.control.backend() as self.rules.backend:
            guard = self.rules.choice()
            self.rules.require([-guard, *(-self.abnormal[a] for a in least)])
            for one, literal in self.abnormal.items():
                look()
                if one not in least:
                    spared = (-self.abnormal[b] for b in self.above[one] if b in least)
                    self.rules.require([-guard, -literal, *spared])
        return guard

    def _exclude(self, least: frozenset[Abnormality]) -> None:
        """Leave only models that are neither worse than those with these abnormalities nor like them."""
        with self.control.backend() as self.rules.backend:
            lacking = []
            for one in least:
                look()
                lacks = self.rules.choice()
                self.rules.require([-lacks, -self.abnormal[one]])
                for other in self.above[one]:
                    if other not in least:
                        self.rules.require([-lacks, -self.abnormal[other]])
                lacking.append(lacks)
            self.rules.require(lacking)


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
    ranked, names = priorities(program.preferences), naming(plain)
    tried, more = domains(plain)
    found: list[_Search] = []
    holds = fails = False
    without: set[int] = set()
    while tried and not (holds and fails):
        count = tried.pop(0)
        control = empty_program()
        with control.backend() as backend:
            search = _Search(program, control, GroundRules(backend, things(names, count), names), ranked)
            search.write()
        if search.abnormalities() is None:
            without.add(count)
            continue
        if not found:  # the largest one first, since it is the likeliest to change the answer
            tried = [c for c in (count + more, *range(count + 1, count + more)) if c > count and c not in without]
        found.append(search)
        fails |= search.preferred(-search.goal)
        holds |= search.preferred(-search.refuted)
    return sorted(found, key=lambda search: len(search.rules.things))


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
    program, normal = search.program, search.always_normal
    control = empty_program()
    bodies = {d.label: d for d in program.defaults}
    asked = program.goal.formula if verdict is Verdict.ENTAILED else program.negated_goal
    with control.backend() as backend:
        rules = GroundRules(backend, search.rules.things, search.rules.names)
        given = [rules.formula(p.formula, {}) for p in program.premises]
        for label, row in normal:
            default = bodies[label]
            given.append(rules.formula(default.body, dict(zip(default.variables, row, strict=True))))
        denied = -rules.formula(asked, {})
    found = ask(control, [*given, denied], ())
    if found.true is not None:
        return (), ()
    kept = set(minimal_core(control, found.core, list(dict.fromkeys(given)), [denied]))
    place = {literal: i for i, literal in reversed(list(enumerate(given)))}
    used = sorted(place[literal] for literal in kept)
    count = len(program.premises)
    return tuple(normal[i - count] for i in used if i >= count), tuple(i for i in used if i < count)
