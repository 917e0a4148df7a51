"""The rule ``mixed``: samples vote on each sentence, and the program of the best readings is proved.

A vote over labels throws away what a sample has right if one of its premises is wrong. Here
the samples vote sentence by sentence. Their names are aligned (``aligning``), the formulas of a
sentence are grouped by proved equivalence, and the reading that most samples have is taken; that a
sample has no formula for a sentence is a reading, too. Where most votes are shared, all readings
that have them count: the mix has an answer only if it is the same with each.

A mix must not speak two languages. So two readings stand together only if one sample at least has
both; where the best readings do not, there is no mix. (Readings that more than half of the samples
have always do.)

As a slip in a premise makes ``unknown`` of a proof, and seldom the reverse (``voting``), only a proof
of the mix is taken, of the goal or of its opposite. Where there is none, the samples vote by weight.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Final, TypeVar

from sorites.solvers import (
    Limits,
    Program,
    Reading,
    Semantics,
    Solver,
    Statement,
    Verdict,
    make_solver,
    read_program,
    write_program,
)
from sorites.solvers.logic.symbols import Constant, Predicate
from sorites.solvers.logic.syntax import Atom, Formula, Iff, conjunction
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Other
from sorites.translators import Problem, Translation

from .aligning import GOAL, Sentence, aligned, rendered, sentence_of
from .attempt import Attempt, attempt
from .signals import warned

_LEAST: Final = 3
"""The fewest samples that can outvote one of them."""
_PROOFS: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED})
_MOST: Final = 16
"""The most programs that may share most votes; where there are more, the samples agree on little."""
_SECONDS: Final = 1.0
"""The most that one proof of equivalence may take."""
D = TypeVar("D", Predicate, Constant)


@dataclass(frozen=True, slots=True)
class Choice:
    """What some samples take a sentence to say.

    Attributes:
        formula: its formula; ``None`` for samples that have none for it.
        samples: the numbers of the samples that have this reading, from 0.
    """

    formula: Formula | None
    samples: tuple[int, ...]

    @property
    def said(self) -> str:
        """The formula as text."""
        return "nothing" if self.formula is None else print_formula(self.formula)


@dataclass(frozen=True, slots=True)
class SentenceVote:
    """How samples voted on a sentence.

    Attributes:
        sentence: the sentence.
        choices: its readings, those with most votes first.
    """

    sentence: str
    choices: tuple[Choice, ...]

    @property
    def best(self) -> tuple[Choice, ...]:
        """The readings that have most votes: one, or several that share them."""
        most = len(self.choices[0].samples)
        return tuple(c for c in self.choices if len(c.samples) == most)


@dataclass(frozen=True, slots=True)
class Mix:
    """The program of the best readings.

    Attributes:
        attempt: the program, and what a prover said of it.
        votes: how the samples voted on each sentence, in the order of the text, the question last.
    """

    attempt: Attempt
    votes: tuple[SentenceVote, ...]

    @property
    def decides(self) -> bool:
        """Whether it proves an answer; one that leaves the goal open is no reason to overrule a vote."""
        return self.attempt.label is not None and self.attempt.verdict in _PROOFS


def mixed(
    problem: Problem, translations: Sequence[Translation], *, solver: Solver, limits: Limits, check: bool
) -> Mix | None:
    """Return the mix of several translations of a problem, and what it answers.

    Args:
        problem: what is asked.
        translations: its translations, in the order of the samples.
        solver: who proves the mix.
        limits: of its programs together.
        check: check its certificates.

    Returns:
        The mix; ``None`` if there are not three classical programs whose formulas belong to
        sentences, or if the best readings do not stand together.
    """
    if problem.semantics not in {None, Semantics.CLASSICAL}:
        return None
    readings = [t.reading for t in translations]
    fit = {i: r.first for i, r in enumerate(readings) if r.first is not None and _fits(r.first, r)}
    if len(fit) < _LEAST:
        return None
    programs = dict(zip(fit, aligned(list(fit.values())), strict=True))
    votes = voted(programs, make_solver("portfolio", certify=False), limits)
    found = _combined(votes)
    if not found:
        return None
    reading = warned(problem, _reading(programs, votes, found))
    one = Translation(reading, translations[0].translator, 0.0)
    made = attempt(problem, len(translations), one, solver=solver, limits=limits, check=check)
    return Mix(made, votes)


def voted(programs: Mapping[int, Program], solver: Solver, limits: Limits = Limits()) -> tuple[SentenceVote, ...]:
    """Return how programs with the same names vote on each sentence.

    Args:
        programs: the programs by the numbers of their samples.
        solver: proves which formulas are equivalent.
        limits: of these proofs together; what is not proved in time counts as another reading.

    Returns:
        The votes in the order of the text, the question last.
    """
    texts = {i: rendered(program) for i, program in programs.items()}
    same = _Same(solver, limits)
    found = []
    for sentence in _ordered(texts.values()):
        choices: list[tuple[Formula | None, list[int]]] = []
        for i, text in texts.items():
            formula = conjunction(text[sentence]) if sentence in text else None
            group = next((g for g in choices if same(g[0], formula)), None)
            if group is None:
                choices.append((formula, [i]))
            else:
                group[1].append(i)
        ranked = sorted((Choice(f, tuple(s)) for f, s in choices), key=_rank)
        found.append(SentenceVote(_wording(programs.values(), sentence), tuple(ranked)))
    return tuple(found)


def _rank(choice: Choice) -> tuple[int, str]:
    """Return where a choice stands among others: by its votes, and then by what does not hang on the samples' order."""
    return -len(choice.samples), choice.said


