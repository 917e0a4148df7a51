"""English between formulas: ``if A then B``, ``A unless B``, ``for all x``, as signs."""

from __future__ import annotations

from typing import Final

from ..logic.diagnostics import Span
from .dialects import Dialect
from .lexer import ATOM, NAME, NUMBER, QUOTED, Words
from .signs import ENGLISH, POWER, RELATIONAL, TERMS, UNARY

_OPERAND_ENDS: Final = (NAME, QUOTED, ATOM, ")", "true", "false")
_OPERAND_BEGINS: Final = (NAME, QUOTED, ATOM, "(", "not", "-", "true", "false", "forall", "exists")
_PARTING: Final = ("then", "if", "unless", "only", "neither")
"""Words behind which a denial before them has ended."""
_DOTS: Final = ("·", "•", "\\cdot")
_CALCULATED: Final = frozenset((*(kind for kind, sign in TERMS.items() if sign.power >= RELATIONAL), NUMBER)) - {
    "*",
    "-",
}
"""Kinds of tokens beside which a dot may multiply."""
_BEGIN: Final = ENGLISH | frozenset("every whenever provided just but both holds is s and".split())
"""Words, in any case, with which phrases begin; those beyond ``ENGLISH`` may be names elsewhere."""
_LONGER: Final = (
    (("provided", "that"), "if"),
    (("whenever",), "if"),
    (("just", "in", "case"), "iff"),
    (("but",), "and"),
)
"""Phrases between two formulas, and the signs that they are."""
_TWO_VARIABLES: Final = [["forall", NAME, "and", NAME, ","], ["forall", NAME, "and", NAME, "."]]
_DENIED: Final = (("there", "is", "no"), ("there", "does", "not", "exist"), ("there", "do", "not", "exist"))


def in_signs(words: Words, dialect: Dialect) -> Words:
    """Return the words of a formula with English connectives as the kinds of tokens that they are.

    Args:
        words: the words.
        dialect: how they are read; those with standards of their own have no English.
    """
    if dialect.terminated:
        return words
    dots = [i for i, token in enumerate(words.tokens) if token in _DOTS]
    if dots and not any(kind in _CALCULATED for kind in words.kinds):
        conjoin(words, dots)
    if not ("nor" in words.kinds or any(t.lower() in _BEGIN for t in words.tokens)):
        return words
    return _Rewriter(words).rewrite()


def conjoin(words: Words, dots: list[int]) -> None:
    """Read the dots between formulas as 'and', as Copi writes it; between terms they multiply."""
    around: list[bool] = []
    places = frozenset(dots)
    for i, kind in enumerate(words.kinds):
        if kind == "(":
            around.append((i > 0 and words.kinds[i - 1] == NAME) or (bool(around) and around[-1]))
        elif kind == ")" and around:
            around.pop()
        elif i in places and not (around and around[-1]):
            words.kinds[i] = "and"


