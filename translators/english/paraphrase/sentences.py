"""Formulas as sentences: in natural words where there are some, else with letters and brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    unfold_first,
)
from sorites.solvers.logic.walkers import free_variables, walk

from ..semantics.finite import deniable, opaque, subject_role, verbal
from ..semantics.senses import Sense
from ..vocabulary import article
from .counting import HowMany, counted
from .pools import Pool, Said, Unsayable, pooled
from .scales import compared
from .verbs import VerbPhrases
from .wording import Template, loose

_DENIED = "it is not the case that"


class Sentences(VerbPhrases):
    """Sentences for formulas. Each method returns words without the stop."""

    __slots__ = ()

    def full(self, formula: Formula) -> str:
        """Return a formula as words that reach to the end of the sentence, or to a bracket."""
        if (natural := self.natural(formula)) is not None:
            return natural.text
        match formula:
            case Forall():
                if (whenever := self._whenever(formula)) is not None:
                    return whenever
                prefix, body = self._bound(formula)
                return f"for {prefix}, {self.full(body)}"
            case Exists():
                prefix, body = self._bound(formula)
                return f"there is {prefix} such that {self.full(body)}"
            case Implies(left, right):
                return self._if(left, right)
            case Iff(left, right):
                return f"{self.operand(left)} if and only if {self.operand(right)}"
            case Xor(left, right):
                return f"either {self.operand(left)} or {self.operand(right)}, but not both"
            case And(parts):
                return " and ".join(map(self.operand, parts))
            case Or(parts):
                return " or ".join(map(self.operand, parts))
            case Not(body):
                return f"{_DENIED} {self._denied(body)}"
            case Truth(value):
                return "a tautology holds" if value else "a contradiction holds"
            case Atom() | Eq() | Cmp():
                return self.literal(formula)
            case Distinct() | Count():
                unfold_first(formula)

    def operand(self, formula: Formula) -> str:
        """Return a formula as a part of a longer sentence, in brackets where it could be read in two ways."""
        natural = self.natural(formula)
        if natural is not None and natural.plain:
            return natural.text
        return f"({natural.text if natural else self.full(formula)})"

    def _denied(self, body: Formula) -> str:
        if isinstance(body, Forall | Exists | Implies):
            return self.full(body)
        return self.operand(body)

    def _if(self, left: Formula, right: Formula) -> str:
        condition, consequent = self.natural(left), self.natural(right)
        if condition and consequent and condition.plain and consequent.plain and self._short(left):
            return f"if {condition.text}, {consequent.text}"
        return f"if {self._side(left)}, then {self._side(right)}"

    def _short(self, formula: Formula) -> bool:
        """Return whether what follows a formula and a comma can't be taken for its main clause."""
        atoms = [node for node in walk(formula) if isinstance(node, Atom)]
        senses = [self.sense(atom) for atom in atoms]
        bare = all(isinstance(s, Sense) and {*s.roles} <= {"subject", "object", "recipient"} for s in senses)
        return bare and not self.terms.letters

    def _side(self, formula: Formula) -> str:
        """Return a side of a condition: a chain needs no brackets there."""
        if (natural := self.natural(formula)) is not None:
            return natural.text
        said = self.full(formula)
        return said if isinstance(formula, And | Or | Exists) else f"({said})"

    def _bound(self, formula: Forall | Exists) -> tuple[str, Formula]:
        """Return the variables that stand in a row, as words; and what is said of them."""
        kind, words = type(formula), []
        body: Formula = formula
        while isinstance(body, kind) and (body is formula or self.natural(body) is None):
            letter = self.terms.bind(body.var)
            det = "every" if kind is Forall else article(letter.upper())
            words.append(f"{det} {letter} of the sort {body.sort}" if body.sort else f"{det} {letter}")
            body = body.body
        return " and ".join(words), body

    # Atoms

    def literal(self, formula: Formula) -> str:
        """Return what is atomic, or denies that, as a clause."""
        denied = isinstance(formula, Not)
        inner = formula.body if isinstance(formula, Not) else formula
        match inner:
            case Eq(left, _) | Cmp(_, left, _):
                scaled = compared(inner, years=self.years)
                subject = self.terms.term(left if scaled is None else scaled[0])
                return f"{subject} {self.measured(formula, plural=self.several(subject))}"
            case Atom(name, args):
                sense = self.sense(inner)
                if isinstance(sense, Sense):
                    place = subject_role(sense)
                    said = {i: self.terms.term(arg) for i, arg in enumerate(args) if i != place}
                    subject = "it" if place is None else self.terms.term(args[place])
                    if opaque(sense):
                        return f"{_DENIED} {sense.complement}" if denied else sense.complement
                    if denied and not deniable(sense):
                        return f"{_DENIED} {subject} {verbal(sense, said)}"
                    return f"{subject} {verbal(sense, said, denied=denied, plural=self.several(subject))}"
                return self._held(name, args, sense, denied=denied)
            case _:
                raise TypeError(inner)

    def _held(self, name: str, args: Sequence[Term], sense: Template | None, *, denied: bool) -> str:
        """Return an atom whose predicate has no sense: by its gloss, else as ``P holds of x and y``."""
        said = [self.terms.term(arg) for arg in args]
        if sense is not None:
            text = sense.filled(said)
            return f"{_DENIED} {text}" if denied else text
        of = f" of {' and '.join(said)}" if said else ""
        shown = name if name.isidentifier() else f'"{name}"'
        return f"{shown} does not hold{of}" if denied else f"{shown} holds{of}"

    # Natural sentences

    def natural(self, formula: Formula) -> Said | None:
        """Return a formula in words without letters of its own, if there are any."""
        if not isinstance(formula, Atom | Eq | Cmp) and (count := counted(formula)) is not None:
            return self._tried(lambda: self._number_of(count))
        match formula:
            case Atom() | Eq() | Cmp() | Not(Atom() | Eq() | Cmp()):
                return Said(self.literal(formula), self._plain(formula))
            case Not(Exists() as body):
                return self._tried(lambda: self._there_is_no(body))
            case Forall():
                return self._tried(lambda: self._every(formula))
            case Exists():
                return self._tried(lambda: self._exists(pooled(formula)))
            case And() | Or() | Xor():
                subject = self.subject(formula)
                if not isinstance(subject, Fn) or subject.args:
                    return None
                return self._tried(lambda: self._of_name(subject, Pool([formula])))
            case _:
                return None

    def _tried(self, wording: Callable[[], Said]) -> Said | None:
        try:
            return wording()
        except Unsayable:
            return None

    @staticmethod
    def _with(subject: str, verb: Said) -> Said:
        return Said(f"{subject} {verb.text}", verb.plain)

    def _plain(self, formula: Formula) -> bool:
        """Return whether words behind a literal could not be taken for a part of it."""
        inner = formula.body if isinstance(formula, Not) else formula
        if not isinstance(inner, Atom):
            return True
        sense = self.sense(inner)
        if isinstance(sense, Template):
            return sense.plain and inner is formula
        if sense is None:
            return len(inner.args) < 2
        return not (sense.complement or loose(sense.lemma) or (inner is not formula and not deniable(sense)))

    def _every(self, formula: Forall) -> Said:
        """``every dog that barks is loud``, ``no cat is a dog``, ``everything is red``."""
        names, body = _unsorted(formula)
        left, right = ([body.left], body.right) if isinstance(body, Implies) else ([], body)
        spoken = set(free_variables(right))
        pool = pooled(*left)
        pool.free |= names
        subject = Var(min(names)) if right == Truth(True) else self.subject(right)
        if not isinstance(subject, Var) or subject.name not in names:
            raise Unsayable
        if spoken & pool.free - {subject.name}:
            raise Unsayable
        det, said = ("no", right.body) if isinstance(right, Not) else ("every", right)
        phrase = self.noun_phrase(subject.name, pool, det, top=True)
        verb = self.verb(said, Pool([]))
        if not pool.empty:
            raise Unsayable
        return self._with(phrase.text, Said(verb.text, verb.plain and phrase.plain))

    def _whenever(self, formula: Forall) -> str | None:
        """``if some dog barks, then Tom sleeps``: what is drawn out of a condition."""
        names, body = _unsorted(formula)
        if not isinstance(body, Implies) or not names.isdisjoint(free_variables(body.right)):
            return None
        pool = pooled(body.left)
        pool.free |= names
        condition = self._tried(lambda: self._exists(pool))
        return None if condition is None else f"if {condition.text}, then {self._side(body.right)}"

    def _exists(self, pool: Pool) -> Said:
        """``some dog barks``, ``Tom likes a dog``, ``there is a dog that Tom likes``."""
        subjects = [self.subject(fact) for fact in pool.facts]
        outer = [one for one in dict.fromkeys(subjects) if not isinstance(one, Var) or one.name not in pool.free]
        ways = [partial(self._of_name, one) for one in outer if one is not None]
        for var in sorted(pool.free, key=_place(subjects)):
            ways += [partial(self._some_one, var, "some"), partial(self._there_is, var, "a")]
        for way in ways:
            if (said := self._tried(partial(way, Pool(list(pool.facts), set(pool.free))))) is not None:
                return said
        raise Unsayable

    def _there_is_no(self, body: Exists) -> Said:
        """``Tom does not like any dog``, ``there is no dog that barks``."""
        subject = self.subject(body)
        if subject is not None:
            return self._of_name(subject, Pool([Not(body)]))
        pool = pooled(body)
        for var in sorted(pool.free, key=_place([self.subject(fact) for fact in pool.facts])):
            way = partial(self._there_is, var, "no", Pool(list(pool.facts), set(pool.free)))
            if (said := self._tried(way)) is not None:
                return said
        raise Unsayable

    def _number_of(self, count: HowMany) -> Said:
        """``at least 3 guests arrive``, ``Ann has exactly 2 cats``."""
        subject = self.subject_of_count(count)
        if subject is not None:
            words = self.term(subject)
            return self._with(words, self.so_many(count, plural=self.several(words)))
        ways = (partial(self._some_one, count.var, count.words), partial(self._there_is, count.var, count.words))
        for way in ways:
            if (said := self._tried(partial(way, Pool(list(count.facts), {count.var})))) is not None:
                return said
        raise Unsayable

    def _of_name(self, name: Term, pool: Pool) -> Said:
        own = [fact for fact in pool.facts if self.subject(fact) == name]
        pool.take(own)
        subject = self.term(name)
        said = self._with(subject, self.chain(own, pool, plural=self.several(subject)))
        if not pool.empty:
            raise Unsayable
        return said

    def _some_one(self, var: str, det: str, pool: Pool) -> Said:
        """Return that something of a kind does something."""
        plural = det[-1:].isdigit()
        phrase = self.noun_phrase(var, pool, det, main=True)
        own = [fact for fact in pool.facts if self.subject(fact) == Var(var)]
        if not own:
            raise Unsayable
        pool.take(own)
        said = self._with(phrase.text, self.chain(own, pool, plural=plural))
        if not pool.empty:
            raise Unsayable
        return said

    def _there_is(self, var: str, det: str, pool: Pool) -> Said:
        phrase = self.noun_phrase(var, pool, det, top=True)
        if not pool.empty:
            raise Unsayable
        return Said(f"there {'are' if det[-1:].isdigit() else 'is'} {phrase.text}", phrase.plain)


def _unsorted(formula: Formula) -> tuple[set[str], Formula]:
    """Return the variables that are bound universally before a formula, and the formula."""
    names = set()
    while isinstance(formula, Forall) and not formula.sort:
        names.add(formula.var)
        formula = formula.body
    return names, formula


def _place(subjects: Sequence[Term | None]) -> Callable[[str], int]:
    """Return how early in a formula something is said of a variable."""
    return lambda name: subjects.index(Var(name)) if Var(name) in subjects else len(subjects)
