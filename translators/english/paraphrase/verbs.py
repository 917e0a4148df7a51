"""Formulas as verb phrases: ``likes a dog that barks``.

A part of a formula has a natural wording if each variable in it is spoken of by one noun phrase. All
else raises ``Unsayable``, and is said with letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sorites.solvers.logic.syntax import And, Atom, Cmp, Eq, Exists, Forall, Formula, Implies, Not, Or, Truth, Var, Xor

from ..semantics.finite import deniable, only_plural, subject_role, verbal
from ..semantics.senses import Kind, Sense
from ..vocabulary import article, noun
from .counting import HowMany, counted
from .pools import Pool, Said, Unsayable, names_one_of, pooled
from .speaker import Speaker
from .wording import bare_adjective, loose, merges

_THINGS: Final = {"a": "something", "some": "something", "every": "everything", "no": "nothing", "any": "anything"}


class VerbPhrases(Speaker):
    """What formulas say of one subject."""

    __slots__ = ()
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