class _Rewriter:
    def __init__(self, words: Words) -> None:
        self.old = words
        self.new = Words([], [], [])
        self.low = [t.lower() if k == NAME else "" for t, k in zip(words.tokens, words.kinds, strict=True)]
        self.denials: dict[int, str] = {}
        """On each level of brackets, the word that 'nor' behind it goes on with."""
        self.levels: list[int] = []
        level = 0
        for kind in words.kinds:
            level -= kind == ")"
            self.levels.append(level)
            level += kind == "("

    def rewrite(self) -> Words:
        tokens, kinds, spans = self.old
        i = 0
        while i < len(tokens):
            if kinds[i] == "nor" and tokens[i].isalpha():
                self.nor(i)
                i += 1
                continue
            self.note_denial(i)
            taken, kind = self.phrase(i)
            if kinds[i] == "," and self.low[i + 1 : i + 2] == ["then"]:
                taken = 1  # if A, then B
            if taken == 0:
                taken, kind = 1, kinds[i]
            if kind:
                text = " ".join(tokens[i : i + taken])
                self.new.put(len(self.new.tokens), text, kind, Span(spans[i].start, spans[i + taken - 1].end))
            i += taken
        return self.new

    def note_denial(self, i: int) -> None:
        """Keep whether a word denies what follows, up to the next connective."""
        kind, level = self.old.kinds[i], self.levels[i]
        if self.low[i] == "neither" or (kind == "not" and self.old.tokens[i].isalpha()):
            self.denials[level] = "neither" if self.low[i] else "not"
        elif kind == "(":
            self.denials.pop(level + 1, None)
        elif (kind in POWER and POWER[kind] < UNARY and kind not in ("and", "or", "-")) or self.low[i] in _PARTING:
            self.denials.pop(level, None)
        elif kind in ("and", "or") and self.denials.get(level) == "not":
            del self.denials[level]

    def nor(self, i: int) -> None:
        """Put what 'nor' means: behind 'not A', and not; behind 'neither', nor for the last one."""
        denial, span = self.denials.get(self.levels[i], ""), self.old.spans[i]
        kind = "and" if denial == "not" else "or" if denial and self.another_nor(i) else "nor"
        self.new.put(len(self.new.tokens), "nor" if kind == "nor" else kind, kind, span)
        if denial == "not":
            self.new.put(len(self.new.tokens), "not", "not", span)

    def another_nor(self, i: int) -> bool:
        """Return whether the same 'neither' has one more 'nor'."""
        level = self.levels[i]
        for j in range(i + 1, len(self.old.kinds)):
            kind = self.old.kinds[j]
            if self.levels[j] < level or (self.levels[j] == level and (kind == "nor" or self.low[j] in _PARTING)):
                return kind == "nor"
            if self.levels[j] == level and kind in POWER and POWER[kind] < UNARY and kind not in ("and", "or", "-"):
                return False
        return False

    def phrase(self, i: int) -> tuple[int, str]:  # a case for each phrase
        """Return how many words at a place are one sign, and its kind; none to drop them."""
        kinds, low = self.old.kinds, self.low
        word, following = low[i], kinds[i + 1 : i + 2]
        previous = self.new.kinds[-1] if self.new.kinds else ""
        between = previous in _OPERAND_ENDS
        found = self.quantifier(i) if word in ("for", "there", "such") else None
        if (found := found or self.longer(i, between)) is not None:
            return found
        if word == "if" and between and kinds[i + 1 : i + 2] == ["and"] and low[i + 2 : i + 4] == ["only", "if"]:
            return 4, "iff"
        if word == "only" and between and low[i + 1 : i + 2] == ["if"]:
            return 2, "implies"
        if word == "unless" and between:
            return 1, "unless"
        if word == "then" and between:
            return 1, "then"
        if word == "if":
            return self.if_word(i, between)
        if word == "v" and between and following and following[0] in _OPERAND_BEGINS and not self.in_variables(i):
            return 1, "or"
        if word == "no" and not between and kinds[i + 1 : i + 3] == [NAME, "."]:
            return 1, "no"  # no x. P(x)
        if word == "either" and not between and following != ["("]:
            return 1, "either"
        if word == "neither" and not between and following != ["("]:
            return 1, ""
        return 0, ""

    def quantifier(self, i: int) -> tuple[int, str] | None:
        """Return what a phrase around a quantifier is: 'for all', 'there is a', 'such that'."""
        low, following = self.low, self.old.kinds[i + 1 : i + 2]
        word = low[i]
        if word == "for" and following in (["forall"], ["exists"]):
            return 1, ""
        if word == "for" and low[i + 1 : i + 2] and low[i + 1] in ("every", "each", "any"):
            return 2, "forall"
        if word == "there" and following == ["exists"]:
            return 1, ""
        if word == "there" and low[i + 1 : i + 2] == ["is"] and low[i + 2 : i + 3] and low[i + 2] in ("a", "an"):
            return 3, "exists"
        if word == "such" and low[i + 1 : i + 2] == ["that"]:
            return 2, self.such_that()
        return None

    def such_that(self) -> str:
        """Return what 'such that' is: what parts the variable of 'there is' from what is said of it."""
        last = next((k for k in reversed(self.new.kinds) if k in ("forall", "exists", "no")), "")
        return ":" if last in ("exists", "no") else "such"

    def longer(self, i: int, between: bool) -> tuple[int, str] | None:
        """Return what a phrase is whose words may be names in another place; none if it is not one."""
        kinds, tokens = self.old.kinds, self.old.tokens
        lower = [t.lower() for t in tokens[i : i + 4]]
        if between:
            for phrase, kind in _LONGER:
                if lower[: len(phrase)] == [*phrase] and kinds[i + len(phrase) : i + len(phrase) + 1] != [","]:
                    return (len(phrase), kind) if kinds[i + len(phrase) :][:1] != [] else None
            if kinds[i - 1] == ")" and lower[:1] == ["holds"]:
                return 1, ""
            if kinds[i - 1] == ")" and lower[:2] == ["is", "true"]:
                return 2, ""
            if lower == ["s", ".", "t", "."] and kinds[i - 2 : i - 1] == ["exists"]:
                return 4, ":"
            if lower[:1] == ["and"] and kinds[i - 2 : i + 3] in _TWO_VARIABLES:
                return 1, ","
            return None
        if lower[:1] == ["every"] and kinds[i + 1 : i + 3] in ([NAME, "."], [NAME, ","]):
            return 1, "forall"
        if lower[:1] == ["both"] and kinds[i + 1 : i + 2] not in (["("], ["and"]) and "and" in kinds[i:]:
            return 1, ""
        return next(((len(p), "no") for p in _DENIED if lower[: len(p)] == [*p]), None)

    def if_word(self, i: int, between: bool) -> tuple[int, str]:
        """Return what 'if' is at a place: the first word of a rule, or the sign ←."""
        kinds = self.old.kinds
        if between:
            return 1, "if"
        level = self.levels[i]
        behind = []
        for j in range(i + 1, len(kinds)):
            if self.levels[j] < level:
                break
            if self.levels[j] == level:
                behind.append(j)
        if any(self.low[j] == "then" for j in behind):
            return 1, "if-then"
        if any(kinds[j] == "implies" for j in behind):
            return 1, ""  # if A → B
        commas = [j for j in behind if kinds[j] == ","]
        if len(commas) == 1 and kinds[i + 1 : i + 2] != ["("]:
            self.old.kinds[commas[0]] = "then"
            return 1, "if-then"
        return 0, ""

    def in_variables(self, i: int) -> bool:
        """Return whether a lone ``v`` stands among the variables of a quantifier."""
        kinds = self.old.kinds
        j = i - 1
        while j >= 0 and kinds[j] in (NAME, ","):
            j -= 1
        return j >= 0 and kinds[j] in ("forall", "exists", "no")
