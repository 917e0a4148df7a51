"""Whom definite and possessive phrases mean: what was mentioned, or what a text takes to be there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from sorites.solvers.logic.syntax import Atom, Fn, Formula, Term, Var
from sorites.solvers.logic.walkers import free_variables

from ..grammar.tree import NP, Det, Gap, Joined, Name, Nominal, Possessed, Pronoun, Quantified
from ..grammar.words import EMPTY
from ..symbols import constants_of
from ..vocabulary.classes import ANIMALS
from ..vocabulary.closed import POSSESSIVES
from ..vocabulary.words import noun
from .boxes import Box, Entity, deny
from .postulates import compound
from .referents import Referents, Unresolved, called, distinct, sort_of
from .senses import HAVE

Then = Callable[[Term, Box], None]


@dataclass(frozen=True, slots=True)
class Resolved(NP):
    """A noun phrase whose referent is known already."""

    term: Term


class Definites(Referents):
    """What definite and possessive phrases mean.

    Attributes:
        here: the outermost box of the present sentence.
        episode: whether the clause tells what happened, and is no rule.
        generics: what indefinites that stand for all of a kind have described, and whether they must.
        licensed: whether what is read stands in a condition or a denial.
        denying: whether it stands in a denial.
        single: the nouns of what everybody is taken to have one of: *their account*.
        downward: whether it stands in an odd number of them, so that what says less says more.
    """

    here: Box | None = None
    episode: bool = False
    modal: str = ""
    licensed: bool = False
    denying: bool = False
    downward: bool = False
    gaps: list[Term]
    single: set[str]
    generics: list[tuple[Nominal, bool]]

    def under(self, **values: Any) -> AbstractContextManager[None]:
        """Set for a while that what is read stands in a condition or a denial."""
        return self.setting(licensed=True, downward=not self.downward, **values)

    @staticmethod
    def told(box: Box, say: Callable[[Box], object]) -> Formula:
        """Return what is said within a box, in a box of its own."""
        inner = Box(box)
        say(inner)
        return inner.formula()

    def denied(self, box: Box, say: Callable[[Box], object]) -> None:
        """Say that something is not so."""
        with self.under(denying=True):
            box.add(deny(self.told(box, say)))

    def definite(self, np: Quantified, box: Box, then: Then, *, subject: bool) -> None:
        """Interpret ``the …``: what was mentioned, or what the text takes to be there; all of them in the plural."""
        nominal = np.nominal
        match nominal.roles:
            case (("of", Quantified(Det.EVERY) as owner), *rest):  # the car of every guest: each guest's
                if owner.nominal.plural:
                    raise Unresolved(f"may be of each or of all together: write 'of every {owner.nominal.noun}'")
                self.np(Possessed(owner, replace(nominal, roles=tuple(rest))), box, then, subject=subject)
                return
        if nominal.plural:
            self.several(nominal, box, then, subject=subject)
            return
        found = self.antecedent(nominal, box, subject=subject)
        if found is None and self.varies(nominal):
            with self.setting(modal=""):
                top = box.parent is None and not self.asking and not self.licensed
                found = self.new(box, nominal, top=top, subject=subject)
                self.nominal(nominal, found, box)
        then(self.described(nominal, box, subject=subject) if found is None else found, box)

    def several(self, nominal: Nominal, box: Box, then: Then, *, subject: bool) -> None:
        """Say something of all whom a plural describes, or of those of them who were mentioned."""
        if not nominal.roles and not nominal.where:
            groups = [e for e in self._groups(nominal.noun) if adjectives_of(nominal) <= e.adjectives]
            some = [e for e in groups if e.members is None]
            if len(some) == len(groups) == 1:
                then(some[0].term, box)  # what is said of a few is said of them together
                return
            narrower = [e.members for e in groups if isinstance(e.members, Nominal) and e.members != nominal]
            if some or narrower:
                raise Unresolved(
                    f"'the {noun(nominal.noun, plural=True)}' may mean several groups that were mentioned; say which"
                )
        self.group(nominal, box, subject=subject)
        self.universal(nominal, box, then, subject=subject)

    def _groups(self, noun: str) -> list[Entity]:
        """Return the groups of a kind that were mentioned, each once."""
        found: list[Entity] = []
        for sentence in self.sentences:
            for entity in sentence.entities:
                if entity.plural and entity.noun == noun and all(e.members != entity.members for e in found):
                    found.append(entity)
        return found

    def group(self, nominal: Nominal, box: Box, *, subject: bool) -> None:
        """Remember a group of which something happened; and that a group that is spoken of has members."""
        if self.varies(nominal):
            return
        happened = self.episode and not self.modal
        if happened:
            term = Fn(f"all {nominal!r}")
            entity = Entity(term, nominal.noun, sort_of(nominal), True, adjectives_of(nominal), subject=subject)
            self.mention(replace(entity, shown=f"the {noun(nominal.noun, plural=True)}", members=nominal), Box())
        if self.asking or (not happened and nominal.where) or (happened and self.licensed):
            return  # a rule about those who do something does not say that there are any
        self.there_are(nominal, f"the {noun(nominal.noun, plural=True)}")

    def there_are(self, nominal: Nominal, phrase: str) -> None:
        """Take to hold that there is something that a nominal describes."""
        inner = Box()
        with self.setting(modal="", licensed=True, episode=False):
            inner.variables.append("x")
            self.counter += 1
            self.nominal(nominal, Var("x"), inner)
        self.presuppose(inner.formula(), phrase)

    def antecedent(self, nominal: Nominal, box: Box, *, subject: bool = False) -> Term | None:
        """Return what a definite phrase refers back to, if the text has mentioned it.

        Raises:
            Unresolved: several fit.
        """
        near: list[Entity] = []
        for entities in (self.around(box), self.before()):
            close = [e for e in distinct(entities) if not e.plural and self.same_kind(nominal, e)]
            same = [e for e in close if self.is_described(nominal, e, box)]
            if len(same) == 1:
                return self.taken(nominal, same[0], box, subject=subject)
            if same:
                named = " or ".join(dict.fromkeys(f"'{e.shown}'" for e in same[:3]))
                raise Unresolved(
                    f"'the {nominal.noun}' may mean one of several ({named}); give each a name, or say whose it is"
                )
            near += [e for e in close if not self.contrasted(nominal, e)]
        self.take_up(nominal)
        if len(near) == 1 and not nominal.roles:
            phrase = f"'the {shown(nominal)}'"
            raise Unresolved(f"{phrase} may be '{near[0].shown}' or another one: say which, in the same words")
        return None

    def taken(self, nominal: Nominal, entity: Entity, box: Box, *, subject: bool) -> Term | None:
        """Return whom a phrase takes up; whether it takes up somebody with a name is a choice, unless it is asked."""
        if not entity.noun and not self.asking:
            phrase = f"'the {shown(nominal)}'"
            if self.ways.other("definite", phrase, f"'{entity.shown}'", "another one"):
                return None
        if not isinstance(entity.term, Var):
            self.mention(entity.copy(subject=subject), box)
        return entity.term

    def take_up(self, nominal: Nominal) -> None:
        """Note that a phrase takes up an indefinite, which then can't stand for all of its kind.

        Raises:
            Unresolved: the indefinite belongs to a rule.
        """
        for other, rule in self.generics:
            if other.noun != nominal.noun or not adjectives_of(nominal) <= adjectives_of(other):
                continue
            if rule:
                raise Unresolved(
                    f"'the {nominal.noun}' takes up 'a {nominal.noun}', which stands for every {nominal.noun}; "
                    f"write 'every {nominal.noun}' or put both in one sentence"
                )
            self.ways.taken.add(nominal.noun)

    def same_kind(self, nominal: Nominal, entity: Entity) -> bool:
        """Return whether somebody is of the kind that a phrase names; all that lives may be *the animal*."""
        if nominal.noun in EMPTY:
            return entity.noun in EMPTY and bool(entity.noun) and entity.sort == sort_of(nominal)
        nouns = self.nouns(entity)
        if nominal.noun in nouns or _by_head(nominal, nouns):
            return True
        return nominal.noun == "animal" and any(n.split()[-1] in ANIMALS for n in nouns)

    def is_described(self, nominal: Nominal, entity: Entity, box: Box) -> bool:
        """Return whether the text has said of somebody what a phrase says."""
        plain = not nominal.roles and not nominal.where
        if plain and entity.noun == nominal.noun and adjectives_of(nominal) <= entity.adjectives:
            return True
        if plain and not nominal.adjectives:
            nouns = self.nouns(entity)
            return nominal.noun in nouns or (isinstance(entity.term, Var) and _by_head(nominal, nouns))
        trial = self.fork()
        inner = Box(box)
        with trial.setting(modal="", licensed=True, asking=True):
            trial.nominal(nominal, entity.term, inner)
        content = inner.content()
        wanted = list(getattr(content, "parts", (content,)))
        around = [c for b in above(box) for c in b.conditions]
        around = [p for c in around for p in (getattr(c, "parts", None) or (c,))]
        return self.known.holds(wanted, around, trial.vocabulary, frozenset(inner.variables))

    def contrasted(self, nominal: Nominal, entity: Entity) -> bool:
        """Return whether what a phrase says besides its noun tells it from somebody: *the red car* from *a new car*."""
        wanted = adjectives_of(nominal)
        if self.asking and nominal.where and entity.restricted:
            return True
        return bool(wanted and entity.adjectives and not wanted & entity.adjectives)

    def varies(self, nominal: Nominal) -> bool:
        """Return whether what a nominal describes depends on something that is not fixed."""

        def one(np: NP) -> bool:
            match np:
                case Gap():
                    return isinstance(self.gaps[-1], Var)
                case Pronoun(word, owner):
                    try:
                        return isinstance(self.pronoun(word, Box(self.here), subject=False, owner=owner).term, Var)
                    except Unresolved:
                        return False
                case Possessed(owner, _):
                    return one(owner)
                case Quantified(Det.THE, inner):
                    return self.varies(inner)
                case Quantified():
                    return True
                case Joined(_, parts):
                    return any(map(one, parts))
                case _:
                    return isinstance(getattr(np, "term", None), Var)

        return any(one(np) for _, np in nominal.roles)

    def described(self, nominal: Nominal, box: Box, *, subject: bool) -> Term:
        """Return the one thing that a definite phrase describes, and take the description to hold."""
        words = shown(nominal)
        key = ("the", words) if not nominal.roles and not nominal.where else ("the", nominal)
        term = self.vocabulary.constant(key, f"the {words}")
        entity = Entity(term, nominal.noun, sort_of(nominal), False, adjectives_of(nominal), subject=subject)
        entity.shown = f"the {words}"
        entity.restricted = bool(nominal.adjectives or nominal.roles or nominal.where)
        self.mention(entity, box)
        self.presuppose_of(nominal, term, f"the {words}")
        return term

    def presuppose_of(self, nominal: Nominal, term: Term, phrase: str) -> None:
        """Take a description to hold of a thing."""
        inner = Box()
        with self.setting(modal="", licensed=True, episode=False):
            self.nominal(nominal, term, inner)
        self.presuppose(inner.formula(), phrase)

    def possessed(self, owner: Term, nominal: Nominal, box: Box, then: Then, *, subject: bool) -> None:
        """Interpret ``Ann's car``: one thing for a singular, all of them for a plural."""
        whole = replace(nominal, roles=(("'s", Resolved(owner)), *nominal.roles))
        if nominal.plural:
            if not isinstance(owner, Var):
                self.group(whole, box, subject=subject)
            self.universal(whole, box, then, subject=subject)
            return
        if isinstance(owner, Var):
            self.single |= set() if self.asking else {nominal.noun}
            with self.setting(modal=""):
                term = self.new(box, nominal, top=False, subject=subject)
                self.nominal(whole, term, box)
            then(term, box)
            return
        has = self.vocabulary.names.get(HAVE, "")
        theirs = [
            e
            for e in distinct([*self.around(box), *self.before()])
            if e.owner == owner or Atom(has, (owner, e.term)) in self.known.there
        ]
        mine = [e for e in theirs if e.noun == nominal.noun and adjectives_of(nominal) <= e.adjectives]
        if len(mine) > 1:
            named = " or ".join(f"'{e.shown}'" for e in mine[:3])
            raise Unresolved(f"'{self.owned_by(owner)} {nominal.noun}' may mean {named}; say which")
        if not mine and self.asking and ("of", owner, whole) not in self.vocabulary.known:
            with self.setting(modal=""):  # the text may say that there is one, without a name for it
                term = self.new(box, nominal, top=False, subject=subject)
                self.nominal(whole, term, box)
            then(term, box)
            return
        then(mine[0].term if mine else self.described_of(owner, whole, box, subject=subject), box)

    def shown_of(self, owner: Term) -> str:
        """Return how somebody is called."""
        return self.vocabulary.constants.get(getattr(owner, "name", ""), "")

    def owned_by(self, owner: Term) -> str:
        """Return how what somebody has is called: ``Ann's``, ``my``."""
        name = self.shown_of(owner)
        return next((word for word, who in POSSESSIVES.items() if who == name.lower()), f"{name}'s")

    def described_of(self, owner: Term, nominal: Nominal, box: Box, *, subject: bool) -> Term:
        """Return the one thing of an owner that a phrase describes."""
        phrase = f"{self.owned_by(owner)} {shown(nominal)}"
        key = ("of", owner, nominal)
        known = key in self.vocabulary.known
        one = self.vocabulary.known.get(("the", nominal.noun))
        met = one is not None and self.ways.other("definite", f"'{phrase}'", "another one", f"'the {nominal.noun}'")
        term = one if one is not None and met else self.vocabulary.constant(key, phrase)
        entity = Entity(term, nominal.noun, sort_of(nominal), adjectives=adjectives_of(nominal), owner=owner)
        self.mention(replace(entity, subject=subject, shown=phrase), box)
        if not known:
            self.presuppose_of(nominal, term, phrase)
        return term

    def presuppose(self, formula: Formula, phrase: str) -> None:
        """Take to hold what a phrase presupposes; a question presupposes nothing for its text."""
        if self.asking or (formula, phrase) in self.presupposed:
            return
        if free_variables(formula):
            return  # it speaks of what the sentence has not fixed
        self.presupposed.append((formula, phrase))
        self.known.learn(formula)

    def supposed(self, formula: Formula) -> list[Formula]:
        """Return what phrases take to hold of whom a formula speaks of."""
        names = {*constants_of(formula)}
        return [taken for taken, _ in self.presupposed if not names.isdisjoint(constants_of(taken))]


def _by_head(nominal: Nominal, nouns: set[str]) -> bool:
    """Return whether a noun by itself is the head of a compound by which somebody was mentioned."""
    return not nominal.adjectives and any(compound(noun, nominal.noun) for noun in nouns)


def adjectives_of(nominal: Nominal) -> set[str]:
    """Return the adjectives before a noun."""
    return set(map(called, nominal.adjectives))


def shown(nominal: Nominal) -> str:
    """Return a noun with its adjectives and with whom or what it belongs to."""
    behind = [word for role, np in nominal.roles if role != "'s" for word in (role, _named(np)) if _named(np)]
    return " ".join([*map(called, nominal.adjectives), nominal.noun, *behind])


def _named(np: NP) -> str:
    match np:
        case Name(_, name):
            return name
        case Quantified(Det.THE, nominal):
            return f"the {shown(nominal)}"
    return ""


def above(box: Box | None) -> list[Box]:
    """Return a box and those that it stands in."""
    found = []
    while box is not None:
        found.append(box)
        box = box.parent
    return found
