"""A logic program: predicates with glosses, premises, a goal."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import Final, NoReturn, TypeVar

from .diagnostics import Diagnostic, Level, Span
from .errors import InvalidProgram
from .sorts import SortedTheory, infer
from .symbols import NOTHING, NUMBERS, THING, Census, Constant, Declarations, Predicate, Signature, faults
from .syntax import Atom, Exists, Forall, Formula, Not, close, number_named, opened
from .unfolding import unfolded

CLASH_HINT: Final = (
    "Give both the same sort, or write a predicate for each of them, as in ∀x (Person(x) → …): sorts never overlap."
)
"""What to do about two sorts in one place."""
MAX_CIRCLE: Final = 10
"""The most labels of a circle of preferences that are shown."""

_LABEL: Final = re.compile(r"[^\W\d_]\w*")


class Semantics(StrEnum):
    """What it means that a goal follows."""

    CLASSICAL = "classical"
    """First-order entailment."""
    RULES = "rules"
    """Forward chaining over rules as written, without contraposition."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A formula with the sentence that it renders and its place in the text.

    Attributes:
        formula: the formula, without free variables.
        gloss: the sentence; may be empty.
        span: where the formula stands in the text that was read; no part of equality.
    """

    formula: Formula
    gloss: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Default:
    """A rule that holds unless something speaks against it: a default, or a defeasible rule.

    Attributes:
        label: its name, by which preferences and exceptions speak of it.
        formula: what normally holds, closed universally.
        gloss: the sentence; may be empty.
        span: where it stands in the text that was read; no part of equality.
    """

    label: str
    formula: Formula
    gloss: str = ""
    span: Span | None = field(default=None, compare=False)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it is closed over, in order; an exception gives a value to each."""
        return tuple(opened(self.formula, Forall)[0])

    @property
    def body(self) -> Formula:
        """The formula without the quantifiers of its variables."""
        return opened(self.formula, Forall)[2]


_S = TypeVar("_S", Statement, Default)


