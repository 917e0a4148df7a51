"""Formulas of Sorites English in the words of a program, or a rule book, that says the same otherwise.

The grammar makes a name of each word, where others have one for a phrase: ``∃y (Scholarship(y) ∧ Receives(x, y))`` is
a program's ``ReceivesScholarship(x)``. What is fitted are the largest parts that deny and order nothing. A part of
which no name has the words is not said: there is no formula then, and no guess; where several have them, there are
as many formulas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, product
from typing import Final, Literal, TypeVar

from sorites.solvers.books import RuleBook
from sorites.solvers.logic.rewriting import descend, rewrite, same, simplified
from sorites.solvers.logic.symbols import BOOL
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    Truth,
    Var,
    conjunction,
)
from sorites.solvers.logic.walkers import free_variables, subformulas, walk
from sorites.solvers.notation.spelling import words

from .wordings import stems, tokens

_IDLE: Final = frozenset(
    "a an the is are be been being was were has have had of to in for on at with by it its".split()
)
"""Words that names have or lack without saying something else."""
_ALIKE: Final = {"can": "may", "could": "may", "canceled": "cancelled"}
_MOST: Final = 8
"""The most formulas that one is fitted to."""
_UNIT: Final = re.compile(r"[$€£¥₹%]|°[cf]?|(?<![^\W\d]|['’])[^\W\d_]+(?:/[^\W\d_]+)?(?!\w)")
T = TypeVar("T")
Named = Callable[[Formula], Sequence[Formula]]
"""Gives the atoms that have the words of a phrase, or of a comparison."""


class Unfit(Exception):
    """No name has the words of a part."""


def fitted(formula: Formula, named: Named) -> list[Formula]:
    """Return a formula in other words, in each way that there is.

    Args:
        formula: the formula, as the grammar of English has read it.
        named: gives the atoms for its phrases.

    Raises:
        Unfit: a part of it has no name.
    """
    found = _fit(rewrite(formula, _narrowed), named)
    return list(dict.fromkeys(simplified(one) for one in found))


def _fit(formula: Formula, named: Named) -> list[Formula]:
    if isinstance(formula, Truth):
        return [formula]
    if _phrase(formula) and (found := named(formula)):
        return list(found)
    match formula:
        case Atom() | Cmp() | Eq():
            raise Unfit(" ".join(_said(formula)))
        case And((first, *rest)) if _kind(first) and not named(first):  # the noun, before what is said of it
            return _fit(conjunction(tuple(rest)), named)
        case Implies(left, right) if _kind(left) and not named(left):
            return _fit(right, named)
    parts = [_fit(part, named) for part in subformulas(formula)]
    return [_with(formula, chosen) for chosen in islice(product(*parts), _MOST)]


def _with(formula: Formula, parts: Iterable[Formula]) -> Formula:
    """Return a formula with other parts in their order."""
    given = iter(parts)
    return descend(formula, lambda _: next(given), same)


def _kind(formula: Formula) -> bool:
    """Return whether a formula only says of what kind something is."""
    return isinstance(formula, Atom) and len(formula.args) == 1 and isinstance(formula.args[0], Var)


def _phrase(formula: Formula) -> bool:
    return isinstance(formula, Cmp | Eq) or all(isinstance(n, And | Atom | Exists | Fn | Var) for n in walk(formula))


def _narrowed(formula: Formula) -> Formula:
    """Return a formula whose quantifier reaches no further than it has to, so that a phrase stands together."""
    match formula:
        case Forall(name, Implies(left, right), sort) if name not in free_variables(right):
            return Implies(_narrowed(Exists(name, left, sort)), right)
        case Exists(name, And(parts), sort):
            inner = tuple(part for part in parts if name in free_variables(part))
            outer = tuple(part for part in parts if name not in free_variables(part))
            return conjunction((*outer, Exists(name, conjunction(inner), sort))) if inner and outer else formula
    return formula


def _said(node: Formula | Term, known: Callable[[Fn], object] = lambda _: None) -> Iterator[str]:
    """Yield the words of a phrase that say something, but those of things that are known."""
    for one in walk(node):
        if isinstance(one, Atom) or (isinstance(one, Fn) and known(one) is None):
            yield from _telling(words(one.name))


def _telling(parts: Iterable[str]) -> list[str]:
    return [_ALIKE.get(word, word) for word in parts if word not in _IDLE]


def _covers(some: Iterable[str], others: Sequence[str]) -> bool:
    """Return whether each of some words is a form of another."""
    return all(any(not stems(one).isdisjoint(stems(other)) for other in others) for one in some)


@dataclass(frozen=True, slots=True)
class ProgramWords:
    """The words of a program: its predicates by their names, its things by theirs.

    A phrase may say more than a name has, since names are short, but not as much again. The longest name is meant.

    Attributes:
        predicates: the predicates, with their places.
        things: the constants.
    """

    predicates: Sequence[tuple[str, int]]
    things: Sequence[str]

    def named(self, phrase: Formula) -> list[Formula]:
        """Return the atoms that have the words of a phrase."""
        free = set(free_variables(phrase))
        args: dict[Term, None] = {}
        for atom in (node for node in walk(phrase) if isinstance(node, Atom)):
            for arg in atom.args:
                thing = self.thing(arg) if isinstance(arg, Fn) else None
                if thing is not None or (isinstance(arg, Var) and arg.name in free):
                    args[Fn(thing) if thing is not None else arg] = None
        said = [*_said(phrase, self.thing)]
        found: dict[Formula, int] = {}
        for name, arity in self.predicates:
            own = _telling(words(name))
            if arity == len(args) and own and _covers(own, said) and 2 * len(own) > len(said):
                found[Atom(name, tuple(args))] = len(own)
        return [one for one, size in found.items() if size == max(found.values())]

    def thing(self, term: Fn) -> str | None:
        """Return the constant that a name of the grammar's stands for."""
        own = _telling(words(term.name))
        found = [name for name in self.things if own and _covers(own, words(name))]
        return found[0] if len(found) == 1 and not term.args else None


