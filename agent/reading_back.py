"""What was read, said back: beside each sentence what it was taken to say, made of its formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from sorites.solvers import Answers, Program, Reading, Said, Span
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.showing import meaning


def in_english(program: Program, formula: Formula, *, normally: bool = False) -> str:
    """Return a formula as a sentence. This is the one place that chooses who puts formulas into words.

    Args:
        program: the program that it belongs to.
        formula: the formula.
        normally: whether it holds only unless something speaks against it.
    """
    from sorites.translators.english.paraphrase import say  # its lexicon takes a while to load

    return say(program, formula, normally=normally)


def asked(program: Program) -> str:
    """Return what a program asks, as a question."""
    if not program.asked:
        return f"Is it so that {_within(program, program.open_goal)}?"
    said = _within(program, program.asked_of)
    first, *more = program.asked  # what is free is called by its name
    if not more and said.startswith(f"{first} ") and len(re.findall(rf"\b{first}\b", said)) == 1:
        return f"Who or what {said.removeprefix(f'{first} ')}?"
    return f"For which {' and '.join(program.asked)} is it so that {said}?"


def _within(program: Program, formula: Formula) -> str:
    """Return what a formula says as a part of a sentence."""
    from sorites.translators.english.paraphrase import names_of

    said = in_english(program, formula).removesuffix(".")
    first = said.split(" ", 1)[0]
    if any(name.split(" ", 1)[0] in {first, first.removesuffix("'s")} for name in names_of(program).values()):
        return said
    return said[:1].lower() + said[1:]


def answers_said(program: Program, answers: Answers) -> str:
    """Return who or what it is that a goal asks for, and whether that is all, in one line."""
    if not answers.found:
        return meaning(answers.verdict, answers)
    return f"{found_said(program, answers)} ({'and no others' if answers.complete else 'there may be others'})"


def found_said(program: Program, answers: Answers) -> str:
    """Return who or what it is that a goal asks for; empty if nobody is known."""
    names = [named(program, one.names) for one in answers.found]
    if len(answers.variables) > 1:
        names = [f"({name})" for name in names]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def named(program: Program, constants: Iterable[str]) -> str:
    """Return what constants are called in English."""
    from sorites.translators.english.paraphrase import names_of

    called = names_of(program)
    return ", ".join(called.get(name, name) for name in constants)


def said_of(reading: Reading) -> tuple[Said, ...]:
    """Return what each sentence of a text was read as.

    Args:
        reading: a reading; what its translator did not put into words is put into words here, if
            there is a program.
    """
    program = reading.first
    if program is None:  # what the words of its formulas are is not known
        return reading.said or tuple(Said(s.gloss, "", s.span, s.formula) for s in reading.statements)
    proved = {s.span: s.formula for s in program.premises if s.span is not None}
    proved |= {s.span: s.formula for s in program.rules if s.span is not None}
    return tuple(_filled(program, _proved(one, proved)) for one in reading.said or _said(program))


def quoted(text: str) -> str:
    """Return a text in quotation marks of the kind that it has none of."""
    return f'"{text}"' if "'" in text else f"'{text}'"


def same(wrote: str, read: str) -> bool:
    """Return whether a sentence was read as what it says word for word, commas and brackets included."""
    return _bare(wrote) == _bare(read)


def _bare(text: str) -> str:
    words = " ".join(text.split()).rstrip(".!? ")
    return words[:1].lower() + words[1:]


def _proved(said: Said, proved: Mapping[Span, Formula]) -> Said:
    """Return what was read of a sentence with the formula that the program has of it, since that is what is proved."""
    if said.role in {"assumed", "question"} or said.formula is None or said.span is None:
        return said
    return replace(said, formula=proved.get(said.span, said.formula))


def _filled(program: Program, said: Said) -> Said:
    """Return what was read of a sentence in words, also where its translator leaves that to us."""
    if said.read or said.formula is None:
        return said
    if said.role == "question":
        return replace(said, wrote=program.goal.gloss or said.wrote, read=asked(program))
    return replace(said, read=in_english(program, said.formula, normally=said.role == "default"))


def _said(program: Program) -> Iterator[Said]:
    for one in program.premises:
        why = "" if one.gloss else "no sentence of the text stands beside it"
        yield Said(one.gloss, "", one.span, one.formula, "premise" if one.gloss else "assumed", why)
    for rule in program.rules:
        wrote = f"{rule.gloss or print_formula(rule.formula)} ({rule.label})"
        yield Said(wrote, "", rule.span, rule.formula, "default")
    for one in program.exceptions:
        yield Said(one.gloss, f"It is an exception: {print_formula(one.formula)}.", one.span, one.formula)
    for first, second in program.preferences:
        yield Said("", f"{first} is preferred to {second}.", role="default")
    goal = program.goal
    yield Said(goal.gloss, "", goal.span, goal.formula, "question")
