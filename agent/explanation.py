"""The argument in words: facts, rules and conclusions, a numbered line for each step.

Sentences are the program's own glosses where it has them; others are put into words
by the glosses of their predicates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sorites.solvers import (
    Answers,
    Argument,
    Closure,
    Conflict,
    Countermodels,
    Findings,
    Model,
    Outcome,
    PreferredModel,
    PreferredModels,
    Program,
    Proof,
    Step,
    Verdict,
)
from sorites.solvers.logic.syntax import Atom, Fn, Formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.showing import how_complete, premises_behind
from sorites.solvers.wording import proof_steps

from .reading_back import in_english, named

ASSUMED: Final = "assumed: "
"""What the gloss of a premise begins with that the text does not state; the reason follows."""
_CONCLUSIONS = {
    Verdict.ENTAILED: "Therefore: {}",
    Verdict.REFUTED: "Therefore it is not so: {}",
    Verdict.INCONSISTENT: "These sentences contradict each other, so nothing can be concluded from them.",
}


_WHYS = {
    "preferred": "{0} is preferred to {1}",
    "not proved": "what {1} needs can't be proved",
    "beaten": "{1} is preferred to {0}",
    "undecided": "neither {0} nor {1} is preferred",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A step of a proof, for those who read.

    Attributes:
        text: the formula or clause.
        said: what it says in words, of a premise its sentence; empty where there is only the formula.
        since: the sentence of the rule by which it follows, or the engine's word for how it does.
        why: why that rule stands against others.
        parents: the numbers of the steps that it is from, from 1.
        premise: the index of the premise that it states or follows by; ``None`` otherwise.
    """

    text: str
    said: str
    since: str
    why: str = ""
    parents: tuple[int, ...] = ()
    premise: int | None = None


def told_steps(program: Program, outcome: Outcome) -> tuple[Told, ...]:
    """Return the steps of an outcome's proof; none where the certificate is no proof by steps."""
    match outcome.certificate:
        case Closure() | Argument() as found:
            steps = zip(found.steps, proof_steps(found), strict=True)
            conflicts = found.conflicts if isinstance(found, Argument) else ()
            return tuple(_told(program, step.formula, shown, conflicts) for step, shown in steps)
        case Proof() as proof:
            return tuple(
                Told(
                    step.text,
                    _premise(program, step.premise) if step.premise is not None and not step.parents else "",
                    step.rule,
                    parents=step.parents,
                    premise=step.premise,
                )
                for step in proof_steps(proof)
            )
    return ()


def explain(program: Program, outcome: Outcome, told: Sequence[Told] | None = None) -> tuple[str, ...]:
    """Return the argument for an outcome, a line each, without numbers.

    Args:
        program: the program.
        outcome: what was found of it.
        told: its ``told_steps``, if they are at hand.
    """
    goal = program.goal.gloss or print_formula(program.open_goal)
    match outcome.certificate:
        case Closure(_, _, steps) if steps:
            lines = [_line(step) for step in (told_steps(program, outcome) if told is None else told)]
        case Argument(_, _, steps, conflicts):
            lines = [_line(step) for step in (told_steps(program, outcome) if told is None else told)]
            if not steps:
                kept = [_WHYS[c.why].format(c.rule or "a fact", c.against or "a fact") for c in conflicts]
                return (f"Neither it nor its opposite can be proved: {goal}", *kept)
        case Proof(_, used) | Closure(_, used):
            known = {step.premise: step.said for step in told or () if step.said}
            lines = [known.get(i) or _premise(program, i) for i in used]
        case PreferredModels(models) if outcome.verdict is Verdict.UNKNOWN:
            first, second = models
            return (
                f"What normally holds leaves it open: {goal}",
                f"It could be so{_failing(first)}: {world(program, first.model)}",
                f"It could also not be so{_failing(second)}: {world(program, second.model)}",
            )
        case PreferredModels(models, applied, used):
            lines = [_premise(program, i) for i in used]
            lines += [_applied(program, label, things) for label, things in applied]
            cases = [f"Case {i}{_failing(entry)}" for i, entry in enumerate(models, 1)]
            lines += [f"{case}: it {'holds' if models[0].goal else 'fails'}." for case in cases if not applied]
        case Countermodels(holds, fails):
            return (
                f"The premises leave it open: {goal}",
                f"It could be so: {world(program, holds)}",
                f"It could also not be so: {world(program, fails)}",
            )
        case Findings():
            answers = outcome.answers
            return () if answers is None else (*_found(program, answers), *how_complete(answers))
        case None:
            return (f"No engine found an answer within its limits: {goal}",)
    if outcome.verdict is Verdict.UNKNOWN:
        return (f"Nothing that follows step by step settles it: {goal}",)
    return (*lines, _CONCLUSIONS[outcome.verdict].format(goal))


def _found(program: Program, answers: Answers) -> Iterator[str]:
    """Yield each answer with the sentences that it follows from."""
    for one in answers.found:
        why = " ".join(_premise(program, i) for i in premises_behind(one.finding.certificate))
        yield f"{named(program, one.names)}: {why}" if why else f"{named(program, one.names)}."


def _failing(entry: PreferredModel) -> str:
    """Return of what the defaults fail in a model, as the end of a clause."""
    named = [f"{label} fails" + (f" of {' and '.join(things)}" if things else "") for label, things in entry.abnormal]
    return f", where {', '.join(named)}" if named else ""


def _applied(program: Program, label: str, things: tuple[str, ...]) -> str:
    rule = next(d for d in program.defaults if d.label == label)
    said = (rule.gloss or _within(program, rule.formula)).rstrip(".")
    return f"Normally ({label}) {said}" + (f"; nothing makes {' and '.join(things)} an exception" if things else "")


def _premise(program: Program, index: int) -> str:
    if index >= len(program.premises):
        rule = program.rules[index - len(program.premises)]
        return f"normally ({rule.label}) {rule.gloss or _within(program, rule.formula)}"
    premise = program.premises[index]
    if premise.gloss.startswith(ASSUMED):
        return f"{in_english(program, premise.formula)} ({premise.gloss})"
    return premise.gloss or in_english(program, premise.formula)


def _told(program: Program, formula: Formula, step: Step, conflicts: tuple[Conflict, ...]) -> Told:
    said = _within(program, formula)
    rule = _premise(program, step.premise) if step.premise is not None and step.parents else step.rule
    stands = [_WHYS[c.why].format(c.rule, c.against) for c in conflicts if c.literal == formula]
    return Told(step.text, said, rule, "; ".join(stands), step.parents, step.premise)


def _line(step: Told) -> str:
    if not step.parents:
        return f"Fact: {step.said}"
    why = f" ({step.why})" if step.why else ""
    return f"From {_listed(step.parents)}, since {step.since.rstrip('.')}: {step.said}{why}"


def _within(program: Program, formula: Formula) -> str:
    """Return what a formula says as a part of a sentence."""
    from sorites.translators.english.paraphrase import say  # its lexicon takes a while to load

    return say(program, formula, whole=False)


def _listed(numbers: tuple[int, ...]) -> str:
    return " and ".join(str(n) for n in numbers)


def world(program: Program, model: Model) -> str:
    """Return a countermodel in words: what is true in it."""
    said = []
    for (name, arity), rows in model.predicates.items():
        for row in sorted(rows, key=str):
            said.append(_within(program, Atom(name, tuple(Fn(str(e)) for e in row[:arity]))))
    return "; ".join(said) + "." if said else "nothing of what is spoken of holds."
