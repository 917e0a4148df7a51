"""SMT-LIB 2.7: scripts as they are read, command by command, and what they ask.

A script asks whether assertions can be true together. What a program asks is found in it so: the last
assertion before a ``check-sat``, if it is a negation, is the negated goal; what is asserted in a level of
its own (``push``) or assumed (``check-sat-assuming``) is the goal, or its negation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Statement
from ..logic.symbols import Declarations
from ..logic.syntax import MAX_LEVELS, Formula, Not, Truth, conjunction
from ..logic.walkers import children, depth
from .problems import Result
from .sexpr import Group, Node, ScriptError, Word, head_of, read_groups
from .smtlib import unescaped
from .smtlib_declarations import DECLARING, Declarer
from .smtlib_terms import Names, Terms
from .smtlib_theory import THEORY
from .sort_checks import check_sorts

MAX_NODES: Final = 100_000
"""The most nodes that an assertion may have when its definitions are written out."""
_SKIPPED: Final = frozenset(
    "set-logic set-option set-info get-model get-unsat-core get-unsat-assumptions get-proof get-value "
    "get-assignment get-assertions get-option get-info echo eval display simplify help".split()
)
_NOT_HELD: Final = frozenset(
    "define-fun-rec define-funs-rec declare-sort-parameter maximize minimize assert-soft declare-var "
    "declare-rel rule query check-synth synth-fun constraint".split()
)


@dataclass(frozen=True, slots=True, eq=False)
class Asserted:
    """An assertion: the formula, its place, its name if it has one, and what is asserted before it."""

    formula: Formula
    span: Span
    name: str = ""
    before: Asserted | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What one ``check-sat`` asks.

    Attributes:
        top: the last of what is taken to hold; ``None`` if that is nothing.
        goal: what is asked; ``None`` if it is whether the premises contradict each other.
        span: where it is asked.
        last: whether the goal is merely the last assertion, a negation.
    """

    top: Asserted | None
    goal: Asserted | None
    span: Span
    last: bool = False

    @property
    def premises(self) -> tuple[Asserted, ...]:
        """What is taken to hold, in order."""
        return tuple(_back_to(self.top, None))


@dataclass(frozen=True, slots=True)
class Script:
    """What a script holds.

    Attributes:
        question: what it asks; ``None`` if it asserts nothing.
        declared: the sorts that it declares.
        diagnostics: what is wrong, and what was taken to be meant.
        total: how many assertions there are.
    """

    question: Question | None
    declared: Declarations
    diagnostics: list[Diagnostic]
    total: int


def parse_script(text: str, *, strict: bool = False) -> tuple[list[Formula], list[Diagnostic]]:
    """Return the assertions of a script, or of one bare s-expression, and what is wrong.

    Args:
        text: the script.
        strict: mend nothing.
    """
    state = _read(text, strict)
    return [one.formula for one in _back_to(state.top, None)], state.diagnostics


def read_script(text: str, *, strict: bool = False) -> Script:
    """Return what a script asks, and what is wrong.

    Args:
        text: the script.
        strict: mend nothing.
    """
    state = _read(text, strict)
    question = state.question() if not any(d.level is Level.ERROR for d in state.diagnostics) else None
    return Script(question, state.declare.declarations(), state.diagnostics, state.total)


def _read(text: str, strict: bool) -> _State:
    state = _State(strict)
    try:
        nodes = read_groups(text)
    except ScriptError as fault:
        state.diagnostics.append(fault.diagnostic)
        return state
    heads = [head_of(node) for node in nodes]
    state.terms.strict = any(head.startswith(("declare-", "define-")) for head in heads)
    state.bare = not any(head in _COMMANDS or head in DECLARING or head in _SKIPPED for head in heads)
    for node, head in zip(nodes, heads, strict=True):
        if head == "exit":
            break
        try:
            state.command(head, node)
        except ScriptError as fault:
            state.diagnostics.append(fault.diagnostic)
    state.diagnostics += state.terms.said
    return state


@dataclass(slots=True)
class _Level:
    """An assertion level: where its assertions begin, and what was declared before it."""

    begin: Asserted | None
    names: Names


def _back_to(top: Asserted | None, begin: Asserted | None) -> list[Asserted]:
    """Return what was asserted behind ``begin``, in order."""
    found = []
    while top is not begin and top is not None:
        found.append(top)
        top = top.before
    return found[::-1]


