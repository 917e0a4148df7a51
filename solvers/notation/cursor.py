"""A place in the tokens of one formula: what stands there, where brackets close, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_DEPTH
from .scanner import places, tokenize, unquote
from .signs import END, POWER, UNARY, Dialect


class Ambiguity(NamedTuple):
    """One place where the notation leaves several trees.

    Attributes:
        code: which row of the list of ambiguities it is.
        choice: what can be read in several ways, in words.
        readings: both readings, in words; the first one is the likelier.
        span: where it stands.
    """

    code: str
    choice: str
    readings: tuple[str, str]
    span: Span | None

    @property
    def said(self) -> str:
        """The choice with its readings, in words."""
        return f"{self.choice} can be read in two ways: {', or '.join(self.readings)}"

    def placed(self, start: int) -> Ambiguity:
        """Return the choice of a formula that begins at a place."""
        return self._replace(span=self.span and self.span.moved(start))


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What the rest of a program tells of a formula in it.

    Attributes:
        arities: the declared predicates, with the numbers of arguments that each is declared with.
        sorts: the declared sorts.
    """

    arities: Mapping[str, Set[int]] = field(default_factory=dict)
    sorts: Set[str] = frozenset()


NOWHERE: Final = Surroundings()
FORMULA_END: Final = "a connective or the end of the formula"
CLOSING: Final = "a connective or ')'"
NEXT_ARGUMENT: Final = "',' or ')'"
_HINTS: Final = (
    (r"⟨\.\.\.", "Write every part in full."),
    (r"[⊢⊨]", "Write what is left of it under 'Premises:', a line each, what is right of it under 'Conclusion:'."),
    (r"⟨\?|⟨is⟩ .*\?", "Leave the sign out: what stands under 'Question:' is asked; ?x P(x) asks for whom it holds."),
    (r"⟨[Ee]ither", "Write ∨, or ⊕ for 'just one of them'."),
    (r"^⟨(?:and|or|[∧∨])⟩$", "Write both formulas in one line, as in P(a) ∨ Q(a)."),
    (r"⟨\d+,\d|\d⟨,⟩\d", "Write a number with a decimal point and without commas, as 1250 or 42.5."),
    (r"\d⟨:⟩\d", "Write a time as a number, such as its minutes."),
    (r"⟨[/÷]", "Write a fraction as a decimal number; for a / b = c write a = b * c."),
    (r"⟨%", "Write a share as a decimal number, such as 0.2."),
    (r"[²³]|⟨\^⟩ ?\d", "Write a power as a product, as in x * x."),
    (r"\d ⟨[^\W\d]", "Write a unit in the name, as ageInYears(a) > 20; a product with its sign, as 2 * price(a)."),
    (r"⟨#|⟨\|⟩ ?\{", "Write ∃≥2 x P(x) to say that there are two, up to twenty."),
    (r"⟨\|⟩.*[<>=≤≥]|^⟨\|", "For an amount without its sign write t > 3 ∨ t < -3; for a table, formulas."),
    (r"⟨\|", "Write ∨ for 'or'."),
    (r"⟨[;.]", "Give each formula a line of its own; write ∨ for 'or' and ∧ for 'and'."),
    (r"⟨~", "Write \\neg for what is denied: in LaTeX ~ is a blank."),
    (r"⟨\\", "Write ¬, ≠ or ∉ for what is denied."),
    (r"\b[A-Z]\w* ⟨[a-uw-z]\d?⟩", "Write P(x) and R(x, y), with brackets around what is spoken of."),
    (r"⟨[↑↓]", "Write ¬(P ∧ Q) for 'not both', ¬(P ∨ Q) for 'neither'."),
    (r"⟨[⊂⊆]", "Write ∀x (P(x) → Q(x)) for 'every P is Q'."),
    (r"⟨[□◇±∞√∩∪≈∑∏⊥°∘⊑⊓⊔⟦⟧]", "This sign is not held: say by predicates and functions what it means."),
    (r"⟨if⟩", "Write Q → P for 'P if Q'."),
    (r"\b[Ii]f\b.*⟨[,:]", "Leave the sign out: 'if P then Q', or P → Q."),
    (r"⟨:⟩=", "Write ↔ between a formula and its definition, = between things; a label as P1: before its formula."),
    (r"⟨(?:because|since|so|but|when|unless|except|provided|suppose)⟩",
     "State what holds by ∧, what follows from a condition by →; exceptions to a default stand under 'Defaults:'."),
    (r"⟨(?:normally|usually|typically|generally|probably)⟩|\b(?:[Mm]ost(?:ly)?|[Ff]ew|[Nn]ormally|[Uu]sually) ?⟨",
     "Write what normally holds under 'Defaults:', as D1: ∀x (P(x) → Q(x))."),
    (r"⟨for⟩", "Write the quantifier first: ∀x (P(x) → Q(x)) for 'Q(x) for every x that is P'."),
    (r"⟨is⟩", "Write = between two things, and P(a) for 'a is p'."),
    (r"⟨(?:mod|between|v|such|where|with)⟩",
     "Write signs: ∨ for 'or', ∧ for 'such that', two comparisons for 'between'."),
    (r"\b(?:IF|THEN|AND|OR|NOT) ⟨|⟨(?:IF|THEN|AND|OR|NOT|UNLESS)⟩", "Write → for 'if … then', and ∧, ∨ and ¬."),
    (r"⟨>", "Write → for 'if … then'."),
    (r"(?:[∈∉]|\bin) ?⟨[(\[{]",
     "Write the name of a set; of a list of things, x = a ∨ x = b, with brackets around all of it."),
    (r"⟨\^", "Write ∧ for 'and', or ⊕ for 'either … or'."),
    (r"⟨:", "Put what the formula says in words behind ':::', and give each formula a line of its own."),
    (r"⟨,", "Give each formula a line of its own; within one write ∧, with brackets around what belongs together."),
    (r"[\])] ?⟨[\[(]", "Put a remark behind ':::'; write ¬ before what does not hold."),
    (r"⟨[\[{]", "Name one thing in each argument: state the fact once for every member of a list or a set."),
)  # fmt: skip
"""What to do at a token ⟨so⟩ in its formula; the first that fits."""
_EXPECTED: Final = {
    **dict.fromkeys(
        (FORMULA_END, CLOSING),
        "A connective such as ∧ or → is missing before this, or a name is written as several words; a sentence stands "
        "behind ':::', after its formula.",
    ),
    NEXT_ARGUMENT: "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas.",
    "a variable": "Behind a quantifier stands what it binds, as in ∀x (P(x) → Q(x)).",
}
"""What to do where something is expected, if the token says nothing."""


