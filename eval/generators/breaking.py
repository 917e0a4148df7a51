"""Arguments with one link broken: what does not follow, from the same question as what does.

Beside the argument stand copies of some of its premises over letters of their own. A letter of one premise and the
letter of its copy take each other's place: so the chain leads elsewhere in the middle, and what is asked still has the
premises that it had, with all words, signs and connectives as often as before. Only who follows the links can tell.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Final

from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Xor

from .inference import fill, is_literal, letters_of

_MOST: Final = 18
"""The most letters of a truth table that is made."""


class Table:
    """Truth tables of formulas of letters, each as the bits of one number, a bit for each row.

    What is said of everybody or of somebody is said of the one thing there is.
    """

    def __init__(self, letters: Sequence[str]) -> None:
        rows = 1 << len(letters)
        self.full = (1 << rows) - 1
        self._of: dict[str, int] = {}
        for place, letter in enumerate(letters):
            half = 1 << place
            self._of[letter] = self.full // ((1 << half) + 1) << half  # runs of so many noughts and ones in turn

    def rows(self, formula: Formula) -> int:
        """Return the rows in which a formula is true."""
        match formula:
            case Atom(letter):
                return self._of[letter]
            case Not(body):
                return self.full ^ self.rows(body)
            case And(parts) | Or(parts):
                return reduce(and_ if isinstance(formula, And) else or_, map(self.rows, parts))
            case Implies(left, right):
                return (self.full ^ self.rows(left)) | self.rows(right)
            case Iff(left, right):
                return self.full ^ self.rows(left) ^ self.rows(right)
            case Xor(left, right):
                return self.rows(left) ^ self.rows(right)
            case Forall(body=body) | Exists(body=body):
                return self.rows(body)
        raise AssertionError(formula)

    def all(self, formulas: Sequence[Formula]) -> int:
        """Return the rows in which all of some formulas are true."""
        return reduce(and_, map(self.rows, formulas), self.full)


def stands(premises: Sequence[Formula], asked: Formula) -> tuple[bool, bool] | None:
    """Return whether premises leave room for what is asked, and for its opposite; ``None`` for too many letters."""
    letters = letters_of([*premises, asked])
    if len(letters) > _MOST:
        return None
    table = Table(letters)
    given, wanted = table.all(premises), table.rows(asked)
    return bool(given & wanted), bool(given & ~wanted)


def broken(
    rng: random.Random, premises: Sequence[Formula], given: Sequence[Formula], asked: Formula, *, inside: bool = True
) -> tuple[list[int], list[Formula], list[Formula]] | None:
    """Return premises with copies beside them, and the same with a link broken, so that they leave open what is asked.

    Args:
        rng: the source of choices.
        premises: what is said.
        given: what the question supposes, which stays.
        asked: what follows from all these.
        inside: break no link between two letters of the question, which a single sentence would show.

    Returns:
        Of which premise each is, or is a copy; the premises with copies; and those that are broken; ``None`` if there
        is no link to break.
    """
    visible = set(letters_of([*given, asked]))
    rules = [i for i, premise in enumerate(premises) if not is_literal(_inner(premise))]
    names = {i: letters_of([premises[i]]) for i in rules}
    ways = [(i, x) for i in rules for x in names[i]]
    if inside:
        ways = [(i, x) for i, x in ways if x not in visible or not visible & ({*names[i]} - {x})]
    ways = rng.sample(ways, len(ways))
    # A letter that the question does not name is in the middle; and a copy that hangs together with others looks alike.
    ways.sort(key=lambda way: (way[1] in visible, sum(way[1] in names[i] for i in rules) < 2))
    for i, letter in ways:
        copied = [i, *(j for j in rules if j != i and letter in names[j])]
        anew: dict[str, Formula] = {x: Atom(f"{x}′", ()) for j in copied for x in names[j]}
        copies = {j: fill(premises[j], anew) for j in copied}
        crossed = {letter: anew[letter], f"{letter}′": Atom(letter, ())}
        whole = [*premises, *copies.values()]
        torn = [*premises, *copies.values()]
        for place in (i, len(premises)):
            torn[place] = fill(whole[place], {x: crossed.get(x, Atom(x, ())) for x in letters_of([whole[place]])})
        if stands([*torn, *given], asked) in {None, (True, True)}:
            return [*range(len(premises)), *copied], whole, torn
    return None


def _inner(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Forall | Exists) else formula


def needed(premises: Sequence[Formula], asked: Formula, steps: int = 0) -> bool:
    """Return whether what is asked follows, from no fewer premises, and by no fewer steps that single facts give."""
    if stands(premises, asked) not in {None, (True, False)}:
        return False
    fewer = [stands([*premises[:i], *premises[i + 1 :]], asked) for i in range(len(premises))]
    return all(one is None or one[1] for one in fewer) and not _by_facts(premises, asked, steps - 1)


def _by_facts(premises: Sequence[Formula], asked: Formula, rounds: int) -> bool:
    """Return whether so many rounds give what is asked: in each, every premise gives what follows from known facts.

    Of a rule that is asked it is known what it starts from, and of a choice that all but the last part are not so.
    """
    letters = letters_of([*premises, asked])
    if rounds <= 0 or len(letters) > _MOST:
        return False
    table = Table(letters)
    said = [(table.rows(premise), letters_of([premise])) for premise in premises]
    asked = _inner(asked)
    known = table.full
    if isinstance(asked, Implies):
        known, asked = table.rows(asked.left), asked.right
    if isinstance(asked, Or):
        known, asked = known & ~table.rows(Or(asked.parts[:-1])), asked.parts[-1]
    for _ in range(rounds + 1):  # the first one is what is stated
        found = known
        for rows, names in said:
            for name in names:
                for literal in (one := table.rows(Atom(name, ())), table.full ^ one):
                    found &= literal if not rows & known & ~literal else table.full
        known = found
    return not known & ~table.rows(asked)
