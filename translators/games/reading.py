"""A game's text to a program: what is known of the animals, the rules by default, and which of them win."""

from __future__ import annotations

import itertools
import re
from typing import Final

from sorites.solvers import Default, Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.program import check_labels
from sorites.solvers.logic.syntax import Formula

from .phrases import SHAPES
from .rules import NOBODY, Clause, clause_of, may_be_rule
from .sentences import Piece, double_names, joined, mentions_rule, pieces_of, preferences_of, says_nothing
from .state import Knowledge, State, Unreadable, shown

_ASKS: Final = re.compile(SHAPES["ASKS"])
_FACT: Final = re.compile(r"[Tt]he (?P<animal>[a-z][a-z_-]*) (?P<what>.+?)[.!]?$")
_BESIDE: Final = re.compile(r"([A-Z][a-z]+)(?: (?![Tt]he [a-z]|(?:[Rr]ules?|preferr?\w*|priority|wins?)\b)[^ ]+)+")
"""A sentence about somebody by name, and about no animal or rule."""
_GAME: Final = re.compile(r"(?i)\b(?:board)?games?\b")
_HINT: Final = "See what is said of games in docs/english.md."


def read_game(context: str, question: str, knowledge: Knowledge, *, partial: bool = False) -> Reading | None:
    """Return the reading of a game, or ``None`` if the text is none.

    A text is a game if a sentence that is about the game as such says so and there is a
    rule, or if it has rules, preferences among them, and nothing that no game says.

    Args:
        context: facts, rules and preferences.
        question: what is asked.
        knowledge: what is known besides, and whom to ask.
        partial: leave out what can't be read, and say so.
    """
    return _Reader(context, question, knowledge, partial).reading()


