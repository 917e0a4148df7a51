"""Formulas of a program in words, so that a person sees what they say."""

from __future__ import annotations

from sorites.solvers import Program
from sorites.solvers.logic.syntax import Fn, Formula
from sorites.solvers.logic.walkers import walk

from .guessing import names_of, wordings
from .naming import called
from .paraphrasing import sentence


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
    return sentence(formula, senses, names, normally=normally, whole=whole, years=False)
