"""What is wrong with an attempt, what a repair may change, and which of several attempts stands for the answer.

A repair may drop a premise that renders no sentence of the text, reword and split. It may not ask something else
(``same_goal``), unless what it repairs plainly does not ask what is asked (``asking``), nor leave out a sentence
without saying so, nor one that is part of a contradiction. One that is refused is told why in the next request; where
nothing new can be said, nothing is asked. Warnings about a program that has an answer are worth a repair if they
endanger that answer (``signals``): where it is open, all of them; where it is proved, those about the goal and about
what the proof uses, since a slip elsewhere breaks proofs and hardly ever makes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from sorites.solvers import Diagnostic, InvalidProgram, Limits, Program, Statement, Verdict, make_solver
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.syntax import Iff, Truth
from sorites.solvers.notation.printer import print_formula
from sorites.translators import Problem
from sorites.translators.coverage import INVENTED, LEFT_OUT, MISSING, Coverage
from sorites.translators.models.feedback import for_model
from sorites.translators.translation import REFUSED, UNAVAILABLE, UNWANTED, VAIN

from .asking import OF_GOAL
from .attempt import Attempt
from .reading_back import in_english
from .signals import endangering
from .voting import Ballot, Vote, signs_of

DEFINITE: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN})
"""The verdicts that answer a question."""
PROOFS: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED})
"""The verdicts that are proved from premises, and so stand whatever else the text says."""
OTHER_GOAL: Final = "It asks something else"
DROPS: Final = "It leaves out what it may not"
_OF_TEXT: Final = frozenset({MISSING, INVENTED, LEFT_OUT})
_HOPELESS: Final = frozenset({REFUSED, UNAVAILABLE, UNWANTED, VAIN})
"""Codes of what no feedback mends."""

_GOAL_LIMITS: Final = Limits(2.0)
_LIGHT: Final = frozenset("a an the is are was were be been being am has have had does do did of to".split())
"""Words that two names may differ by and say the same."""
_WORD: Final = re.compile(r"\w+")
_ENDING: Final = re.compile(r"(?<=\w{3})(?:ies|es|s|ed|ing|e|y)$")
"""What forms of one word differ by."""


def feedback(problem: Problem, attempts: Sequence[Attempt], best: int) -> str:
    """Return what the translator should know of the best attempt.

    Args:
        problem: what is asked.
        attempts: all attempts so far.
        best: the index of the best of them; the repairs behind it were refused.

    Returns:
        What is wrong with it, and why the repairs of it were refused; nothing if it will do, if the translator
        stands by it, or if all that could be said was said before.
    """
    last, repairs = attempts[best], [a for a in attempts[best + 1 :] if a.feedback]
    wrong = faults(problem, last)
    if not wrong or any(_is_kept_as_it_is(a, last) or _hopeless(a) for a in repairs):
        return ""
    told = [f"What you wrote instead was not taken. {why}" for why in dict.fromkeys(a.why for a in repairs)]
    said = "\n".join((wrong, *told))
    return "" if said in {a.feedback for a in repairs} else said


def faults(problem: Problem, attempt: Attempt) -> str:
    """Return what is wrong with an attempt, in words for the translator; nothing if it will do."""
    reading = attempt.translation.reading
    if _hopeless(attempt):
        return ""
    if attempt.outcome is None:
        return "\n".join(_said(problem, attempt, reading.diagnostics))
    if attempt.refused is not None:
        return for_model(attempt.notes, reading.text)
    if attempt.verdict in DEFINITE:
        return "\n".join(_said(problem, attempt, endangers(attempt)))
    lines = [*_said(problem, attempt, reading.diagnostics)]
    if attempt.verdict is Verdict.INCONSISTENT:
        lines.append("These premises contradict each other; translate their sentences anew:")
        lines.append(_listed("premises", _contradiction(problem, attempt)))
    else:
        lines.append("No prover could answer this program. Make it simpler.")
    return "\n".join(lines)


def endangers(attempt: Attempt) -> tuple[Diagnostic, ...]:
    """Return the warnings about a program that endanger the answer that it has."""
    reading = attempt.translation.reading
    found = endangering((*reading.diagnostics, *attempt.notes))
    if attempt.verdict not in PROOFS or reading.first is None or isinstance(reading.first.goal.formula, Truth):
        return tuple({(d.code, d.message): d for d in found}.values())
    spans = [reading.first.goal.span, *(reading.first.premises[i].span for i in _used(attempt))]
    return tuple(d for d in found if any(_within(d.span, span) for span in spans))


def judged(problem: Problem, found: Attempt, last: Attempt) -> Attempt:
    """Return a repair with whether it is taken, and why it is not.

    Args:
        problem: what is asked.
        found: the repair.
        last: what it repairs.
    """
    why = _refusal(problem, found, last)
    return replace(found, kept=not why, why=why)


def ballot_of(attempt: Attempt) -> Ballot:
    """Return what an attempt says in a vote."""
    found = attempt.translation.reading.diagnostics
    verdict = attempt.verdict
    if attempt.translation.reading.question is not None and attempt.label is not None:
        verdict = Verdict.ENTAILED  # that just one option fits is proved, whatever is asked of it
    return Ballot(attempt.label, verdict, signs_of((d.code, d.level) for d in found))


def standing(attempt: Attempt, counted: Vote | None) -> tuple[bool, float, int]:
    """Return how well an attempt stands for the answer: it gives the voted label, and weighs much."""
    ballot = ballot_of(attempt)
    winner = counted.shares[0][0] if counted is not None and counted.shares else None
    return winner is not None and ballot.label == winner, ballot.weight, rank(attempt)


def rank(attempt: Attempt) -> int:
    """Return how far the provers came with an attempt: 0 for nowhere, 2 for an answer."""
    if attempt.verdict is None:
        return 0
    return 2 if attempt.verdict in DEFINITE else 1


def _hopeless(attempt: Attempt) -> bool:
    return any(d.code in _HOPELESS for d in attempt.translation.reading.diagnostics)


def _within(place: Span | None, span: Span | None) -> bool:
    return place is not None and span is not None and span.start <= place.start < span.end


def _is_kept_as_it_is(repair: Attempt, last: Attempt) -> bool:
    """Return whether the translator stands by a program that can be read."""
    program = last.translation.reading.first
    return program is not None and repair.translation.reading.first == program


def _refusal(problem: Problem, found: Attempt, last: Attempt) -> str:
    """Return why a repair is not taken, in words for the translator; nothing if it is."""
    before, after = last.translation.reading, found.translation.reading
    if after.text == before.text:
        return "It is the same program."
    if before.question is not None or after.question is not None:  # its goal is the option that is chosen
        worse = rank(found) < rank(last) or (found.label is None and last.label is not None)
        return f"This is wrong with it:\n{faults(problem, found)}" if worse else ""
    asked, asks = _goal_in(last), _goal_in(found)
    if asked is not None and asks is None and after.total:
        return f"{OTHER_GOAL}: its goal can't be read, and was {print_formula(asked.goal.formula)}."
    # A goal that is known to be wrong may be changed, also one of a question translated both ways.
    right = asks if _asks_wrongly(last) and not _asks_wrongly(found) else asked
    ways = [right, *(other.program for other in before.others)]
    if asked is not None and asks is not None and not any(one is not None and same_goal(one, asks) for one in ways):
        was, now = (print_formula(p.goal.formula) for p in (asked, asks))
        return f"{OTHER_GOAL}: the goal was {was}, and is {now} now. Keep what it says."
    if dropped := [*_dropped(problem, found, last)]:
        return f"{DROPS}. Translate these sentences, or name them under left_out:\n{_listed('sentences', dropped)}"
    if parted := [*_parted(problem, found, last)]:
        return f"{DROPS}. These belong to a contradiction, so they can't be left out:\n{_listed('sentences', parted)}"
    if rank(found) < rank(last) or _unread(found) > _unread(last):
        return f"This is wrong with it:\n{faults(problem, found)}"
    if rank(last) == 2 and len(stay := endangers(found)) >= len(endangers(last)):
        return "\n".join(("This is to be said of it, too:", *_said(problem, found, stay)))
    return ""


def _asks_wrongly(attempt: Attempt) -> bool:
    """Return whether the goal of an attempt is known not to be what is asked."""
    return any(d.code in OF_GOAL for d in (*attempt.translation.reading.diagnostics, *attempt.notes))


def _dropped(problem: Problem, found: Attempt, last: Attempt) -> Iterator[tuple[int, str]]:
    """Yield the sentences that the last attempt accounts for, and a repair does not."""
    before, after = (_coverage_in(problem, a) for a in (last, found))
    if before is None or after is None:
        if after is None and before is not None and found.translation.reading.first is not None:
            yield from ((n, before.sentence(n)) for n in sorted(before.rendered))
        elif after is before is None and found.translation.reading.total < last.translation.reading.total:
            yield 0, "(it has fewer formulas)"
        return
    yield from ((n, before.sentence(n)) for n in after.missing if n not in before.missing)


def _parted(problem: Problem, found: Attempt, last: Attempt) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a contradiction that a repair leaves out, though it says so."""
    if last.verdict is not Verdict.INCONSISTENT:
        return
    before, after = (_coverage_in(problem, a) for a in (last, found))
    if before is None or after is None:
        return
    used = {n for i in _used(last) if i < len(before.renders) for n in before.renders[i]}
    yield from ((n, after.sentence(n)) for n, _ in after.left_out if n in used)


