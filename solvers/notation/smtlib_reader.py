"""SMT-LIB 2.7: scripts as they are read, command by command, and what they ask.

A script asks whether assertions can be true together. What a program asks is found in it so: the last
assertion before a ``check-sat``, if it is a negation, is the negated goal; what is asserted in a level of
its own (``push``) or assumed (``check-sat-assuming``) is the goal, or its negation.
"""

from __future__ import annotations

from typing import NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.program import Statement
from ..logic.symbols import BOOL, THING, Declarations, DeclaredSort, Typed
from ..logic.syntax import Atom, Formula, Not, Var, conjunction, negation
from .problems import Result, Unreadable, assemble, refuse
from .sexpr import Group, Node, Word, read_groups, show
from .smtlib import unescaped
from .smtlib_terms import SPECIAL, THEORY, Function, Terms, Value, name_of


class Question(NamedTuple):
    """What one ``check-sat`` asks.

    Attributes:
        premises: what is taken to hold.
        goal: what is asked; ``None`` if it is whether the premises contradict each other.
        last: the assertion that was the last one then, where no level of its own tells it from premises.
    """

    premises: list[Statement]
    goal: Statement | None = None
    last: Statement | None = None


def parse_script(text: str) -> tuple[list[Formula], list[Diagnostic]]:
    """Return the assertions of a script, and what is wrong."""
    script = _Script(text)
    return [one.formula for one in script.asserted], script.diagnostics


def read_smtlib(text: str) -> Result:
    """Return what a script asks, as a program, what was found, how many formulas were read, and how many there are."""
    script = _Script(text)
    question = Question([]) if has_errors(script.diagnostics) else script.question()
    if question is None:
        hint, end = "Write (assert …) for each premise, and (assert (not goal)).", len(text.rstrip())
        script.say("no-formulas", Level.ERROR, "the script asserts nothing", Span(end, end + 1), hint)
        question = Question([])
    end_of = question.premises[-1].span if question.premises else None
    hint = "To ask what follows from them, write (assert (not goal)) as the last assertion."
    sorts = tuple(sort for sort in script.sorts if sort.name != THING or sort.members)
    declared = Declarations(sorts, tuple(script.typed))
    goals = [question.goal] if question.goal else []
    return assemble(question.premises, goals, script.diagnostics, script.total, end_of, hint, declared)