def _fits(program: Program, reading: Reading) -> bool:
    """Return whether a program can be taken apart by sentences: it is classical, and each premise renders one."""
    plain = program.semantics is Semantics.CLASSICAL and not program.rules and not program.declared
    single = not reading.options and not reading.others and not program.asked and not program.open_variables
    return plain and single and all(sentence_of(p.gloss) for p in program.premises)


def _ordered(texts: Iterable[Mapping[Sentence, object]]) -> list[Sentence]:
    """Return all sentences by their mean places, the goal last."""
    places: dict[Sentence, list[int]] = {}
    for text in texts:
        for place, sentence in enumerate(text):
            places.setdefault(sentence, []).append(place)
    return sorted(places, key=lambda s: (s == GOAL, mean(places[s]), s))


def _wording(programs: Iterable[Program], sentence: Sentence) -> str:
    """Return a sentence as most programs have it."""
    if sentence == GOAL:
        counts = Counter(p.goal.gloss for p in programs)
    else:
        counts = Counter(s.gloss for p in programs for s in p.premises if sentence_of(s.gloss) == sentence)
    return min(counts, key=lambda gloss: (-counts[gloss], gloss))


@dataclass(slots=True)
class _Same:
    """Says whether two readings of a sentence are proved to say the same, for as long as there is time."""

    solver: Solver
    limits: Limits
    started: float = field(default_factory=time.perf_counter)

    def __call__(self, one: Formula | None, other: Formula | None) -> bool:
        if one is None or other is None or one == other:
            return one == other
        left = self.limits.seconds - (time.perf_counter() - self.started)
        if left <= 0 or _predicates(one) != _predicates(other):  # formulas with other names say other things
            return False
        limits = replace(self.limits, seconds=min(left, _SECONDS))
        return self.solver.solve(Program((), Statement(Iff(one, other))), limits).verdict is Verdict.ENTAILED


def _predicates(formula: Formula) -> set[tuple[str, int]]:
    return {(node.name, len(node.args)) for node in walk(formula) if isinstance(node, Atom)}


def _combined(votes: Sequence[SentenceVote]) -> list[tuple[Choice, ...]]:
    """Return the best readings of all sentences, in each way in which every two of them stand together in a sample.

    There are none if no way is left, or too many.
    """
    found: list[tuple[Choice, ...]] = [()]
    for vote in votes:
        found = [(*chosen, c) for chosen in found for c in vote.best if all(_meet(c, other) for other in chosen)]
        if len(found) > _MOST:
            return []
    return found


def _meet(one: Choice, other: Choice) -> bool:
    return not set(one.samples).isdisjoint(other.samples)


def _reading(
    programs: Mapping[int, Program], votes: Sequence[SentenceVote], found: Sequence[tuple[Choice, ...]]
) -> Reading:
    """Return the first program that was found as what is read, and all others as other readings of it."""
    made = [_program(programs, votes, choices) for choices in found]
    others = []
    for program, choices in zip(made[1:], found[1:], strict=True):
        at = next(i for i, (a, b) in enumerate(zip(found[0], choices, strict=True)) if a != b)
        others.append(Other(f"'{votes[at].sentence}'", found[0][at].said, choices[at].said, program))
    whole = read_program(write_program(made[0]))
    total = len(made[0].premises) + 1
    if whole.first is None:  # it is made of what was read, so it can be proved even if it can't be written
        whole = Reading(made[0], (), "", total, total)
    same = whole.first == made[0]  # then it knows where its premises stand
    return replace(whole, first=whole.first if same else made[0], others=tuple(others))


def _program(programs: Mapping[int, Program], votes: Sequence[SentenceVote], choices: Sequence[Choice]) -> Program:
    stated = [Statement(c.formula, v.sentence) for v, c in zip(votes, choices, strict=True) if c.formula is not None]
    return Program(
        tuple(stated[:-1]),
        stated[-1],
        predicates=_declared(p for program in programs.values() for p in program.predicates),
        constants=_declared(c for program in programs.values() for c in program.constants),
    )


def _declared(ones: Iterable[D]) -> tuple[D, ...]:
    """Return one declaration of each name: the one that most programs have."""
    counts = Counter(ones)
    found: dict[tuple[str, int], D] = {}
    for one in sorted(counts, key=lambda d: (-counts[d], d.name, d.gloss)):
        found.setdefault((one.name, getattr(one, "arity", 0)), one)
    return tuple(found[key] for key in sorted(found))
