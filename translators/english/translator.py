"""The translator without a model: English in, a program out, the same one each time."""

from __future__ import annotations

import itertools
import re
import time
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sorites.solvers import (
    Constant,
    Diagnostic,
    Level,
    Predicate,
    Program,
    Reading,
    Statement,
)
from sorites.solvers.language.diagnostics import Span
from sorites.solvers.language.syntax import Eq, Fn, Formula, Not

from ..models.chat import Usage
from ..problem import Problem
from ..sentences import Sentence, split
from ..translation import Translation
from .clauses import Clauses
from .kinds import Kinds
from .lexicon import LOOSE, SOFTENERS
from .meaning import Meaning
from .names import names_of
from .normal import NORMALLY, Kind, Normal, preferred, remarks_of, unattached
from .questions import asked
from .scope import Unresolved
from .stretch import POSSIBILITY
from .tree import Clause
from .words import Word, words_of

if TYPE_CHECKING:
    from ..models.background import BackgroundKnowledge
    from .boardgame import Knowledge

NAME: Final = "english"
_SOFTENERS: Final = re.compile(rf"(?i)\b(?:{'|'.join(sorted(SOFTENERS))})\b")
_LOOSE: Final = re.compile(rf"(?i)\b(?:{'|'.join(sorted(LOOSE))})\b")
"""Words of prose that logic passes over."""
_ROUGH: Final = frozenset("unread-sentence kept-whole generic-pronoun unnamed-pronoun passed-over".split())
"""Signs of a reading that misses something."""
_SETS_APART: Final = re.compile(r"(?i)\b(?:except|other than|exactly one)\b")
"""Words that tell individuals apart, which logic does only if it is told that they differ."""
_NEAREST: Final = (
    "Write it more simply: 'Anne is kind.', 'All kind people are nice.', 'If someone owns a dog, they love it.', "
    "'Nobody who sleeps sings.', or leave it out with --partial."
)
_RULE: Final = re.compile(r"(?i)^(?:rule|fact|premise|sentence)?\s*\d+\s*[:.)]\s+")
_GAME: Final = re.compile(r"(?i)rules of the game")
"""What every game says; what reads games is loaded for them alone."""
_FIRST_WORD: Final = re.compile(r"[\w.-]*\w")


@dataclass(frozen=True, slots=True)
class Heard:
    """What the grammar made of a sentence: a clause, or why there is none.

    Attributes:
        clause: what it says.
        at: where a reading failed, in characters.
        expected: what should have stood there.
        passed_over: words at its beginning that the reading does without.
    """

    clause: Clause | None
    at: int = 0
    expected: str = ""
    passed_over: str = ""