class _Script:
    """What a script has declared, asserted and asked, as its commands are run."""

    def __init__(self, text: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.total = 0
        self.reset()
        try:
            groups = read_groups(text)
        except Unreadable as fault:
            groups = []
            self.diagnostics.append(fault.diagnostic)
        for node in groups:
            if isinstance(node, Group) and len(node.items) == 1 and show(node) == "(exit)":
                break
            try:
                self.command(node)
            except Unreadable as fault:
                self.diagnostics.append(fault.diagnostic)

    def say(self, code: str, level: Level, message: str, span: Span | None, hint: str) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(code, level, message, span, hint))

    def reset(self) -> None:
        """Begin anew."""
        self.terms = Terms()
        self.sorts: dict[DeclaredSort, None] = {}
        self.typed: dict[Typed, None] = {}
        self.questions: list[Question] = []
        self.forget()

    def forget(self) -> None:
        """Take back all that is asserted."""
        self.asserted: list[Statement] = []
        self.levels: list[tuple[int, dict[tuple[str, int], Function | Value], dict[str, str]]] = []
        self.fresh = False  # whether something was asserted after what was asked last

    def command(self, node: Node) -> None:
        """Run a command."""
        terms = self.terms
        match node:
            case Group([Word("assert"), formula]):
                self.total += 1
                whole = terms.whole(formula, BOOL, {}).formula
                self.asserted.append(Statement(whole, unescaped(name_of(formula)), node.span))
                self.fresh = True
            case Group([Word("check-sat")]):
                self.ask()
            case Group([Word("check-sat-assuming"), Group([formula])]):
                self.total += 1
                whole = terms.whole(formula, BOOL, {}).formula
                self.fresh = False
                goal = Statement(whole.body if isinstance(whole, Not) else whole, "", formula.span)
                self.questions.append(Question(self.asserted[:], goal))
            case Group([Word("push")]) | Group([Word("push"), Word("1")]):
                self.levels.append((len(self.asserted), dict(terms.symbols), dict(terms.sorts)))
            case Group([Word("pop")]) | Group([Word("pop"), Word("1")]):
                self.pop(node)
            case Group([Word("reset")]):
                self.reset()
            case Group([Word("reset-assertions")]):
                self.forget()
            case Group([Word(name), *_] as items) if name != "echo" and name[:4] not in ("get-", "set-"):
                self.declare(node, items)
            case Word() | Group([]) | Group([Group(), *_]):
                self.declare(node, [])

    def declare(self, node: Node, items: list[Node]) -> None:
        """Run a command that declares or defines."""
        terms = self.terms
        match items:
            case [Word("declare-sort"), Word(symbol)] | [Word("declare-sort"), Word(symbol), Word("0")]:
                self.sort(symbol, (), node)
            case [Word("define-sort"), Word(symbol), Group([]), sort]:
                terms.sorts[symbol] = terms.sort(sort)
            case [Word("declare-fun"), Word(symbol), Group(sorts), result]:
                self.name(symbol, tuple(map(terms.sort, sorts)), terms.sort(result), node)
            case [Word("declare-const"), Word(symbol), result]:
                self.name(symbol, (), terms.sort(result), node)
            case [Word("declare-datatype"), name, members]:
                self.enumeration([name, Word("0", 0, 0)], members)
            case [Word("declare-datatypes"), Group([]), Group([_, *_] as lists)]:  # as before version 2.6
                for old in lists:
                    name, *ones = old.items if isinstance(old, Group) and old.items else [old]
                    self.enumeration([name, Word("0", 0, 0)], Group(ones, *old[1:]))
            case [Word("declare-datatypes"), Group(names), Group(lists)] if len(names) == len(lists) > 0:
                for name, members in zip(names, lists, strict=True):
                    self.enumeration(name.items if isinstance(name, Group) else [], members)
            case [Word("define-fun"), Word(symbol), Group(pairs), sort, body]:
                self.define(symbol, tuple(map(terms.bound, pairs)), terms.sort(sort), body, node)
            case [Word("define-const"), Word(symbol), sort, body]:
                self.define(symbol, (), terms.sort(sort), body, node)
            case _:
                message = f"'{show(node)}' is no command of SMT-LIB that is read here"
                refuse("unsupported-command", message, node.span, "Write plain assertions, as in (assert (p a)).")

    # -- declarations ----------------------------------------------------------------

    def sort(self, symbol: str, members: tuple[str, ...], node: Node) -> None:
        """Declare a sort."""
        name = unescaped(symbol)
        if symbol in self.terms.sorts:
            refuse("declared-twice", f"the sort '{name}' is declared already", node.span, "Take another name.")
        self.sorts[DeclaredSort(name, members)] = None
        self.terms.sorts[symbol] = name

    def enumeration(self, name: list[Node], members: Node) -> None:
        """Declare a sort that has these members."""
        symbols = list[str]()
        for member in members.items if isinstance(members, Group) else ():
            match member:
                case Word(one) | Group([Word(one)]):
                    symbols.append(one)
        match name, members:
            case [Word(symbol), Word("0")], Group([_, *_] as listed) if len(symbols) == len(listed):
                pass
            case _:
                hint = "Only enumerations are: sorts of members without parts, as in ((red) (green))."
                refuse("unsupported-sort", f"'{show(members)}' is no enumeration", members.span, hint)
        self.sort(symbol, tuple(map(unescaped, symbols)), members)
        for one in symbols:
            self.new(one, Function((), self.terms.sorts[symbol]), members)

    def new(self, symbol: str, meaning: Function | Value, node: Node) -> None:
        """Give a symbol its meaning."""
        key = symbol, len(meaning.parameters) if isinstance(meaning, Function) else 0
        if key in self.terms.symbols or symbol in THEORY or symbol in SPECIAL:
            refuse("declared-twice", f"'{unescaped(symbol)}' is declared already", node.span, "Take another name.")
        self.terms.symbols[key] = meaning

    def name(self, symbol: str, arguments: tuple[str, ...], result: str, node: Node) -> None:
        """Declare a function or a predicate."""
        name = unescaped(symbol)
        if BOOL in arguments:
            hint = "Write two predicates, one for each value, or define it with define-fun."
            refuse("unsupported-sort", f"'{name}' takes a Bool, which no term is here", node.span, hint)
        self.new(symbol, Function(tuple(("", sort) for sort in arguments), result), node)
        self.typed[Typed(name, arguments, result)] = None

    def define(self, symbol: str, parameters: tuple[tuple[str, str], ...], sort: str, body: Node, node: Node) -> None:
        """Define a name; it is read once as it stands, so that what is wrong in it is said here."""
        env = dict[str, Value]()
        for name, of in parameters:
            env[name] = Value(Atom(unescaped(name)) if of == BOOL else Var(unescaped(name)), of)
        value = self.terms.whole(body, sort, env)
        self.new(symbol, Function(parameters, sort, body) if parameters else value, node)

    # -- assertions and questions ----------------------------------------------------

    def ask(self) -> None:
        """Note what is asked now: what was asserted in a level of its own is the goal, or its negation."""
        self.fresh = False
        if not self.asserted:
            return
        *before, last = self.asserted
        begin = self.levels[-1][0] if self.levels else len(self.asserted)
        own = self.asserted[begin:]
        if isinstance(last.formula, Not):
            goal = Statement(last.formula.body, last.gloss, last.span)
            self.questions.append(Question(before, goal, None if own else last))
        elif own:
            goal = Statement(conjunction(tuple(one.formula for one in own)), "", last.span)
            self.questions.append(Question(self.asserted[:begin], goal))
        else:
            self.questions.append(Question(self.asserted[:], None, last))

    def pop(self, node: Node) -> None:
        """Take a level away; what was asserted in it and not asked is asked now."""
        if not self.levels:
            refuse("stray-pop", "there is no level to take away", node.span, "Write (push) before it.")
        if self.fresh and len(self.asserted) > self.levels[-1][0]:
            self.ask()
        begin, self.terms.symbols, self.terms.sorts = self.levels.pop()
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
        if len(self.questions) > 1:
            self.compare(found)
        if found.goal is not None and found.last is not None:
            message = "the last assertion is a negation: it is read as the negated goal"
            hint = "Where it is a premise, write (assert (not goal)) after it."
            self.say("negated-goal", Level.WARNING, message, found.goal.span, hint)
        return found

    def compare(self, found: Question) -> None:
        """Say what is odd about a question among others."""
        goals = {q.goal.formula for q in self.questions if q.goal is not None}
        if found.goal is not None and len(goals) > 1:
            message = f"the script asks {len(goals)} different questions; the last one is asked"
            self.say("several-questions", Level.WARNING, message, found.goal.span, "Write a script for each.")
        if found.last is None:
            return
        held = {one.formula for one in (*found.premises, found.last)}
        for last in (q.last for q in self.questions if q.last is not None and q is not found):
            if last.formula in held and not held.isdisjoint((Not(last.formula), negation(last.formula))):
                message = "a formula is asserted and asked, and then its negation: is it a premise, or asked twice?"
                hint = "Write (push) before and (pop) behind each question, or assert the premise earlier."
                self.say("goal-asserted", Level.ERROR, message, last.span, hint)
                return
