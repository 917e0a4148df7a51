"""SMT-LIB 2.7: scripts as they are read, command by command, and what they ask.

A script asks whether assertions can be true together. What a program asks is found in it so: the last
assertion before a ``check-sat``, if it is a negation, is the negated goal; what is asserted in a level of
its own (``push``) or assumed (``check-sat-assuming``) is the goal, or its negation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.program import Statement
from ..logic.symbols import BOOL, THING, Declarations, DeclaredSort, Typed
from ..logic.syntax import MAX_LEVELS, Atom, Formula, Not, Var, conjunction
from ..logic.walkers import depth, walk
from .problems import Result, Unreadable, assemble, refuse
from .sexpr import Group, Node, Word, read_groups, show, text_of
from .smtlib import unescaped
from .smtlib_terms import THEORY, Function, Macro, Meaning, Names, Terms, Value, fitted, name_of

MAX_NODES: Final = 100_000
"""The most nodes that an assertion may have when its definitions are written out."""
_SKIPPED: Final = frozenset(
    "set-logic set-option set-info get-model get-unsat-core get-unsat-assumptions get-proof get-value "
    "get-assignment get-assertions get-option get-info echo eval display simplify help".split()
)


@dataclass(frozen=True, slots=True)
class Question:
    """What one ``check-sat`` asks.

    Attributes:
        premises: what is taken to hold.
        goal: what is asked; ``None`` if it is whether the premises contradict each other.
        last: the assertion that was the last one then, where no level of its own tells it from premises.
    """

    premises: list[Statement]
    goal: Statement | None
    last: Statement | None = None


def parse_script(text: str) -> tuple[list[Formula], list[Diagnostic]]:
    """Return the assertions of a script, and what is wrong."""
    script = _Script(text)
    return [one.formula for one in script.asserted], script.diagnostics


def read_smtlib(text: str) -> Result:
    """Return what a script asks, as a program, what was found, how many formulas were read, and how many there are."""
    script = _Script(text)
    question = Question([], None) if has_errors(script.diagnostics) else script.question()
    if question is None:
        what, hint = "the script asserts nothing", "Write (assert …) for each premise, and (assert (not goal))."
        end = len(text.rstrip())
        script.diagnostics.append(Diagnostic("no-formulas", Level.ERROR, what, Span(end, end + 1), hint))
        question = Question([], None)
    goals = [question.goal] if question.goal is not None else []
    end_of = question.premises[-1].span if question.premises else None
    hint = "To ask what follows from them, write (assert (not goal)) as the last assertion."
    sorts = tuple(sort for sort in script.sorts.values() if sort.name != THING or sort.members)
    declared = Declarations(sorts, tuple(script.typed.values()))
    return assemble(question.premises, goals, script.diagnostics, script.total, end_of, hint, declared)


class _Script:
    """What a script has declared, asserted and asked, as its commands are run."""

    def __init__(self, text: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.total = 0
        self.reset()
        try:
            for node in read_groups(text):
                if show(node) == "(exit)":
                    break
                try:
                    self.command(node)
                except Unreadable as fault:
                    self.diagnostics.append(fault.diagnostic)
        except Unreadable as fault:
            self.diagnostics.append(fault.diagnostic)

    def reset(self) -> None:
        """Begin anew."""
        self.terms = Terms()
        self.sorts: dict[str, DeclaredSort] = {}
        self.typed: dict[tuple[str, int, bool], Typed] = {}
        self.questions: list[Question] = []
        self.forget()

    def forget(self) -> None:
        """Take back all that is asserted."""
        self.asserted: list[Statement] = []
        self.levels: list[tuple[int, Names]] = []
        self.fresh = False  # whether something was asserted after what was asked last

    def command(self, node: Node) -> None:
        """Run a command that asserts or asks, or one that declares."""
        match node:
            case Group([Word("assert"), formula]):
                self.total += 1
                whole = self.whole(formula)
                self.asserted.append(Statement(whole, unescaped(name_of(formula)), node.span))
                self.fresh = True
            case Group([Word("check-sat")]) | Group([Word("check-sat-assuming"), Group([])]):
                self.ask()
            case Group([Word("check-sat-assuming"), Group([formula])]):
                self.total += 1
                whole = self.whole(formula)
                self.fresh = False
                goal = Statement(whole.body if isinstance(whole, Not) else whole, "", formula.span)
                self.questions.append(Question(self.asserted[:], goal))
            case Group([Word("push")]):
                self.levels.append((len(self.asserted), self.terms.names.copy()))
            case Group([Word("pop")]):
                self.pop(node)
            case Group([Word("push" | "pop") as word, Word(count)]) if count.isdecimal() and len(count) < 3:
                for _ in range(int(count)):
                    self.command(Group([word], node.span))
            case Group([Word("reset-assertions")]):
                self.forget()
            case Group([Word("reset")]):
                self.reset()
            case Group([Word(name), *_]) if name in _SKIPPED:
                return
            case Group([Word(), Word(symbol), *_] as items):
                self.declare(node, symbol, items)
            case _:
                self.declare(node, "", node.items if isinstance(node, Group) else [])

    def declare(self, node: Node, symbol: str, items: list[Node]) -> None:
        """Run a command that declares or defines."""
        match items:
            case [Word("declare-sort"), Word()] | [Word("declare-sort"), Word(), Word("0")]:
                self.sort(symbol, (), node)
            case [Word("define-sort"), Word(), Group([]), sort]:
                self.terms.names.sorts[symbol] = self.terms.sort(sort)
            case [Word("declare-fun"), Word(), Group(sorts), result]:
                self.name(symbol, tuple(map(self.terms.sort, sorts)), self.terms.sort(result), node)
            case [Word("declare-const"), Word(), result]:
                self.name(symbol, (), self.terms.sort(result), node)
            case [Word("declare-datatype"), Word(), Group(members)]:
                self.enumeration(symbol, members, node)
            case [Word("declare-datatypes"), Group([]), Group(lists)]:  # as it was written before version 2.6
                for old in lists:
                    head, *members = old.items if isinstance(old, Group) and old.items else [old]
                    self.enumeration(text_of(head), members, old)
            case [Word("declare-datatypes"), Group(names), Group(lists)] if len(names) == len(lists):
                for name, listed in zip(names, lists, strict=True):
                    match name, listed:
                        case Group([Word(one), Word("0")]), Group(members):
                            self.enumeration(one, members, listed)
                        case _:
                            self.enumeration("", [], listed)
            case [Word("define-fun"), Word(), Group(pairs), sort, body]:
                self.define(symbol, tuple(map(self.terms.bound, pairs)), self.terms.sort(sort), body, node)
            case [Word("define-const"), Word(), sort, body]:
                self.define(symbol, (), self.terms.sort(sort), body, node)
            case _:
                message = f"'{show(node)}' is no command of SMT-LIB that is read here"
                refuse("unsupported-command", message, node.span, "Write plain assertions, as in (assert (p a)).")

    # -- declarations ----------------------------------------------------------------

    def sort(self, symbol: str, members: tuple[str, ...], node: Node) -> None:
        """Declare a sort."""
        name = unescaped(symbol)
        known = self.sorts.setdefault(name, DeclaredSort(name, members))
        if symbol in self.terms.names.sorts or known.members != members:
            refuse("declared-twice", f"the sort '{name}' is declared already", node.span, "Take another name.")
        self.terms.names.sorts[symbol] = name

    def enumeration(self, symbol: str, members: list[Node], node: Node) -> None:
        """Declare a sort that has these members."""
        symbols = [text_of(member) for member in members]
        if not symbol or "" in symbols or not members or len(set(symbols)) < len(symbols):
            hint = "Only enumerations are: sorts of members without parts, each another one."
            refuse("unsupported-sort", f"'{show(node)}' is no enumeration", node.span, hint)
        self.sort(symbol, tuple(map(unescaped, symbols)), node)
        for one in symbols:
            self.new(one, 0, Function((), self.terms.names.sorts[symbol]), node)

    def new(self, symbol: str, arity: int, meaning: Function | Macro | Meaning, node: Node) -> None:
        """Give a symbol its meaning."""
        if (symbol, arity) in self.terms.names.symbols or symbol in THEORY:
            refuse("declared-twice", f"'{unescaped(symbol)}' is declared already", node.span, "Take another name.")
        self.terms.names.symbols[symbol, arity] = meaning

    def name(self, symbol: str, arguments: tuple[str, ...], result: str, node: Node) -> None:
        """Declare a function or a predicate."""
        name = unescaped(symbol)
        if BOOL in arguments:
            hint = "Write two predicates, one for each value, or define it with define-fun."
            refuse("unsupported-sort", f"'{name}' takes a Bool, which no term is here", node.span, hint)
        self.new(symbol, len(arguments), Function(arguments, result), node)
        typed = Typed(name, arguments, result)
        if self.typed.setdefault((name, len(arguments), result == BOOL), typed) != typed:
            refuse("declared-twice", f"'{name}' was of other sorts before", node.span, "Take another name.")

    def define(self, symbol: str, parameters: tuple[tuple[str, str], ...], sort: str, body: Node, node: Node) -> None:
        """Define a name; it is read once as it stands, so that what is wrong in it is said here."""
        env: dict[str, Meaning] = {
            name: Atom(unescaped(name)) if of == BOOL else Value((((), Var(unescaped(name))),), of)
            for name, of in parameters
        }
        meaning = fitted(self.terms.meaning(body, env), sort, body)
        self.new(symbol, len(parameters), Macro(parameters, sort, body) if parameters else meaning, node)

    # -- assertions and questions ----------------------------------------------------

    def whole(self, node: Node) -> Formula:
        """Return an asserted formula, which has no more than so many nodes and levels."""
        formula = self.terms.formula(node, {})
        if any(count >= MAX_NODES for count, _ in enumerate(walk(formula))):
            hint = "Give the parts that come again names of their own, and assert what they are."
            refuse("too-large", f"written out, it has more than {MAX_NODES} nodes", node.span, hint)
        if depth(formula) > MAX_LEVELS:
            refuse("too-deep", f"the formula has more than {MAX_LEVELS} levels", node.span, "Split it.")
        return formula

    def ask(self) -> None:
        """Note what is asked now: what was asserted in a level of its own is the goal, or its negation."""
        self.fresh = False
        if not self.asserted:
            return
        *before, last = self.asserted
        begin = self.levels[-1][0] if self.levels else len(self.asserted)
        own = begin < len(self.asserted)
        if isinstance(last.formula, Not):
            goal = replace(last, formula=last.formula.body)
            self.questions.append(Question(before, goal, None if own else last))
        elif own:
            whole = conjunction(tuple(one.formula for one in self.asserted[begin:]))
            self.questions.append(Question(self.asserted[:begin], Statement(whole, "", last.span)))
        else:
            self.questions.append(Question(self.asserted[:], None, last))

    def pop(self, node: Node) -> None:
        """Take a level away; what was asserted in it and not asked is asked now."""
        if not self.levels:
            refuse("stray-pop", "there is no level to take away", node.span, "Write (push) before it.")
        if self.fresh and len(self.asserted) > self.levels[-1][0]:
            self.ask()
        begin, self.terms.names = self.levels.pop()
        del self.asserted[begin:]
        self.fresh = False

    def question(self) -> Question | None:
        """Return what the script asks in the end, and say how that was found."""
        if self.fresh or not self.questions:
            self.ask()
        if not self.questions:
            return None
        # Whether the premises are consistent is often asked before the goal is, or after it.
        found = self.questions[-1]
        with_goal = next((q for q in reversed(self.questions) if q.goal is not None), found)
        if found.goal is None and set(map(id, found.premises)) <= set(map(id, with_goal.premises)):
            found = with_goal
        self.told(found)
        return found

    def told(self, found: Question) -> None:
        """Say what is odd about a question."""
        goals = dict.fromkeys(q.goal.formula for q in self.questions if q.goal is not None)
        if found.goal is not None and len(goals) > 1:
            message, hint = (
                f"the script asks {len(goals)} different questions; the last one is asked",
                "Write a script for each.",
            )
            self.diagnostics.append(Diagnostic("several-questions", Level.WARNING, message, found.goal.span, hint))
        if found.last is None:
            return
        held = {one.formula for one in (*found.premises, found.last)}
        for last in (q.last for q in self.questions if q.last is not None and q is not found):
            one = last.formula
            if one in held and (Not(one) in held or (isinstance(one, Not) and one.body in held)):
                message = "a formula is asserted and asked, and then its negation: is it a premise, or asked twice?"
                hint = "Write (push) before and (pop) behind each question, or assert the premise earlier."
                self.diagnostics.append(Diagnostic("goal-asserted", Level.ERROR, message, last.span, hint))
                return
        if found.goal is not None:
            message = "the last assertion is a negation: it is read as the negated goal"
            hint = "Where it is a premise, write (assert (not goal)) after it."
            self.diagnostics.append(Diagnostic("negated-goal", Level.WARNING, message, found.goal.span, hint))
