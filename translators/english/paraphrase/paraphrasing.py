"""Formulas in Sorites English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from sorites.solvers import Program
from sorites.solvers.logic.syntax import Fn, Formula
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import free_variables, walk

from .counting import grouped
from .guessing import names_of, wordings
from .naming import Terms, apart, called
from .sentences import Sentences
from .wording import Senses

_FIRST: Final = re.compile(r"(\(*)([a-z][a-z']*)(?=[ ,.)-])")


def paraphrase(
    formula: Formula,
    senses: Senses,
    names: Mapping[str, str],
    *,
    normally: bool = False,
    whole: bool = True,
    years: bool = True,
) -> str:
    """Return a formula as a sentence of Sorites English, which reads back as the same formula.

    The words come from the formula and from the senses of its predicates alone. Formulas give the same sentence
    only if they differ in the names of bound variables, in the order or nesting of ``and`` or ``or``, in the
    order of quantifiers of one kind in a row, in where ``there is`` stands within ``and`` and conditions, or in
    how they count.

    Args:
        formula: the formula.
        senses: what its predicates say, by names and numbers of arguments: a sense or a template; of one without,
            the sentence says that it ``holds of`` things.
        names: how its constants and functions are written, such as ``theRedBox`` as ``the red box``;
            others are written by their names.
        normally: whether the formula holds only unless something speaks against it.
        whole: whether it is to be a whole sentence, with its capital and its stop, or a part of one.
        years: whether ages are in years.
    """
    formula, terms = unfolded(formula), Terms(names)
    shown = [terms.term(node).lower() for node in walk(formula) if isinstance(node, Fn) and not node.args]
    terms.taken = frozenset(shown)
    terms.letters = {name: name for name in free_variables(formula)}
    said = Sentences(senses, terms, years).full(grouped(apart(formula)))
    said = f"normally, {said}" if normally else said
    if not whole:
        return said
    first = _FIRST.match(said)
    if first and first.group(2) not in terms.letters.values():
        at = len(first.group(1))
        said = f"{said[:at]}{said[at].upper()}{said[at + 1 :]}"
    return f"{said}."


def say(program: Program, formula: Formula, *, normally: bool = False, whole: bool = True) -> str:
    """Return a formula of a program as a sentence of English that says what it says, right or wrong.

    Args:
        program: the program; its glosses, else its names, tell what predicates and constants are.
        formula: the formula; it may speak of more than the program does.
        normally: whether it holds only unless something speaks against it.
        whole: whether it is to be a whole sentence, with its capital and its stop, or a part of one.

    Returns:
        The sentence.
    """
    senses = wordings(program.predicates, tuple(sorted(program.signature.predicates)))
    names = dict(names_of(program))
    for node in walk(formula):
        if isinstance(node, Fn) and not node.args and node.name not in names:
            text = called(node.name)
            names[node.name] = f'"{node.name}"' if text in names.values() else text
    return paraphrase(formula, senses, names, normally=normally, whole=whole, years=False)
