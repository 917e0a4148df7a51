"""Questions about cases, decided by propagation: what facts give is calculated, what rules force is derived.

A question is compiled once for each set of things. Of a case the facts are looked up, what they settle is stated in
lines for the kernel, and a search over the connectives does the rest. What is open is divided at the bounds that rules
set, so that the models of an open answer are found, too. Where that is not enough, the engines are asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..certifying.drafts import Draft, derived, numbered
from ..certifying.search import TruthSearch
from ..certifying.shapes import AND, IFF, Leaves, Shape
from ..certifying.theory import Theory
from ..kernel.certificates import Countermodels, Equality, Given, Instance, Linear, Model, Number, Proof, Verdict
from ..kernel.laws import polynomial
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory, enumerated
from ..logic.symbols import INT, NUMBERS, REAL, THING, Declarations
from ..logic.syntax import (
    CALCULATING,
    RELATIONS,
    Atom,
    Cmp,
    Eq,
    Expression,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Or,
    Term,
    disjunction,
    literal,
    negation,
)
from ..logic.walkers import walk
from ..outcome import Element

ENGINE: Final = "book"
"""What outcomes say found them."""
CENT: Final = Fraction(1, 100)
"""How far beyond a bound the nearest number is tried."""
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


class CaseQuestion:
    """A goal and the premises of a book, written out for certain things.

    Args:
        premises: closed formulas without quantifiers.
        goal: another one.
        ready: the program of these, settled.
        declared: the sorts, and of which the names in it are.
        start: of functions whose values are dates or times one such value.
    """

    def __init__(
        self,
        premises: Sequence[Formula],
        goal: Formula,
        ready: SortedTheory,
        declared: Declarations,
        start: Mapping[str, int],
    ) -> None:
        self.ready, self.goal, self.declared, self.start = ready, goal, declared, start
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
        self._base = len(premises)
        self.named = {  # the equations of a value and a member of its enumeration
            one.formula: one.formula.right
            for one in self.leaves
            if isinstance(one.formula, Eq) and one.cells == (one.formula.left,) and isinstance(one.formula.right, Fn)
        }
        self.defining = [
            (one.formula, one)
            for one in self.leaves
            if isinstance(one.formula, Eq) and isinstance(one.formula.left, Fn) and one.formula.left in self.cells
        ]
        self._members: dict[Fn, list[tuple[Shape, Draft]]] = {}

    def members_of(self, cell: Fn) -> list[tuple[Shape, Draft]]:
        """Return that a value is one of the members of its enumeration, and just one."""
        if cell not in self._members:
            self._members[cell] = [*self._made_members(cell)] if self.ready.enumerations.get(self.sort(cell)) else []
        return self._members[cell]

    def _made_members(self, cell: Fn) -> Iterator[tuple[Shape, Draft]]:
        members = self.ready.enumerations[self.sort(cell)]
        equations = [one for one in self.named if isinstance(one, Eq) and one.left == cell]
        for one, other in itertools.combinations(equations, 2):
            apart = self._axioms.get(Not(Eq(one.right, other.right))) or self._axioms.get(
                Not(Eq(other.right, one.right))
            )
            if apart is not None:
                said = Or((Not(one), Not(other)))
                law = Draft(Or((*said.parts, negation(apart.formula))), Equality())
                yield self._leaves.shape(said), derived(said, [law, apart])
        whole = enumerated(self.sort(cell), members)[0]
        if len(equations) == len(members) > 1 and isinstance(whole, Forall) and whole in self._axioms:
            instance = substitute(whole.body, {whole.var: cell})
            law = Draft(Implies(whole, instance), Instance((cell,)))
            yield self._leaves.shape(instance), derived(instance, [law, self._axioms[whole]])

    def speaks_of(self, formula: Formula | Fn) -> bool:
        """Return whether a fact is about anything that the question and the rules speak of."""
        atom: Expression = formula.body if isinstance(formula, Not) else formula
        if isinstance(atom, Eq):
            atom = atom.left
        if not isinstance(atom, Atom | Fn):  # what is said of all that is in a list
            return any(isinstance(node, Atom) and node.name == one.name for one in self.atoms for node in walk(atom))
        if atom in self.atoms or atom in self.cells:
            return True
        return bool(atom.args) and any(
            o.name == atom.name and o.args[: len(atom.args)] == atom.args for o in self.atoms
        )

    def decide(self, facts: Sequence[Formula]) -> tuple[Verdict, Proof | Countermodels] | None:
        """Return the verdict with its certificate; ``None`` if engines have to be asked.

        Args:
            facts: literals, and values of functions.
        """
        return _Run(self, facts).decide()

    def needed(self, facts: Sequence[Formula], proof: Proof) -> tuple[int, ...]:
        """Return premises of a proof of which none can be left out, by the places it gives them.

        Args:
            facts: the facts that it is about.
            proof: the proof.
        """
        left = [*proof.premises_used]
        for one in proof.premises_used:
            run = _Run(self, facts, [i for i in left if i != one])
            if run.prepare() and run.refutes(None if proof.proves == "contradiction" else proof.proves == "goal"):
                left.remove(one)
        return tuple(left)

    def values_of(self, cell: Fn, facts: Sequence[Formula], *, own: bool = False) -> list[Term]:
        """Return values of a cell of which one is between any two bounds that rules set, beside other facts.

        Args:
            cell: the cell.
            facts: the other facts.
            own: whether a value that the facts give it is one, too.
        """
        run = _Run(self, [one for one in facts if self.speaks_of(one)])
        run.state_facts()
        found = run.candidates(cell, self.leaves, {})
        known = run.values.get(cell)
        return [*found, known[0]] if own and known is not None else found

    def _leaf(self, formula: Atom | Eq | Cmp) -> Leaf:
        cells = [node for node in walk(formula) if isinstance(node, Fn) and self._is_cell(node)]
        sums = None
        if isinstance(formula, Eq | Cmp):
            try:
                sums = polynomial(Fn("-", (formula.left, formula.right)), self.number)
            except ValueError:
                sums = None
        return Leaf(formula, tuple(dict.fromkeys(cells[::-1])), sums)

    def _is_cell(self, node: Expression) -> bool:
        return isinstance(node, Fn) and node.name not in CALCULATING and node.name not in self.members

    def sort(self, term: Term) -> str:
        """Return the sort of a term."""
        match term:
            case Num(value, decimal):
                return REAL if decimal or not isinstance(value, int) else INT
            case Fn(name, args) if args and name in CALCULATING:
                return INT if name != "/" and all(self.sort(arg) == INT for arg in args) else REAL
            case Fn(name, args):
                return self.ready.sorts.of(("f", name, len(args), -1))
        raise ValueError("no closed term")

    def number(self, term: Term) -> str:
        """Return the sort of a term of numbers.

        Raises:
            ValueError: it is none.
        """
        found = self.sort(term)
        if found not in NUMBERS:
            raise ValueError("no number")
        return found


def literal_of(formula: Formula, value: bool) -> Formula:
    """Return a formula, or its negation as the kernel writes it."""
    return formula if value else Not(formula)


class _Run:
    """One case of a question."""

    def __init__(self, question: CaseQuestion, facts: Sequence[Formula], kept: Collection[int] | None = None) -> None:
        self.question, self.facts, self.kept = question, facts, kept
        self.leaves = Leaves()
        self.leaves.formulas = [*question._leaves.formulas]
        self.leaves._numbers = dict(question._leaves._numbers)
        self.search = TruthSearch(self.leaves)
        self.values: dict[Fn, _Known] = {}
        self._theory = Theory(question.ready, question.sort)

    def decide(self) -> tuple[Verdict, Proof | Countermodels] | None:
        if not self.prepare():
            return None
        if self.refutes():
            return Verdict.INCONSISTENT, self._proof("contradiction", None)
        model = self._model()
        if model is None:
            return None
        holds = self._value(self.question._asked[True])
        if holds is None:
            return None
        self.search.back()
        if self.refutes(holds):
            verdict = Verdict.ENTAILED if holds else Verdict.REFUTED
            return verdict, self._proof("goal" if holds else "negation", model)
        other = self._model()
        if other is None:
            return None
        return Verdict.UNKNOWN, Countermodels(*((model, other) if holds else (other, model)))

    def prepare(self) -> bool:
        """State what the facts and the book say; return whether the facts are literals and values."""
        if not self.state_facts():
            return False
        for i, (shape, draft) in enumerate(self.question._claims):
            if self.kept is None or i in self.kept:
                self.search.add(shape, draft)
        for leaf in self.question.leaves:
            if leaf.cells and not isinstance(leaf.formula, Atom):
                self._settle(leaf.formula, leaf.sums)
        self._calculate()
        self._divide()
        return True

    def refutes(self, holds: bool | None = None) -> bool:
        """Return whether nothing agrees with what is stated, or with that the goal does not hold, or that it does."""
        if holds is not None:
            asked = Not(self.question.goal) if holds else Not(Not(self.question.goal))
            self.search.add(self.question._asked[not holds], Draft(asked, Given("goal")))
        while not self.search.propagate():
            if self.search.decide():
                continue
            if not self._reasoned or (lemma := self._theory.lemma(self._open_literals())) is None:
                return False
            self.search.add(self.leaves.shape(lemma.formula), lemma)
        return True

    def state_facts(self) -> bool:
        """State what facts say; return whether they are literals and values."""
        for i, formula in enumerate(self.facts, self.question._base):
            if self.kept is not None and i not in self.kept:
                continue
            draft = Draft(formula, Given("premise", i))
            match formula:
                case Eq(Fn() as cell, value):
                    self.values[cell] = value, draft
                case Atom() | Not(Atom()):
                    self.search.add(self.leaves.shape(formula), draft)
                case _:
                    return False
        return True

    def _proof(self, proves: str, model: Model | None) -> Proof:
        assert self.search.refuted is not None
        lines = numbered(self.search.refuted)
        used = {one.reason.index for one in lines if isinstance(one.reason, Given) and one.reason.source == "premise"}
        return Proof(proves, tuple(sorted(used)), ENGINE, lines, model)  # type: ignore[arg-type]

    def _open_literals(self) -> list[Formula]:
        """Return what is said of values that are open and those that stand beside them, with what is apart."""
        values, things = self.search.values, any(leaf.sums is None for leaf in self._reasoned)
        said = [
            literal(formula, values[i])
            for i, formula in enumerate(self.leaves.formulas)
            if i in values and isinstance(formula, Eq | Cmp) and (things or formula not in self.question.named)
            if any(node in self._near for node in walk(formula) if isinstance(node, Fn))
        ]
        return [*dict.fromkeys((*said, *self._beside))]

    # What facts settle

    def _known(self, term: Term) -> _Known | None:
        """Return the value of a term, with the line that says so; none if it is one itself."""
        if isinstance(term, Fn) and self.question._is_cell(term):
            return self.values.get(term)
        return term, None

    def _settle(self, formula: Eq | Cmp, sums: _Sums | None) -> None:
        """State whether an atom holds, if facts say so."""
        if sums is None:
            one, other = self._known(formula.left), self._known(formula.right)
            if one is not None and other is not None:
                lines = [known[1] for known in (one, other) if known[1] is not None]
                self._things(formula, (one[0], other[0]), lines)
            return
        known = {cell: self._known(cell) for key in sums for cell in key if isinstance(cell, Fn)}
        if all(known.values()) and all(len(key) < 2 for key in sums):
            self._numbers(formula, sums, {cell: one for cell, one in known.items() if one is not None})

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
        self.search.add(self.leaves.shape(said), derived(said, [Draft(disjunction(tuple(parts)), Equality()), *lines]))

    def _numbers(self, formula: Eq | Cmp, sums: _Sums, known: Mapping[Fn, _Known]) -> None:
        total = sum((factor * _at(key, known) for key, factor in sums.items()), Fraction(0))
        true = total == 0 if isinstance(formula, Eq) else RELATIONS[formula.op](total, Fraction(0))
        said = literal(formula, true)
        lines = [line for _, line in known.values() if line is not None]
        if len(lines) == 1 and lines[0].formula == said:
            self.search.add(self.leaves.shape(said), lines[0])
        elif not (isinstance(formula, Eq) and true):
            self.search.add(self.leaves.shape(said), self._linear(formula, total, sums, known))
        else:
            self.search.add(self.leaves.shape(said), self._equation(formula, sums, known))

    def _equation(self, formula: Eq, sums: _Sums, known: Mapping[Fn, _Known]) -> Draft:
        """Return the line of an equation of numbers that holds by the values of what stands in it."""
        sides = [Cmp("<", formula.left, formula.right), Cmp("<", formula.right, formula.left)]
        law = Draft(Or((sides[0], formula, sides[1])), Number())
        apart = []
        for side, sign in zip(sides, (1, -1), strict=True):
            turned = {key: factor * sign for key, factor in sums.items()}
            apart.append(self._linear(side, Fraction(0), turned, known))
        return derived(formula, [law, *apart])

    def _linear(self, formula: Eq | Cmp, total: Fraction, sums: _Sums, known: Mapping[Fn, _Known]) -> Draft:
        """Return the line of a comparison that holds, or fails, by the values of what stands in it."""
        true = not isinstance(formula, Eq) and RELATIONS[formula.op](total, Fraction(0))
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
        return derived(said, [Draft(disjunction(tuple(parts)), Linear(tuple(coefficients))), *lines])

    def _calculate(self) -> None:
        """State the values that equations give which have to hold, and what these settle."""
        waiting = self.question.defining
        while waiting and not self.search.propagate():
            ready = [
                (formula, leaf)
                for formula, leaf in waiting
                if self.search.values.get(self.leaves.literal(formula) >> 1)
                if all(cell in self.values for cell in leaf.cells if cell != formula.left)
            ]
            for formula, leaf in ready:
                self._define(formula, leaf)
            waiting = [one for one in waiting if one not in ready] if ready else []

    def _define(self, formula: Eq, leaf: Leaf) -> None:
        """State the value that an equation gives its left side, all of its right side being known."""
        cell, sums, right = formula.left, leaf.sums, self._known(formula.right)
        if not isinstance(cell, Fn) or cell in self.values:
            return
        line = self.search.unit(self.leaves.literal(formula))
        if sums is None and right is not None:
            said = Eq(cell, right[0])
            lines = [line] if right[1] is None else [line, right[1]]
            same = Draft(disjunction((said, *(negation(one.formula) for one in lines))), Equality())
            self.values[cell] = right[0], line if said == formula else derived(said, [same, *lines])
        elif sums is not None and sums.get((cell,)) == 1 and all(len(key) < 2 for key in sums):
            known = {one: self.values[one] for one in leaf.cells if one in self.values}
            rest = {key: -factor for key, factor in sums.items() if key != (cell,)}
            value, sort = (
                sum((factor * _at(key, known) for key, factor in rest.items()), Fraction(0)),
                self.question.sort(cell),
            )
            said = Eq(cell, _numeral(value, sort))
            if number_of(said.right) != value or (sort == INT and value.denominator > 1):
                return
            sums = {**rest, (cell,): Fraction(1)}
            known = {cell: (said.right, line), **known}
            self.values[cell] = said.right, line if said == formula else self._equation(said, sums, known)
        for one in self.question.leaves:
            if cell in one.cells and not isinstance(one.formula, Atom):
                self._settle(one.formula, one.sums)

    # What is open

    def _divide(self) -> None:
        """Find out of which values facts say nothing, and which atoms hang on them."""
        self.open: dict[Fn, None] = {}
        self.loose: list[Leaf] = []
        for leaf in self.question.leaves:
            unknown = [cell for cell in leaf.cells if self._known(cell) is None]
            self.open.update(dict.fromkeys(unknown))
            if unknown and not isinstance(leaf.formula, Atom):
                self.loose.append(leaf)
        for cell in self.open:
            for shape, draft in self.question.members_of(cell):
                self.search.add(shape, draft)
        # what the members of enumerations exclude is said by now
        self._reasoned = [leaf for leaf in self.loose if leaf.formula not in self.question.named]
        if self._reasoned:
            self._near = {cell for leaf in self._reasoned for cell in leaf.cells}
            known = self._near - self.open.keys()
            beside = [line for cell in known if (one := self._known(cell)) is not None and (line := one[1])]
            things = any(leaf.sums is None for leaf in self._reasoned)
            apart = [draft for axiom, draft in self.question._axioms.items() if things and isinstance(axiom, Not)]
            self._beside = [line.formula for line in (*beside, *apart)]
            for line in (*beside, *apart):
                self.search.add(self.leaves.shape(line.formula), line)

    def candidates(self, cell: Fn, leaves: Iterable[Leaf], chosen: Mapping[Fn, Term]) -> list[Term]:
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
        found = bounds or {Fraction(self.question.start.get(cell.name, 0))}
        return [_numeral(value, sort) for value in between(found, sort == INT)]

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
        return total == 0 if isinstance(formula, Eq) else RELATIONS[formula.op](total, Fraction(0))

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
        wanted = {one.formula: assigned.get(number[one.formula]) for one in question.leaves}
        for chosen in self._choices([*self.open], wanted):
            found = self._made(chosen, wanted)
            if found is not None:
                return found
        return None

    def _choices(self, cells: Sequence[Fn], wanted: Mapping[Atom | Eq | Cmp, bool | None]) -> Iterator[dict[Fn, Term]]:
        """Yield values of open cells with which atoms are as they should be."""
        tried = 0

        def choose(i: int, chosen: dict[Fn, Term]) -> Iterator[dict[Fn, Term]]:
            nonlocal tried
            if i == len(cells):
                yield chosen
                return
            cell = cells[i]
            leaves = [leaf for leaf in self.loose if cell in leaf.cells]
            for value in self.candidates(cell, leaves, chosen):
                tried += 1
                if tried > MAX_TRIED:
                    return
                more = {**chosen, cell: value}
                if all(self._true(one, more) in (None, wanted[one.formula]) for one in leaves
                       if wanted[one.formula] is not None):  # fmt: skip
                    yield from choose(i + 1, more)

        yield from choose(0, {})

    def _made(self, chosen: Mapping[Fn, Term], wanted: Mapping[Atom | Eq | Cmp, bool | None]) -> Model | None:
        """Return the model with some values of open cells, if nothing in it speaks against what was found."""
        number, rows = self.leaves._numbers, dict[int, tuple[dict[tuple[Element, ...], bool], tuple[Element, ...]]]()
        predicates: dict[tuple[str, int], dict[tuple[Element, ...], bool]] = {
            key: {} for key in self.question.ready.names.predicates
        }
        for i, formula in enumerate(self.leaves.formulas):
            if isinstance(formula, Atom):
                terms = [self._term(arg, chosen) for arg in formula.args]
                if None in terms:
                    return None
                known = predicates.setdefault((formula.name, len(terms)), {})
                rows[i] = known, tuple([_element(term) for term in terms if term is not None])
                value = self.search.values.get(i)
                if value is not None and known.setdefault(rows[i][1], value) is not value:
                    return None
        self.model_values = {i: known.get(row, False) for i, (known, row) in rows.items()}
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
    """Return numbers of which one is in each place into which bounds divide the line: at, between and beyond them."""
    found = sorted(bounds)
    if whole:
        tried = {Fraction(one.__floor__() + step) for one in found for step in (-1, 0, 1, 2)}
        return sorted(tried)
    tried = {*found, found[0] - 1, found[-1] + 1, *(one + step for one in found for step in (-CENT, CENT))}
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