@dataclass(frozen=True, slots=True)
class Program:
    """What an engine answers: does the goal follow from the premises, or its negation?

    Attributes:
        premises: what is taken to hold.
        goal: what is asked.
        semantics: what it means that the goal follows.
        predicates: the declared predicates; may be empty.
        open_variables: variables that the goal's author left unbound. They are closed
            universally in both questions, as Prover9 does: the goal follows if it
            holds of everything, its negation if it holds of nothing.
        asked: variables for whose values the goal asks ("who?"), the outermost of its existential
            quantifiers: besides whether there is one, it is asked of which constants the rest holds.
        constants: the declared constants; may be empty.
        defaults: what normally holds, beside classical premises; as few things as
            possible are taken to be exceptions. A program with them is no longer classical.
        defeasible: the rules of a defeasible theory, which are applied forwards and may be
            overruled. A program has defaults or these, not both.
        exceptions: atoms of a default's label: it says nothing about these things.
        preferences: pairs of labels, the preferred one first.
        declared: the sorts that there are, and which the names are of.
        sorted: whether anything is of another sort than things and numbers.
        signatures: what the premises and rules speak of, and what the goal speaks of.
        signature: what the program speaks of.
        settled: what it says classically, once that was asked for (``domains.settled_program``).

    Raises:
        InvalidProgram: a formula is not closed, too deep or no formula, two sorts stand in
            one place, or the labels, the exceptions, the open variables and those that are asked for do not fit it.
    """

    premises: tuple[Statement, ...]
    goal: Statement
    _: KW_ONLY
    semantics: Semantics = Semantics.CLASSICAL
    predicates: tuple[Predicate, ...] = ()
    open_variables: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    defaults: tuple[Default, ...] = ()
    defeasible: tuple[Default, ...] = ()
    exceptions: tuple[Statement, ...] = ()
    preferences: tuple[tuple[str, str], ...] = ()
    declared: Declarations = NOTHING
    sorted: bool = field(init=False, repr=False, compare=False, default=False)
    signatures: tuple[Signature, Signature] = field(init=False, repr=False, compare=False)
    signature: Signature = field(init=False, repr=False, compare=False)
    _unfolded: Program | None = field(init=False, repr=False, compare=False, default=None)
    settled: SortedTheory | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        """Look through all trees once: for what they speak of, and for what no engine could take."""
        given, asked = Census(), Census()
        for what, census, ones, kind in (
            ("premise {}", given, self.premises, Statement),
            ("default {}", given, self.defaults, Default),
            ("defeasible rule {}", given, self.defeasible, Default),
            ("exception {}", Census(), self.exceptions, Statement),
            ("goal", asked, (self.goal,), Statement),
        ):
            if type(ones) is not tuple:
                raise InvalidProgram(what.replace(" {}", "s"), f"{type(ones).__name__} is no tuple", "Give a tuple.")
            for at, one in enumerate(ones, 1):
                try:
                    if not isinstance(one, kind):
                        _refuse(f"it is a {type(one).__name__}", f"Write {kind.__name__}(…) around the formula.")
                    census.formula(one.formula)
                    if census.abbreviated:
                        unfolded(one.formula)
                except InvalidProgram as fault:
                    raise InvalidProgram(what.format(at), fault.what, fault.hint) from None
        self._check()
        object.__setattr__(self, "signatures", (given.result(), asked.result()))
        given.add(asked)
        object.__setattr__(self, "signature", given.result())
        for name in self.signature.constants:
            if number_named(name) is not None:
                hint = f"Write Num({name}), which is one thing anywhere."
                _refuse(f"the number {name} is the name of a constant", hint)
        if self.declared or self.signature.sorts:
            self._check_sorts()
        if given.abbreviated:
            object.__setattr__(self, "_unfolded", self.rewritten(unfolded))

    def _check(self) -> None:
        """Refuse what belongs to no single formula."""
        if not isinstance(self.semantics, Semantics):
            _refuse(f"its semantics is {self.semantics!r}", f"Give one of {', '.join(map(str, Semantics))}.")
        body = self.goal.formula
        for kind, names, what in ((Forall, self.open_variables, "has the open"), (Exists, self.asked, "asks for the")):
            for name in names:
                if not isinstance(body, kind) or body.var != name:
                    hint = f"Write {kind.__name__}(…) around the goal for each of these, the first one outermost."
                    _refuse(f"it {what} variable {name!r}, which the goal's outer quantifiers do not bind so", hint)
                body = body.body
        if self.asked and (self.open_variables or len(set(self.asked)) < len(self.asked)):
            _refuse("it asks for a variable twice, or has open ones, too", "Bind each variable of the goal once.")
        for pair in self.preferences:
            if type(pair) is not tuple or len(pair) != 2 or not all(isinstance(label, str) for label in pair):
                _refuse(f"the preference {pair!r} is no pair of labels", "Write ('R2', 'R1'), the preferred one first.")
        if self.rules or self.exceptions or self.preferences:
            preferences = [(*pair, None) for pair in self.preferences]
            for found in check_labels(self.defaults, self.defeasible, self.exceptions, preferences):
                _refuse(found.message, found.hint)

    def _check_sorts(self) -> None:
        """Refuse two sorts in one place, and sorts where no engine knows any; note whether there are several."""
        for what, hint in faults(self.declared):
            raise InvalidProgram("the sorts", what, hint)
        stated = [(f"premise {i + 1}", p.formula) for i, p in enumerate(self.premises)]
        stated += [(f"rule {i + 1}", rule.formula) for i, rule in enumerate(self.rules)]
        stated.append(("goal", self.goal.formula))
        sorts = infer((formula for _, formula in stated), self.signature, self.declared)
        for clash in sorts.clashes:
            raise InvalidProgram(stated[clash.formula][0], clash.what, CLASH_HINT)
        kinds = sorts.used(self.signature)
        if kinds & NUMBERS and not self.signature.arithmetic:
            object.__setattr__(self, "signature", replace(self.signature, arithmetic=True))
        object.__setattr__(self, "sorted", bool(kinds - NUMBERS - {THING}))
        if kinds - {THING} and self.semantics is not Semantics.CLASSICAL:
            _refuse("it has sorts, which forward chaining knows none of", "Write a predicate for each sort instead.")

    @property
    def unfolded(self) -> Program:
        """The program without abbreviations, as engines and the kernel are asked it; itself if it has none."""
        return self._unfolded or self

    def rewritten(
        self, change: Callable[[Formula], Formula], exception: Callable[[Formula], Formula] | None = None
    ) -> Program:
        """Return the program with other formulas.

        Args:
            change: what becomes of each formula.
            exception: what becomes of an exception, whose atom is a label's; ``None`` for the same.

        Returns:
            The program with those.
        """

        def new(ones: tuple[_S, ...], change: Callable[[Formula], Formula] = change) -> tuple[_S, ...]:
            return tuple([replace(one, formula=change(one.formula)) for one in ones])

        return replace(
            self,
            premises=new(self.premises),
            goal=new((self.goal,))[0],
            defaults=new(self.defaults),
            defeasible=new(self.defeasible),
            exceptions=new(self.exceptions, exception or change),
        )

    def under(self, semantics: Semantics) -> Program:
        """Return the program with this semantics.

        Args:
            semantics: what it is to mean that the goal follows.

        Returns:
            The program itself if that is what it means already, else a copy.
        """
        return self if semantics is self.semantics else replace(self, semantics=semantics)

    def asking(self, formula: Formula) -> Program:
        """Return the program with another goal, a closed one that asks for nothing.

        Args:
            formula: what is asked instead.

        Returns:
            The program with that goal.

        Raises:
            InvalidProgram: it is no closed formula, or its sorts do not fit.
        """
        return replace(self, goal=Statement(formula), open_variables=(), asked=())

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The premises' formulas, then the goal's."""
        return (*(p.formula for p in self.premises), self.goal.formula)

    @property
    def rules(self) -> tuple[Default, ...]:
        """The defaults, or the defeasible rules."""
        return self.defaults + self.defeasible

    @property
    def open_goal(self) -> Formula:
        """The goal as its author wrote it, without quantifiers for the open variables."""
        return opened(self.goal.formula, Forall, len(self.open_variables))[2]

    @property
    def asked_of(self) -> Formula:
        """What the goal asks of the values of its variables: the goal without quantifiers for them."""
        return opened(self.goal.formula, Exists, len(self.asked))[2]

    @property
    def negated_goal(self) -> Formula:
        """What refutes the goal."""
        names, sorts, body = opened(self.goal.formula, Forall, len(self.open_variables))
        return close(Not(body), names, sorts)


def _refuse(what: str, hint: str) -> NoReturn:
    raise InvalidProgram("the program", what, hint)


def check_labels(
    defaults: Sequence[Default],
    defeasible: Sequence[Default],
    exceptions: Iterable[Statement],
    preferences: Iterable[tuple[str, str, Span | None]] = (),
) -> list[Diagnostic]:
    """Return what is wrong with the labels of rules, and with what speaks of rules by them.

    Args:
        defaults: the defaults.
        defeasible: the defeasible rules; a program has rules of one kind.
        exceptions: atoms of labels.
        preferences: pairs of labels, the preferred one first, each with its place.
    """
    found: list[Diagnostic] = []

    def say(code: str, message: str, hint: str, *spans: Span | None) -> None:
        found.append(Diagnostic(code, Level.ERROR, message, spans[0], hint, also=tuple(filter(None, spans[1:]))))

    if defaults and defeasible:
        hint = "Under 'Defaults:' premises are classical; under 'Defeasible rules:' all rules are applied forwards."
        message = "a program has defaults or defeasible rules, not both"
        say("mixed-rules", message, hint, *[rule.span for rule in defeasible])
    known: dict[str, Default] = {}
    for one in (*defaults, *defeasible):
        if _LABEL.fullmatch(one.label) is None:
            hint = "A label is one word of letters, digits and _ that begins with a letter."
            say("bad-label", f"'{one.label}' is no label", hint, one.span)
        elif known.setdefault(one.label, one) is not one:
            say("same-label", f"two rules have the label '{one.label}'", "Give each rule a label of its own.", one.span)
    preferences = tuple(preferences)
    for label, span in {label: span for *pair, span in reversed(preferences) for label in reversed(pair)}.items():
        if label not in known:
            message = f"the preference speaks of '{label}', which is the label of no rule"
            say("unknown-label", message, f"Write '{label}: …' under 'Defaults:' or 'Defeasible rules:'.", span)
    for atom in exceptions:
        rule = known.get(atom.formula.name) if isinstance(atom.formula, Atom) else None
        if rule is None or not isinstance(atom.formula, Atom) or len(atom.formula.args) != len(rule.variables):
            hint = "Write its label with the thing that is excepted, as D1(anne); of all, a premise ∀x (P(x) → ¬Q(x))."
            say("bad-exception", "this is no exception to a default or rule of the program", hint, atom.span)
    return found + check_preferences(preferences)


def check_preferences(preferences: Iterable[tuple[str, str, Span | None]]) -> list[Diagnostic]:
    """Return what is wrong with preferences among themselves: that they go in a circle.

    Superiority is an acyclic relation in defeasible logic (Antoniou et al. 2001), and priorities
    are an order in circumscription (Lifschitz 1985), so no engine has to think of a circle.

    Args:
        preferences: pairs of labels, the preferred one first, each with its place.
    """
    places: dict[str, dict[str, Span | None]] = defaultdict(dict)
    for winner, loser, span in preferences:
        places[loser].setdefault(winner, span)
    try:
        TopologicalSorter(places).prepare()
        return []
    except CycleError as error:
        circle: list[str] = error.args[1]
    shown = " > ".join(circle if len(circle) <= MAX_CIRCLE else [*circle[: MAX_CIRCLE - 1], "…", circle[0]])
    message = f"the preferences go in a circle: {shown}"
    return [Diagnostic("preference-cycle", Level.ERROR, message, places[circle[1]][circle[0]], "Drop one of them.")]
