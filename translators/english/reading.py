"""English in, a program out: what was read, how, and what was not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from sorites.solvers import Default, Diagnostic, Level, Reading, Statement
from sorites.solvers.clock import uncollected
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.syntax import Formula, Truth
from sorites.solvers.notation.asked import unclear_question
from sorites.solvers.notation.readings import Other, Said

from ..problem import wanted_of
from ..sentences import Sentence, split
from .assembling import assemble, other_time, unfix
from .grammar.clauses import begins_question
from .grammar.rivals import supported
from .grammar.sentence_tree import Question
from .grammar.tokens import words_of
from .grammar.tree import Node, S, Tense
from .grammar.ways import Choice, Ways
from .invariants.attachments import attach, nearest, plural
from .invariants.denials import deny_alike
from .invariants.echo import echoes, said_back
from .invariants.words import SaysNothing, account
from .layout import bare_question, names_of, sentences_of
from .parsing import Parsed, normally, parse
from .persons import SAID, Persons
from .semantics.meaning import Meaning
from .semantics.referents import Unresolved
from .symbols import constants_of
from .vocabulary.lists import SHAPES

_GRAMMAR: Final = frozenset({"grouping", "attachment", "adjectives"})
"""The kinds of choices that the grammar makes; the others are the interpretation's."""
_ONE_OF_A_KIND: Final = re.compile(r"\b(?:[Aa]n?|[Ee]very|[Ee]ach|[Nn]o) ([A-Za-z][\w-]+)\b")
"""Nouns: ``a Muggle``, ``an admin``, of whom several are no name at the beginning of a sentence."""
_HELD: Final[set[tuple[str, bool, bool, bool, bool, Formula]]] = set()
"""Sentences with the formulas of which all holds that must."""
_MOST: Final = 20_000
_RULE: Final = re.compile(r"(?:^|[.!?\n] *)(?:All|Every\w*|Each|If|No|When\w*|An?|[A-Z][\w-]+s are)\b")
"""How a sentence begins that may be a rule."""
FEWEST_RULES: Final = 5
"""How many rules make a text one of rules."""
MAX_READINGS: Final = 4
"""The most trees of a sentence that are compared."""


@uncollected()
def read_english(
    context: str, question: str, *, partial: bool = False, options: tuple[str, ...] = (), sure: bool = True
) -> Reading:
    """Read a text and a question.

    Args:
        context: what is taken to hold.
        question: what is asked; empty if nothing is.
        partial: leave out sentences that can't be read.
        options: statements to choose from, if the question asks for one of them.
        sure: whether what is read has to be read again from what it is said back as, which takes a third of the time.

    Returns:
        The program, and the programs of the other readings that the text has; or, if a
        sentence can't be read, diagnostics with places in the context, a line break, and the question.
    """
    if options and (supposed := _SUPPOSED.search(question)) is not None:
        message = f"'{supposed[0].strip()} …' of a question with options has no form here; add it to the text"
        span = Span(len(context) + 1 + supposed.start(), len(context) + 1 + supposed.end())
        return Reading(
            None, (Diagnostic("unread-sentence", Level.ERROR, message, span),), f"{context}\n{question}", 0, 1
        )
    listed = _listed(context, question, options) if options or "\n" in context else None
    if listed is not None and listed.first is not None:
        return listed
    found = _by_grammar(context, question, partial, options, sure)
    return found if listed is None or found.first is not None else listed


def _by_grammar(context: str, question: str, partial: bool, options: tuple[str, ...], sure: bool) -> Reading:
    """Read a text that is no list of things and clues."""
    if options:
        if (unclear := unclear_question(question, " ".join((context, *options)), alone=True)) is not None:
            return Reading(None, (unclear,), f"{context}\n{question}", 0, 1)
        return _with_options(context, question, options, partial)
    first, reading = _read(context, question, frozenset(), partial, sure=sure)
    if reading.first is None or not first.met:
        return reading
    others: list[Other] = []
    for turned, choice in _flips(first.met):
        other = _read(context, question, turned, partial)[1].first
        if other is not None and other != reading.first and all(o.program != other for o in others):
            others.append(Other(choice.where, choice.preferred, choice.other, other))
    return replace(reading, others=tuple(others))


def _flips(met: dict[str, Choice]) -> list[tuple[frozenset[str], Choice]]:
    """Return which choices to make the other way: each by itself, then all."""
    found = [(frozenset({kind}), choice) for kind, choice in met.items()]
    if len(met) > 1:
        found.append((frozenset(met), next(iter(met.values()))))
    return found


