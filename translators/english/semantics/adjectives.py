"""What adjectives say of a thing, with what stands by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sorites.solvers.logic.syntax import Term

from ..grammar.tree import NP, Adjective, Nominal, Number
from ..vocabulary import adjective as inflected
from ..vocabulary.classes import ANIMALS, DIFFERENCE, FUSING, PERSON_NOUNS, RELATIONAL
from ..vocabulary.lists import listed, listed_phrases
from ..vocabulary.numerals import ORDINALS
from .amounts import Amounts
from .boxes import Box, disjunction
from .definites import EMPTY
from .referents import Unresolved
from .senses import Kind, Sense

_IDIOMS: Final = listed_phrases("IDIOMS")
"""Compounds that are no case of their noun."""
_INTERSECTIVE: Final = listed("INTERSECTIVE")
"""Adjectives that a thing may have by itself as well: read as such, as a stated preference."""


class Adjectives(Amounts):
    """What adjectives say."""

    @staticmethod
    def fuses(one: Adjective, noun: str) -> bool:
        """Return whether an adjective makes one predicate with its noun."""
        if noun in EMPTY or one.participle or one.degree:
            return False
        return (
            (one.lemma in FUSING and (one.lemma not in _INTERSECTIVE or agentive(noun)))
            or f"{one.lemma} {noun}"
            in {
                "hot dog",
                "teddy bear",
                "gummy bear",
                "guinea pig",
                "hot line",
                "hot seat",
                "cold case",
                "black eye",
                "big shot",
            }
            or (
                one.lemma in {"wooden", "golden", "plastic", "stuffed", "inflatable"} and noun in ANIMALS | PERSON_NOUNS
            )
            or one.lemma.startswith(("would-", "so-called", "ex-", "self-", "wanna", "pseudo", "quasi-"))
            or one.lemma[:1].isdigit()
            or one.lemma in ORDINALS
        )

    def adjective(
        self,
        one: Adjective,
        term: Term,
        box: Box,
        nominal: Nominal | None = None,
        adverbs: tuple[str, ...] = (),
        roles: tuple[tuple[str, NP], ...] = (),
    ) -> None:
        """Say of a term what an adjective says."""
        if one.alternatives:
            formulas = []
            for other in one.alternatives:
                inner = Box(box)
                self.adjective(other, term, inner, nominal, adverbs)
                formulas.append(inner.formula())
            box.add(disjunction(formulas))
            return
        if one.lemma == "human" and (nominal is None or nominal.noun in EMPTY):
            self.nominal(Nominal("human"), term, box, adverbs=adverbs)
            return
        if one.lemma in DIFFERENCE and not one.roles and not roles:
            raise Unresolved(f"'{one.lemma}' compares with something that is not said")
        if one.degree in {"most", "least"}:
            if nominal is None:
                raise Unresolved("a superlative needs its noun")
            self.superlative(one, term, box, nominal)
            return
        if (one.than is not None or one.amount is not None) and (roles or adverbs or one.adverbs or self.modal):
            raise Unresolved("a comparison with what stands by it has no form here")
        if one.than is not None:
            if isinstance(one.than, Number):
                box.add(self.than_amount(one, term))
                return
            than = self.beyond(one.than, term, box)
            self.np(than, box, lambda other, b: b.add(self.compared(one, term, other)))
            return
        if one.amount is not None:
            box.add(self.sized(one, term))
            return
        if one.degree:
            raise Unresolved(f"'{inflected(one.lemma, 'comparative')}' needs 'than'")
        if one.participle:
            self.participle(one, term, box, (*adverbs, *one.adverbs), roles)
            return
        if not one.roles and not roles and box.parent is None and not self.asking:
            for entity in (e for s in self.sentences for e in s.entities):
                if entity.term == term:
                    entity.adjectives.add(one.lemma)
        whole = tuple(sorted({*adverbs, *one.adverbs}))
        self.with_roles(
            (*one.roles, *roles),
            box,
            lambda names, terms, b: b.add(
                self.vocabulary.atom(
                    Sense(Kind.ADJECTIVE, one.lemma, ("subject", *names), whole, self.modal, one.complement),
                    (term, *terms),
                )
            ),
        )

    def with_roles(
        self,
        roles: tuple[tuple[str, NP], ...],
        box: Box,
        then: Callable[[tuple[str, ...], tuple[Term, ...], Box], None],
    ) -> None:
        """Interpret prepositional arguments, and then what is said with them, in the order of their names."""

        def go(k: int, found: tuple[tuple[str, Term], ...], inner: Box) -> None:
            if k == len(roles):
                ordered = sorted(_numbered(found), key=lambda f: f[0])
                then(tuple(p for p, _ in ordered), tuple(t for _, t in ordered), inner)
                return
            prep, np = roles[k]
            if isinstance(np, Number):
                raise Unresolved(f"the number behind '{prep}' has no form here")
            self.np(np, inner, lambda t, b: go(k + 1, (*found, (prep, t)), b), role=prep)

        go(0, (), box)

    def participle(
        self, one: Adjective, term: Term, box: Box, adverbs: tuple[str, ...], roles: tuple[tuple[str, NP], ...]
    ) -> None:
        """Say of a term what is done to it, or what it does; see ``Events``."""
        raise NotImplementedError


def agentive(noun: str) -> bool:
    """Return whether a noun says what somebody does, or to whom somebody stands in a relation.

    An old friend need not be old, nor a heavy smoker heavy (Larson, "Events and modification in nominals", 1998).
    """
    head = noun.rsplit(maxsplit=1)[-1] if noun else ""
    return head in RELATIONAL or (len(head) > 4 and head.endswith(("er", "or", "ist")))


def _numbered(found: tuple[tuple[str, Term], ...]) -> list[tuple[str, Term]]:
    """Tell apart several arguments behind the same preposition."""
    seen: dict[str, int] = {}
    named = []
    for prep, term in found:
        seen[prep] = seen.get(prep, 0) + 1
        named.append((prep if seen[prep] == 1 else f"{prep}{seen[prep]}", term))
    return named
