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

Different names are of different things unless the premises equate them. Beside the named
things the domain has some without a name, for what the premises say to exist and for what
the goal says of everything: the most, up to ``MAX_UNNAMED``, with which there is a model.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..bridges.asp import GroundRules, ask, empty_program, minimal_core
from ..capabilities import Capabilities
from ..clock import look
from ..errors import Late, OutsideFragment, TooLarge
from ..language.diagnostics import Diagnostic, Level
from ..language.ground import claims
from ..language.program import Program, Statement
from ..language.syntax import Atom, Eq, Fn, Truth, numeral
from ..outcome import Limits, Model, Outcome, PreferredModel, PreferredModels, Proof, Verdict
from ..registry import engine
from ..running import attempt, bounded

if TYPE_CHECKING:
    from clingo import Control

MAX_UNNAMED: Final = 4
"""The most things without a name."""
Abnormality = tuple[str, tuple[str, ...]]
"""The label of a default and the things that it fails of."""


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


def names_of(program: Program) -> dict[str, str]:
    """Return which thing each constant names: itself, or the first name that the premises equate it with."""
    signature = program.signature
    told = [t for e in program.exceptions if isinstance(e.formula, Atom) for t in e.formula.args]
    constants = [*signature.constants, *(numeral(n.value) for n in signature.numerals)]
    constants += [t.name for t in told if isinstance(t, Fn) and not t.args]
    names = {name: name for name in constants}
    for premise in program.premises:
        match premise.formula:
            case Eq(Fn(first, ()), Fn(second, ())):
                kept, gone = names[first], names[second]
                names = {name: kept if thing == gone else thing for name, thing in names.items()}
    return names


def unnamed_needed(program: Program) -> int:
    """Return how many things without a name the quantifiers may speak of."""
    return min(claims(program)[0], MAX_UNNAMED)


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
        while (least := self.abnormalities([target])) is not None:
            while least and (better := self.abnormalities([self._better(least)])) is not None:
                least = better
            exactly = [literal if a in least else -literal for a, literal in self.abnormal.items()]
            holds, fails = self.model([*exactly, -self.refuted]), self.model([*exactly, -self.goal])
            self.found.append((least, holds, fails))
            self._exclude(least)
            if self.found[-1][position]:
                return True
        return False

    @property
    def always_normal(self) -> list[Abnormality]:
        """The defaults that hold, of these things, in all preferred models that were met."""
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
        unnamed: how many things without a name there may be; ``None`` for as many as the
            quantifiers may speak of.
    """

    certify: bool = True
    unnamed: int | None = None

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
        """Return whether the goal, or its negation, holds in all preferred models."""
        started = time.perf_counter()

        def ended(verdict: Verdict, certificate: PreferredModels | None = None, *notes: Diagnostic) -> Outcome:
            return Outcome(verdict, self.name, time.perf_counter() - started, certificate, notes)

        ranked = priorities(program.preferences)
        try:
            search = self._open(program, ranked)
            if search is None:
                return _inconsistent(program, limits, started)
            fails = search.preferred(-search.goal)
            holds = search.preferred(-search.refuted)
        except (OutsideFragment, TooLarge) as fault:
            what = str(fault) or "so many things"
            message = f"defaults are answered over finite domains, which can't hold {what}"
            hint = "Write relations between things that are named, without functions and numbers."
            return ended(Verdict.UNDECIDED, None, Diagnostic("outside-fragment", Level.ERROR, message, None, hint))
        verdict = Verdict.UNKNOWN if holds and fails else Verdict.ENTAILED if holds else Verdict.REFUTED
        return ended(verdict, _certificate(search, verdict, self.certify))

    def _open(self, program: Program, ranked: frozenset[tuple[str, str]]) -> _Search | None:
        """Return the search over the largest domain with a model."""
        if program.defeasible:
            raise OutsideFragment("defeasible rules; those are for the solver 'defeasible'")
        names = names_of(program)
        named = list(dict.fromkeys(names.values()))
        unnamed = self.unnamed if self.unnamed is not None else unnamed_needed(program)
        free = (f"e{i}" for i in range(1, len(named) + MAX_UNNAMED + unnamed + 2))
        spare = [e for e in free if e not in names][: max(unnamed, 1)]
        for count in range(unnamed if named else max(unnamed, 1), -1 if named else 0, -1):
            control = empty_program()
            with control.backend() as backend:
                rules = GroundRules(backend, [*named, *spare[:count]], names)
                search = _Search(program, control, rules, ranked)
                search.write()
            if search.abnormalities() is not None:
                return search
        return None


def _inconsistent(program: Program, limits: Limits, started: float) -> Outcome:
    """Return the outcome for premises without a model: a proof, unless it needs that names differ."""
    found = attempt(engine("z3").make(), Program(program.premises, Statement(Truth(False))), limits)
    certificate = found.certificate if isinstance(found.certificate, Proof) else None
    if certificate is not None:
        certificate = replace(certificate, proves="contradiction")
    message = "the premises contradict each other where different names are of different things"
    notes = () if certificate is not None else (Diagnostic("no-model", Level.WARNING, message),)
    return Outcome(Verdict.INCONSISTENT, "default", time.perf_counter() - started, certificate, notes)


def _certificate(search: _Search, verdict: Verdict, certify: bool) -> PreferredModels:
    entries = []
    for least, holds, fails in search.found:
        for model, goal in ((holds, True), (fails, False)):
            if model is not None:
                entries.append(PreferredModel(model, tuple(sorted(least)), goal))
    if verdict is Verdict.UNKNOWN:
        return PreferredModels((next(e for e in entries if e.goal), next(e for e in entries if not e.goal)))
    if not certify:
        return PreferredModels(tuple(entries))
    applied, used = _needed(search, verdict)
    return PreferredModels(tuple(entries), applied, used)


def _needed(search: _Search, verdict: Verdict) -> tuple[tuple[Abnormality, ...], tuple[int, ...]]:
    """Return the defaults and the premises from which an answer follows classically, if it does not go by cases."""
    program, normal = search.program, search.always_normal
    control = empty_program()
    bodies = {d.label: d for d in program.defaults}
    asked = program.goal.formula if verdict is Verdict.ENTAILED else program.negated_goal
    try:
        with control.backend() as backend:
            rules = GroundRules(backend, search.rules.things, search.rules.names)
            given = [rules.formula(p.formula, {}) for p in program.premises]
            for label, row in normal:
                default = bodies[label]
                given.append(rules.formula(default.body, dict(zip(default.variables, row, strict=True))))
            denied = -rules.formula(asked, {})
        found = ask(control, [*given, denied], ())
    except Late:
        return (), ()
    if found.true is not None:
        return (), ()
    kept = set(minimal_core(control, found.core, list(dict.fromkeys(given)), [denied]))
    place = {literal: i for i, literal in reversed(list(enumerate(given)))}
    used = sorted(place[literal] for literal in kept)
    count = len(program.premises)
    return tuple(normal[i - count] for i in used if i >= count), tuple(i for i in used if i < count)
