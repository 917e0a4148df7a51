"""Formulas as noun phrases: ``every kind doctor that Tom knows``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sorites.solvers.logic.syntax import And, Atom, Formula, Not, Or, Var

from ..semantics.finite import deniable, only_plural, subject_role, verbal
from ..semantics.senses import Kind, Sense
from ..vocabulary import article, noun
from .pools import Pool, Said, Unsayable
from .speaker import Speaker
from .wording import bare_adjective, merges

_THINGS: Final = {"a": "something", "some": "something", "every": "everything", "no": "nothing", "any": "anything"}


class NounPhrases(Speaker):
    """Noun phrases that introduce the variables of a formula."""

    __slots__ = ()

    def chain(self, formulas: Sequence[Formula], pool: Pool, join: str = "and", *, plural: bool = False) -> Said:
        """Return verb phrases of one subject, joined."""
        raise NotImplementedError

    def verb(self, formula: Formula, pool: Pool, *, plural: bool = False, chained: bool = False) -> Said:
        """Return a formula as what is said of its subject."""
        raise NotImplementedError

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
