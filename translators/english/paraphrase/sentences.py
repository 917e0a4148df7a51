"""Formulas as sentences: in natural words where there are some, else with letters and brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

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
from sorites.solvers.logic.walkers import free_variables

from ..semantics.finite import deniable, only_plural, opaque, subject_role, verbal
from ..semantics.senses import Kind, Sense
from ..vocabulary import article, noun
from .counting import HowMany, counted
from .naming import Terms
from .scales import BOUNDS, compared
from .wording import (
    Pool,
    Said,
    Senses,
    Template,
    Unsayable,
    bare_adjective,
    is_one_of,
    loose,
    merges,
    names_one_of,
    pooled,
)

_DENIED = "it is not the case that"
_THINGS: Final = {"a": "something", "some": "something", "every": "everything", "no": "nothing", "any": "anything"}


@dataclass(slots=True)
class Sentences:
    """Sentences for formulas. Each method returns words without the stop.

    Attributes:
        senses: what the predicates say.
        terms: how terms are written.
        years: whether ages are in years.
    """

    senses: Senses
    terms: Terms
    years: bool = True

    def sense(self, atom: Atom) -> Sense | Template | None:
        """Return what a predicate says, if that is known."""
        return self.senses.get((atom.name, len(atom.args)))

    def subject(self, formula: Formula) -> Term | None:
        """Return of what a formula says something, if that is one thing and said once."""
        match formula:
            case Atom(_, args):
                sense = self.sense(formula)
                if not isinstance(sense, Sense) or (place := subject_role(sense)) is None:
                    return None
                return args[place] if args.count(args[place]) == 1 or isinstance(args[place], Fn) else None
            case Eq(left, _) | Cmp(_, left, _):
                scaled = compared(formula, years=self.years)
                return left if scaled is None else scaled[0]
            case Not(body):
                return self.subject(body)
            case And(parts) | Or(parts):
                return self._common([self.subject(part) for part in parts])
            case Xor(left, right):
                return self._common([self.subject(left), self.subject(right)])
            case Exists():
                if (count := counted(formula)) is not None:
                    return self.subject_of_count(count)
                pool = pooled(formula)
                facts = [f for f in pool.facts if f != formula]  # what is not put into other words is pooled as it is
                outer = [s for f in facts if (s := self.subject(f)) is None or not is_one_of(s, pool.free)]
                return self._common(outer)
            case Forall(_, Implies(_, right)):
                return self.subject(right)
            case _:
                return None

    def subject_of_count(self, count: HowMany) -> Term | None:
        """Return who has, or does something with, what is counted."""
        outer = [s for f in count.facts if (s := self.subject(f)) is None or s != Var(count.var)]
        return self._common(outer)

    @staticmethod
    def _common(found: Sequence[Term | None]) -> Term | None:
        return found[0] if found and all(one == found[0] for one in found) else None

    def term(self, term: Term) -> str:
        """Return how a term is written; a variable must have its letter."""
        try:
            return self.terms.term(term)
        except KeyError:
            raise Unsayable from None

    @staticmethod
    def several(subject: str) -> bool:
        """Return whether the verb of a subject is in the plural."""
        return subject.lower() in {"i", "we", "you", "they"}

    def measured(self, formula: Formula, *, plural: bool = False) -> str:
        """Return an equation or a comparison as what is said of its left side."""
        denial = " not" if isinstance(formula, Not) else ""
        inner = formula.body if isinstance(formula, Not) else formula
        be = "are" if plural else "is"
        if (scaled := compared(inner, years=self.years)) is not None:
            than = "" if scaled[2] is None else f" {self.term(scaled[2])}"
            return f"{be}{denial} {scaled[1]}{than}"
        if isinstance(inner, Cmp):
            return f"{be}{denial} {BOUNDS[inner.op]} {self.term(inner.right)}"
        assert isinstance(inner, Eq)
        return f"{be}{denial} {self.term(inner.right)}"

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
                return f"if {self._side(left)}, then {self._side(right)}"
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

    def chain(self, formulas: Sequence[Formula], pool: Pool, join: str = "and", *, plural: bool = False) -> Said:
        """Return verb phrases of one subject, joined; the variables of the pool are introduced by them."""
        if len(formulas) == 1:
            return self.verb(formulas[0], pool, plural=plural)
        be = "are" if plural else "is"
        words = [bare_adjective(self.senses, one) for one in formulas]
        if all(words):
            return Said(f"{be} {f' {join} '.join(map(str, words))}", plain=False)
        parts = [self.verb(one, pool, plural=plural, chained=True) for one in formulas]
        parts.sort(key=lambda part: not part.plain)
        if not all(part.plain for part in parts[:-1]):
            raise Unsayable
        return Said(f" {join} ".join(part.text for part in parts), plain=False)

    def verb(self, formula: Formula, pool: Pool, *, plural: bool = False, chained: bool = False) -> Said:
        """Return a formula as what is said of its subject.

        Args:
            formula: the formula; ``subject`` tells of what it speaks.
            pool: what is known besides of the things in it.
            plural: whether the subject is a plural.
            chained: whether it stands in a chain, in which no other may stand.

        Raises:
            Unsayable: it has no natural wording.
        """
        if (count := counted(formula)) is not None:
            return self.so_many(count, plural=plural)
        match formula:
            case Atom():
                return self.finite(formula, pool, "a", plural=plural)
            case Not(Atom() as atom):
                sense = self.sense(atom)
                if not isinstance(sense, Sense) or not deniable(sense) or names_one_of(atom, pool.free):
                    raise Unsayable
                return self.finite(atom, pool, "a", denied=True, plural=plural)
            case Eq() | Cmp() | Not(Eq() | Cmp()):
                if names_one_of(formula, pool.free):
                    raise Unsayable
                return Said(self.measured(formula, plural=plural))
            case Truth(True):
                return Said("are things" if plural else "is a thing")
            case Not(Exists() as body):
                return self._none(body, plural=plural)
            case Forall(var, Implies(left, right), ""):
                return self._each(var, left, right, plural=plural)
            case Exists():
                return self._some(formula, plural=plural, chained=chained)
            case And(parts) | Or(parts) if not chained:
                if names_one_of(formula, pool.free) and isinstance(formula, Or):
                    raise Unsayable
                return self.chain(parts, pool, "and" if isinstance(formula, And) else "or", plural=plural)
            case Xor(left, right) if not chained:
                one, other = (self.verb(part, Pool([]), plural=plural, chained=True) for part in (left, right))
                if not one.plain:
                    raise Unsayable
                return Said(f"either {one.text} or {other.text}, but not both", plain=False)
            case _:
                raise Unsayable

    def _none(self, body: Formula, *, plural: bool) -> Said:
        """``does not like any dog``."""
        pool, outer = pooled(body), self.subject(body)
        own = [fact for fact in pool.facts if self.subject(fact) == outer]
        if outer is None or len(own) != 1 or not pool.free:
            raise Unsayable
        atom, sense = own[0], self.sense(own[0]) if isinstance(own[0], Atom) else None
        if not isinstance(atom, Atom) or not isinstance(sense, Sense) or not deniable(sense):
            raise Unsayable
        pool.take(own)
        said = self.finite(atom, pool, "any", denied=True, plural=plural)
        if not pool.empty:
            raise Unsayable
        return said

    def _each(self, var: str, left: Formula, right: Formula, *, plural: bool) -> Said:
        """``likes every dog``, ``likes no dog``."""
        atom, det = (right.body, "no") if isinstance(right, Not) else (right, "every")
        if not isinstance(atom, Atom) or atom.args.count(Var(var)) != 1:
            raise Unsayable
        pool = pooled(left)
        pool.free.add(var)
        said = self.finite(atom, pool, det, plural=plural)
        if not pool.empty:
            raise Unsayable
        return said

    def _some(self, formula: Exists, *, plural: bool, chained: bool) -> Said:
        """``likes a dog that barks``."""
        outer, pool = self.subject(formula), pooled(formula)
        own = [fact for fact in pool.facts if self.subject(fact) == outer]
        if outer is None or not own or (chained and len(own) > 1):
            raise Unsayable
        pool.take(own)
        said = self.chain(own, pool, plural=plural)
        if not pool.empty:
            raise Unsayable
        return said

    def so_many(self, count: HowMany, *, plural: bool = False) -> Said:
        """``likes exactly 2 dogs``."""
        outer, pool = self.subject_of_count(count), Pool(list(count.facts), {count.var})
        own = [fact for fact in pool.facts if self.subject(fact) == outer]
        if outer is None or len(own) != 1 or not isinstance(own[0], Atom):
            raise Unsayable
        pool.take(own)
        said = self.finite(own[0], pool, count.words, plural=plural)
        if not pool.empty:
            raise Unsayable
        return said

    def finite(self, atom: Atom, pool: Pool, det: str, *, denied: bool = False, plural: bool = False) -> Said:
        """Return an atom as what is said of its subject.

        Args:
            atom: the atom.
            pool: what introduces its variables.
            det: the determiner of the noun phrases that introduce them.
            denied: whether it is denied.
            plural: whether the subject is a plural.

        Raises:
            Unsayable: its predicate has no sense, or a noun phrase would be misread.
        """
        sense = self.sense(atom)
        if not isinstance(sense, Sense):
            raise Unsayable
        place = subject_role(sense)
        said: dict[int, str] = {}
        plain = not sense.complement and not loose(sense.lemma)
        misread = False
        order = sorted(range(len(atom.args)), key=lambda i: sense.roles[i] not in {"recipient", "object"})
        for i in order:
            if i == place:
                continue
            if misread:
                raise Unsayable  # words behind a relative clause
            arg = atom.args[i]
            if isinstance(arg, Var) and arg.name in pool.free:
                phrase = self.noun_phrase(arg.name, pool, det)
                misread = not phrase.plain
                said[i] = phrase.text
            else:
                said[i] = self.term(arg)
        if misread and (sense.adverbs or sense.complement):
            raise Unsayable
        return Said(verbal(sense, said, denied=denied, plural=plural), plain and not misread)

    def noun_phrase(self, var: str, pool: Pool, det: str, *, top: bool = False, main: bool = False) -> Said:
        """Return a noun phrase that introduces a variable, with all that the pool says of it.

        Args:
            var: the variable.
            pool: what holds; what the phrase says is taken out.
            det: its determiner.
            top: whether it is the subject of the sentence, whose relative clause may be a chain.
            main: whether only its noun and adjectives are said, and the rest stays in the pool.

        Raises:
            Unsayable: what is said of it does not fit into a noun phrase.
        """
        if var not in pool.free:
            raise Unsayable
        pool.free.discard(var)
        own = [fact for fact in pool.facts if self.subject(fact) == Var(var)]
        head = next((f for f in own if isinstance(f, Atom) and self.is_noun(f)), None)
        adjectives = [f for f in own if head is not None and merges(self.senses, f)]
        rest = [f for f in own if f is not head and not any(f is one for one in adjectives)]
        pool.take([f for f in own if not any(f is one for one in rest)])
        plural = det in {"", "all"} or det[-1:].isdigit()
        words, closed = self.head(head, adjectives, det, pool, plural=plural)
        if main:
            return Said(words, plain=closed)
        pool.take(rest)
        clauses = self._relatives(var, rest, pool, top=top, plural=plural)
        if not clauses:
            return Said(words, plain=closed)
        if not closed or (not top and any(isinstance(fact, Or | And) for fact in rest)):
            raise Unsayable
        return Said(f"{words} that {' and that '.join(clause.text for clause in clauses)}", plain=False)

    def is_noun(self, atom: Atom) -> bool:
        """Return whether an atom can be said by the noun of a noun phrase."""
        sense = self.sense(atom)
        return (
            isinstance(sense, Sense)
            and sense.kind is Kind.NOUN
            and sense.roles[:1] == ("subject",)
            and not (sense.adverbs or sense.modal or sense.complement)
        )

    def head(
        self, head: Atom | None, adjectives: Sequence[Formula], det: str, pool: Pool, *, plural: bool
    ) -> tuple[str, bool]:
        """Return determiner, adjectives and noun; and whether a relative clause can follow."""
        if head is None:
            return ("things" if not det else f"{det} things") if plural else _THINGS.get(det, f"{det} thing"), True
        sense = self.sense(head)
        assert isinstance(sense, Sense)
        words = [str(bare_adjective(self.senses, one)) for one in adjectives]
        text = " ".join([*words, noun(sense.lemma, plural=plural)])
        closed = True
        for role, arg in zip(sense.roles[1:], head.args[1:], strict=True):
            if isinstance(arg, Var) and arg.name in pool.free:
                phrase = self.noun_phrase(arg.name, pool, "a")
                if not closed or not phrase.plain:
                    raise Unsayable
                closed = False
                text += f" {role} {phrase.text}"
            else:
                closed = closed and not self.term(arg).startswith("the ")
                text += f" {role} {self.term(arg)}"
        if det == "a":
            det = "some" if only_plural(sense.lemma) else article(text)
        return f"{det} {text}".strip(), closed

    def _relatives(self, var: str, rest: Sequence[Formula], pool: Pool, *, top: bool, plural: bool) -> list[Said]:
        """Return the clauses behind ``that``: what it does, then what is done to it."""
        clauses = []
        if rest and top:
            clauses.append(self.chain(rest, pool, plural=plural))
        else:
            clauses += [self.verb(fact, pool, plural=plural) for fact in rest]
        while (clause := self._next_relative(var, pool)) is not None:
            clauses.append(clause)
        if not all(clause.plain for clause in clauses[:-1]):
            raise Unsayable
        return clauses

    def _next_relative(self, var: str, pool: Pool) -> Said | None:
        return next((clause for fact in pool.facts if (clause := self._object_relative(var, fact, pool))), None)

    def _object_relative(self, var: str, fact: Formula, pool: Pool) -> Said | None:
        """Take a fact out of the pool as ``that Tom likes``, ``that some man likes``: what is done to the thing."""
        atom, denied = (fact.body, True) if isinstance(fact, Not) else (fact, False)
        if not isinstance(atom, Atom) or atom.args.count(Var(var)) != 1:
            return None
        sense, subject = self.sense(atom), self.subject(atom)
        if not isinstance(sense, Sense) or subject is None or sense.kind is not Kind.VERB or sense.complement:
            return None
        gap = atom.args.index(Var(var))
        if sense.roles[gap] != "object" or (denied and not deniable(sense)):
            return None
        said = {i: self.term(arg) for i, arg in enumerate(atom.args) if i not in {gap, subject_role(sense)}}
        pool.take([fact])
        if isinstance(subject, Var) and subject.name in pool.free and not denied:
            phrase = self.noun_phrase(subject.name, pool, "some")
            if not phrase.plain:
                raise Unsayable
            who = phrase.text
        else:
            who = self.term(subject)
        return Said(f"{who} {verbal(sense, said, denied=denied)}", plain=len(atom.args) == 2)


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