class Fault(Exception):  # it is caught where a formula's reading began
    """Ends the reading of one formula; what is wrong is among the notes."""


class Cursor:
    """A place in the tokens of one formula, and what is known there."""

    in_arguments = arrow = spaced = context = sorts = lettered = counts = member = False

    def __init__(self, text: str, dialect: Dialect, around: Surroundings, picks: tuple[int, ...]) -> None:
        self.text, self.dialect, self.around, self.picks = text, dialect, around, picks
        self.tokens, self.kinds = tokenize(text, dialect)
        self.tokens.append("")
        self.kinds.append(END)
        self.prolog = ":-" in text and ":-" in self.tokens
        if self.prolog and ";" in self.kinds:  # which is Prolog's or
            self.kinds = ["or" if kind == ";" else kind for kind in self.kinds]
        self.i = self.depth = self.before = 0
        self.bound: dict[str, int] = {}
        self.seen: set[str] = set()
        """The bound variables that were used since their quantifiers."""
        self.unbound: dict[str, None] = {}
        self.marked: set[str] = set()
        self.constants: set[str] = set()
        self.anonymous: list[str] = []
        self.made: list[Ambiguity] = []
        self.notes: list[Diagnostic] = []
        self.closings: list[int] = []

    def span(self, at: int) -> Span:
        """Return the place of a token."""
        spans = places(self.text)
        return spans[min(at, len(spans) - 1)]

    def fail(self, code: str, message: str, at: int, hint: str, expected: str = "") -> NoReturn:
        """End the reading by an error at a token."""
        self.notes.append(Diagnostic(code, Level.ERROR, message, self.span(at), hint, expected, self.tokens[at]))
        raise Fault

    def note(self, code: str, message: str, at: int, hint: str, level: Level = Level.MENDED) -> None:
        """Add what is to be said of a token."""
        self.notes.append(Diagnostic(code, level, message, self.span(at), hint))

    def unexpected(self, expected: str) -> NoReturn:
        """End the reading at a token that should be something else."""
        token = self.tokens[self.i]
        if self.kinds[self.i] == END:
            hint = (
                "Close each bracket, and write the formula to its end in one line; or drop the sign that stands last."
            )
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", self.i, hint, expected)
        span = self.span(self.i)
        seen = f"{self.text[: span.start]}⟨{token}⟩{self.text[span.end :]}"
        hint = next((hint for sign, hint in _HINTS if re.search(sign, seen)), _EXPECTED.get(expected, ""))
        hint = hint or f"Write {expected} here, or leave '{token}' out."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", self.i, hint, expected)

    def pick(self, code: str, choice: str, at: int, readings: tuple[str, str]) -> bool:
        """Return whether the second of two readings is taken this time."""
        k = len(self.made)
        self.made.append(Ambiguity(code, choice, readings, self.span(at)))
        if k == len(self.picks):
            self.picks = (*self.picks, 0)
        return self.picks[k] == 1

    def deeper(self, levels: int = 1) -> None:
        """Go some levels deeper, which has a limit."""
        self.depth += levels
        if self.depth > MAX_DEPTH:
            self.too_deep()

    def too_deep(self) -> NoReturn:
        """End the reading of what is nested too deep."""
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, self.i, "Split it, or drop brackets that say nothing.")

    def close_bracket(self, expected: str) -> None:
        """Step behind a closing bracket."""
        if self.kinds[self.i] != ")":
            self.unexpected(expected)
        self.i += 1

    def closing(self, at: int) -> int:
        """Return where the bracket around a token closes, or where the text ends."""
        if not self.closings:
            inner = [len(self.kinds) - 1]
            for i in range(len(self.kinds) - 1, -1, -1):
                if self.kinds[i] == "(" and len(inner) > 1:
                    inner.pop()
                self.closings.append(inner[-1])
                if self.kinds[i] == ")":
                    inner.append(i)
            self.closings.reverse()
        return self.closings[at]

    def matching(self, at: int) -> int:
        """Return where an opening bracket is closed, or where the text ends."""
        return self.closing(at + 1) if self.kinds[at + 1] != ")" else at + 1

    def signs_between(self, at: int, end: int) -> Set[str]:
        """Return the connectives between two places, but for those in brackets of their own."""
        found = set()
        while at < end:
            if self.kinds[at] == "(":
                at = self.matching(at)
            elif 0 < POWER.get(self.kinds[at], 0) < UNARY:
                found.add(self.kinds[at])
            at += 1
        return found

    def variable_name(self, token: str) -> str:
        """Return the variable that a token is."""
        return (token if token.isalnum() else unquote(token)).removeprefix("$")
