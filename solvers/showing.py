"""What is said of an outcome to people, as parts that a terminal, a notebook and Markdown lay out alike.

All of it comes from data: whoever lays a part out has to escape it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .checking import UNCHECKED
from .kernel.certificates import Comparison
from .logic.program import Program
from .logic.syntax import TermRow, Truth
from .notation.printer import print_formula, print_term
from .outcome import (
    Answers,
    Argument,
    Certificate,
    Closure,
    Conflict,
    Countermodels,
    Findings,
    Model,
    Outcome,
    PreferredModel,
    PreferredModels,
    Proof,
    Step,
    Verdict,
)
from .wording import proof_steps

MEANINGS: Final = {
    Verdict.ENTAILED: "the goal follows from the premises",
    Verdict.REFUTED: "the goal's negation follows from the premises",
    Verdict.UNKNOWN: "neither the goal nor its negation follows",
    Verdict.INCONSISTENT: "the premises contradict each other, so everything would follow",
    Verdict.UNDECIDED: "no engine found an answer within the limits",
}
"""What a verdict says."""
_OF_ANSWERS: Final = {
    Verdict.ENTAILED: "the answers follow from the premises",
    Verdict.REFUTED: "there is none: that follows from the premises",
    Verdict.UNKNOWN: "of no name it follows, nor that there is none",
}
MAX_ROWS: Final = 40
"""The most rows of one table of a countermodel that are shown."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_COLOURS: Final = {
    Verdict.ENTAILED: "#1a7f37",
    Verdict.REFUTED: "#cf222e",
    Verdict.UNKNOWN: "#9a6700",
    Verdict.INCONSISTENT: "#8250df",
    Verdict.UNDECIDED: "#6e7781",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A table, or lines, of what is shown.

    Attributes:
        title: what it is; empty for none.
        rows: its rows. Those of one column are lines, those of three begin with a number.
        framed: whether it stands apart: a case that is described.
    """

    title: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    framed: bool = False


def plain(text: str) -> str:
    """Return the text without characters that steer a terminal or turn the direction of writing."""
    return _CONTROL.sub("�", text)


def meaning(verdict: Verdict, answers: Answers | None = None) -> str:
    """Return what a verdict says; of a goal that asks for values, what it says of those."""
    if answers is None or verdict not in _OF_ANSWERS:
        return MEANINGS[verdict]
    return "there is one, and no name is proved to be it" if answers.unnamed else _OF_ANSWERS[verdict]


def certified(outcome: Outcome) -> str:
    """Return in words whether the verdict is certified, and what of it is not; empty if it is undecided."""
    if outcome.verdict is Verdict.UNDECIDED:
        return ""
    if outcome.certificate is None:
        return "not certified: there is only the engine's word for it"
    if outcome.checked is None:
        return next((d.message for d in outcome.diagnostics if d.code == UNCHECKED), "certificate not checked")
    return shown_by(outcome.verdict, outcome.certificate)


def shown_by(verdict: Verdict, certificate: Certificate) -> str:
    """Return in words what a certificate that was checked shows of a verdict."""
    of_one_side = verdict in {Verdict.ENTAILED, Verdict.REFUTED}
    if isinstance(certificate, Proof) and certificate.model is None and of_one_side:
        return "proof checked; not certified: that the premises are consistent"
    if isinstance(certificate, Argument) and (certificate.team or certificate.propagate):
        kinds = [("rules sharing in defeats", certificate.team), ("ambiguity propagated", certificate.propagate)]
        return f"certificate checked for the logic with {' and '.join(kind for kind, is_so in kinds if is_so)}"
    return "certificate checked"


def summary(outcome: Outcome) -> str:
    """Return who answered, in what time, and whether that is certified."""
    told = certified(outcome)
    return f"{outcome.engine}, {outcome.seconds * 1000:.0f} ms{', ' if told else ''}{told}"


def parts(outcome: Outcome, program: Program | None = None) -> Iterator[Part]:
    """Yield what an outcome's certificate says.

    Args:
        outcome: the outcome.
        program: the program; without it premises are shown by their numbers.
    """
    if outcome.answers is not None:
        yield from answer_parts(outcome.answers, program)
        if isinstance(outcome.certificate, Findings):
            contradiction = (one for one in outcome.certificate.ones if one.verdict is Verdict.INCONSISTENT)
            yield from _certificate(next((one.certificate for one in contradiction), None), program)
            return
    yield from _certificate(outcome.certificate, program)


def _certificate(certificate: Certificate | None, program: Program | None) -> Iterator[Part]:
    match certificate:
        case Argument(_, _, _, conflicts, team, propagate, comparisons):
            if team or propagate:
                ways = [team * "rules of one side beat others together", propagate * "ambiguity propagates"]
                yield Part(rows=((f"In the logic in which {' and '.join(filter(None, ways))}.",),))
            if steps := proof_steps(certificate):
                yield _steps(steps, len(program.premises) if program else None)
            if conflicts:
                yield Part(rows=tuple((_conflict(one),) for one in conflicts))
            if asked := [one for one in comparisons if not isinstance(one.formula, Truth)]:
                yield Part(rows=tuple((_comparison(one),) for one in asked))
        case Proof(_, used) as proof:
            yield from _premises(used, program)
            if steps := proof_steps(proof):
                yield _steps(steps)
        case Closure(literals, used):
            yield from _premises(used, program)
            if steps := proof_steps(certificate):
                yield _steps(steps)
            else:
                shown = sorted(print_formula(f) for f in literals)
                yield Part(rows=((f"All that is derived ({len(shown)}): {_some(shown)}",),))
        case PreferredModels(models, applied, used):
            yield Part(rows=((f"Over {_sizes(models)}.",),))
            yield from _premises(used, program)
            if applied:
                said = (f"{label}({', '.join(things)}) is normal in all preferred models" for label, things in applied)
                yield Part(rows=tuple((line,) for line in said))
            for entry in models:
                failing = ", ".join(f"{label}({', '.join(things)})" for label, things in entry.abnormal) or "nothing"
                holds = "holds" if entry.goal else "fails"
                yield _model(entry.model, f"A preferred model in which the goal {holds}; abnormal: {failing}")
        case Countermodels(goal_holds, goal_fails):
            yield _model(goal_holds, "A case in which the goal holds")
            yield _model(goal_fails, "A case in which it fails")
        case Findings() | None:
            return


def answer_parts(answers: Answers, program: Program | None) -> Iterator[Part]:
    """Yield who or what it is, with the premises behind that, and what is not known."""
    rows = []
    for number, one in enumerate(answers.found, 1):
        also = " and ".join(_row(row) for row in one.also)
        name = _row(one.row) + (f" (the same as {also})" if also else "")
        rows.append((f"{number}.", name, _behind(one.finding.certificate)))
    if rows:
        yield Part("Answers", tuple(rows))
    yield Part(rows=tuple((line,) for line in how_complete(answers)))
    told = (
        ("Proved not to be one", answers.refuted if answers.exists is not False else ()),
        ("Open", answers.open),
        ("Not decided within the limits", answers.undecided if answers.verdict is not Verdict.INCONSISTENT else ()),
        ("Both it and its opposite are derived", answers.clashing),
    )
    lines = [f"{what}: {_some([_row(row) for row in rows])}" for what, rows in told if rows]
    if lines:
        yield Part(rows=tuple((line,) for line in lines))
    certificates = [one.finding.certificate for one in answers.found] + [one.certificate for one in answers.grounds]
    yield from _premises(sorted({i for one in certificates for i in premises_behind(one)}), program)


def how_complete(answers: Answers) -> tuple[str, ...]:
    """Return in words whether the answers are all there are, and how many that is."""
    if answers.verdict in (Verdict.INCONSISTENT, Verdict.UNDECIDED) and not answers.found:
        return ()
    if answers.exists is False:
        return ("There is none.",)
    if not answers.found:
        return ("There is one, and no name is proved to be it.",) if answers.exists else ()
    if answers.count is not None:
        return (f"There are no others: {answers.count} in all.",)
    many = answers.apart if answers.apart > 1 else 1
    told = "There are no others" if answers.complete else "There may be others"
    if answers.apart < len(answers.found):
        return (f"{told}; not all of these are proved to be different: at least {many}.",)
    return (f"{told}: at least {many} in all.",)


def _row(row: TermRow) -> str:
    """Return the constants of an answer."""
    return ", ".join(map(print_term, row))


def _behind(certificate: Certificate | None) -> str:
    """Return by which premises it is an answer."""
    numbers = ", ".join(str(i + 1) for i in premises_behind(certificate))
    return f"by {'premise' if len(premises_behind(certificate)) == 1 else 'premises'} {numbers}" if numbers else ""


def premises_behind(certificate: Certificate | None) -> tuple[int, ...]:
    """Return the indices of the premises that a certificate needs."""
    return () if certificate is None or isinstance(certificate, Countermodels | Findings) else certificate.premises_used


def as_html(head: str, verdict: Verdict | None, notes: Sequence[str], shown: Sequence[Part]) -> str:
    """Return a heading, notes and parts as HTML that asks for nothing from elsewhere; all text is escaped.

    Args:
        head: what stands first, in the verdict's colour.
        verdict: whose colour it is; ``None`` for that of a fault.
        notes: lines below it.
        shown: what follows.
    """
    colour = _COLOURS[verdict] if verdict is not None else _COLOURS[Verdict.REFUTED]
    lines = [f'<div style="border-left: 4px solid {colour}; padding: 0 0 0 .8em; margin: .4em 0">']
    lines.append(f'<div style="color: {colour}; font-weight: bold; font-size: 1.1em">{_html(head)}</div>')
    lines += [f'<div style="opacity: .7">{_html(note)}</div>' for note in notes]
    for part in shown:
        if part.title:
            lines.append(f'<div style="font-weight: bold; margin-top: .6em">{_html(part.title)}</div>')
        if all(len(row) == 1 for row in part.rows):
            lines += [f"<div>{_html(row[0])}</div>" for row in part.rows]
            continue
        lines.append('<table style="margin: .2em 0">')
        for row in part.rows:
            cells = (f'<td style="text-align: left; vertical-align: top">{_html(cell)}</td>' for cell in row)
            lines.append(f"<tr>{''.join(cells)}</tr>")
        lines.append("</table>")
    return "\n".join([*lines, "</div>"])


def as_markdown(head: str, notes: Sequence[str], shown: Sequence[Part]) -> str:
    """Return a heading, notes and parts as Markdown; see ``as_html``."""
    blocks = [f"**{_markdown(head)}**", *(_markdown(note) for note in notes)]
    for part in shown:
        if part.title:
            blocks.append(f"**{_markdown(part.title)}**")
        if all(len(row) == 1 for row in part.rows):
            blocks += [_markdown(row[0]) for row in part.rows]
            continue
        rows = [f"| {' | '.join(map(_markdown, row))} |" for row in part.rows]
        columns = len(part.rows[0])
        blocks.append("\n".join([f"|{' |' * columns}", f"|{'---|' * columns}", *rows]))
    return "\n\n".join(blocks) + "\n"


def outcome_html(outcome: Outcome) -> str:
    """Return an outcome as HTML for a notebook."""
    notes = (meaning(outcome.verdict, outcome.answers), summary(outcome))
    return as_html(outcome.verdict.upper(), outcome.verdict, notes, [*parts(outcome), *_diagnostics(outcome)])


def outcome_markdown(outcome: Outcome) -> str:
    """Return an outcome as Markdown."""
    notes = (meaning(outcome.verdict, outcome.answers), summary(outcome))
    return as_markdown(outcome.verdict.upper(), notes, [*parts(outcome), *_diagnostics(outcome)])


def _diagnostics(outcome: Outcome) -> Iterator[Part]:
    if outcome.diagnostics:
        yield Part("Notes", tuple((f"{d.level.value}: {d.message} [{d.code}]",) for d in outcome.diagnostics))


def _html(text: str) -> str:
    return escape(plain(text)).replace("\n", "<br>")


def _markdown(text: str) -> str:
    safe = escape(plain(text), quote=False).replace("\n", " ")
    return re.sub(r"([\\`*_\[\]#|~$])", r"\\\1", safe)


def _conflict(conflict: Conflict) -> str:
    sides = f"{conflict.rule or 'a fact'} against {conflict.against or 'a fact'}"
    return f"{print_formula(conflict.literal)}: {sides}: {conflict.why}"


def _comparison(one: Comparison) -> str:
    used = one.certificate.premises_used if isinstance(one.certificate, Proof) else ()
    by = f" from premise{'s' if len(used) > 1 else ''} {', '.join(str(i + 1) for i in used)}" if used else ""
    follows = {Verdict.ENTAILED: "follows", Verdict.REFUTED: "its negation follows"}.get(one.verdict, "is open")
    return f"{print_formula(one.formula)}: {follows}{by}"


def _sizes(models: Sequence[PreferredModel]) -> str:
    """Return how many things the domains have that an answer rests on."""
    sizes = sorted({entry.model.size for entry in models})
    counts = " and ".join(filter(None, (", ".join(map(str, sizes[:-1])), str(sizes[-1]))))
    return f"{'a domain' if len(sizes) == 1 else 'domains'} of {counts} thing{'s' if sizes[-1] > 1 else ''}"


def _premises(used: Sequence[int], program: Program | None) -> Iterator[Part]:
    if used and program is not None:
        rows = ((i, program.premises[i]) for i in used)
        yield Part("Premises used", tuple((f"{i + 1}.", print_formula(p.formula), p.gloss) for i, p in rows))
    elif used:
        yield Part("Premises used", ((", ".join(str(i + 1) for i in used),),))


def _steps(steps: Sequence[Step], premises: int | None = None) -> Part:
    rows = []
    for step in steps:
        origin = step.rule
        if step.premise is not None:
            strict = premises is None or step.premise < premises
            origin = f"{'by ' if step.parents else ''}premise {step.premise + 1}" if strict else f"by {step.rule}"
        if step.parents:
            origin += f" from {', '.join(map(str, step.parents))}"
        rows.append((str(step.number), step.text, origin))
    return Part("Proof", tuple(rows))


def _model(model: Model, title: str) -> Part:
    rows = [("things", ", ".join(model.domain))] if model.domain or not model.sorts else []
    rows += [(sort, "{" + ", ".join(things) + "}") for sort, things in model.sorts.items()]
    for (name, arity), values in model.functions.items():
        if arity == 0 and str(values[()]) != name:
            rows.append((name, f"= {values[()]}"))
        elif arity:
            rows.append((name, _some([f"{name}({', '.join(map(str, row))}) = {v}" for row, v in values.items()])))
    for (name, arity), tuples in model.predicates.items():
        if arity == 0:
            rows.append((name, "true" if tuples else "false"))
            continue
        held = sorted(", ".join(map(str, t)) if arity == 1 else f"({', '.join(map(str, t))})" for t in tuples)
        rows.append((name, _some(held) if held else "nothing"))
    return Part(title, tuple(rows), framed=True)


def _some(rows: Sequence[str]) -> str:
    more = len(rows) - MAX_ROWS
    return ", ".join(rows[:MAX_ROWS]) + (f" … and {more} more" if more > 0 else "")
