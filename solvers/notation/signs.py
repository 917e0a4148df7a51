"""The signs of formulas, as data: what each makes, how tightly it binds, and how every dialect spells it.

One table serves the scanner, the parser, the printer, the page on syntax and the exported grammar. From
loose to tight: ``↔`` and ``→`` (to the right), ``⊕``, ``∨``, ``∧``, ``¬`` and quantifiers, relations, ``+ -``, ``*``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ..logic.syntax import And, Cmp, Eq, Expression, Fn, Formula, Iff, Implies, Not, Or, Relation, Term, Xor

NAME: Final = "name"
NUMBER: Final = "number"
QUOTED: Final = "quoted"
BAD: Final = "bad"
END: Final = "end"
UNARY: Final = 60
"""How tightly a negation, or a quantifier, binds what follows."""
RELATIONAL: Final = 70
"""How tightly a relation binds; what binds as tightly or more stands between terms."""


def _compares(relation: Relation) -> Callable[[Term, Term], Expression]:
    return lambda a, b: Cmp(relation, a, b)


def _calculates(name: str) -> Callable[[Term, Term], Expression]:
    return lambda a, b: Fn(name, (a, b))


@dataclass(frozen=True, slots=True)
class Sign:
    """A row of the table.

    Attributes:
        kind: the kind of the token.
        spellings: all spellings, parted by blanks; ␣ is a blank within one.
        power: how tightly it binds what stands before it; 0 for what stands between nothing.
        right: how tightly it binds what follows; less than ``power`` where it groups to the right.
        joins: makes a formula of two.
        chains: makes a formula of any number.
        relates: makes a formula, or a term of arithmetic, of two terms.
    """

    kind: str
    spellings: str
    power: int = 0
    right: int = 0
    joins: Callable[[Formula, Formula], Formula] | None = None
    chains: Callable[[tuple[Formula, ...]], Formula] | None = None
    relates: Callable[[Term, Term], Expression] | None = None


TABLE: Final = (
    Sign("iff", "↔ <-> <--> <=> <==> ⇔ ⟷ ⟺ ≡ iff IFF if␣and␣only␣if \\leftrightarrow \\Leftrightarrow \\iff \\equiv "
         "\\longleftrightarrow", 10, 9, joins=Iff),
    Sign("implies", "→ -> --> => ==> ⇒ ⟶ ⟹ ⊃ ➔ ➜ ⇨ >>> implies IMPLIES only␣if \\rightarrow \\to \\Rightarrow "
         "\\implies \\supset \\longrightarrow \\Longrightarrow", 20, 19, joins=Implies),
    Sign("if", "← <- ⇐ <== <<< :- ⟸ ⟵ \\leftarrow \\Leftarrow", 20, 20, joins=lambda then, given: Implies(given, then)),
    Sign("unless", "unless", 20, 20, joins=lambda then, exception: Implies(Not(exception), then)),
    Sign("xor", "⊕ ⊻ <~> xor XOR \\oplus \\veebar \\xor", 30, 30, joins=Xor),
    Sign("nor", "~|", 40, 40, joins=lambda a, b: Not(Or((a, b)))),
    Sign("or", "∨ | || ⋁ \\/ or OR \\lor \\vee \\bigvee", 40, 40, chains=Or),
    Sign("nand", "~&", 50, 50, joins=lambda a, b: Not(And((a, b)))),
    Sign("and", "∧ & && ⋀ /\\ and AND \\land \\wedge \\& \\bigwedge ⋅", 50, 50, chains=And),
    Sign("=", "= ==", RELATIONAL, RELATIONAL, relates=Eq),
    Sign("!=", "≠ != /= <> \\neq \\ne =/=", RELATIONAL, RELATIONAL, relates=lambda a, b: Not(Eq(a, b))),
    Sign("<", "< \\lt", RELATIONAL, RELATIONAL, relates=_compares("<")),
    Sign("≤", "≤ <= =< ⩽ \\leq \\le \\leqslant", RELATIONAL, RELATIONAL, relates=_compares("≤")),
    Sign(">", "> \\gt", RELATIONAL, RELATIONAL, relates=_compares(">")),
    Sign("≥", "≥ >= ⩾ \\geq \\ge \\geqslant", RELATIONAL, RELATIONAL, relates=_compares("≥")),
    Sign("∈", "∈ \\in", RELATIONAL, RELATIONAL),
    Sign("∉", "∉ \\notin", RELATIONAL, RELATIONAL),
    Sign("+", "+", 80, 80, relates=_calculates("+")),
    Sign("-", "- −", 80, 80, relates=_calculates("-")),
    Sign("*", "* × · \\cdot \\times", 90, 90, relates=_calculates("*")),
    Sign("not", "¬ ~ ! ￢ ∼ \\+ not NOT Not \\neg \\lnot \\sim \\not"),
    Sign("forall", "∀ all forall All ForAll Forall FORALL ALL for␣all For␣all \\forall"),
    Sign("exists", "∃ exists Exists EXISTS some there␣exists There␣exists \\exists"),
    Sign("no", "∄ \\nexists"),
    Sign("true", "⊤ $true true \\top $T"),
    Sign("false", "⊥ $false false \\bot $F"),
    Sign("#", "# \\# either Either"),  # which make nothing, and are no names
    Sign("if-then", "if If"),
    Sign("then", "then"),
    Sign("(", "( [ { \\{ \\( \\["),
    Sign(")", ") ] } \\} \\) \\]"),
    Sign(",", ","),
    Sign(".", "."),
    Sign(":", ":"),
    Sign(";", ";"),
    Sign("?", "?"),
    Sign("...", "... … \\ldots \\cdots \\dots"),
)  # fmt: skip
SIGNS: Final[Mapping[str, Sign]] = {sign.kind: sign for sign in TABLE}
KINDS: Final[dict[str, str]] = {
    spelling.replace("␣", " "): sign.kind for sign in TABLE for spelling in sign.spellings.split()
}
"""The kind of every token that is not a name, a numeral or a quoted text."""
POWER: Final[Mapping[str, int]] = {sign.kind: sign.power for sign in TABLE if sign.power}
QUANTIFIERS: Final = frozenset(("forall", "exists", "no"))
FUNCTIONAL: Final[Mapping[str, str]] = {
    name: kind
    for kind, names in {
        "and": "And AND and", "or": "Or OR or", "implies": "Implies IMPLIES implies", "iff": "Iff IFF iff Equivalent",
        "xor": "Xor XOR xor", "distinct": "Distinct AllDifferent distinct",
    }.items()
    for name in names.split()
}  # fmt: skip
"""Names that are connectives when a bracket follows, and what each makes."""


def forms(words: Iterable[str]) -> frozenset[str]:
    """Return words in small letters, with a capital, in capitals and as they are."""
    return frozenset(form for word in words for form in (word, word.lower(), word.capitalize(), word.upper()))


WORDS: Final = forms(
    [*(k for k in KINDS if k.isascii() and k.isalpha()), *FUNCTIONAL, *"only for there True False".split()]
)
"""What is no name, unless it is quoted."""
TRUTHS: Final = {"True": True, "False": False, "true": True, "false": False, "TRUE": True, "FALSE": False}
"""How the truth values are spelt, as formulas and as the last argument of an atom."""


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """How a dialect reads what others read differently.

    Attributes:
        name: its name on the command line.
        scope: how far a quantifier without brackets reaches: ``wide`` as far as its variable is used,
            ``tight`` over the next atom or bracket.
        sigil: whether its variables are marked, as ``$x``; in others a lone ``u``..``z`` is one that nothing binds.
        terminated: whether it is of a prover's files, whose formulas are read exactly, by their standards.
        truth_argument: whether an atom's last argument is ``True`` or ``False`` and says whether the atom holds.
        exact_names: whether names that differ in case only are different by its standard.
        kinds: the kind of each sign, some of which are another here.
    """

    name: str
    scope: Literal["wide", "tight"] = "tight"
    sigil: bool = False
    terminated: bool = False
    truth_argument: bool = False
    exact_names: bool = False
    kinds: Mapping[str, str] = field(default_factory=lambda: KINDS, repr=False)


UNICODE: Final = Dialect("unicode", scope="wide")
LATEX: Final = Dialect("latex", scope="wide", kinds={sign: kind for sign, kind in KINDS.items() if sign != "~"})
"""Where ``~`` is a blank that no line is broken at, and denies nothing."""
NLTK: Final = Dialect("nltk")
PROVER9: Final = Dialect("prover9", terminated=True, exact_names=True)
TPTP: Final = Dialect("tptp", terminated=True, exact_names=True)
RULES: Final = Dialect("rules", sigil=True, truth_argument=True)
SMTLIB: Final = Dialect("smtlib", exact_names=True)
PYTHON: Final = Dialect("python", exact_names=True)
CSP: Final = Dialect("csp", exact_names=True)
DIALECTS: Final[Mapping[str, Dialect]] = {
    d.name: d for d in (UNICODE, NLTK, PROVER9, TPTP, LATEX, SMTLIB, RULES, PYTHON, CSP)
}

_VARIABLES: Final = r"\b(?:all|exists|forall) +[A-Za-z]\w*(?:[ ,]{1,3}[a-z]\w*){0,9} ?\."
_SIGNS_OF: Final = (
    (TPTP, re.compile(r"[!?] ?\[")),
    (LATEX, re.compile(r"\\(?:forall|exists|land|lor|neg|lnot|rightarrow|to|wedge|vee|text|leftrightarrow)\b")),
    (RULES, re.compile(r">>>|\$(?:(?<=\(\$)|(?<=\( \$))(?!(?:true|false|int|rat|real|o)\b)[a-z]")),
    (UNICODE, re.compile(r"[∀∃¬∧∨→↔⊕]")),
    (NLTK, re.compile(_VARIABLES)),
    (RULES, re.compile(r", ?(?:True|False) ?\)")),  # a truth value is a plain argument where there are quantifiers
    (NLTK, re.compile(r"(?:^|[\s(&|>])- ?[A-Za-z(]|\b(?:all|exists) +[a-z]\w* ?(?:\(|all\b|exists\b)")),
)
_SIGIL: Final = re.compile(
    "\\$(?:"
    + "|".join(rf"(?<={one}\$)|(?<={one} \$)" for one in (r"[(,∀∃]", r"\ball", r"\bforall", r"\bexists"))
    + r")(?!(?:true|false|int|rat|real|o)\b)[A-Za-z]\w*\b(?!\$)"
)
"""A variable as programs of rules mark them."""


def detect(text: str) -> Dialect:
    """Return the dialect that formulas in sections look like; ``unicode`` when nothing tells."""
    if "$" in text and _SIGIL.search(text):
        return RULES
    if ("→" in text or "∀" in text or "∧" in text) and "fof(" not in text:  # spares the rest, mostly
        return UNICODE
    for dialect, sign in _SIGNS_OF:
        if (dialect is not UNICODE or not text.isascii()) and sign.search(text):
            return dialect
    return UNICODE


# Names: what each dialect may write bare, how TPTP spells the rest, and which names are numbers.

FREE_LETTER: Final = re.compile(r"[u-z]\d*")
"""What a quantifier binds where its variables and its scope are not parted."""
UNBOUND_LETTER: Final = re.compile(r"[u-z]\d?")
"""What may be a variable although nothing binds it; more digits make a year, or another name."""
LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")
"""What is plainly a variable beside others."""
CAPITAL: Final = re.compile(r"[A-Z]\d?")
"""What may be a variable in a rule without quantifiers."""
SHORT_ATOM: Final = re.compile(r"[A-Z][a-z]{1,3}|[a-z][A-Z][a-z]")
"""What textbooks write for a predicate of one letter with its arguments: ``Fx``, ``xRy``."""
SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
QUANTITY: Final = re.compile(
    r"(\d+(?:_\d{3})*(?:\.\d+)?)(?:[eE]([+-]?\d{1,2})|[_-]?(thousand|million|billion|trillion))?[$€£]?",
    re.I,
)
"""What is read as a number where one can stand: its digits, its exponent, its scale."""
TPTP_RELATIONS: Final[Mapping[Relation, str]] = {"<": "$less", "≤": "$lesseq", ">": "$greater", "≥": "$greatereq"}
"""TPTP's names of comparisons."""
TPTP_ARITHMETIC: Final[Mapping[str, str]] = {
    "+": "$sum", "-": "$difference", "*": "$product", "/": "$quotient", "÷": "$quotient_e", "%": "$remainder_e",
}  # fmt: skip
"""TPTP's names of what is calculated with two numbers."""
FROM_TPTP: Final = {theirs: ours for ours, theirs in TPTP_ARITHMETIC.items()}
RELATIONS_FROM_TPTP: Final = {theirs: ours for ours, theirs in TPTP_RELATIONS.items()}
_PLAIN_VARIABLE: Final = re.compile(r"(?!q_)[a-z][A-Za-z0-9_]*")
_ESCAPED: Final = re.compile(r"_([0-9a-f]+)_")


def encode_tptp_variable(name: str) -> str:
    """Return the TPTP variable for a variable's name: ``x`` is written ``X``.

    Names that TPTP can't write after raising their first letter are spelt out in
    hexadecimal behind ``Q_``.
    """
    if _PLAIN_VARIABLE.fullmatch(name):
        return name[0].upper() + name[1:]
    return "Q_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)


def decode_tptp_variable(name: str) -> str:
    """Return the name that ``encode_tptp_variable`` wrote."""
    if name.startswith("Q_"):
        return _ESCAPED.sub(lambda m: chr(min(int(m.group(1), 16), 0x10FFFF)), name[2:])
    return name[0].lower() + name[1:]


def distinct_object(text: str) -> str:
    """Return the name of TPTP's distinct object ``"text"``: its marks belong to it."""
    return f'"{text}"'


def object_text(name: str) -> str:
    """Return what a distinct object's name holds between its marks; empty if the name is none."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' else ""
