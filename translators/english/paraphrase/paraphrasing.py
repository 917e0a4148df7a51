"""Formulas in Sorites English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from sorites.solvers.logic.syntax import Fn, Formula
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import free_variables, walk

from ..semantics.senses import Sense
from .counting import grouped
from .naming import Terms, apart
from .sentences import Sentences
from .wording import Senses

_FIRST: Final = re.compile(r"(\(*)([a-z][a-z']*)(?=[ ,.)-])")


def paraphrase(
    formula: Formula,
    senses: Mapping[str, Sense] | Mapping[tuple[str, int], Sense],
    names: Mapping[str, str],
    *,
    normally: bool = False,
) -> str:
    """Return a formula as a sentence of Sorites English, which reads back as the same formula.

    The words come from the formula and from the senses of its predicates alone. Formulas give the same sentence
    only if they differ in the names of bound variables, in the order or nesting of ``and`` or ``or``, in the
    order of quantifiers of one kind in a row, in where ``there is`` stands within ``and`` and conditions, or in
    how they count.

    Args:
        formula: the formula.
        senses: what its predicates say, by their names, or by names and numbers of arguments where one name stands
            for several; of one without, the sentence says that it ``holds of`` things.
        names: how its constants and functions are written, such as ``theRedBox`` as ``the red box``;
            others are written by their names.
        normally: whether the formula holds only unless something speaks against it.

    Returns:
        The sentence, with its stop.
    """
    found = {(key, len(one.roles)) if isinstance(key, str) else key: one for key, one in senses.items()}
    return sentence(formula, found, names, normally=normally)


def sentence(
    formula: Formula,
    senses: Senses,
    names: Mapping[str, str],
    *,
    normally: bool = False,
    whole: bool = True,
    years: bool = True,
) -> str:
    """Return a formula as a sentence; see ``paraphrase``. A predicate may have a template instead of a sense."""
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
