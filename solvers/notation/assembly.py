"""A problem's statements to its program, in each of its readings."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Default, Program, Semantics, Statement, check_labels
from ..logic.rewriting import rewrite
from ..logic.syntax import Atom, Exists, Fn, Formula
from ..logic.walkers import atoms
from .closing import FREE, Closed, Placed, close_all
from .cursor import Ambiguity
from .declarations import spelt
from .formulas import MAX_READINGS
from .headings import GOAL, PREMISES
from .problems import sort_notes, told_of
from .readings import ONE_READING, Other, Reading, has_readings
from .sections import which_asks
from .signs import UNBOUND_LETTER
from .sortlines import settle_binders
from .statements import RULE_LETTERS, STATED, Stated, Statements

_ANSWERED: Final = re.compile(r"(?:->|→|>>>|=>|⇒)\s*(?i:true|false)\s*\.?$")
"""An answer that a model puts behind what is asked."""
_ANYTHING: Final = re.compile(r"[(,] *_ *[,)]")
_FAILURE: Final = re.compile(r"\b[Nn]ot\b|\\\+|~|!(?!=)")
_BRACKETS: Final = "Put brackets around what belongs together."


def assemble(found: Statements) -> Reading:
    """Return the program that the statements of a problem come to, in all its readings; its names are as written."""
    return _Assembler(found, found.notes, found.stated).assembled()


@dataclass(slots=True)
class _Assembler:
    found: Statements
    notes: list[Diagnostic]
    stated: list[Stated]
    special: list[Stated] = field(default_factory=list)
    """The statements that are not plain: only they hang on others, name sorts, or have something to be said of."""
    params: frozenset[str] = frozenset()
    semantics: Semantics = Semantics.CLASSICAL

    def say(self, code: str, message: str, span: Span | None, hint: str, expected: str = "") -> None:
        self.notes.append(Diagnostic(code, Level.ERROR, message, span, hint, expected))

    def assembled(self) -> Reading:
        special = self.special = [
            one for one in self.stated if not one.line.plain or (one.kind == GOAL and one.line.parsed.unbound)
        ]
        prolog = any(one.line.parsed.prolog for one in special)
        for one in special:
            self.notes += [d.moved(one.start - one.line.start) for d in one.line.told]
            self.notes += [d.moved(one.start) for d in one.line.parsed.notes]
        for one in self.stated if prolog else ():
            if one.kind != GOAL and _ANYTHING.search(one.line.text.partition(":-")[0]):
                message = "'_' in a fact, or in the head of a clause, is anything in Prolog, and something elsewhere"
                self.say("ambiguous-variable", message, one.span, "Write ∃y Owns(bob, y), or ∀y Owns(bob, y).")
            if denied := _FAILURE.search(one.line.text):
                message = f"in clauses '{denied.group()}' means 'not derivable', which is not read here"
                hint = "Write ¬ for what is stated to be false; or, under 'Defaults:', ∀x (P(x) → Q(x)),"
                hint += " and what keeps it from holding as a premise, as ∀x (R(x) → ¬Q(x))."
                self.say("negation-as-failure", message, one.span, hint, "¬")
        goal = self.goal()
        self.settle_semantics()
        self.label()
        self.params = frozenset([param for predicate in self.found.predicates for param in predicate.params])
        if special or (self.params and any(self.params & one.line.parsed.constants for one in self.stated)):
            return self.read_all(goal)
        parsed = [one.line.parsed for one in self.stated]
        program = self.program(goal, [one.closed or one.trees[0] for one in parsed])
        return Reading(program, tuple(self.notes), self.found.text, len(parsed), self.found.total)

    # Of all statements.

    def goal(self) -> Stated | None:
        """Return the one conclusion: of several the one that the question asks, or they are an error."""
        goals = [one for one in self.stated if one.kind == GOAL]
        if len(goals) > 1 and (at := which_asks([one.gloss for one in goals], self.found.question)) is not None:
            message = f"of {len(goals)} conclusions the one is read that the question asks"
            self.notes.append(Diagnostic("several-conclusions", Level.WARNING, message, goals[at].span, "Write one."))
            self.stated = [one for one in self.stated if one.kind != GOAL or one is goals[at]]
            goals = [goals[at]]
        if not goals:
            if not self.found.cut:
                end = len(self.found.text.rstrip())
                message, hint = "the program asks nothing; was the output cut?", "Add 'Conclusion:' with one formula."
                self.say("no-goal", message, Span(end, end + 1), hint, "a conclusion")
            return None
        first, *more = goals
        if answer := _ANSWERED.search(first.line.text):
            message = f"'{answer.group()}' may be a part of what is asked, or the answer to it"
            self.say("answered-goal", message, first.span, "Leave the answer out; or write ¬ for what is to be denied.")
        for other in more:
            hint = "Join them with ∧ to ask for all of them at once, or ask them one by one."
            self.say("extra-conclusion", "there is more than one conclusion", other.span, hint, "one conclusion")
        return first

    def settle_semantics(self) -> None:
        """Take the one semantics that is named; two are an error, and rules beside one that knows none."""
        told = self.found.semantics
        self.semantics = told[0][0] if told else self.semantics
        rules = self.semantics is Semantics.RULES and any(one.kind in RULE_LETTERS for one in self.stated)
        if rules or len({one for one, _ in told}) > 1:
            message = "the program has two semantics: forward chaining knows no defaults and no defeasible rules"
            hint = "Name one of them; without 'Semantics: rules' there may be defaults."
            self.say("two-semantics", message, told[-1][1], hint)

    def label(self) -> None:
        """Give labels to the rules that have none, other ones than those that are written."""
        rules = [one for one in self.stated if one.kind in RULE_LETTERS]
        known = {spelt(one.label) for one in rules}
        for kind, group in itertools.groupby(rules, lambda one: one.kind):
            for count, one in enumerate(group, 1):
                names = (f"{RULE_LETTERS[kind]}{n}" for n in itertools.count(count))
                one.label = spelt(one.label) or next(name for name in names if name not in known)
                known.add(one.label)

    # In each reading.

    def read_all(self, goal: Stated | None) -> Reading:
        """Return the program in all its readings: each choice of trees, with unbound variables in all ways."""
        counts = [len(one.line.parsed.trees) for one in self.stated]
        picks: Iterable[tuple[int, ...]] = itertools.product(*map(range, counts))
        if math.prod(counts) > MAX_READINGS:
            message = f"the program can be read in more than {MAX_READINGS} ways"
            self.say("too-many-readings", message, self.stated[counts.index(max(counts))].span, _BRACKETS)
            picks = itertools.islice(picks, 1)
        before, told = list(self.notes), self.notes
        first, likely, read, others = None, None, 0, list[Other]()

        def keep(program: Program | None, choice: Ambiguity, stronger: bool = False) -> None:
            if program is not None:
                others.append(Other(choice.choice, *choice.readings, program, span=choice.span, stronger=stronger))

        for pick in picks:
            picked = [(one, one.line.parsed.choices[k]) for one, k in zip(self.stated, pick, strict=True) if k]
            turns = (choice.placed(one.start) for one, choices in picked for choice, taken in choices if taken)
            tree = next(turns, None)
            self.notes = list(before) if tree else told
            for ones, way in self.closed(pick):
                turned = tree or way
                if way:
                    self.notes = list(before)
                variables = tuple([name for one in ones for name in one.variables])  # of the goal alone
                weakest = self.program(goal, [one.formula for one in ones], variables)
                if turned:
                    keep(weakest, turned)
                else:
                    first, read = weakest, sum(one.formula is not None for one in ones)
                if weakest is not None and any(one.strongest is not None for one in ones):
                    span = next((d.span for d in self.notes if has_readings(d)), None)
                    self.notes = []
                    ways = ("for something", "for everything")
                    unbound = Ambiguity(FREE, "a variable that no quantifier binds", ways, span)
                    strongest = self.program(goal, [one.strongest or one.formula for one in ones], variables)
                    keep(strongest, turned or unbound, True)
                    if not turned:
                        likely = self.program(goal, [one.likely or one.formula for one in ones], variables)
        for one in self.special:
            if others and len(one.line.parsed.trees) > 1:
                choice = one.line.parsed.choices[-1][-1][0]
                message, span = f"{choice.said}; both are asked", choice.placed(one.start).span
                told.append(Diagnostic(choice.code, Level.WARNING, message, span, _BRACKETS, ONE_READING))
        found = self.found
        return Reading(first, tuple(told), found.text, read, found.total, others=tuple(others), likely=likely)

    def closed(self, pick: Sequence[int]) -> Iterator[tuple[list[Closed], Ambiguity | None]]:
        """Yield the formulas of some trees closed, in two ways if capitals may be variables or names of things."""
        placed = [
            Placed(one.line.parsed, one.line.parsed.trees[k], one.start, one.kind == GOAL)
            for one, k in zip(self.stated, pick, strict=True)
        ]
        if any(one.line.parsed.member for one in self.special):
            placed = self.members(placed)
        found, notes = self.found, self.notes
        letters = [one.name for one in found.declared.typed if UNBOUND_LETTER.fullmatch(one.name)]
        named = [*(one.name for one in found.constants), *letters]
        count = len(notes)
        closed, doubtful = close_all(placed, found.dialect, notes, named, self.params)
        unbound = [s.kind for c, s in zip(closed, self.stated, strict=True) if c.strongest is not None]
        rules = self.semantics is not Semantics.CLASSICAL or any(one.kind in RULE_LETTERS for one in self.stated)
        if unbound and (rules or any(kind != PREMISES for kind in unbound)):
            # What lies between two readings is only known of what grows with its premises.
            notes[:] = [replace(d, level=Level.ERROR) if has_readings(d) else d for d in notes]
        yield closed, None
        if doubtful:
            span = next((d.span for d in notes[count:] if has_readings(d)), None)
            ways = ("for everything", "the name of a thing")
            closed = close_all(placed, found.dialect, [], named, self.params, doubtful)[0]
            yield closed, Ambiguity(FREE, "a capital that no quantifier binds", ways, span)

    def members(self, placed: list[Placed]) -> list[Placed]:
        """Return formulas with ``P(x)`` for ``x ∈ P`` where P is a predicate of the program, as the language has it."""
        formulas = [one.formula for one in placed if one.formula is not None]
        known = {one.name for one in self.found.predicates if len(one.params) == 1}
        known |= {atom.name for formula in formulas for atom in atoms(formula) if len(atom.args) == 1}

        def stated(formula: Formula) -> Formula:
            match formula:
                case Atom("∈", (thing, Fn(name, ()))) if name in known:
                    return Atom(name, (thing,))
            return formula

        return [one._replace(formula=one.formula and rewrite(one.formula, stated)) for one in placed]

    def program(
        self, goal: Stated | None, closed: Sequence[Formula | None], variables: tuple[str, ...] = ()
    ) -> Program | None:
        """Return the program of closed formulas, if nothing is wrong; the goal's author left variables unbound."""
        found, notes = self.found, self.notes
        stated, formulas = self.stated, [formula for formula in closed if formula is not None]
        if len(formulas) < len(stated):
            stated = [one for one, formula in zip(stated, closed, strict=True) if formula is not None]
        sorts = bool(found.declared) or any(one.line.parsed.sorts for one in self.special)
        if sorts:
            formulas = settle_binders(formulas, found.declared)
        parts: dict[str, list[Any]] = {kind: [] for kind in STATED}
        values: tuple[str, ...] = ()
        for one, formula in zip(stated, formulas, strict=True):
            kind, span = one.kind, one.span
            rule = kind in RULE_LETTERS
            parts[kind].append(
                Default(one.label, formula, one.gloss, span) if rule else Statement(formula, one.gloss, span)
            )
            if one.asked and one is goal:
                values, said = asked(formula, one.asked, span)
                notes += said
        premises, goals, defaults, defeasible, exceptions = parts.values()
        if defaults or defeasible or exceptions or found.preferences:
            notes += check_labels(defaults, defeasible, exceptions, found.preferences)
        if not goals or has_errors(notes):
            return None
        try:
            program = Program(
                tuple(premises),
                goals[-1],
                semantics=self.semantics,
                predicates=tuple(found.predicates),
                open_variables=variables,
                asked=values,
                constants=tuple(found.constants),
                defaults=tuple(defaults),
                defeasible=tuple(defeasible),
                exceptions=tuple(exceptions),
                preferences=tuple((winner, loser) for winner, loser, _ in found.preferences),
                declared=found.declared,
            )
        except InvalidProgram as fault:
            notes.append(told_of(fault, premises, goals[-1]))
            return None
        labelled = [one for one in self.special if one.label]
        used = program.signature.predicates + program.signature.functions
        for one in labelled:
            if any(one.label == name for name, _ in used):
                message = f"'{one.label}' labels this line, and is a name in a formula"
                hint = "Write the formula instead of its label, and who says it as a formula; or give another label."
                self.say("label-as-name", message, one.span, hint)
        if sorts:
            notes += sort_notes([*premises, *goals], program.signature, found.declared)
        return program


def asked(formula: Formula, count: int, span: Span) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the variables that a goal asks for, or an error where they do not reach over all of it.

    Args:
        formula: the goal.
        count: how many of them there are.
        span: where it stands.
    """
    names: list[str] = []
    while len(names) < count and isinstance(formula, Exists):
        names.append(formula.var)
        formula = formula.body
    if len(set(names)) == count:
        return tuple(names), []
    message = "what is asked for does not reach over the whole goal, or is bound twice"
    hint = "Put the rest of the goal in brackets, as in ?x (Likes(x, bob) ∧ Kind(x)), and ask once for each variable."
    return (), [Diagnostic("asked-scope", Level.ERROR, message, span, hint)]