def _listed(context: str, question: str, options: tuple[str, ...]) -> Reading | None:
    """Return what a text says that is an order, groups, or a grid, or what of it can't be read; ``None`` of others."""
    from .grids import read_grid  # few texts are one
    from .groups import read_groups
    from .orders import read_order

    tables = (read_grid, read_order, read_groups) if options else (read_grid,)
    if options and unclear_question(question, " ".join((context, *options)), alone=True) is not None:
        tables = (read_grid,)  # which asks in words of its own
    found = [one for read in tables if (one := read(context, question, options)) is not None]
    return next((one for one in found if one.first is not None), found[0] if found else None)


def _with_options(context: str, question: str, options: tuple[str, ...], partial: bool) -> Reading:
    """Read a text whose question chooses between statements: each of them is asked."""
    found = [_read(context, option, frozenset(), partial) for option in options]
    texts, readings = [text for text, _ in found], [reading for _, reading in found]
    missing = next((r for r in readings if r.first is None), None)
    if missing is not None:
        return missing
    programs = tuple(r.first for r in readings if r.first is not None)
    met = {kind: choice for text in texts for kind, choice in text.met.items()}
    others = []
    for turned, choice in _flips(met):
        made = [_read(context, option, turned, partial)[1].first for option in options]
        if None not in made and tuple(made) != programs:
            all_of = tuple(p for p in made if p is not None)
            others.append(Other(choice.where, choice.preferred, choice.other, all_of[0], all_of))
    return replace(readings[0], options=programs, wanted=wanted_of(question), others=tuple(others))


_SUPPOSED: Final = re.compile(r"(?i)(?:^|[\s,;.])(?:if|suppose|supposing|assuming|given that|provided|unless)\b")
"""What sets a condition for all options."""
_BINDS: Final = re.compile(SHAPES["BINDS"])
"""What binds a letter."""
_LAW: Final = re.compile(SHAPES["LAW"])
"""A conditional about letters that stand for anything."""
_YOU: Final = re.compile(r"(?i)\byou(?:r|rs|rself)?\b")
_SURE: Final = re.compile(r"(?i)\b(?:certain|certainly|sure|surely|necessarily|definitely)\b")
_LETTER: Final = re.compile(r"[U-Z](?:_?\d+)? ")
"""A letter that is bound elsewhere, at the beginning of a sentence."""


def _read(
    context: str, question: str, turned: frozenset[str], partial: bool, *, sure: bool = True
) -> tuple[_Text, Reading]:
    """Read a text, again if its words for persons say more than that there is somebody."""
    text, reading = _settled(context, question, turned, partial, persons=False, sure=sure)
    if SAID.search(text.text) and (
        text.nothing or not Persons(text.meaning, text.formulas, None).among_themselves(text.text)
    ):
        told, again = _settled(context, question, turned, partial, persons=True, sure=sure)
        if text.nothing or not Persons(told.meaning, told.formulas, None).alone(told.text):
            return told, again
    return text, reading


def _settled(
    context: str, question: str, turned: frozenset[str], partial: bool, *, persons: bool, sure: bool
) -> tuple[_Text, Reading]:
    """Read a text, again as long as later sentences take up what earlier ones seem to say of all of a kind."""
    taken: set[str] = set()
    while True:
        text = _Text(context, question, turned, partial, persons=persons, sure=sure)
        text.ways.taken |= taken
        reading = text.reading()
        if text.ways.taken == taken:
            return text, reading
        taken = text.ways.taken