_ARTICLES: Final = frozenset("a an the this".split())
_SOME: Final = ("a", "an")
_SHORT: Final = (("cannot", "can not"), ("can't", "can not"), ("n't", " not"))
_IF: Final = re.compile(r"if (?P<one>[^,]+), (?:then )?(?P<other>[^,]+)")
_DENIED: Final = re.compile(
    r"\b(?:(?:is|are|was|were|may|can)(?= not )|ha(?:s|ve)(?= not (?!to ))|(?P<do>do|does)(?= not )) not "
)
_UNDENIED: Final = frozenset(
    "all always and any anybody both each either every everybody if just neither never no nobody none not nothing "
    "only or some somebody that unless when which who".split()
)
"""Words of a description beside which *not* may deny another part of it."""
_VALUE: Final = re.compile(
    r"(?P<how>more than |less than |at least |at most |exactly |)[$€£]?"
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d\d?)?)(?P<money> euros?| dollars?| pounds?|)"
)
_HOW: Final[dict[str, Literal["<", "≤", ">", "≥"]]] = {
    "more than ": ">",
    "less than ": "<",
    "at least ": "≥",
    "at most ": "≤",
}


class BookWords:
    """The words of a rule book: names and descriptions of what it declares, in a case of one thing of each kind.

    A phrase has all words of the name or of the description, and no others.

    Args:
        book: the book.
    """

    def __init__(self, book: RuleBook) -> None:
        self._atoms: list[tuple[list[str], Formula]] = []
        self._terms: list[tuple[list[str], tuple[Fn, bool]]] = []
        self._clauses: list[tuple[list[str], Formula]] = []
        self._values: list[tuple[list[str], Fn, str, Sequence[str]]] = []
        parts = book.parts
        owners = {one.typed.result: Fn(one.name) for one in parts.facts if not one.typed.arguments}
        for one in (*parts.facts, *parts.derived):
            if any(sort not in owners for sort in one.typed.arguments):
                continue
            args = tuple(owners[sort] for sort in one.typed.arguments)
            own = _telling(words(one.name))
            ways = [own, [*own, *(w for a in args for w in words(a.name))], _telling(_words_of(one.typed.gloss))]
            members = parts.declared.enumerations.get(one.typed.result)
            gloss = one.typed.gloss.partition(' "')[0].casefold().removeprefix("whether ")
            if one.typed.result == BOOL and gloss:
                self._clauses.append((tokens(gloss), Atom(one.name, args)))
            elif gloss:
                named = _bare(tokens(re.split("[,;]", gloss)[0]))
                self._values.append((named, Fn(one.name, args), one.kind, members or ()))
            for way in filter(None, ways):
                if one.typed.result == BOOL:
                    self._atoms.append((way, Atom(one.name, args)))
                elif members:
                    said = [(member, _telling(words(member))) for member in members]
                    self._atoms += [([*way, *extra], Eq(Fn(one.name, args), Fn(m))) for m, extra in said]
                else:
                    self._terms.append((way, (Fn(one.name, args), one.kind == "Money")))

    def named(self, phrase: Formula) -> list[Formula]:
        """Return the atoms and comparisons of the book that have the words of a phrase."""
        if isinstance(phrase, Cmp | Eq):
            left, right = phrase.left, phrase.right
            if not isinstance(right, Num):
                return []
            said = [word for arg in left.args for word in _said(arg)] if isinstance(left, Fn) else []
            of_money, measure = isinstance(left, Fn) and left.name == "price", words(getattr(left, "name", ""))
            fitting = dict.fromkeys([*_having(said, self._terms), *_having([*said, *measure], self._terms)])
            terms = [t for t, money in fitting if money == of_money and (money or _covers(measure, words(t.name)))]
            return [Eq(one, right) if isinstance(phrase, Eq) else Cmp(phrase.op, one, right) for one in terms]
        return _having([*_said(phrase)], self._atoms) if not free_variables(phrase) else []

    def described(self, sentence: str) -> list[Formula]:
        """Return what a sentence says that is a description of the book, word by word, also denied or as a condition.

        What has a description and is no truth value may be said to be something, or to be above or below it.
        """
        text = sentence.casefold().replace("’", "'").rstrip(" .!")
        for short, whole in _SHORT:
            text = text.replace(short, whole)
        if (found := _IF.fullmatch(text)) is not None:
            sides = product(self.described(found["one"]), self.described(found["other"]))
            return [Implies(one, other) for one, other in sides]
        denied = _DENIED.search(text)
        if denied is None:
            none = _bare(tokens(text)[1:]) if text.startswith("no ") else None
            said = [*self._valued(text)]
            said += [atom for own, atom in self._clauses if _bare(own) == _bare(tokens(text))]
            said += [Not(atom) for own, atom in self._deniable if own[0] in _SOME and _bare(own) == none]
            return said
        before, behind = text[: denied.start()], text[denied.end() :]
        if denied["do"]:  # the verb behind it has no ending
            verb, _, rest = behind.partition(" ")
            verbs = ("has",) if verb == "have" else (f"{verb}s", f"{verb}es", f"{verb.removesuffix('y')}ies")
            plain = [f"{before}{one} {rest}" for one in ((verb,) if denied["do"] == "do" else verbs)]
        else:
            plain = [f"{before}{denied[0].removesuffix('not ')}{behind}"]
        firm = [
            (_bare(own), atom) for own, atom in self._deniable if own[0] not in _SOME
        ]  # others may be denied of one
        said = [atom for one in plain for own, atom in firm if own == _bare(tokens(one))]
        return [Not(one) for one in (*said, *(self._valued(plain[0]) if denied[0] == "is not " else ()))]

    @property
    def _deniable(self) -> Iterator[tuple[list[str], Formula]]:
        return (one for one in self._clauses if _UNDENIED.isdisjoint(one[0]))

    def _valued(self, text: str) -> Iterator[Formula]:
        """Yield that what is described has a value, or one beyond or below it."""
        start, _, end = text.rpartition(" is ")
        value = _VALUE.fullmatch(end)
        for own, term, kind, members in self._values:
            if _bare(tokens(start)) != own:
                continue
            yield from (Eq(term, Fn(one)) for one in members if [*words(one)] == _bare(tokens(end)))
            if value and (kind == "Money" or (kind in ("Int", "Real") and not value["money"])):
                number = Decimal(value["number"].replace(",", ""))
                numeral = Num(int(number) if number == int(number) else number)
                yield Cmp(_HOW[value["how"]], term, numeral) if value["how"] in _HOW else Eq(term, numeral)


def _bare(parts: Sequence[str]) -> list[str]:
    """Return words without articles, and in one spelling."""
    return [_ALIKE.get(word, word) for word in parts if word not in _ARTICLES]


def _having(said: Sequence[str], entries: Iterable[tuple[list[str], T]]) -> list[T]:
    return list(dict.fromkeys(one for own, one in entries if _covers(own, said) and _covers(said, own)))


def units(text: str) -> dict[str, dict[str, float]]:
    """Return the units that a text names, by their dimensions, with how many of its first one each is."""
    from sorites.translators.english.vocabulary.measures import UNITS

    found: dict[str, dict[str, float]] = {}
    for token in _UNIT.findall(text.casefold()):
        if (unit := UNITS.get(token)) is not None:
            found.setdefault(unit.dimension, {})[unit.name] = unit.factor
    return found


def _words_of(gloss: str) -> list[str]:
    return [word.casefold() for word in tokens(gloss.partition(' "')[0])]


__all__ = ["BookWords", "Named", "ProgramWords", "Unfit", "fitted", "units"]
