"""The dialects of first-order logic that models and tools write, as data.

All but SMT-LIB put connectives between formulas and share one parser; they
differ in what this table says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .lexer import KINDS


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a dialect reads what others read differently.

    Attributes:
        name: its name on the command line.
        scope: how far a quantifier without brackets reaches: ``wide`` to the end of
            the bracket around it, ``tight`` over the next atom or bracket only.
        variables: which names that no quantifier binds are variables: ``letters``
            (a lone ``u``..``z``, as in Prover9), ``capitals`` (TPTP), ``sigil`` (``$x``).
        closes: whether the dialect itself defines unbound variables as universal;
            otherwise they are closed all the same, with a warning.
        terminated: whether a full stop ends a formula by right.
        truth_argument: whether an atom's last argument is ``True`` or ``False`` and
            says whether the atom holds.
        exact_names: whether names that differ in case only are different by its standard.
        overrides: spellings that are another kind of token here.
    """

    name: str
    scope: Literal["wide", "tight"] = "tight"
    variables: Literal["letters", "capitals", "sigil"] = "letters"
    closes: bool = False
    terminated: bool = False
    truth_argument: bool = False
    exact_names: bool = False
    overrides: Mapping[str, str] = field(default_factory=dict, hash=False)


UNICODE = Dialect("unicode", scope="wide")
LATEX = Dialect("latex", scope="wide")
NLTK = Dialect("nltk")
PROVER9 = Dialect("prover9", closes=True, terminated=True, exact_names=True, overrides={"<-": "if"})
TPTP = Dialect(
    "tptp",
    variables="capitals",
    closes=True,
    terminated=True,
    exact_names=True,
    # Its words are all ordinary names.
    overrides={"!": "forall", "?": "exists", "<=": "if"}
    | dict.fromkeys((word for word in KINDS if word.isalpha() and word.isascii()), "name"),
)
RULES = Dialect("rules", variables="sigil", closes=True, truth_argument=True, overrides={">>>": "implies"})
SMTLIB = Dialect("smtlib", closes=True, exact_names=True)

DIALECTS: Mapping[str, Dialect] = {d.name: d for d in (UNICODE, NLTK, PROVER9, TPTP, LATEX, SMTLIB, RULES)}

_SIGNS_OF = (
    (SMTLIB, re.compile(r"^\s*(?:;[^\n]*\n\s*)*\(\s*(?:set-|declare-|define-|assert|check-sat|forall|exists|=>)")),
    (TPTP, re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff) ?\(|[!?] ?\[")),
    (PROVER9, re.compile(r"formulas\s*\(|end_of_list")),
    (LATEX, re.compile(r"\\(?:forall|exists|land|lor|neg|lnot|rightarrow|to|wedge|vee|text|leftrightarrow)\b")),
    (RULES, re.compile(r">>>|\( ?\$(?!(?:true|false|int|rat|real|o)\b)[a-z]")),
    (UNICODE, re.compile(r"[∀∃¬∧∨→↔⊕]")),
    (NLTK, re.compile(r"\b(?:all|exists|forall) +[A-Za-z]\w*(?:[ ,]{1,3}[a-z]\w*){0,9} ?\.")),
    (RULES, re.compile(r", ?(?:True|False) ?\)")),  # a truth value is a plain argument where there are quantifiers
    (
        NLTK,
        re.compile(r"\b(?:all|exists|forall) +[A-Za-z]\w*(?:[ ,]{1,3}[a-z]\w*){0,9} ?\.|(?:^|[\s(&|>])- ?[A-Za-z(]"),
    ),
    (PROVER9, re.compile(r"\b(?:all|exists) +[a-z]\w* ?(?:\(|all\b|exists\b)")),
)


_SIGIL = re.compile(r"(?:[(,∀∃]|\b(?:forall|exists|all)) ?\$(?!(?:true|false|int|rat|real|o)\b)[A-Za-z]\w*\b(?!\$)")
"""A variable as programs of rules mark them."""


def detect(text: str) -> Dialect:
    """Return the dialect that the text looks like; ``unicode`` when nothing tells."""
    if "$" in text and _SIGIL.search(text):
        return RULES
    if ("→" in text or "∀" in text or "∧" in text) and "fof(" not in text:  # spares the rest, mostly
        return UNICODE
    return next((dialect for dialect, sign in _SIGNS_OF if sign.search(text)), UNICODE)