@dataclass(frozen=True, slots=True)
class EnglishTranslator:
    """Reads English by a grammar.

    Attributes:
        partial: leave out what can't be read, and say so, instead of giving no program.
        knowledge: a file whose entries are added to the table of general knowledge.
        background: a model to ask for general knowledge that the table lacks.
    """

    partial: bool = False
    knowledge: Path | None = None
    background: BackgroundKnowledge | None = None

    @property
    def name(self) -> str:
        """The name in the registry."""
        return NAME

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the one translation of a problem."""
        started = time.perf_counter()
        if self.knowledge is None and not _GAME.search(problem.context):
            reading, spent = read_english(problem.context, problem.question, partial=self.partial), Usage()
        else:
            from .boardgame import Knowledge
            from .knowledge import load_table

            known = Knowledge(load_table(self.knowledge), self.background)
            reading = read_english(problem.context, problem.question, partial=self.partial, knowledge=known)
            spent = reduce(Usage.__add__, known.spent) if known.spent else Usage()
        return [Translation(reading, NAME, time.perf_counter() - started, usage=spent)]


def read_english(context: str, question: str, *, partial: bool = False, knowledge: Knowledge | None = None) -> Reading:
    """Read a text and a question.

    Args:
        context: what is taken to hold.
        question: what is asked.
        partial: leave out sentences that can't be read.
        knowledge: what is known besides the text; ``None`` for the table alone.

    Returns:
        The program; or, if a sentence can't be read, diagnostics with places in the
        context, a line break, and the question.
    """
    if _GAME.search(context):
        from .boardgame import Knowledge, read_game

        game = read_game(context, question, f"{context}\n{question}", knowledge or Knowledge())
        if game is not None:
            return game
    return _Text(context, question, partial).reading()


class _Text:
    def __init__(self, context: str, question: str, partial: bool) -> None:
        self.context, self.question, self.partial = context, question, partial
        self.text = f"{context}\n{question}"
        self.names = names_of(context, question)
        self.diagnostics: list[Diagnostic] = []
        self.sentences = split(context)
        self.remarks = remarks_of([_RULE.sub("", s.text) for s in self.sentences])
        self.heard = [self.hear(r.text) if r.text else Heard(None) for r in self.remarks]
        self.normal = Normal()
        self.asked = asked(question)
        self.given = [self.hear(words) for words in self.asked.given]
        orders = [(order, wholes) for wholes in (False, True) for order in self.asked.orders]
        heard = (self.hear(order, wholes=wholes) for order, wholes in orders)
        self.goals = list(islice((h for h in heard if h.clause is not None), 1))
        self.where = Sentence(question.strip(), len(context) + 1)

    def reading(self) -> Reading:
        """Return the reading, unless it is so rough that the text was not understood."""
        found = self.sentence_by_sentence()
        if found.program is None or self.partial or not self.foreign(found.program):
            return found
        message = "the sentences could be read, but not well enough to see what they say of the question"
        hint = "Say the same thing in the same words throughout."
        span = Span(self.where.start, self.where.end)
        why = (*found.diagnostics, Diagnostic("unsettled-prose", Level.ERROR, message, span, hint))
        return Reading(None, why, self.text, found.read, found.total, found.statements)

    def foreign(self, program: Program) -> bool:
        """Return whether a default, or what a loosely told text is asked, speaks of what nothing else speaks of."""
        exact = any(r.kind is Kind.DEFAULT for r in self.remarks)
        rough = any(d.code in _ROUGH for d in self.diagnostics)
        rough = rough or _LOOSE.search(NORMALLY.sub("", self.text) if exact else self.text) is not None
        return unattached(program, goal=rough)

    def sentence_by_sentence(self) -> Reading:
        """Return the reading in which each sentence has its own formula."""
        kinds = Kinds.of(h.clause for h in (*self.heard, *self.given, *self.goals[:1]) if h.clause is not None)
        meaning = Meaning(kinds)
        premises = []
        for sentence, remark, one in zip(self.sentences, self.remarks, self.heard, strict=True):
            if remark.kind is Kind.PREFERENCE:
                self.normal.preferences.append((remark.sources[0], remark.sources[1]))
            if not remark.text:
                continue
            formula = self.formula(meaning, one, sentence, remark.kind)
            span = Span(sentence.start, sentence.end)
            if formula is None or self.normal.add(remark, formula, sentence.text, span):
                continue
            if remark.kind is Kind.EXCEPTION:
                self.possible(span)
            else:
                premises.append(Statement(formula, sentence.text, span))
        for condition, one in zip(self.asked.given, self.given, strict=True):
            if self.normal.defaults and (pair := preferred(" ".join(w.text for w in condition))):
                self.normal.preferences.append(pair)
                continue
            formula = self.formula(meaning, one, self.where)
            if formula is not None:
                premises.append(Statement(formula, " ".join(w.text for w in condition)))
        read = " ".join(p.gloss for p in premises)
        if not self.normal.defaults and _SETS_APART.search(f"{read} {self.question}"):
            premises += self.different(meaning)
        goal = None
        if self.question.strip():
            goal = self.formula(meaning, self.goals[0] if self.goals else Heard(None), self.where, last=True)
        if (noun := meaning.kinds.everyone) and any(p.formula for p in premises):
            message = f"nobody is said to be a {noun}, so sentences about {noun}s are taken to be about everyone"
            self.diagnostics.append(Diagnostic("domain-noun", Level.WARNING, message, None))
        predicates, constants = tuple(meaning.predicates.values()), tuple(meaning.constants.values())
        return self.result(premises, goal, predicates, constants)

    def different(self, meaning: Meaning) -> list[Statement]:
        """Return that those who are named are different ones, and note it."""
        named = [c.name for c in meaning.constants.values() if not c.gloss.startswith("the ")]
        pairs = list(itertools.combinations(named, 2))
        if pairs:
            message = "different names are taken to be of different individuals"
            self.diagnostics.append(Diagnostic("unique-names", Level.WARNING, message, None))
        return [Statement(Not(Eq(Fn(one), Fn(other)))) for one, other in pairs]

    def result(
        self,
        premises: list[Statement],
        goal: Formula | None,
        predicates: tuple[Predicate, ...],
        constants: tuple[Constant, ...] = (),
    ) -> Reading:
        """Return a program, unless something could not be read."""
        read, total = len(premises) + (goal is not None), len(self.sentences) + len(self.given) + 1
        failed = any(d.level is Level.ERROR for d in self.diagnostics)
        if goal is None or failed:
            return Reading(None, tuple(self.diagnostics), self.text, read, total, tuple(premises))
        asks = Statement(goal, self.asked.text, Span(self.where.start, self.where.end))
        circle = self.normal.circle()
        if circle:
            return Reading(None, (*self.diagnostics, *circle), self.text, read, total, (*premises, asks))
        plain = Program(tuple(premises), asks, predicates=predicates, constants=constants)
        program = self.normal.program(plain)
        return Reading(program, tuple(self.diagnostics), self.text, read, total, (*premises, asks))

    def hear(self, sentence: str | tuple[Word, ...], *, wholes: bool = True) -> Heard:
        """Return what the grammar makes of a sentence of this text."""
        first = _FIRST_WORD.match(sentence) if isinstance(sentence, str) else None
        words = {first.group()} if first is not None else {w.text for w in sentence if not isinstance(w, str)}
        return hear(sentence, self.names & words, wholes)

    def formula(
        self,
        meaning: Meaning,
        heard: Heard,
        sentence: Sentence,
        kind: Kind = Kind.PREMISE,
        *,
        last: bool = False,
    ) -> Formula | None:
        """Return the formula of a sentence, or note why there is none."""
        if heard.clause is None:
            if heard.expected.startswith(POSSIBILITY) and not last:
                self.possible(Span(sentence.start, sentence.end))
                return None
            self.unread(sentence, heard.at, f"expected {heard.expected or 'a statement'}", last)
            return None
        span = Span(sentence.start, sentence.end)
        softened = [] if kind is Kind.DEFAULT else _SOFTENERS.findall(sentence.text)
        for words in ("" if kind is Kind.DEFAULT else heard.passed_over, *softened):
            if words:
                message = f"'{words}' is passed over"
                self.diagnostics.append(Diagnostic("passed-over", Level.WARNING, message, span))
        before = len(meaning.notes)
        try:
            formula = meaning.sentence(heard.clause)
            for code, what in meaning.notes[before:]:
                message = {
                    "kept-whole": f"'{what}' is kept whole, as one proposition",
                    "generic-pronoun": f"'{what}' is taken to mean anyone",
                    "unnamed-pronoun": f"'{what}' is taken to mean the same somebody throughout",
                }[code]
                self.diagnostics.append(Diagnostic(code, Level.WARNING, message, span))
            return formula
        except Unresolved as why:
            self.unread(sentence, 0, str(why), last)
            return None

    def possible(self, span: Span) -> None:
        """Note that a sentence says only what is possible."""
        message = "this says only what is possible, which neither proves nor refutes anything"
        self.diagnostics.append(Diagnostic("possibility", Level.WARNING, message, span, "It is left out."))

    def unread(self, sentence: Sentence, at: int, why: str, last: bool) -> None:
        """Note that a sentence can't be read; with ``partial`` it is left out."""
        announces = sentence.text.rstrip().endswith(":")  # what only introduces the next sentences
        level = Level.WARNING if (self.partial or announces) and not last else Level.ERROR
        span = Span(min(sentence.start + at, sentence.end - 1), sentence.end)
        message = f"{'the question' if last else 'this sentence'} can't be read: {why}"
        hint = "It is left out." if level is Level.WARNING else _NEAREST
        self.diagnostics.append(Diagnostic("unread-sentence", level, message, span, hint))


@lru_cache(maxsize=20_000)
def hear(sentence: str | tuple[Word, ...], names: frozenset[str], wholes: bool) -> Heard:
    """Return what the grammar makes of a sentence.

    Args:
        sentence: the sentence, or its words.
        names: those of its words that are names even where it begins with them.
        wholes: keep statements whole that have no other reading.
    """
    words = words_of(sentence) if isinstance(sentence, str) else sentence
    if not words:
        return Heard(None, 0, "a sentence")
    grammar = Clauses(words, names)
    clause = grammar.sentence()
    if clause is None and wholes:
        again = Clauses(words, names, wholes=True)
        clause, grammar.passed_over = again.sentence(), again.passed_over
    if clause is not None:
        return Heard(clause, passed_over=grammar.passed_over)
    at = grammar.furthest
    return Heard(None, words[min(at, len(words) - 1)].start, grammar.expected)