class _Text:
    """A text under one way of making its choices."""

    def __init__(
        self, context: str, question: str, turned: frozenset[str], partial: bool, *, persons: bool, sure: bool
    ) -> None:
        self.sure = sure and not turned
        self.context, self.question, self.partial, self.turned = context, question, partial, turned
        self.text = f"{context}\n{question}"
        self.met: dict[str, Choice] = {}
        self.ways = Ways(turned, self.met)
        self.meaning = Meaning(self.ways)
        self.diagnostics: list[Diagnostic] = []
        self.formulas: list[Formula] = []
        self.given: list[Formula] = []  # what the question takes to hold
        self.nothing = self.usual = False
        self.names = names_of(context, question)
        self.kinds = {w.lower() for w in _ONE_OF_A_KIND.findall(self.text)}
        self.ruled = len(_RULE.findall(context)) >= FEWEST_RULES
        self.meaning.persons = persons
        self.meaning.letters = _BINDS.search(self.text) is not None
        self.meaning.addressed = _YOU.search(self.text) is not None
        self.meaning.letters_name = not self.meaning.letters and _LAW.search(self.text) is None
        self.meaning.future_apart = "future" in turned
        self.meaning.text, self.meaning.context = self.text.lower(), context
        self.meaning.obliged = bool(re.search(r"\bmust\b", context))

    def reading(self) -> Reading:
        """Return the reading."""
        premises: list[Statement] = []
        defaults: list[Default] = []
        said: list[Said] = []
        where = Sentence(
            self.question.strip(),
            len(self.text) - len(self.question.lstrip()) if self.question.strip() else len(self.context),
        )
        *given, last = [one.text for one in split(bare_question(where.text))] or [""]
        sentences = [*sentences_of(self.context), *(Sentence(s, where.start + where.text.find(s)) for s in given)]
        for before, sentence in zip(("", *(one.text for one in sentences)), sentences, strict=False):
            if why := plural(before, sentence.text) or (
                "it asks: one question stands behind the text" if sentence.text.endswith("?") else ""
            ):
                self.unread(sentence, 0, "", why=why)
                continue
            made = self.formula(sentence)
            if made is None:
                continue
            formula, usual = made
            self.formulas.append(formula)
            span = Span(sentence.start, sentence.end)
            if usual:
                defaults.append(Default(f"D{len(defaults) + 1}", formula, sentence.text, span))
            else:
                premises.append(Statement(formula, sentence.text, span))
            said.append(Said(sentence.text, "", span, formula, "default" if usual else "premise"))
        facts, self.usual = len(self.meaning.moments), bool(defaults)
        goal, asks = self.goal(where, last)
        premises += map(Statement, self.given)
        self.formulas += [*self.given, goal] if goal is not None else []
        total = len(sentences) + bool(where.text)
        read = len(premises) + len(defaults) + (goal is not None)
        if goal is not None:
            self.same_time(facts, where)
        elif not where.text and (premises or defaults):
            goal = Truth(True)  # nothing is asked
        if goal is None or any(d.level is Level.ERROR for d in self.diagnostics):
            return Reading(None, tuple(self.diagnostics), self.text, read, total, tuple(premises), tuple(said))
        asked = Statement(goal, where.text, Span(where.start, where.end))
        made_up = assemble(self.meaning, premises, defaults, asked, asks)
        program = made_up.program
        said += [Said("", "", None, formula, "assumed", why) for formula, why in made_up.assumed]
        if where.text:
            said.append(Said(where.text, "", asked.span, goal, "question"))
        notes = (*self.diagnostics, *made_up.notes)
        statements = (*program.premises[: len(premises)], program.goal)
        found = None if any(d.level is Level.ERROR for d in notes) else program
        return Reading(found, notes, self.text, read, total, statements, tuple(said))

    def goal(self, where: Sentence, text: str) -> tuple[Formula | None, tuple[str, ...]]:
        """Return what is asked, and what it is asked of."""
        if not text:
            return None, ()
        at = max(where.text.find(text[:20]), 0)
        parsed = self.parsed(text, asked=True)
        if self.usual and (sure := _SURE.search(text)) is not None:
            why = f"'{sure[0]}' of what only normally holds has no form here; ask whether it is so"
            self.unread(where, 0, "", last=True, why=why)
            return None, ()
        if not parsed.trees:
            self.unread(where, parsed.at + at, parsed.expected or "a question", last=True)
            return None, ()
        tree = parsed.trees[0]
        assert isinstance(tree, Question)
        try:
            self.given = [self.meaning.premise(tree.given)] if tree.given is not None else []
            self.meaning.interrogative = begins_question(words_of(text)[0].low)
            return self.best(list(parsed.trees), text)
        except Unresolved as why:
            self.unread(where, 0, "", last=True, why=str(why))
            return None, ()

    def hold(self, sentence: str, tree: Node, formula: Formula, meaning: Meaning, *, usual: bool, asked: bool) -> None:
        """Make sure that what must hold of every sentence holds of one; of the same as before, it does.

        Raises:
            Unresolved: it does not.
        """
        key = (sentence, usual, asked, self.sure, self.ruled, formula)
        if key in _HELD and not self.given:
            return
        whole = (formula, *self.given, *meaning.supposed(formula))
        attach(sentence, tree, ruled=self.ruled)
        account(sentence, whole, meaning.vocabulary, meaning.found_by)
        deny_alike(sentence, formula, whole[1:], meaning.vocabulary)
        if not asked and self.sure:
            self.echoed(sentence, formula, meaning, usual=usual)
        if len(_HELD) >= _MOST:
            _HELD.clear()
        _HELD.add(key)

    def echoed(self, sentence: str, formula: Formula, meaning: Meaning, *, usual: bool) -> None:
        """Make sure that what was read is read again from what it is said back as."""
        introduced = {c.name for c in meaning.sentence.introduced}

        def read(text: str) -> Iterator[Formula]:
            for tree, again in map(normally, self.alone(text, asked=False).trees):
                other = meaning.fork()
                if again == usual and isinstance(tree, S):
                    with suppress(Unresolved):
                        yield unfix(other.premise(tree), {c.name for c in other.sentence.introduced})

        echoes(sentence, unfix(formula, introduced), meaning.vocabulary, usual, read)

    def best(self, trees: list[Node], text: str, *, usual: bool = False) -> tuple[Formula, tuple[str, ...]]:
        """Return the formula of the preferred tree; others that differ are a choice.

        Args:
            trees: the trees of a sentence.
            text: the sentence.
            usual: whether it is a default.

        Raises:
            Unresolved: none of them has a form in logic that says all of it.
        """
        results: list[tuple[Formula, tuple[str, ...], Meaning]] = []
        failure: Unresolved | None = None
        for tree in trees[:MAX_READINGS]:
            meaning = self.meaning.fork() if len(trees) > 1 else self.meaning
            try:
                if isinstance(tree, Question):
                    formula, asks = meaning.question(tree)
                else:
                    assert isinstance(tree, S)
                    formula, asks = meaning.premise(tree), ()
                self.hold(text, tree, formula, meaning, usual=usual, asked=bool(asks))
            except Unresolved as why:
                self.nothing |= isinstance(why, SaysNothing)
                failure = failure or why
                continue
            if all(formula != f for f, _, _ in results):
                results.append((formula, asks, meaning))
        if not results:
            assert failure is not None
            raise failure
        k = 0
        if len(results) > 1:
            shown = [said_back(text, f, m.vocabulary, usual) for f, _, m in results[:2]]
            k = int(self.ways.other("tree", "a sentence", *shown))
        formula, asks, self.meaning = results[k]
        return formula, asks

    def parsed(self, text: str, *, asked: bool) -> Parsed:
        """Return what the grammar makes of a sentence of this text."""
        parsed = self.alone(text, asked=asked)
        for choice in parsed.met:
            self.met.setdefault(choice.kind, choice)
        if len(parsed.trees) < 2:
            return parsed
        others = [self.alone(s.text, asked=False).trees for s in sentences_of(self.context) if s.text != text]
        goal = split(bare_question(self.question))
        others += [self.alone(s.text, asked=True).trees for s in goal[-1:] if s.text != text]
        return replace(parsed, trees=supported(parsed.trees, others))

    def alone(self, text: str, *, asked: bool) -> Parsed:
        """Return what the grammar makes of a sentence, whatever the others say."""
        if self.meaning.letters and _LETTER.match(text):
            text = f"{text[0].lower()}{text[1:]}"
        low = {w.low for n, w in enumerate(words_of(text)) if n < 4 or w.text[0].isupper()}
        kinds = {f"~{word}" for word in low if word.endswith("s") and word[:-1] in self.kinds}
        return parse(text, (self.names & low) - {k[1:] for k in kinds} | kinds, self.turned & _GRAMMAR, asked)

    def formula(self, sentence: Sentence) -> tuple[Formula, bool] | None:
        """Return the formula of a sentence and whether it is a default, or note why there is none."""
        parsed = self.parsed(sentence.text, asked=False)
        if not parsed.trees:
            self.unread(sentence, parsed.at, parsed.expected or "a statement")
            return None
        usual = [normally(t) for t in parsed.trees]
        try:
            formula, _ = self.best([t for t, _ in usual], sentence.text, usual=usual[0][1])
            named = {*constants_of(formula)} - {c.name for c in self.meaning.sentence.introduced}
            if usual[0][1] and self.meaning.sentence.introduced and not named:
                raise Unresolved("what only normally holds is said of one thing that has no name: say it of all")
        except Unresolved as why:
            self.unread(sentence, 0, "", why=str(why))
            return None
        return formula, usual[0][1]

    def same_time(self, facts: int, where: Sentence) -> None:
        """Refuse a question about now where the text speaks of the past; ask whether the future counts already."""
        moments = self.meaning.moments
        said, asked = moments[:facts], moments[facts:]
        if self.meaning.interrogative and (times := other_time(self.meaning, said, asked)) is not None:
            message = f"the text says this of {times[0]}, and the question asks about {times[1]}"
            hint = "Use one tense for what holds at one time."
            span = Span(where.start, where.end)
            self.diagnostics.append(Diagnostic("tense", Level.ERROR, message, span, hint))
        later = any(m.tense is Tense.FUTURE for m in said)
        if self.meaning.interrogative and asked and later and all(m.tense is not Tense.FUTURE for m in asked):
            self.ways.other("future", "what will be so", "so already, for what follows", "not so yet")

    def unread(self, sentence: Sentence, at: int, expected: str, *, last: bool = False, why: str = "") -> None:
        """Note that a sentence can't be read; with ``partial`` it is left out."""
        level = Level.WARNING if self.partial and not last else Level.ERROR
        span = Span(min(sentence.start + at, max(sentence.end - 1, sentence.start)), sentence.end)
        reason = why or f"expected {expected or 'a statement'}"
        message = f"{'the question' if last else 'this sentence'} can't be read: {reason}"
        hint = "It is left out." if level is Level.WARNING else "" if why else nearest(sentence.text, at)
        self.diagnostics.append(Diagnostic("unread-sentence", level, message, span, hint))
