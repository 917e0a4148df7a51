"""Whom names, pronouns and definite phrases mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sorites.solvers.logic.syntax import Fn, Formula, Term, Var

from ..grammar.tree import NP, Adjective, Name, Nominal
from ..grammar.ways import Ways
from ..vocabulary import verb
from ..vocabulary.classes import ANIMALS, FEMALE_NOUNS, GROUPS, MALE_NOUNS, PERSON_NOUNS
from ..vocabulary.lists import listed, pairs_of
from .boxes import Box, Entity, Sort
from .known import Known
from .predicates import Vocabulary

_PERSONAL: Final = frozenset("he she him her himself herself his who".split())
SPEAKERS: Final = frozenset("i me my myself we us our you your yourself ourselves".split())
"""Pronouns of those who speak or are spoken to."""
_MALE: Final = frozenset("he him his himself".split())
_FEMALE: Final = frozenset("she her herself".split())
_NEUTRAL: Final = frozenset("it its itself".split())
_SEVERAL: Final = frozenset("they them their these those".split())
_SPEAKER_OF: Final = pairs_of("SPEAKER_OF")
_PERSONS: Final = PERSON_NOUNS | MALE_NOUNS | FEMALE_NOUNS
_INFANTS: Final = listed("INFANTS")
"""Persons of whom *it* is said, too."""
_PERSON_ENDS: Final = tuple(sorted(listed("PERSON_ENDS")))
"""Endings of many nouns of persons; what is no person seldom is spoken of as ``he`` or ``she``."""
_NO_PERSON_ENDS: Final = tuple(sorted(listed("NO_PERSON_ENDS")))
_NO_PERSONS: Final = listed("NO_PERSONS")
"""Nouns with such an ending that are of no persons."""
_PLACE_ROLES: Final = frozenset("in at from to on near".split())


class Unresolved(Exception):
    """What a sentence says has no single form in logic; the text says why."""


@dataclass(slots=True)
class Sentence:
    """What is remembered while one sentence is interpreted.

    Attributes:
        entities: whom the sentence has mentioned, in order.
        introduced: constants that stand for what its indefinites introduce.
    """

    entities: list[Entity] = field(default_factory=list)
    introduced: list[Fn] = field(default_factory=list)


class Referents:
    """Whom phrases refer to in a text.

    Attributes:
        ways: how choices are made.
        vocabulary: the predicates and constants.
        presupposed: what definite phrases take to hold, with the phrase.
        sentences: what is remembered of each sentence, the present one last.
        known: what the text has said so far.
        sexes: of whom pronouns were used that tell the sex.
        found_by: the definite phrases and words of the present sentence, which found by their words whom they mean.
    """

    # What classes that build on this one say, which all of them ask for.
    np: Callable[..., None]
    nominal: Callable[..., None]
    universal: Callable[..., None]
    statement: Callable[..., None]
    event: Callable[..., None]
    participle: Callable[..., None]
    point: Callable[..., Term]
    apart: Callable[..., Formula]
    fork: Callable[[], Any]

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.vocabulary = Vocabulary()
        self.presupposed: list[tuple[Formula, str]] = []
        self.sentences: list[Sentence] = [Sentence()]
        self.counter = 0
        self.asking = False
        self.subjects: list[Term] = []
        self.known = Known()
        self.sexes: dict[Term, str] = {}
        self.found_by: list[NP | str] = []

    @property
    def sentence(self) -> Sentence:
        """What is remembered of the present sentence."""
        return self.sentences[-1]

    @contextmanager
    def setting(self, **values: Any) -> Iterator[None]:
        """Set attributes for a while."""
        before = {name: getattr(self, name) for name in values}
        self.__dict__.update(values)
        try:
            yield
        finally:
            self.__dict__.update(before)

    def fresh(self) -> str:
        """Return a variable that the sentence does not use yet."""
        letters = "xyzuvw"
        k = self.counter
        self.counter += 1
        return letters[k] if k < len(letters) else f"{letters[k % 6]}{k // 6}"

    def mention(self, entity: Entity, box: Box) -> Term:
        """Note that somebody is mentioned; variables are remembered by their box."""
        if isinstance(entity.term, Var):
            box.entities.append(entity)
        elif all(e.term != entity.term for e in self.sentence.entities):
            self.sentence.entities.append(entity)
        return entity.term

    def name(self, name: Name, box: Box, *, subject: bool, role: str = "") -> Term:
        """Return the constant of a name."""
        term = self.vocabulary.constant(name.words, name.shown)
        capital = name.shown[:1].isupper() and not name.shown.split()[-1].islower()
        sort: Sort = "any" if capital and role not in _PLACE_ROLES else "thing"
        return self.mention(Entity(term, name.noun, sort, name.group, subject=subject, shown=name.shown), box)

    def new(self, box: Box, nominal: Nominal, *, top: bool, subject: bool = False) -> Term:
        """Return a new referent for an indefinite: a variable of its box, at the top a constant."""
        sort = sort_of(nominal)
        if top:
            words = " ".join([*map(called, nominal.adjectives), nominal.noun or "one"])
            term: Term = self.vocabulary.constant(object(), f"the {words}", words)
            assert isinstance(term, Fn)
            self.sentence.introduced.append(term)
        else:
            variable = self.fresh()
            box.variables.append(variable)
            term = Var(variable)
        adjectives = set(map(called, nominal.adjectives))
        entity = Entity(term, nominal.noun, sort, nominal.plural, adjectives, subject=subject)
        entity.shown = " ".join([*map(called, nominal.adjectives), nominal.noun])
        entity.restricted = bool(nominal.adjectives or nominal.roles or nominal.where)
        return self.mention(entity, box)

    def pronoun(self, word: str, box: Box, *, subject: bool, owner: bool = False) -> Entity:
        """Return whom a pronoun means.

        Raises:
            Unresolved: nobody, or several who fit.
        """
        if word in SPEAKERS:
            base = _SPEAKER_OF.get(word, word)
            term = self.vocabulary.constant((base,), "I" if base == "i" else base)
            return Entity(term, sort="person", shown=base)
        if word.endswith("self") or word.endswith("selves"):
            if not self.subjects:
                raise Unresolved(f"'{word}' has nobody to refer to")
            return Entity(self.subjects[-1])
        here, earlier = self.around(box), self.before()
        for k, entities in enumerate((here, earlier)):
            fitting = [e for e in distinct(entities) if self.fits(word, e)]
            if not subject and not owner and self.subjects:
                fitting = [e for e in fitting if e.term != self.subjects[-1]]
            if not fitting:
                continue
            mine = [e for e in fitting if self.subjects and e.term == self.subjects[-1]]
            if owner and mine:
                named = [e for e in fitting if isinstance(e.term, Fn) and e.shown[:1].isupper() and not k]
                rivals = [e for e in named if e not in mine and self.certainly(word, e)]
                found = rivals[-1] if rivals and self.either(word, mine[0], rivals[-1]) else mine[0]
            else:
                found = self._best(word, fitting, here=k == 0, subject=subject)
            self.sexes.setdefault(found.term, sex_of(word))
            if k:
                self.mention(found.copy(subject=subject), box)
            return found
        raise Unresolved(f"'{word}' has nobody to refer to; write the name or the noun instead")

    def _best(self, word: str, fitting: list[Entity], *, here: bool, subject: bool) -> Entity:
        """Return the one whom a pronoun means; between two of one sentence the subject is preferred, as a choice."""
        certain = [e for e in fitting if self.certainly(word, e)] or fitting
        anyone = [e for e in certain if e.subject and isinstance(e.term, Var) and e.noun in _ANYBODY]
        nearer = certain[certain.index(anyone[0]) + 1 :] if anyone else []
        if here and subject and len(anyone) == 1 and not any(e.subject for e in nearer):
            return anyone[0]  # if something chases the cat and it is big
        rival = [e for e in fitting if e.subject and e not in certain] if here and subject else []
        if len(certain) == 1 and not rival:
            return certain[0]
        if len(certain) == len(rival) == 1:
            return rival[0] if self.either(word, certain[0], rival[0]) else certain[0]
        first = [e for e in certain if e.subject]
        if here and subject and len(certain) == 2 and len(first) == 1:
            other = next(e for e in certain if e is not first[0])
            return other if self.either(word, first[0], other) else first[0]
        raise self.several_fit(word, certain)

    def several_fit(self, word: str, fitting: list[Entity]) -> Unresolved:
        """Return that a pronoun may mean several."""
        named = " or ".join(f"'{e.shown}'" for e in fitting[:3])
        return Unresolved(f"'{word}' may mean {named}; write the name or the noun instead")

    def either(self, word: str, preferred: Entity, other: Entity) -> bool:
        """Return whether a pronoun means the other one of two: a choice that a text leaves open but once.

        Raises:
            Unresolved: the text has left another such choice open before.
        """
        choice = (f"'{word}'", f"'{preferred.shown}'", f"'{other.shown}'")
        known = self.ways.met.get("pronoun")
        if known is not None and (known.where, known.preferred, known.other) != choice:
            raise self.several_fit(word, [preferred, other])
        return self.ways.other("pronoun", *choice)

    def around(self, box: Box | None) -> list[Entity]:
        """Return whom the present sentence has mentioned, as far as a phrase in a box may refer to them."""
        inner: list[Entity] = []
        while box is not None:
            inner = [*box.entities, *inner]
            box = box.parent
        return [*inner, *self.sentence.entities]

    def before(self) -> list[Entity]:
        """Return whom the earlier sentences have mentioned."""
        return [e for s in self.sentences[:-1] for e in s.entities]

    def nouns(self, entity: Entity) -> set[str]:
        """Return the nouns of somebody: the one of the phrase, and what the text has said besides."""
        found = {entity.noun} if entity.noun else set()
        if isinstance(entity.term, Fn) and not entity.plural:
            found |= self.known.nouns(entity.term, self.vocabulary)
        return found

    def fits(self, word: str, entity: Entity) -> bool:
        """Return whether a pronoun may mean somebody."""
        nouns = self.nouns(entity)
        heads = {n.split()[-1] for n in nouns}
        if word in _PERSONAL:
            if entity.plural or entity.sort == "thing" or (heads and not any(map(living, heads))):
                return False
            other = FEMALE_NOUNS if word in _MALE else MALE_NOUNS if word in _FEMALE else frozenset()
            wrong = {"m": "f", "f": "m"}.get(sex_of(word), "?")
            return not heads & other and self.sexes.get(entity.term) != wrong
        if word in _NEUTRAL:
            if entity.plural or (entity.sort == "person" and not heads & _INFANTS) or self.sexes.get(entity.term):
                return False
            return not heads & _PERSONS - _INFANTS
        if word in _SEVERAL:
            anybody = heads == {"thing"} if heads else entity.sort != "thing"
            return entity.plural or entity.sort == "person" or bool(heads & GROUPS) or anybody
        return True

    def certainly(self, word: str, entity: Entity) -> bool:
        """Return whether a pronoun means somebody rather than others that it fits, too."""
        nouns = self.nouns(entity)
        if word in _PERSONAL:
            return entity.sort == "person" or not nouns or any(map(personal, nouns))
        if word in _NEUTRAL:
            return bool(nouns) or entity.sort == "thing"
        return entity.plural or entity.sort == "person" or any(map(personal, nouns))


_ANYBODY: Final = frozenset({"thing", "somebody", ""})


def called(one: Adjective) -> str:
    """Return an adjective as it stands before its noun: ``beaten``."""
    if one.participle:
        return verb(one.lemma, "participle" if one.participle == "object" else "ing")
    return one.lemma


def sex_of(word: str) -> str:
    """Return the sex that a pronoun speaks of, ``m`` or ``f``; empty for none."""
    return "m" if word in _MALE else "f" if word in _FEMALE else ""


def personal(noun: str) -> bool:
    """Return whether a noun, known or by its ending, is of persons."""
    head = noun.rsplit(maxsplit=1)[-1]
    if head in _PERSONS or head in {"somebody", "one"}:
        return True
    return head.endswith(_PERSON_ENDS) and not (head in _NO_PERSONS or head.endswith(_NO_PERSON_ENDS))


def living(noun: str) -> bool:
    """Return whether ``he`` or ``she`` may stand for what a noun says."""
    return personal(noun) or noun.rsplit(maxsplit=1)[-1] in ANIMALS


def distinct(entities: list[Entity]) -> list[Entity]:
    """Return entities, each once."""
    found: dict[Term, Entity] = {}
    for entity in entities:
        found.setdefault(entity.term, entity)
    return list(found.values())


def sort_of(nominal: Nominal) -> Sort:
    """Return whether a nominal speaks of a person."""
    noun = nominal.noun.split()[-1] if nominal.noun else ""
    if noun in {"somebody", "person", "people"} or noun in _PERSONS:
        return "person"
    return "thing" if noun == "thing" else "any"
