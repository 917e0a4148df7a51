"""Questions with options as text in Python's notation, in which ``constraints`` finds them again."""

from __future__ import annotations

import keyword
import re
import string
from collections.abc import Iterable, Mapping
from typing import Final

from ..logic.errors import Unprintable
from ..logic.program import Statement
from ..logic.question import Asked, Option, Question
from ..logic.symbols import BOOL, INT
from ..logic.syntax import (
    CALCULATING,
    And,
    Atom,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
)
from ..logic.walkers import subformulas
from .pythonic import INFIX, NO_VALUE

_CALLED: Final[Mapping[type, str]] = {
    And: "And", Or: "Or", Not: "Not", Implies: "Implies", Iff: "Iff", Xor: "Xor", Forall: "ForAll", Exists: "Exists",
}  # fmt: skip
_RELATIONS: Final = {"<": "<", "≤": "<=", ">": ">", "≥": ">=", "=": "=="}
_WRAPPERS: Final = {
    "entailed": "is_valid({})", "possible": "is_sat({})", "refuted": "is_unsat({})",
    "not entailed": "is_exception(is_valid({}))",
}  # fmt: skip
_KINDS: Final = {Asked.LEAST: "is_min({})", Asked.MOST: "is_max({})", Asked.SETTLED: "is_determined({})"}
_TYPES: Final = {INT: "int", BOOL: "bool"}


def write_question(question: Question) -> str:
    """Return a question as text in the dialect ``python``, each constraint beside its sentence.

    Args:
        question: the question.

    Returns:
        The text, which ends with a line break.

    Raises:
        Unprintable: it speaks of more than enumerations and whole numbers, or asks how many.
    """
    declared, lines = question.program.declared, ["# Declarations"]
    for sort in declared.sorts:
        lines.append(f"{sort.name} = EnumSort([{', '.join(map(_name, sort.members or ()))}])")
    for one in declared.typed:
        result = one.result or BOOL
        if result not in declared.enumerations and result not in _TYPES:
            raise Unprintable(f"'{one.name}' gives numbers that are not whole, or things that are not listed")
        arguments = ", ".join(_TYPES.get(sort, sort) for sort in one.arguments)
        lines.append(f"{one.name} = Function([{arguments}] -> [{_TYPES.get(result, result)}])")
    replaced = [Statement(told, "what the options replace")] if (told := _replaced(question)) is not None else []
    lines += ["", "# Constraints", *map(_line, (*question.supposing, *replaced)), "", "# Options"]
    lines.append(f"Question ::: {_one_line(question.text)}")
    for column, things in question.table.columns if question.table is not None else ():
        shown = ", ".join(f'"{thing}": {_term(term)}' for thing, term in things)
        lines.append(f"{column} = {{{shown}}} ::: {question.table.row if question.table else ''}")
    for letter, option in zip(string.ascii_uppercase, question.options, strict=False):
        lines.append(f"{_option(question, option)} ::: ({letter}) {_one_line(option.says.gloss)}".rstrip())
    return "\n".join(lines) + "\n"


def _replaced(question: Question) -> Formula | None:
    """Return the premise that options are to replace, if they are."""
    if question.asked is not Asked.SAME:
        return None
    same = question.options[0].tests[0].formulas[0]
    return same.left if isinstance(same, Iff) else None


def _option(question: Question, option: Option) -> str:
    """Return an option with what is asked of it around it."""
    if question.asked is Asked.NUMBER:
        raise Unprintable("what asks of how many things something is so has no form here")
    if (told := _replaced(question)) is not None:
        return f"is_equivalent({print_constraint(told)}, {print_constraint(option.says.formula)})"
    wrapper = _WRAPPERS["possible" if question.asked in (Asked.LEAST, Asked.MOST) else question.wanted]
    if question.asked is Asked.LIST:
        return wrapper.format(f"is_accurate_list({_listed(map(print_constraint, option.tests[0].formulas))})")
    said = print_constraint(option.says.formula)
    match option.says.formula:
        case Eq(_, Num()) | Count("="):
            numbered = True
        case _:
            numbered = question.asked is Asked.SETTLED
    if question.asked in _KINDS and numbered:
        return _KINDS[question.asked].format(said)
    return wrapper.format(said)


def _line(one: Statement) -> str:
    return f"{print_constraint(one.formula)} ::: {_one_line(one.gloss)}" if one.gloss else print_constraint(one.formula)


def print_constraint(formula: Formula) -> str:
    """Return a formula in Python's notation.

    Raises:
        Unprintable: it has something that this notation has not.
    """
    match formula:
        case Truth(value):
            return str(value)
        case Atom(name, args):
            return _applied(name, args)
        case Not(Eq(left, right)):
            return f"{_operand(left)} != {_operand(right)}"
        case Eq(left, right):
            return f"{_operand(left)} == {_operand(right)}"
        case Cmp(op, left, right):
            return f"{_operand(left)} {_RELATIONS[op]} {_operand(right)}"
        case Distinct(terms):
            return f"Distinct({_listed(map(_term, terms))})"
        case Count(relation, number, var, body, sort):
            return f"Count([{var}:{_sort(sort)}], {print_constraint(body)}) {_RELATIONS[relation]} {number}"
        case Forall(var, body, sort) | Exists(var, body, sort):
            return f"{_CALLED[type(formula)]}([{var}:{_sort(sort)}], {print_constraint(body)})"
    return f"{_CALLED[type(formula)]}({', '.join(map(print_constraint, subformulas(formula)))})"


def _term(term: Term) -> str:
    match term:
        case Var(name):
            return name
        case Num(int(value)):
            return str(value)
        case Fn(("+" | "-" | "*" | "%") as sign, (left, right)):
            return f"{_operand(left)} {sign} {_operand(right)}"
        case Fn("-", (one,)):
            return f"-{_operand(one)}"
        case Fn(name, args) if name not in CALCULATING:
            return _applied(name, args)
    raise Unprintable("a division, or a number that is not whole, has no form here")


def _operand(term: Term) -> str:
    return f"({_term(term)})" if isinstance(term, Fn) and term.name in CALCULATING else _term(term)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _listed(parts: Iterable[str]) -> str:
    return f"[{', '.join(parts)}]"


def _sort(sort: str) -> str:
    if not sort:
        raise Unprintable("a variable ranges over what is no sort")
    return sort


def _applied(name: str, args: tuple[Term, ...]) -> str:
    return f"{name}({', '.join(map(_term, args))})" if args else _name(name)


def _name(name: str) -> str:
    """Return the name of a thing, quoted where Python, or this notation, would read it as something else."""
    odd = keyword.iskeyword(name) or name in INFIX or name in NO_VALUE or not re.fullmatch(r"[^\W_]\w*", name)
    return f'"{name}"' if odd else name
