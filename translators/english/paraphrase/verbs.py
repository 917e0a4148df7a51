"""Formulas as verb phrases: ``likes a dog that barks``.

A part of a formula has a natural wording if each variable in it is spoken of by one noun phrase. All
else raises ``Unsayable``, and is said with letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from sorites.solvers.logic.syntax import And, Atom, Cmp, Eq, Exists, Forall, Formula, Implies, Not, Or, Truth, Var, Xor

from ..semantics.finite import deniable, subject_role, verbal
from ..semantics.senses import Sense
from .counting import HowMany, counted
from .nouns import NounPhrases
from .pools import Pool, Said, Unsayable, names_one_of, pooled
from .wording import bare_adjective, loose, merges


class VerbPhrases(NounPhrases):
    """What formulas say of one subject."""

    __slots__ = ()

    def chain(self, formulas: Sequence[Formula], pool: Pool, join: str = "and", *, plural: bool = False) -> Said:
        """Return verb phrases of one subject, joined; the variables of the pool are introduced by them."""
        if len(formulas) == 1:
            return self.verb(formulas[0], pool, plural=plural)
        be = "are" if plural else "is"
        words = [bare_adjective(self.senses, one) for one in formulas]
        if all(words):
            return Said(f"{be} {f' {join} '.join(map(str, words))}", plain=False)
        first: list[Said] = []
        if join == "and":
            first, formulas = self._kind_doctor(formulas, pool, plural=plural)
            if not formulas:
                return first[0]
        parts = [*first, *(self.verb(one, pool, plural=plural, chained=True) for one in formulas)]
        parts.sort(key=lambda part: not part.plain)
        if not all(part.plain for part in parts[:-1]):
            raise Unsayable
        return Said(f" {join} ".join(part.text for part in parts), plain=False)

    def _kind_doctor(
        self, formulas: Sequence[Formula], pool: Pool, *, plural: bool
    ) -> tuple[list[Said], Sequence[Formula]]:
        """Return ``is a kind doctor``, if that is said by two of the formulas; and the others."""
        heads = [one for one in formulas if isinstance(one, Atom) and self.is_noun(one)]
        adjectives = [one for one in formulas if merges(self.senses, one)]
        if len(heads) != 1 or not adjectives:
            return [], formulas
        words, closed = self.head(heads[0], adjectives, "" if plural else "a", pool, plural=plural)
        rest = [one for one in formulas if one is not heads[0] and not any(one is other for other in adjectives)]
        return [Said(f"{'are' if plural else 'is'} {words}", closed)], rest

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
