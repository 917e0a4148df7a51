"""Programs as text in sections, in which ``reader`` finds them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Final

from ..logic.errors import Unprintable
from ..logic.program import Default, Program, Semantics, Statement
from ..logic.question import Question
from ..logic.symbols import Predicate
from ..logic.syntax import Atom, Fn, Formula
from . import scanner
from .headings import is_heading
from .names import is_exact
from .printer import SIGNS, print_formula, print_term
from .prose import has_signs
from .readings import Reading
from .signs import RULES, SMTLIB, TPTP, UNICODE, Dialect
from .smtlib import write_script
from .sortlines import write_sort_lines

Line = tuple[str, str]
"""A formula or a declaration as text, and its gloss."""
SECTIONS: Final = (
    "sorts predicates constants premises defaults defeasible_rules exceptions preferences conclusion".split()
)
"""All sections, in their order."""
_PLAIN: Final = re.compile(r"[^\W\d_][\w'’]*")


def write_program(program: Program | Question, dialect: Dialect = UNICODE) -> str:
    """Return the program as text in sections; reading it gives the same program.

    Args:
        program: the program; a question with options is written in Python's notation, whatever the dialect.
        dialect: how its formulas are written.

    Returns:
        The text, which ends with a line break.

    Raises:
        Unprintable: the dialect can't write one of the formulas.
    """

    if isinstance(program, Question):
        from .question_text import write_question  # only here, since few programs have options

        return write_question(program)
    if dialect is SMTLIB:
        return write_script(program)

    params = frozenset(param for predicate in program.predicates for param in predicate.params)

    def printed(formula: Formula) -> str:
        text = print_formula(formula, dialect, params)
        if isinstance(formula, Atom) and not formula.args and text[:1] in "\"'" and has_signs(formula.name):
            return f"({text})"  # a line of one quoted formula is that formula
        return scanner.quote(text) if text.isalpha() and is_heading(text) else text

    def named(name: str) -> str:
        return scanner.quote(name) if is_heading(name) else print_term(Fn(name), dialect)

    def lines(stated: Iterable[Statement]) -> list[Line]:
        return [(printed(s.formula), s.gloss) for s in stated]

    def labelled(rules: Iterable[Default]) -> list[Line]:
        return [(f"{d.label}: {printed(d.formula)}", d.gloss) for d in rules]

    goal = print_goal(program, dialect, params) if program.asked else printed(program.open_goal)
    return write_sections(
        semantics=program.semantics,
        exact=is_exact(program, dialect),
        sorts=write_sort_lines(program.declared),
        predicates=[(_declaration(p), p.gloss) for p in program.predicates],
        constants=[(named(c.name), c.gloss) for c in program.constants],
        premises=lines(program.premises),
        defaults=labelled(program.defaults),
        defeasible_rules=labelled(program.defeasible),
        exceptions=lines(program.exceptions),
        preferences=[(f"{winner} > {loser}", "") for winner, loser in program.preferences],
        conclusion=[(goal, program.goal.gloss)],
    )


def print_goal(program: Program, dialect: Dialect = UNICODE, quoted: Set[str] = frozenset()) -> str:
    """Return the goal as its author wrote it; ``?x …`` if it asks for values.

    Args:
        program: the program.
        dialect: how it is written.
        quoted: names of constants that are quoted.

    Raises:
        Unprintable: the dialect can't write it.
    """
    if program.asked and dialect in (TPTP, RULES, SMTLIB):
        how = ", but by the role question of a problem file" if dialect is TPTP else ""
        raise Unprintable(f"the dialect {dialect.name} can't ask who or what{how}")
    text = print_formula(program.open_goal, dialect, quoted)
    sign = SIGNS[dialect.name]["exists"].partition("{")[0] if program.asked else ""
    return text.replace(sign, "?", len(program.asked))


def write_sections(semantics: Semantics = Semantics.CLASSICAL, exact: bool = False, **sections: Iterable[Line]) -> str:
    """Return sections of lines that are written already, each a formula with its gloss.

    Args:
        semantics: what it means that the goal follows.
        exact: names that differ in their spelling are different.
        sections: the lines of each section, by the names in ``SECTIONS``.
    """
    text = [] if semantics is Semantics.CLASSICAL else [f"Semantics: {semantics}"]
    text += ["Spelling: exact"] if exact else []
    for name in sorted(sections, key=SECTIONS.index):
        written = [f"{line} ::: {one_line(gloss)}" if gloss.strip() else line for line, gloss in sections[name]]
        if written or name in ("premises", "conclusion"):
            text += [f"{name.replace('_', ' ').capitalize()}:", *written]
    return "\n".join(text) + "\n"


def program_text(reading: Reading) -> str:
    """Return the program of a reading as text: what was read or, if that was prose, what came of it."""
    if reading.first is not None and reading.statements:
        return write_program(reading.question or reading.first)
    return reading.text if not reading.statements else ""


def one_line(text: str) -> str:
    """Return the text without line breaks, which would start another statement."""
    return " ".join(text.split())


def _declaration(predicate: Predicate) -> str:
    name = predicate.name if _PLAIN.fullmatch(predicate.name) else scanner.quote(predicate.name)
    return f"{name}({', '.join(predicate.params)})"