class _State:
    def __init__(self, strict: bool) -> None:
        self.terms = Terms(THEORY)
        self.terms.mend = not strict
        self.bare = False
        self.top: Asserted | None = None
        self.levels: list[_Level] = []
        self.declare = Declarer(self.terms)
        self.questions: list[Question] = []
        self.asked: Asserted | None = None
        self.total = 0
        self.diagnostics: list[Diagnostic] = []

    def command(self, head: str, node: Node) -> None:
        run, declare = _COMMANDS.get(head), DECLARING.get(head)
        if run is not None and isinstance(node, Group):
            run(self, node, node.items[1:])
        elif declare is not None and isinstance(node, Group):
            declare(self.declare, node, node.items[1:])
        elif head in _SKIPPED:
            return
        elif self.bare and head not in _NOT_HELD:
            self.asserted(node, node)
        else:
            what = f"'{head}'" if head else "this"
            message = f"{what} is not read here" if head in _NOT_HELD else f"{what} is no command of SMT-LIB"
            hint = "Write plain assertions, as in (assert (p a))."
            raise ScriptError("unsupported-command", message, node, hint)

    # -- assertions and questions --------------------------------------------------

    def assertion(self, node: Group, args: list[Node]) -> None:
        if len(args) != 1:
            self.total += 1
            raise ScriptError("unexpected-token", "an assertion holds one formula", node)
        self.asserted(args[0], node)

    def asserted(self, node: Node, whole: Node) -> None:
        self.total += 1
        name = ""
        if head_of(node) == "!" and isinstance(node, Group):
            words = [item.text if isinstance(item, Word) else "" for item in node.items]
            name = words[words.index(":named") + 1] if ":named" in words[:-1] else ""
        self.top = Asserted(self.whole(node), whole.span, unescaped(name) if name else "", self.top)

    def whole(self, node: Node) -> Formula:
        formula = self.terms.formula(node, {})
        stack, count = [formula], 0
        while stack:
            count += 1
            if count > MAX_NODES:
                hint = "Give the parts that come again names of their own, and assert what they are."
                raise ScriptError("too-large", f"written out, the formula has more than {MAX_NODES} nodes", node, hint)
            stack.extend(children(stack.pop()))  # type: ignore[arg-type]  # terms, too
        if depth(formula) > MAX_LEVELS:
            raise ScriptError("too-deep", f"the formula has more than {MAX_LEVELS} levels", node)
        return formula

    def check(self, node: Group, args: list[Node]) -> None:
        self.ask(node.span)

    def ask(self, span: Span) -> None:
        """Note what is asked now: what was asserted in a level of its own is the goal, or its negation."""
        self.asked = last = self.top
        own = bool(self.levels) and self.levels[-1].begin is not self.top
        if last is None:
            self.questions.append(Question(None, None, span))
        elif isinstance(last.formula, Not):
            goal = Asserted(last.formula.body, last.span, last.name)
            self.questions.append(Question(last.before, goal, span, not own))
        elif not own:
            self.questions.append(Question(last, None, span))
        else:
            begin = self.levels[-1].begin
            asserted = _back_to(last, begin)
            goal = Asserted(
                conjunction(tuple(a.formula for a in asserted)), Span(asserted[0].span.start, last.span.end)
            )
            self.questions.append(Question(begin, goal, span))

    def check_assuming(self, node: Group, args: list[Node]) -> None:
        if len(args) != 1 or not isinstance(args[0], Group):
            raise ScriptError("unexpected-token", "expected (check-sat-assuming (p …))", node)
        assumed = args[0].items
        if not assumed:
            self.check(node, [])
            return
        self.total += 1
        if len(assumed) > 1:
            hint = "Assert all but the goal, and assume its negation alone: (check-sat-assuming ((not goal)))."
            raise ScriptError("several-goals", "several formulas are assumed; which is the goal?", args[0], hint)
        formula = self.whole(assumed[0])
        goal = formula.body if isinstance(formula, Not) else formula
        self.asked = self.top
        self.questions.append(Question(self.top, Asserted(goal, assumed[0].span), node.span))

    def question(self) -> Question | None:
        """Return what the script asks in the end, and say how that was found."""
        if self.top is not None and (self.top is not self.asked or not self.questions):
            self.ask(self.top.span)
        if not self.questions:
            return None
        # Whether the premises are consistent is often asked before the goal is, or after it.
        with_goal = next((q for q in reversed(self.questions) if q.goal is not None), None)
        held = set(map(id, with_goal.premises)) if with_goal else set()
        found = self.questions[-1]
        if found.goal is None and with_goal and held.issuperset(map(id, found.premises)):
            found = with_goal
        found = self._apart(found)
        goals = list(dict.fromkeys(q.goal.formula for q in self.questions if q.goal is not None))
        if len(goals) > 1 and found.goal is not None:
            message = f"the script asks {len(goals)} different questions; the last one is asked"
            hint = "Write a script for each question."
            self.diagnostics.append(Diagnostic("several-questions", Level.WARNING, message, found.goal.span, hint))
        if found.last and found.goal is not None:
            message = "the last assertion is a negation: it is read as the negated goal"
            hint = "Where it is a premise, write (assert (not goal)) after it."
            self.diagnostics.append(Diagnostic("negated-goal", Level.WARNING, message, found.goal.span, hint))
        return found

    def _apart(self, found: Question) -> Question:
        """Return the question without what only another question before it should have asserted.

        A goal and its negation are often asserted one after the other, each with a ``check-sat``, and
        without levels; then the second would be asked of premises that hold the first.
        """
        last, apart = found.top, None
        if last is None:
            return found
        if found.goal is None:
            apart = next((q for q in self.questions if q.goal and q.goal.formula == last.formula), None)
            if apart is not None and (last.before is None or apart.top is not last.before.before):
                apart = None
        elif found.last and last.formula == found.goal.formula:
            if any(q.top is last and q.goal is None for q in self.questions):
                message = "the goal is asserted, and then its negation: is it a premise, or asked twice?"
                hint = "Write (push) before and (pop) behind each question, or assert the premise earlier."
                self.diagnostics.append(Diagnostic("goal-asserted", Level.ERROR, message, last.span, hint))
            return found
        if apart is None:
            return found
        message = "a goal and its negation are asserted without levels; each is asked of what was asserted before"
        hint = "Write (push) before and (pop) behind each of them."
        level = Level.MENDED if self.terms.mend else Level.ERROR
        self.diagnostics.append(Diagnostic("missing-pop", level, message, last.span, hint))
        return replace(apart, last=False)

    # -- levels --------------------------------------------------------------------

    def push(self, node: Group, args: list[Node]) -> None:
        for _ in range(self.count(node, args)):
            self.levels.append(_Level(self.top, self.terms.names.copy()))

    def pop(self, node: Group, args: list[Node]) -> None:
        count = self.count(node, args)
        if count > len(self.levels):
            raise ScriptError("stray-pop", "there is no level to take away", node, "Write (push) before it.")
        for _ in range(count):
            level = self.levels[-1]
            if self.top is not level.begin and self.top is not self.asked:
                self.ask(node.span)
            self.levels.pop()
            self.asked = self.top = level.begin
            self.terms.names = level.names

    def count(self, node: Group, args: list[Node]) -> int:
        if not args:
            return 1
        if len(args) == 1 and isinstance(args[0], Word) and args[0].text.isdecimal() and len(args[0].text) < 3:
            return int(args[0].text)
        raise ScriptError("unexpected-token", f"expected a number of levels, as in ({head_of(node)} 1)", node)

    def reset_assertions(self, node: Group, args: list[Node]) -> None:
        self.top = self.asked = None
        self.levels.clear()

    def reset(self, node: Group, args: list[Node]) -> None:
        self.reset_assertions(node, args)
        self.terms.names = Names()
        self.declare.forget()
        self.questions.clear()


