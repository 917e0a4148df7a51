"""Questions about cases, decided by propagation: what facts give is calculated, what rules force is derived.

A question is compiled once for each set of things. Of a case the facts are looked up, what they settle is stated in
lines for the kernel, and a search over the connectives does the rest. What is open is divided at the bounds that rules
set, so that the models of an open answer are found, too. Where that is not enough, the engines are asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..certifying.drafts import Draft, derived, numbered
from ..certifying.search import TruthSearch
from ..certifying.shapes import AND, IFF, Leaves, Shape
from ..certifying.theory import disjunction
from ..kernel.certificates import Countermodels, Equality, Given, Instance, Linear, Model, Number, Proof, Verdict
from ..kernel.laws import adds_up, polynomial
from ..logic.sorts import SortedTheory, enumerated
from ..logic.symbols import INT, NUMBERS, REAL, THING
from ..logic.syntax import (
    CALCULATING,
    RELATIONS,
    Atom,
    Cmp,
    Eq,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Or,
    Term,
    literal,
    negation,
)
from ..logic.walkers import walk
from ..outcome import Element

ENGINE: Final = "book"
"""What outcomes say found them."""
MAX_TRIED: Final = 500
"""How many combinations of values of open facts are tried for a model."""
_Known = tuple[Term, Draft | None]
"""A value, and the line that says so; none of what is its own value."""
_Sums = dict[tuple[Term, ...], Fraction]


@dataclass(frozen=True, slots=True)
class Leaf:
    """An atom of a question that speaks of values of functions.

    Attributes:
        formula: the atom.
        cells: the applied functions in it, the innermost first.
        sums: of numbers the difference of both sides, as a polynomial; else ``None``.
    """

    formula: Atom | Eq | Cmp
    cells: tuple[Fn, ...]
    sums: _Sums | None


class Question:
    """A goal and the premises of a book, written out for certain things.

    Args:
        premises: closed formulas without quantifiers.
        goal: another one.
        ready: the program of these, settled.
    """

    def __init__(self, premises: Sequence[Formula], goal: Formula, ready: SortedTheory) -> None:
        self.ready, self.goal = ready, goal
        self.members = {name for ones in ready.enumerations.values() for name in ones}
        self._leaves = Leaves()
        self._claims = [
            (self._leaves.shape(formula), Draft(formula, Given("premise", i))) for i, formula in enumerate(premises)
        ]
        self._asked = {value: self._leaves.shape(literal_of(goal, value)) for value in (True, False)}
        self._axioms = {axiom: Draft(axiom, Given("axiom", i)) for i, axiom in enumerate(ready.axioms)}
        self.leaves = [self._leaf(one) for one in self._leaves.formulas if isinstance(one, Atom | Eq | Cmp)]
        self.atoms = {one.formula for one in self.leaves if isinstance(one.formula, Atom)}
        self.cells = {cell for one in self.leaves for cell in one.cells}
        self._nested = {
            (node.name, len(node.args))
            for one in (*self.atoms, *self.cells)
            for node in walk(one)
            if isinstance(node, Atom | Fn) and any(self._is_cell(n) for a in node.args for n in walk(a))
        }
        self._base = len(premises)

    def speaks_of(self, formula: Formula) -> bool:
        """Return whether a fact is about anything that the question and the rules speak of."""
        atom = formula.body if isinstance(formula, Not) else formula
        if isinstance(atom, Eq):
            atom = atom.left  # type: ignore[assignment]
        if isinstance(atom, Forall):
            names = {one.name for one in self.atoms}
            return any(isinstance(node, Atom) and node.name in names for node in walk(atom))
        assert isinstance(atom, Atom | Fn)
        return atom in self.atoms or atom in self.cells or (atom.name, len(atom.args)) in self._nested

    def decide(self, facts: Sequence[Formula]) -> tuple[Verdict, Proof | Countermodels] | None:
        """Return the verdict with its certificate; ``None`` if engines have to be asked.

        Args:
            facts: literals, and values of functions.
        """
        return _Run(self, facts).decide()

    def _leaf(self, formula: Atom | Eq | Cmp) -> Leaf:
        cells = [node for node in walk(formula) if isinstance(node, Fn) and self._is_cell(node)]
        sums = None
        if isinstance(formula, Eq | Cmp):
            try:
                sums = polynomial(Fn("-", (formula.left, formula.right)), self.sort)
            except ValueError:
                sums = None
        return Leaf(formula, tuple(dict.fromkeys(cells[::-1])), sums)

    def _is_cell(self, node: object) -> bool:
        return isinstance(node, Fn) and node.name not in CALCULATING and node.name not in self.members

    def sort(self, term: Term) -> str:
        """Return the sort of a term of numbers.

        Raises:
            ValueError: it is none.
        """
        match term:
            case Num(value, decimal):
                return REAL if decimal or not isinstance(value, int) else INT
            case Fn(name, args) if args and name in CALCULATING:
                return INT if name != "/" and all(self.sort(arg) == INT for arg in args) else REAL
            case Fn(name, args) if (found := self.ready.sorts.of(("f", name, len(args), -1))) in NUMBERS:
                return found
        raise ValueError("no number")


def literal_of(formula: Formula, value: bool) -> Formula:
    """Return a formula, or its negation as the kernel writes it."""
    return formula if value else Not(formula)


class _Run:
    """One case of a question."""

    def __init__(self, question: Question, facts: Sequence[Formula]) -> None:
        self.question, self.facts = question, facts
        self.leaves = Leaves()
        self.leaves.formulas = [*question._leaves.formulas]
        self.leaves._numbers = dict(question._leaves._numbers)
        self.search = TruthSearch(self.leaves)
        self.values: dict[Fn, _Known] = {}
        self.truth: dict[Atom, Draft] = {}
        self.signs: dict[Atom, bool] = {}

    def decide(self) -> tuple[Verdict, Proof | Countermodels] | None:
        search, question = self.search, self.question
        for i, formula in enumerate(self.facts, question._base):
            draft = Draft(formula, Given("premise", i))
            match formula:
                case Eq(Fn() as cell, value):
                    self.values[cell] = value, draft
                case Atom() | Not(Atom()):
                    search.add(self.leaves.shape(formula), draft)
                case _:
                    return None
        for shape, draft in question._claims:
            search.add(shape, draft)
        for leaf in question.leaves:
            if leaf.cells:
                self._settle(leaf)
        self._divide()
        if self._solve():
            assert search.refuted is not None
            return Verdict.INCONSISTENT, self._proof("contradiction", None)
        model = self._model()
        if model is None:
            return None
        holds = self._value(question._asked[True])
        if holds is None:
            return None
        search.back()
        asked = Not(question.goal) if holds else Not(Not(question.goal))
        search.add(question._asked[not holds], Draft(asked, Given("goal")))
        if self._solve():
            verdict = Verdict.ENTAILED if holds else Verdict.REFUTED
            return verdict, self._proof("goal" if holds else "negation", model)
        other = self._model()
        if other is None:
            return None
        return Verdict.UNKNOWN, Countermodels(*((model, other) if holds else (other, model)))

    def _proof(self, proves: str, model: Model | None) -> Proof:
        assert self.search.refuted is not None
        lines = numbered(self.search.refuted)
        used = {one.reason.index for one in lines if isinstance(one.reason, Given) and one.reason.source == "premise"}
        return Proof(proves, tuple(sorted(used)), ENGINE, lines, model)  # type: ignore[arg-type]

    def _solve(self) -> bool:
        """Give all claims values that make them true; return whether there are none."""
        while not self.search.propagate():
            if not self.search.decide():
                return False
        return True

    # What facts settle

    def _known(self, cell: Fn) -> _Known | None:
        """Return the value of a cell, with the line that says so."""
        found = self.values.get(cell)
        if found is not None or not cell.args:
            return found
        inner = self._inner(cell.args)
        if inner is None:
            return None
        args, lines = inner
        found = self.values.get(Fn(cell.name, args))
        if not lines or found is None or found[1] is None:
            return found
        said = Eq(cell, found[0])
        lines = [*lines, found[1]]
        law = Draft(disjunction([said, *[negation(line.formula) for line in lines]]), Equality())
        self.values[cell] = known = found[0], derived(said, [law, *lines])
        return known

    def _inner(self, args: tuple[Term, ...]) -> tuple[tuple[Term, ...], list[Draft]] | None:
        """Return the values of arguments, with the lines that say so."""
        values, lines = list[Term](), list[Draft]()
        for arg in args:
            known: _Known | None = (arg, None)
            if self.question._is_cell(arg) and isinstance(arg, Fn):
                known = self._known(arg)
            if known is None:
                return None
            values.append(known[0])
            lines += [known[1]] if known[1] is not None else []
        return tuple(values), lines

    def _settle(self, leaf: Leaf) -> None:
        """State whether an atom holds, if facts say so."""
        formula = leaf.formula
        if isinstance(formula, Atom):
            if (inner := self._inner(formula.args)) is not None and inner[1]:
                other, lines = Atom(formula.name, inner[0]), inner[1]
                self._equivalent(formula, other, lines)
            return
        if leaf.sums is None:
            sides = self._inner((formula.left, formula.right))
            if sides is not None:
                self._things(formula, *sides)
            return
        known = {cell: self._known(cell) for key in leaf.sums for cell in key if isinstance(cell, Fn)}
        if all(known.values()) and all(len(key) < 2 for key in leaf.sums):
            self._numbers(formula, leaf.sums, {cell: one for cell, one in known.items() if one is not None})

    def _equivalent(self, atom: Atom, other: Atom, lines: list[Draft]) -> None:
        for one, two in ((atom, other), (other, atom)):
            parts = [one, Not(two), *[negation(line.formula) for line in lines]]
            law = Draft(disjunction(parts), Equality())
            said = disjunction([one, Not(two)])
            self.search.add(self.leaves.shape(said), derived(said, [law, *lines]))

    def _things(self, formula: Eq | Cmp, values: tuple[Term, ...], lines: list[Draft]) -> None:
        one, other = values
        said = literal(formula, one == other)
        if len(lines) == 1 and lines[0].formula == said:
            self.search.add(self.leaves.shape(said), lines[0])
            return
        parts: list[Formula] = [said, *[negation(line.formula) for line in lines]]
        if one != other:
            apart = self.question._axioms.get(Not(Eq(one, other))) or self.question._axioms.get(Not(Eq(other, one)))
            if apart is None:
                return
            parts.append(negation(apart.formula))
            lines = [*lines, apart]
        self.search.add(self.leaves.shape(said), derived(said, [Draft(disjunction(parts), Equality()), *lines]))

    def _numbers(self, formula: Eq | Cmp, sums: _Sums, known: Mapping[Fn, _Known]) -> None:
        total = sum((factor * _at(key, known) for key, factor in sums.items()), Fraction(0))
        true = total == 0 if isinstance(formula, Eq) else RELATIONS[formula.op](total, 0)
        said = literal(formula, true)
        lines = [line for _, line in known.values() if line is not None]
        if len(lines) == 1 and lines[0].formula == said:
            self.search.add(self.leaves.shape(said), lines[0])
        elif not (isinstance(formula, Eq) and true):
            self.search.add(self.leaves.shape(said), self._linear(formula, total, sums, known))
        else:
            left, right = formula.left, formula.right
            sides = [Cmp("<", left, right), Cmp("<", right, left)]
            law = Draft(Or((sides[0], formula, sides[1])), Number())
            apart = []
            for side, sign in zip(sides, (1, -1), strict=True):
                turned = {key: factor * sign for key, factor in sums.items()}
                apart.append(self._linear(side, Fraction(0), turned, known))
            self.search.add(self.leaves.shape(said), derived(said, [law, *apart]))

    def _linear(self, formula: Eq | Cmp, total: Fraction, sums: _Sums, known: Mapping[Fn, _Known]) -> Draft:
        """Return the line of a comparison that holds, or fails, by the values of what stands in it."""
        true = not isinstance(formula, Eq) and RELATIONS[formula.op](total, 0)
        said = literal(formula, true)
        factor = Fraction(1)
        if isinstance(formula, Eq):
            factor = Fraction(-1 if total > 0 else 1)
        elif (formula.op in (">", "≥")) is true:
            factor = Fraction(-1)  # its denial compares the other way round
        parts: list[Formula] = [said]
        coefficients = [Fraction(1) if isinstance(formula, Cmp) else factor]
        lines = []
        for cell, (_, line) in known.items():
            if line is not None:
                parts.append(negation(line.formula))
                coefficients.append(-factor * sums.get((cell,), Fraction(0)))
                lines.append(line)
        return derived(said, [Draft(disjunction(parts), Linear(tuple(coefficients))), *lines])

    # What is open

    def _divide(self) -> None:
        """State which atoms about one open value exclude each other."""
        self.open: dict[Fn, list[Leaf]] = {}
        for leaf in self.question.leaves:
            if isinstance(leaf.formula, Atom) or not leaf.cells:
                continue
            unknown = [cell for cell in leaf.cells if self._known(cell) is None]
            if unknown:
                self.open.setdefault(unknown[0] if len(unknown) == 1 else Fn(""), []).append(leaf)
        self.joint = self.open.pop(Fn(""), [])
        for cell, leaves in self.open.items():
            sort = self.question.ready.sorts.of(("f", cell.name, len(cell.args), -1))
            if sort in NUMBERS:
                self._bounds(cell, leaves)
            else:
                self._members(cell, sort, leaves)

    def _members(self, cell: Fn, sort: str, leaves: Sequence[Leaf]) -> None:
        equations = [one.formula for one in leaves if isinstance(one.formula, Eq) and cell in _sides(one.formula)]
        members = self.question.ready.enumerations.get(sort, ())
        named = {side.name: one for one in equations for side in _sides(one) if isinstance(side, Fn)}
        for (name, one), (other, two) in itertools.combinations([*named.items()], 2):
            if name in members and other in members:
                apart = self.question._axioms.get(Not(Eq(Fn(name), Fn(other))))
                apart = apart or self.question._axioms.get(Not(Eq(Fn(other), Fn(name))))
                if apart is not None:
                    said = Or((Not(one), Not(two)))
                    law = Draft(Or((*said.parts, negation(apart.formula))), Equality())
                    self.search.add(self.leaves.shape(said), derived(said, [law, apart]))
        if members and all(member in named for member in members):
            whole = enumerated(sort, members)[0]
            axiom = self.question._axioms.get(whole)
            if axiom is not None and isinstance(whole, Forall) and all(_sides(o)[0] == cell for o in named.values()):
                instance = disjunction([Eq(cell, Fn(member)) for member in members])
                law = Draft(Implies(whole, instance), Instance((cell,)))
                self.search.add(self.leaves.shape(instance), derived(instance, [law, axiom]))

    def _bounds(self, cell: Fn, leaves: Sequence[Leaf]) -> None:
        tried = self._candidates(cell, leaves, {})
        true = {one.formula: [self._true(one, {cell: value}) for value in tried] for one in leaves}
        for (one, ones), (other, others) in itertools.combinations(true.items(), 2):
            pairs = set(zip(ones, others, strict=True))
            for signs in itertools.product((True, False), repeat=2):
                if signs not in pairs and None not in ones and None not in others:
                    self._exclude(cell, literal(one, signs[0]), literal(other, signs[1]))

    def _exclude(self, cell: Fn, one: Formula, other: Formula) -> None:
        """State that two literals about a value exclude each other."""
        rows = [self._row(literal) for literal in (one, other)]
        if rows[0] is None or rows[1] is None:
            return
        (first, strict), (second, also) = rows
        a, b = first.get((cell,), Fraction(0)), second.get((cell,), Fraction(0))
        if strict is None and a * b > 0:
            first, a, sign = {key: -factor for key, factor in first.items()}, -a, -1
        elif also is None and a * b > 0:
            second, b, sign = {key: -factor for key, factor in second.items()}, -b, -2
        else:
            sign = 0
        if a * b >= 0:
            return
        factors = [abs(b), abs(a)]
        total: _Sums = {}
        for row, factor in zip((first, second), factors, strict=True):
            for key, value in row.items():
                total[key] = total.get(key, Fraction(0)) + value * factor
        said = disjunction([negation(one), negation(other)])
        parts, lines = [negation(one), negation(other)], []
        if sign:
            factors[-sign - 1] *= -1
        for key, value in total.items():
            if key and value:
                known = self._known(key[0]) if len(key) == 1 and isinstance(key[0], Fn) else None
                if known is None or known[1] is None:
                    return
                parts.append(negation(known[1].formula))
                lines.append(known[1])
                factors.append(-value)
        law = Draft(disjunction(parts), Linear(tuple(factors)))
        if adds_up(law.formula, factors, self.question.sort):  # of integers there may be none between, for all that
            self.search.add(self.leaves.shape(said), derived(said, [law, *lines]))

    def _row(self, said: Formula) -> tuple[_Sums, bool | None] | None:
        """Return what a literal says of a sum: that it is at least 0, more (``True``), or 0 (``None``)."""
        atom, true = (said.body, False) if isinstance(said, Not) else (said, True)
        if isinstance(atom, Eq):
            return (polynomial(Fn("-", (atom.left, atom.right)), self.question.sort), None) if true else None
        assert isinstance(atom, Cmp)
        sides = (atom.left, atom.right) if (atom.op in (">", "≥")) is true else (atom.right, atom.left)
        sums = polynomial(Fn("-", sides), self.question.sort)
        return sums, (atom.op in ("<", ">")) is true

    def _candidates(self, cell: Fn, leaves: Iterable[Leaf], chosen: Mapping[Fn, Term]) -> list[Term]:
        """Return values of a cell of which one is between any two bounds that atoms set."""
        sort = self.question.ready.sorts.of(("f", cell.name, len(cell.args), -1))
        if sort not in NUMBERS:
            return [Fn(member) for member in self.question.ready.enumerations.get(sort, ())]
        bounds = set[Fraction]()
        for leaf in leaves:
            if leaf.sums is None or any(len(key) > 1 for key in leaf.sums) or not leaf.sums.get((cell,)):
                continue
            rest = Fraction(0)
            for key, factor in leaf.sums.items():
                if key != (cell,):
                    value = self._number(key[0], chosen) if key else Fraction(1)
                    if value is None:
                        break
                    rest += factor * value
            else:
                bounds.add(-rest / leaf.sums[cell,])
        return [_numeral(value, sort) for value in between(bounds, sort == INT)]

    def _number(self, term: Term, chosen: Mapping[Fn, Term]) -> Fraction | None:
        value = self._term(term, chosen)
        return number_of(value) if value is not None else None

    def _term(self, term: Term, chosen: Mapping[Fn, Term]) -> Term | None:
        """Return the value of a term, by the facts and by what was chosen."""
        if not isinstance(term, Fn) or (not term.args and not self.question._is_cell(term)):
            return term
        args = [self._term(arg, chosen) for arg in term.args]
        if None in args:
            return None
        cell = Fn(term.name, tuple([arg for arg in args if arg is not None]))
        if cell in chosen:
            return chosen[cell]
        found = self.values.get(cell)
        return found[0] if found is not None else None

    def _true(self, leaf: Leaf, chosen: Mapping[Fn, Term]) -> bool | None:
        """Return whether an atom holds; ``None`` if it hangs on what is open."""
        formula = leaf.formula
        assert not isinstance(formula, Atom)
        if leaf.sums is None:
            sides = [self._term(side, chosen) for side in _sides(formula)]
            return None if None in sides else sides[0] == sides[1]
        total = Fraction(0)
        for key, factor in leaf.sums.items():
            for term in key:
                value = self._number(term, chosen)
                if value is None:
                    return None
                factor *= value
            total += factor
        return total == 0 if isinstance(formula, Eq) else RELATIONS[formula.op](total, 0)

    # Models

    def _value(self, shape: Shape) -> bool | None:
        """Return the value of a tree in the model that was made last."""
        if isinstance(shape, int):
            found = self.model_values.get(shape >> 1)
            return None if found is None else found is not bool(shape & 1)
        kind, parts = shape
        values = [self._value(part) for part in parts]
        if None in values:
            return None
        if kind == IFF:
            return values[0] is values[1]
        return all(values) if kind == AND else any(values)

    def _model(self) -> Model | None:
        """Return a model of what the search has found, if values of what is open can be had."""
        question, assigned = self.question, self.search.values
        number = self.leaves._numbers
        cells = [*self.open, *{c: None for one in self.joint for c in one.cells if self._known(c) is None}]
        cells = [*dict.fromkeys(cells)]
        others = [c for c in question.cells if self._known(c) is None and c not in cells]
        wanted = {one.formula: assigned.get(number[one.formula]) for one in question.leaves}
        for chosen in self._choices([*cells, *others], wanted):
            found = self._made(chosen, wanted)
            if found is not None:
                return found
        return None

    def _choices(self, cells: Sequence[Fn], wanted: Mapping[Formula, bool | None]) -> Iterator[dict[Fn, Term]]:
        """Yield values of open cells with which atoms are as they should be."""
        tried = 0

        def choose(i: int, chosen: dict[Fn, Term]) -> Iterator[dict[Fn, Term]]:
            nonlocal tried
            if i == len(cells):
                yield chosen
                return
            cell = cells[i]
            leaves = [*self.open.get(cell, ()), *self.joint]
            for value in self._candidates(cell, leaves, chosen):
                tried += 1
                if tried > MAX_TRIED:
                    return
                more = {**chosen, cell: value}
                if all(self._true(one, more) in (None, wanted[one.formula]) for one in leaves
                       if wanted[one.formula] is not None):  # fmt: skip
                    yield from choose(i + 1, more)

        yield from choose(0, {})

    def _made(self, chosen: Mapping[Fn, Term], wanted: Mapping[Formula, bool | None]) -> Model | None:
        """Return the model with some values of open cells, if nothing in it speaks against what was found."""
        number = self.leaves._numbers
        predicates: dict[tuple[str, int], dict[tuple[Element, ...], bool]] = {
            k: {} for k in self.question.ready.names.predicates
        }
        for leaf_number, formula in enumerate(self.leaves.formulas):
            if isinstance(formula, Atom):
                row = [self._term(arg, chosen) for arg in formula.args]
                if None in row:
                    return None
                value = self.search.values.get(leaf_number)
                key = tuple([_element(term) for term in row if term is not None])
                known = predicates.setdefault((formula.name, len(row)), {})
                if value is not None and known.setdefault(key, value) is not value:
                    return None
        self.model_values: dict[int, bool] = {}
        for leaf_number, formula in enumerate(self.leaves.formulas):
            if isinstance(formula, Atom):
                row = [self._term(arg, chosen) for arg in formula.args]
                key = tuple([_element(term) for term in row if term is not None])
                self.model_values[leaf_number] = predicates[formula.name, len(row)].get(key, False)
        for leaf in self.question.leaves:
            if not isinstance(leaf.formula, Atom):
                true = self._true(leaf, chosen)
                if true is None or wanted[leaf.formula] not in (None, true):
                    return None
                self.model_values[number[leaf.formula]] = true
        return self._tables(chosen, predicates)

    def _tables(
        self, chosen: Mapping[Fn, Term], predicates: Mapping[tuple[str, int], Mapping[tuple[Element, ...], bool]]
    ) -> Model | None:
        """Return the model of which the predicates and the values of open cells are known."""
        ready = self.question.ready
        sorts = dict(ready.enumerations)
        functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {}
        for name, arity in dict.fromkeys((*ready.names.functions, *[(m, 0) for m in self.question.members])):
            if name in CALCULATING and arity:
                continue
            if name in self.question.members and not arity:
                functions[name, 0] = {(): name}
                continue
            result = ready.sorts.of(("f", name, arity, -1))
            domains = [sorts.get(sort, ()) for sort in ready.sorts.arguments("f", name, arity)]
            table: dict[tuple[Element, ...], Element] = {}
            for things in itertools.product(*domains):
                found = self._term(Fn(name, tuple(map(Fn, things))), chosen)
                if found is None:
                    found = Num(0) if result in NUMBERS else Fn(sorts[result][0]) if sorts.get(result) else None
                if found is None:
                    return None
                table[things] = _element(found)
            functions[name, arity] = table
        tables = {key: frozenset(row for row, true in ones.items() if true) for key, ones in predicates.items()}
        domain = ("thing",) if ready.sorts.plain or THING in ready.used else ()
        return Model(domain, tables, functions, sorts)


def between(bounds: Iterable[Fraction], whole: bool) -> list[Fraction]:
    """Return numbers of which one is in each place that bounds divide the line into: at, between and beyond them."""
    found = sorted(set(bounds)) or [Fraction(0)]
    if whole:
        tried = {Fraction(one.__floor__() + step) for one in found for step in (-1, 0, 1, 2)}
        return sorted(tried)
    tried = {*found, found[0] - 1, found[-1] + 1}
    for low, high in itertools.pairwise(found):
        middle = (low + high) / 2
        tried.add(Fraction(round(middle)) if low < round(middle) < high else middle)
    return sorted(tried)


def number_of(term: Term) -> Fraction | None:
    """Return the value of a numeral."""
    return Fraction(term.value) if isinstance(term, Num) else None


def _numeral(value: Fraction, sort: str) -> Term:
    if value.denominator == 1:
        return Num(value.numerator, sort == REAL)
    return Num((Decimal(value.numerator) / Decimal(value.denominator)).normalize())


def _element(term: Term) -> Element:
    return term.value if isinstance(term, Num) else term.name


def _sides(formula: Eq | Cmp) -> tuple[Term, Term]:
    return formula.left, formula.right


def _at(key: tuple[Term, ...], known: Mapping[Fn, _Known]) -> Fraction:
    """Return the value of a product of at most one cell."""
    if not key:
        return Fraction(1)
    assert isinstance(key[0], Fn)
    return number_of(known[key[0]][0]) or Fraction(0)
