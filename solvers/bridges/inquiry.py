"""Two questions about a program, and searches that settle them side by side.

Do the premises entail the goal? Do they entail its negation? Each search is about one of the two, or both; what
one of them settles, no other goes on with. A verdict needs both: where one side is proved and the other one is
not settled, the searches go on for a share of the time, since premises that contradict each other prove anything;
then it is said that their consistency is open.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Protocol, runtime_checkable

from ..clock import HIT, Stop, left, stop_of_this_run, within
from ..errors import UserError
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rewriting import simplified
from ..logic.syntax import Not, Truth
from ..outcome import (
    CONSISTENCY_OPEN,
    Answer,
    Certificate,
    Countermodels,
    Limits,
    Model,
    Outcome,
    Proof,
    Proved,
    Verdict,
    consistency_open,
    decide,
    proves,
)
from ..running import ENGINE_FAILED, what_ended
from .finite import find_model

_THREADS: Final = sys.platform != "emscripten"
"""Whether a process can have several threads: in a browser it can't."""
_POLL_SECONDS: Final = 0.05
"""How often those who wait look whether they still should."""

MODEL_SECONDS: Final = 0.5
"""How long a model is looked for that shows premises to be consistent, where that is known already."""
OPEN_SHARE: Final = 0.1
"""The part of the time for which the other question is still asked when one is answered with a proof."""
OPEN_TIMES: Final = 3.0
"""How many times what the proof took the other question is asked at least."""
CERTIFYING_SECONDS: Final = 1.0
"""The most seconds that are kept for the certificate of what is found while the other question stays open."""
CERTIFYING_SHARE: Final = 0.1
"""The most of the time that is kept for that."""


class Side(StrEnum):
    """One of the two questions."""

    GOAL = "goal"
    NEGATION = "negation"

    @property
    def proved(self) -> Proved:
        """What a proof proves if this question is answered with yes."""
        return "goal" if self is Side.GOAL else "negation"

    @property
    def other(self) -> Side:
        """The other one."""
        return Side.NEGATION if self is Side.GOAL else Side.GOAL


@dataclass(frozen=True, slots=True)
class SideFinding:
    """What was found out about one question.

    Attributes:
        side: the question.
        answer: the answer to it.
        engine: who found it.
        proof: a proof, if it is proved.
        model: a model of the premises in which what is asked fails, if it is open and there is a finite one.
        contradiction: whether the premises alone were found to contradict each other, which settles both questions.
        note: what is to be said of the search.
    """

    side: Side
    answer: Answer
    engine: str
    proof: Proof | None = None
    model: Model | None = None
    contradiction: bool = False
    note: Diagnostic | None = None