class _Reader:
    """Sorts the sentences of a text, and puts what they say together."""

    def __init__(self, context: str, question: str, knowledge: Knowledge, partial: bool) -> None:
        self.whole = f"{context}\n{question}"
        self.knowledge, self.partial = knowledge, partial
        self.state = State(knowledge.table)
        self.names = double_names(self.whole)
        pieces = pieces_of(joined(context, self.names))
        asked = pieces_of(joined(question, self.names), len(context) + 1)
        if not asked:  # the question stands in the text
            at = next((k for k, p in enumerate(pieces) if _ASKS.fullmatch(p.text) and not p.label), len(pieces))
            pieces, asked = pieces[:at], pieces[at:]
        at = next((k for k, p in enumerate(asked) if _ASKS.fullmatch(p.text)), len(asked) - 1)
        self.pieces, self.asked, self.after = [*pieces, *asked[: max(at, 0)]], asked[at : at + 1], asked[at + 1 :]
        self.diagnostics: list[Diagnostic] = []
        self.rules: list[tuple[Piece, Formula]] = []
        self.ranked: list[Piece] = []  # the rules, those that can't be read among them
        self.preferences: list[tuple[str, str, Span]] = []
        self.unread = self.understood = 0
        self.says_so = any(_GAME.search(piece.text) for piece in self.asked)

    def reading(self) -> Reading | None:
        """Return the reading; ``None`` if this is no game."""
        for piece in self.pieces:
            try:
                self.take(piece)
            except Unreadable as why:
                self.not_read(piece, str(why))
        for piece in self.after:
            if not says_nothing(piece.text, of_answers=True):
                self.not_read(piece, "it is no answer, and follows the question")
        if not self.asked or not self.is_game():
            return None
        goal = self.goal(self.asked[0])
        for piece, reason in self.state.settle():
            self.not_read(piece, reason)
            self.rules = [rule for rule in self.rules if rule[0] is not piece]
            self.understood -= 1
        return self.result(goal)

    def is_game(self) -> bool:
        """Return whether the text is a game: it says so, or has preferences among rules and nothing else."""
        labelled = any(piece.label for piece in self.pieces)
        if self.says_so:
            return bool(self.rules) or labelled
        return bool(self.rules and self.preferences) and not self.unread

    def take(self, piece: Piece) -> None:
        """Take in what a sentence says.

        Raises:
            Unreadable: it is of no known form.
        """
        text = piece.text
        if piece.label or not self.of_the_game(piece):
            fact = _FACT.fullmatch(text)
            if piece.label or may_be_rule(text):
                self.ranked.append(piece)
                self.rules.append((piece, self.state.rule(piece)))
            elif fact is not None:
                self.state.facts(piece, fact["animal"], fact["what"])
            elif (beside := _BESIDE.fullmatch(text)) is not None and beside[1].lower() not in NOBODY:
                message = "this says nothing of the animals, and is passed over"
                self.diagnostics.append(Diagnostic("passed-over", Level.WARNING, message, piece.span))
                return
            else:
                raise Unreadable("it is neither a fact about an animal, a rule, nor a preference")
            self.understood += 1

    def of_the_game(self, piece: Piece) -> bool:
        """Return whether a sentence speaks of the game as such, and take in what it says.

        Raises:
            Unreadable: it speaks of a rule, but is no preference.
        """
        if mentions_rule(piece.text):
            found = preferences_of(piece.text)
            if found is None:
                raise Unreadable("it speaks of a rule, but is no preference such as 'Rule1 is preferred over Rule2'")
            self.preferences += [(a, b, piece.span) for a, b in found]
            self.understood += 1
            return True
        if says_nothing(piece.text):
            self.says_so = self.says_so or _GAME.search(piece.text) is not None
            return True
        return False

    def goal(self, piece: Piece) -> Statement | None:
        """Return what is asked."""
        match = _ASKS.fullmatch(piece.text)
        try:
            if match is None:
                raise Unreadable("it does not ask whether an animal does something to another")
            before = match["before"]
            if before.strip() and not says_nothing(f"{before}:", of_answers=True):
                raise Unreadable(f"'{before.strip()}' goes before what is asked")
            clause = clause_of(match["clause"])
            if clause is None:
                raise Unreadable(f"'{match['clause']}' says nothing of two animals")
            formula = self.state.relation(Clause(clause.who, clause.what, bare=True))
        except Unreadable as why:
            self.not_read(piece, str(why), "Ask 'does the X verb the Y?'", last=True)
            return None
        clause_shown = shown(match["clause"])
        return Statement(formula, f"{clause_shown[0].upper()}{clause_shown[1:]}.", piece.span)

    def not_read(self, piece: Piece, why: str, hint: str = _HINT, *, last: bool = False) -> None:
        """Note that a sentence can't be read."""
        self.unread += 1
        what = "the question" if last else piece.label or "this sentence"
        level = Level.WARNING if self.partial and not last else Level.ERROR
        hint = "It is left out." if level is Level.WARNING else hint
        message = f"{what} can't be read: {shown(why)}"
        self.diagnostics.append(Diagnostic("unread-sentence", level, message, piece.span, hint))

    def labelled(self) -> tuple[Default, ...]:
        """Return the rules with their labels: their own, or their place among the rules."""
        taken = {piece.label for piece in self.ranked}
        names = (label for n in itertools.count(1) if (label := f"Rule{n}") not in taken)
        labels = [piece.label or next(names) for piece in self.ranked]
        formulas = dict(self.rules)
        found = [(label, piece) for label, piece in zip(labels, self.ranked, strict=True) if piece in formulas]
        return tuple(Default(label, formulas[p], shown(p.text), p.span) for label, p in found)

    def result(self, goal: Statement | None) -> Reading:
        """Return the program, or why there is none."""
        rules = self.labelled()
        read, total = self.understood + (goal is not None), self.understood + self.unread + (goal is not None)
        faults = check_labels((), rules, (), self.preferences)
        if goal is None or faults or any(d.level is Level.ERROR for d in self.diagnostics):
            statements = (*self.state.premises, *([goal] if goal is not None else ()))
            return Reading(None, (*self.diagnostics, *faults), self.whole, read, total, statements)
        self.state.ask(self.knowledge)
        premises = tuple(self.state.premises)
        program = Program(
            premises,
            goal,
            predicates=tuple(self.state.predicates.values()),
            constants=tuple(self.state.constants.values()),
            defeasible=rules,
            preferences=tuple((a, b) for a, b, _ in self.preferences),
        )
        diagnostics = (*self.diagnostics, *self.state.remarks())
        return Reading(program, diagnostics, self.whole, read, total, (*premises, goal))