_COMMANDS: Final[Mapping[str, Callable[[_State, Group, list[Node]], None]]] = {
    "assert": _State.assertion,
    "check-sat": _State.check,
    "check-sat-assuming": _State.check_assuming,
    "push": _State.push,
    "pop": _State.pop,
    "reset": _State.reset,
    "reset-assertions": _State.reset_assertions,
}


def read_smtlib(text: str, strict: bool = False) -> Result:
    """Read a script as a program: what it asks, and what it takes to hold.

    Args:
        text: the script.
        strict: mend nothing.

    Returns:
        The program if there is one, diagnostics, how many formulas were read, how many there are.
    """
    script = read_script(text, strict=strict)
    diagnostics, question = script.diagnostics, script.question
    if question is None or has_errors(diagnostics):
        if not has_errors(diagnostics):
            message, hint = "the script asserts nothing", "Write (assert …) for each premise, and (assert (not goal))."
            end = len(text.rstrip())
            diagnostics.append(Diagnostic("no-formulas", Level.ERROR, message, Span(end, end + 1), hint))
        faults = sum(d.level is Level.ERROR for d in diagnostics)
        return None, diagnostics, max(script.total - faults, 0), script.total
    premises = tuple(Statement(a.formula, a.name, a.span) for a in question.premises)
    if question.goal is not None:
        goal = Statement(question.goal.formula, question.goal.name, question.goal.span)
    else:
        message = "the script has no negated goal: asked is whether its assertions contradict each other"
        hint = "To ask what follows from them, write (assert (not goal)) as the last assertion."
        span = premises[-1].span if premises else question.span
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, span, hint))
        goal = Statement(Truth(False), "", span)
    try:
        program = Program(premises, goal, declared=script.declared)
    except InvalidProgram as fault:
        found = check_sorts((*premises, goal), script.declared)
        diagnostics += found or [Diagnostic("invalid-program", Level.ERROR, fault.what, goal.span, fault.hint)]
        return None, diagnostics, script.total, script.total
    return program, diagnostics, script.total, script.total