Post = Callable[[SideFinding], None]


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Something that may settle a question.

    Attributes:
        name: whose search it is.
        sides: the questions that it is about.
        run: searches, and posts what it finds; it may post more than once.
        models: whether it looks for models that can be shown.
    """

    name: str
    sides: tuple[Side, ...]
    run: Callable[[Post], None]
    models: bool = False


@runtime_checkable
class Searching(Protocol):
    """An engine that can search for the answer to each question by itself, beside others."""

    def searches(self, program: Program, megabytes: int) -> Sequence[Search]:
        """Return its searches.

        Args:
            program: the program.
            megabytes: the memory of each search.
        """
        ...


@dataclass(slots=True)
class Inquiry:
    """What is known of the two questions about a program.

    Attributes:
        program: the program.
        certify: whether a certificate is wanted.
        found: what was found about each question.
        notes: what is to be said of the searches.
    """

    program: Program
    certify: bool = True
    found: dict[Side, SideFinding] = field(default_factory=dict)
    notes: list[Diagnostic] = field(default_factory=list)
    _last: str = ""
    _settled: float = 0.0
    _disagreement: tuple[SideFinding, SideFinding] | None = None
    _absurd: bool = False
    _contradicted: bool = False

    def __post_init__(self) -> None:
        goal = simplified(self.program.goal.formula)
        self._absurd = goal == Truth(False)
        if isinstance(goal, Truth):  # proved whatever the premises are
            side = Side.GOAL if goal.value else Side.NEGATION
            self.found[side] = SideFinding(side, Answer.PROVED, "", Proof(side.proved, (), ""))

    def answer(self, side: Side) -> Answer:
        """Return the answer to a question."""
        return self.found[side].answer if side in self.found else Answer.UNSETTLED

    @property
    def settled(self) -> bool:
        """Whether both questions are."""
        return all(self.answer(side) is not Answer.UNSETTLED for side in Side)

    @property
    def verdict(self) -> Verdict:
        """What the answers amount to. Whether premises are consistent, which the goal ``⊥`` asks, needs a model."""
        if self._disagreement or (self._absurd and self.answer(Side.GOAL) is Answer.UNSETTLED):
            return Verdict.UNDECIDED
        return decide(self.answer(Side.GOAL), self.answer(Side.NEGATION))

    def post(self, finding: SideFinding) -> None:
        """Take what was found into account."""
        if finding.note is not None:
            self.notes.append(finding.note)
        if finding.answer is Answer.UNSETTLED:
            return
        known = self.found.get(finding.side)
        if known is not None and known.answer is not finding.answer:
            self._disagreement = self._disagreement or (known, finding)
        elif known is None:
            self.found[finding.side] = finding
            self._last, self._settled = finding.engine, time.perf_counter()
        elif (known.proof, known.model) == (None, None):
            self.found[finding.side] = finding
        if finding.contradiction and not self._contradicted:
            self._contradicted = True
            self.found.setdefault(finding.side.other, replace(finding, side=finding.side.other))

    def search(self, searches: Iterable[Search], limits: Limits) -> None:
        """Run searches side by side, until both questions are settled or the time is up.

        Args:
            searches: the searches; those that could find nothing new are not run.
            limits: the time that they may take together, and the memory of each.

        Raises:
            UserError: one of them can't be started.
        """
        running = {one: Stop() for one in searches if self._wanted(one)}
        if not running or limits.seconds <= 0:
            return
        if self.settled or not _THREADS:
            self._in_turn(running, limits)
            return
        events: queue.SimpleQueue[tuple[Search, SideFinding | Exception | None]] = queue.SimpleQueue()
        begun, outer = time.perf_counter(), stop_of_this_run()
        deadline = begun + limits.seconds
        reserve = min(CERTIFYING_SECONDS, CERTIFYING_SHARE * limits.seconds)

        def run(one: Search, stop: Stop) -> None:
            def post(finding: SideFinding) -> None:
                # What an interrupt may have cut short, such as the reading of a script, shows nothing.
                if not stop.wanted.is_set():
                    events.put((one, finding))

            ended: Exception | None = None
            try:
                with within(deadline - time.perf_counter(), limits.megabytes, stop):
                    one.run(post)
            except Exception as error:
                ended = error
            events.put((one, ended))

        for started in running.items():
            # Each in a thread of its own: what may interrupt one search must never meet another one.
            threading.Thread(target=run, args=started, daemon=True).start()
        try:
            while any(map(self._wanted, running)):
                ends = deadline - (reserve if self.certify and self.verdict is not Verdict.UNDECIDED else 0.0)
                if self.verdict is not Verdict.UNDECIDED and not self.settled:
                    took = max(self._settled - begun, 0.0)
                    ends = min(ends, begun + took + max(OPEN_SHARE * limits.seconds, OPEN_TIMES * took))
                if time.perf_counter() > ends or (outer is not None and outer.wanted.is_set()):
                    break
                self._take(events, running)
                for one, stop in running.items():
                    if not self._wanted(one):
                        stop.request()
        finally:
            while running:
                for stop in running.values():
                    stop.request()  # again and again: an interrupt may fall between two of Z3's checks
                self._take(events, running)

    def _in_turn(self, searches: Collection[Search], limits: Limits) -> None:
        """Run searches in this thread: for models that show what is settled, or where there are no others."""
        deadline = time.perf_counter() + limits.seconds
        for number, one in enumerate(searches):
            proved = Answer.PROVED in map(self.answer, Side)
            share = (deadline - time.perf_counter()) / (1 if self.settled else len(searches) - number)
            seconds = min(share, MODEL_SECONDS if proved else limits.seconds)
            if seconds > 0 and self._wanted(one):
                try:
                    with within(seconds, limits.megabytes):
                        one.run(self.post)
                except UserError:
                    raise
                except Exception as error:
                    self.notes.append(what_ended(one.name, error))

    def _take(
        self,
        events: queue.SimpleQueue[tuple[Search, SideFinding | Exception | None]],
        running: dict[Search, Stop],
    ) -> None:
        """Wait for a moment for what searches find, and take it into account."""
        try:
            one, event = events.get(timeout=_POLL_SECONDS)
        except queue.Empty:
            return
        if isinstance(event, SideFinding):
            self.post(event)
            return
        stopped = running.pop(one).wanted.is_set()
        if isinstance(event, UserError):
            raise event
        if event is not None and not stopped:
            self.notes.append(what_ended(one.name, event))

    def _wanted(self, search: Search) -> bool:
        """Return whether a search could still find something of use."""
        return any(
            self.answer(side) is Answer.UNSETTLED or (search.models and self._to_be_shown(side))
            for side in search.sides
        )

    def _to_be_shown(self, side: Side) -> bool:
        """Return whether there is an answer to a question, but not yet a model that shows it.

        Beside a proof a model shows that the premises are consistent, and is not waited for long.
        """
        if not self.certify or self.answer(side) is not Answer.OPEN or self.found[side].model is not None:
            return False
        return self.answer(side.other) is not Answer.PROVED or time.perf_counter() < self._settled + MODEL_SECONDS

    def outcome(self, engine: str, started: float) -> Outcome:
        """Return what was found out.

        Args:
            engine: who is named where nothing was found.
            started: when the run began, by ``time.perf_counter``.
        """
        verdict = self.verdict
        notes = tuple(d for d in dict.fromkeys(self.notes) if d.code == ENGINE_FAILED or verdict is Verdict.UNDECIDED)
        answers = self.answer(Side.GOAL), self.answer(Side.NEGATION)
        named = self._last or engine
        if verdict in {Verdict.ENTAILED, Verdict.REFUTED}:
            named = self._decisive(verdict).engine or named
            notes += consistency_open(*answers)
        if self._disagreement:
            notes += (disagreement(*self._disagreement),)
        certificate = self._certificate(verdict, named) if self.certify else None
        if verdict is Verdict.UNKNOWN and self.certify and certificate is None:
            message = "the engine's answer stands, but no countermodel small enough to show was found"
            notes += (Diagnostic("no-countermodel", Level.WARNING, message),)
        return Outcome(verdict, named, time.perf_counter() - started, certificate, notes)

    def _decisive(self, verdict: Verdict) -> SideFinding:
        return self.found[Side.GOAL if verdict is Verdict.ENTAILED else Side.NEGATION]

    def _certificate(self, verdict: Verdict, engine: str) -> Certificate | None:
        if verdict is Verdict.UNDECIDED:
            return None
        if verdict is Verdict.UNKNOWN:
            fails, holds = self.found[Side.GOAL].model, self.found[Side.NEGATION].model
            return Countermodels(holds, fails) if holds and fails else None
        both = [self.found[side].proof for side in Side if side in self.found]
        found = next((one for one in both if one is not None and one.proves == proves(verdict)), None)
        if found is None:  # there is none of one piece
            everything = range(len(self.program.premises))
            used = {i for one in both for i in (everything if one is None else one.premises_used)}
            found = Proof(proves(verdict), tuple(sorted(used)), engine)
        model = next((f.model for f in self.found.values() if f.model is not None), found.model)
        found = replace(found, engine=found.engine or engine, model=model)
        if found.lines:
            return found
        try:
            from ..certifying.proving import proof  # only who certifies loads it

            return proof(self.program, verdict, found.premises_used, found.engine, model=model)
        except HIT:
            return found


def finders(program: Program, engine: str, megabytes: int) -> tuple[Search, Search]:
    """Return searches for a model of the premises in which the goal fails, and for one in which it holds.

    Args:
        program: the program.
        engine: whose searches they are.
        megabytes: the memory limit.
    """
    return tuple(_finder(program, side, engine, megabytes) for side in Side)  # type: ignore[return-value]


def _finder(program: Program, side: Side, engine: str, megabytes: int) -> Search:
    formula = Not(program.goal.formula if side is Side.GOAL else program.negated_goal)
    formulas = (*(p.formula for p in program.premises), formula)

    def run(post: Post) -> None:
        if model := find_model(formulas, left(), megabytes, program.declared):
            post(SideFinding(side, Answer.OPEN, engine, model=model))

    return Search(engine, (side,), run, models=True)


def disagreement(one: SideFinding, other: SideFinding) -> Diagnostic:
    """Return the error that two engines give different answers to one question."""
    said = ", ".join(f"{f.engine} says that the {f.side} is {f.answer}" for f in (one, other))
    hint = "One of the engines is wrong: please report it with the program."
    return Diagnostic("engines-disagree", Level.ERROR, said, None, hint)


def answers_of(outcome: Outcome) -> tuple[SideFinding, ...]:
    """Return what an outcome says about the two questions."""
    certificate, engine = outcome.certificate, outcome.engine
    proof = certificate if isinstance(certificate, Proof) else None
    match outcome.verdict:
        case Verdict.UNDECIDED:
            return ()
        case Verdict.UNKNOWN:
            holds, fails = None, None
            if isinstance(certificate, Countermodels):
                holds, fails = certificate.goal_holds, certificate.goal_fails
            return (
                SideFinding(Side.GOAL, Answer.OPEN, engine, model=fails),
                SideFinding(Side.NEGATION, Answer.OPEN, engine, model=holds),
            )
        case Verdict.INCONSISTENT:
            return tuple(SideFinding(side, Answer.PROVED, engine, proof, contradiction=True) for side in Side)
        case Verdict.ENTAILED | Verdict.REFUTED:
            side = Side.GOAL if outcome.verdict is Verdict.ENTAILED else Side.NEGATION
            proved = SideFinding(side, Answer.PROVED, engine, proof)
            if any(d.code == CONSISTENCY_OPEN for d in outcome.diagnostics):
                return (proved,)
            return (proved, SideFinding(side.other, Answer.OPEN, engine))


def remaining(limits: Limits, started: float) -> Limits:
    """Return the limits of the rest of a run."""
    seconds = min(limits.seconds - (time.perf_counter() - started), left())
    return replace(limits, seconds=max(seconds, 0.0))