def _contradiction(problem: Problem, attempt: Attempt) -> list[tuple[int, str]]:
    """Return the premises that contradict each other, each with the number of its sentence, 0 for none."""
    program, covered = attempt.translation.reading.first, _coverage_in(problem, attempt)
    assert program is not None
    found = []
    for i in _used(attempt):
        numbers = covered.renders[i] if covered is not None and i < len(covered.renders) else ()
        found.append((next(iter(numbers), 0), program.premises[i].gloss or print_formula(program.premises[i].formula)))
    return found


def _said(problem: Problem, attempt: Attempt, diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield what is to be said: of the program in the reader's words, of the text with its sentences as data."""
    found = tuple(diagnostics)
    if plain := for_model([d for d in found if d.code not in _OF_TEXT], attempt.translation.reading.text):
        yield plain
    covered = _coverage_in(problem, attempt)
    if covered is None:
        return
    codes = {d.code for d in found}
    if covered.missing and MISSING in codes:
        yield "No formula renders these sentences; translate them, or name them under left_out with the reason:"
        yield _listed("sentences", [(n, covered.sentence(n)) for n in covered.missing])
    if covered.invented and INVENTED in codes:
        yield "These premises render no sentence of the text; drop them, or quote the sentence that each renders:"
        yield _listed("premises", [(0, covered.quoted[i]) for i in covered.invented])


def _used(attempt: Attempt) -> tuple[int, ...]:
    """Return the indices of the premises that a proof uses."""
    certificate = attempt.outcome.certificate if attempt.outcome is not None else None
    return tuple(getattr(certificate, "premises_used", ()))


def _unread(attempt: Attempt) -> float:
    """Return how many formulas can't be read; of what is no program at all, more than of any."""
    reading = attempt.translation.reading
    return reading.total - reading.read if reading.total else float("inf")


def _goal_in(attempt: Attempt) -> Program | None:
    from sorites.translators.models.schema import goal_in  # which who uses no model does not load

    return goal_in(attempt.translation)


def _coverage_in(problem: Problem, attempt: Attempt) -> Coverage | None:
    from sorites.translators.models.schema import coverage_in  # as above

    return coverage_in(problem, attempt.translation)


def _listed(what: str, sentences: Sequence[tuple[int, str]]) -> str:
    from sorites.translators.models.prompts import listed  # as above

    return listed(what, sentences)


def same_goal(one: Program, other: Program) -> bool:
    """Return whether two programs ask the same.

    Args:
        one: a program.
        other: another translation of the same problem.
    """
    if (len(one.asked), len(one.open_variables)) != (len(other.asked), len(other.open_variables)):
        return False
    return _equivalent(one, other) or _in_words(one) == _in_words(other)


def _equivalent(one: Program, other: Program) -> bool:
    if one.goal.formula == other.goal.formula:
        return True
    try:
        program = Program((), Statement(Iff(one.goal.formula, other.goal.formula)))
    except InvalidProgram:
        return False
    return make_solver("portfolio", certify=False).solve(program, _GOAL_LIMITS).verdict is Verdict.ENTAILED


def _in_words(program: Program) -> tuple[str, ...]:
    """Return the words of a goal that tell something, without their endings."""
    said = map(str.casefold, _WORD.findall(in_english(program, program.goal.formula)))
    return tuple(_ENDING.sub("", word) for word in said if word not in _LIGHT)
