"""The rules of LogicAsker's tree, each in all the forms that the paper and its authors' data know (Wan et al. 2024).

Tables 7 (equivalences), 8 (quantifiers), 9 (inferences) and 10 (fallacies) are in ``data/rules.json``; further forms
are those of the authors' test set. The letters of a rule stand for anything that can be said: C and D are what P and Q
say, of a name, and W is said of nothing that a quantifier binds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sorites.solvers.logic.syntax import Formula

from .data import table
from .inference import Application, Rule, schema

_TABLES: Final = table("rules")


def _rules(name: str) -> dict[str, tuple[Rule, ...]]:
    return {rule: tuple(Rule.of(rule, text) for text in texts) for rule, texts in _TABLES[name].items()}


INFERENCES: Final[Mapping[str, tuple[Rule, ...]]] = _rules("inferences")
EXTRA_INFERENCES: Final[Mapping[str, tuple[Rule, ...]]] = _rules("extra inferences")
"""Rules of table 9 that are in none of the 208 leaves, nor in the authors' data."""
GROWING: Final = tuple(
    rule for name, forms in INFERENCES.items() if name not in {"addition", "conjunction"} for rule in forms
)
"""The rules by which premises are derived."""
EQUIVALENCES: Final[Mapping[str, tuple[str, ...]]] = _TABLES["equivalences"]
EXTRA_EQUIVALENCES: Final[Mapping[str, tuple[str, ...]]] = _TABLES["extra equivalences"]
"""Laws of table 7 that are in none of the 208 leaves; what is true, or false, in any case stands for True and False."""
FALLACIES: Final[Mapping[str, tuple[Rule, ...]]] = _rules("fallacies")
QUANTIFIER_LAWS: Final[Mapping[str, tuple[str, ...]]] = _TABLES["quantifier laws"]
QUANTIFIED: Final[Mapping[str, tuple[str, ...]]] = _TABLES["quantified"]
QUANTIFIED_FALLACIES: Final[Mapping[str, tuple[str, ...]]] = _TABLES["quantified fallacies"]
SOMEBODY: Final = schema("C")
"""What P says, of a name."""


def quantifier_law(name: str, x: str) -> tuple[tuple[Formula, Formula, bool], ...]:
    """Return the forms of a law about quantifiers.

    Args:
        name: one of ``QUANTIFIER_LAWS``.
        x: the variable.

    Returns:
        Two sides of each, and whether the first follows from the second, as the second from the first.
    """
    found = []
    for text in QUANTIFIER_LAWS[name]:
        left, right = text.replace("x", x).replace("⊢", "=").split(" = ")
        found.append((schema(left), schema(right), "⊢" not in text))
    return tuple(found)


def quantified(name: str, x: str) -> tuple[Application, ...]:
    """Return the forms of a rule about quantifiers, right or (a fallacy) wrong.

    Args:
        name: one of ``QUANTIFIED`` and ``QUANTIFIED_FALLACIES``.
        x: the variable.
    """
    rules = [Rule.of(name, text.replace("x", x)) for text in {**QUANTIFIED, **QUANTIFIED_FALLACIES}[name]]
    return tuple(Application(name, rule.premises, rule.conclusion) for rule in rules)


def equivalence(name: str, number: int) -> tuple[Formula, Formula]:
    """Return both sides of a form of a law."""
    left, right = {**EQUIVALENCES, **EXTRA_EQUIVALENCES}[name][number].split(" = ")
    return schema(left), schema(right)
