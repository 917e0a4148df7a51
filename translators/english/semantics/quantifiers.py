"""How many: all, some, none, only those, and so many of a kind."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Eq, Formula, Not, Term, Truth, Var

from ..grammar.tree import NP, Det, Join, Joined, Name, Nominal, Of, Possessed, Quantified
from .boxes import Box, conjunction, deny, disjunction
from .definites import Then
from .nominals import Nominals
from .referents import Unresolved

MAX_COUNT: Final = 8


class Quantifiers(Nominals):
    """Of how many something is said.

    Attributes:
        interrogative: whether the sentence is a question by its words.
    """

    interrogative: bool = False

    def quantified(self, np: Quantified, det: Det, box: Box, then: Then, *, subject: bool) -> None:
        """Interpret a determiner and its nominal."""
        nominal = np.nominal
        if det is Det.ANY:
            det = Det.SOME if self.licensed or self.interrogative else Det.EVERY
        match det:
            case Det.EVERY:
                if np.number == 2:
                    self.group(nominal, box, subject=subject)  # both: there are such
                self.universal(nominal, box, then, subject=subject, excepting=np.excepting)
            case Det.NO:

                def none(term: Term, inner: Box) -> None:
                    denied = Box(inner)
                    with self.under():
                        then(term, denied)
                    inner.add(deny(denied.formula()))

                self.universal(nominal, box, none, subject=subject, excepting=np.excepting)
                if isinstance(np.excepting, Name):
                    self.np(np.excepting, box, then)
            case Det.A | Det.SOME | Det.BARE:
                top = box.parent is None and not self.asking and not self.licensed
                term = self.new(box, nominal, top=top, subject=subject)
                with self.setting(modal=""):
                    self.nominal(nominal, term, box)
                then(term, box)
            case Det.THE:
                self.definite(np, box, then, subject=subject)
            case _:
                self.counted(np, det, box, then)

    def universal(self, nominal: Nominal, box: Box, then: Then, *, subject: bool, excepting: NP | None = None) -> None:
        """Say something of everything that a nominal describes."""
        restrictor = Box(box)
        with self.under(modal=""):
            term = self.new(restrictor, nominal, top=False, subject=subject)
            self.nominal(nominal, term, restrictor)
            if excepting is not None:
                self.leave_out(excepting, term, restrictor)
        if not restrictor.conditions and nominal != Nominal(nominal.noun, plural=nominal.plural):
            raise Unresolved("whom it speaks of is described by nothing that could be so or not")
        scope = Box(restrictor)
        then(term, scope)
        said = scope.formula()
        # Of none of them nothing is so: there are none.
        box.add(deny(restrictor.formula()) if said == Not(Truth(True)) else restrictor.implies(said))

    def leave_out(self, excepting: NP, term: Term, box: Box) -> None:
        """Leave somebody out of what is said of all."""
        if isinstance(excepting, Quantified) and excepting.det is Det.BARE:
            inner = Box(box)
            self.nominal(excepting.nominal, term, inner)
            box.add(deny(inner.formula()))
        else:
            self.np(excepting, box, lambda other, b: b.add(Not(Eq(term, other))))

    def only(self, body: NP, box: Box, then: Then) -> None:
        """Say something of nobody else: ``only managers``, ``only Ann``."""
        if isinstance(body, Quantified | Of) and body.det is Det.SOME:
            raise Unresolved("'only some' says that not all are: write both")
        reach = Box(box)
        variable = self.fresh()
        reach.variables.append(variable)
        term = Var(variable)
        with self.under():
            then(term, reach)
        scope = Box(reach)
        match body:
            case Quantified(Det.BARE | Det.A | Det.THE, nominal):
                with self.setting(modal=""):
                    self.nominal(nominal, term, scope)
            case Joined(Join.AND | Join.OR, parts) if not any(isinstance(p, Quantified) for p in parts):
                same: list[Formula] = []
                for part in parts:
                    self.np(part, scope, lambda other, b: same.append(Eq(term, other)))
                scope.add(disjunction(same))
                self.np(body, box, then)
            case Joined():
                raise Unresolved("'only' of several kinds has no form here: write 'If somebody …, they are …'")
            case _:
                self.np(body, scope, lambda other, b: b.add(Eq(term, other)))
                self.np(body, box, then)
        box.add(reach.implies(scope.formula()))

    def counted(self, np: Quantified, det: Det, box: Box, then: Then) -> None:
        """Count: at least, at most and exactly so many."""
        n = np.number
        if det is Det.CARDINAL:
            words = f"{n} {np.nominal.noun}{'s' if n != 1 else ''}"
            exactly = self.ways.other("cardinal", f"'{words}'", f"at least {words}", f"exactly {words}")
            det = Det.EXACTLY if exactly else Det.AT_LEAST
        if det is Det.ALL_BUT:
            self.counted(replace(np, number=n), Det.EXACTLY, box, lambda t, b: self.denied_of(t, b, then))
            return
        if n > MAX_COUNT:
            raise Unresolved(f"counting up to {n} is too far: up to {MAX_COUNT} things are counted")
        if det in {Det.AT_LEAST, Det.EXACTLY} and n > 0:
            box.add(self.so_many(np.nominal, n, box, then))
        if det in {Det.AT_MOST, Det.EXACTLY}:
            with self.under():
                box.add(deny(self.so_many(np.nominal, n + 1, box, then)))

    def some_of(self, det: Det, names: tuple[NP, ...], number: int, box: Box, then: Then) -> None:
        """Say something of some of those who are listed: ``exactly one of Ann, Bob and Cleo``."""
        formulas = []
        for name in names:
            inner = Box(box)
            self.np(name, inner, then)
            formulas.append(inner.formula())
        if det is Det.CARDINAL:
            det = Det.AT_LEAST
        if det in {Det.EVERY, Det.NO}:
            raise Unresolved("of those who are listed, some are counted: say it of each by name")
        if det in {Det.A, Det.AT_LEAST} or det in {Det.SOME, Det.ANY}:
            box.add(disjunction([conjunction(list(c)) for c in itertools.combinations(formulas, number)]))
        else:
            if det is Det.EXACTLY:
                box.add(disjunction([conjunction(list(c)) for c in itertools.combinations(formulas, number)]))
            for c in itertools.combinations(formulas, number + 1):
                box.add(deny(conjunction(list(c))))

    def so_many(self, nominal: Nominal, n: int, box: Box, then: Then) -> Formula:
        """Return that there are at least n different things of which something holds."""
        inner = Box(box)
        terms: list[Term] = []
        for _ in range(n):
            term = self.new(inner, nominal, top=False)
            for other in terms:
                inner.add(Not(Eq(other, term)))
            terms.append(term)
            with self.setting(modal=""):
                self.nominal(nominal, term, inner)
            then(term, inner)
        return inner.formula()

    def members(self, group: NP) -> Nominal:
        """Return the nominal of a group: ``Karin's dogs``."""
        match group:
            case Quantified(_, nominal):
                return nominal
            case Possessed(owner, nominal):
                return replace(nominal, roles=(("'s", owner), *nominal.roles))
            case _:
                raise Unresolved("a part of a group whose members are not said")

    def denied_of(self, term: Term, box: Box, then: Then) -> None:
        """Say the opposite of something."""
        inner = Box(box)
        then(term, inner)
        box.add(deny(inner.formula()))
