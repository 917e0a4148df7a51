"""The names of a goal beside the words of its question: what either has and the other lacks.

A goal is of a question if each of its names has a word there, and each word there that the program has a name for is
said by the goal. What is lacking may stand in other words: somebody in a pronoun, or in a description that a premise
states of them; a relation in a preposition, or in the converse comparative. Where nothing of the kind accounts for
it, the goal asks something else: of another thing, by another predicate, or only a part of what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeGuard

from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Var,
    Xor,
    number_named,
)
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words

from .glossary import CONSTANT, Glossary, Name, Spoken
from .shapes import asking
from .wordings import (
    ABOUT,
    Utterance,
    alternative,
    conditional,
    content,
    converse,
    denied_by,
    denies,
    heard,
    hides_denial,
    may_deny,
    numbers,
    plain,
    pronominal,
    proper_names,
    same_word,
    stems,
    tokens,
    twice_denied,
)

_LIGHT: Final = frozenset(
    "in on at of to from is be has have had own owns part member belong belongs located location contain contains "
    "include includes time type category instance language by with".split()
)
"""Words of relations that a sentence may say by a preposition, by *have* or by *is*."""
_QUANTIFIED: Final = re.compile(
    r"\b(?:all|each|every\w*|some\w*|any\w*|no|nobody|none|nothing|there (?:is|are|was|were)|whoever)\b", re.I
)
"""Words beside which a question is of nobody in particular."""
_SEVERAL: Final = re.compile(r"\b(?:and|or|nor|if|unless|but|while)\b", re.I)
"""Words of a question that may have more than one predicate."""
_ALTERNATIVES: Final = re.compile(r"\b(?:or|either|nor|if|unless|whether|not|only)\b|n['’]t\b", re.I)
"""Words for which a goal may have alternatives."""
_AND: Final = re.compile(r"\b(?:and|both|nor|but)\b", re.I)
_CASES: Final = re.compile(
    r"\b(?:who|that|which|when\w*|all|any\w*|every\w*|each|no|provided|suppos\w+|assum\w+|given|impl\w+)\b", re.I
)
"""Words for which a goal may have a condition."""
_LATE: Final = frozenset("all every each any".split())
"""Words that have what is spoken of behind what is said of it, if they do not begin a sentence."""
_RELATIVE: Final = frozenset("who whom whose that which".split())
_REFLEXIVE: Final = re.compile(r"\b(?:\w+sel(?:f|ves)|each other|one another|own|same)\b", re.I)
_TURNING: Final = re.compile(r"\b(?:only|unless|whenever|when|required|necessary|must|need)\b", re.I)
"""Words that have the condition behind what follows from it, or either way."""
_SIDEWAYS: Final = frozenset("by from of with than in to".split())
"""Prepositions by which a sentence may name the first of two last."""
_TIMES: Final = re.compile(
    r"now|today|currently|always|usually|really|actually|ever|still|already|please|during|between|within|along|among"
    r"|against|since|until|upon|across|towards?",
    re.I,
)
"""Words that a goal need not have."""
_CLOCK: Final = re.compile(r"\d ?[ap]\.?m\b|\d:\d\d|o['’]clock|noon|midnight", re.I)
"""Times of the day, which formulas count in minutes or hours."""
_DENYING: Final = re.compile(
    r"\b(?:forbidden|prohibited|banned|unable|impossible|illegal|fail\w*|refus\w+|lack\w*|without|a lie|wrong to|hardly"
    r"|unlikely|stop\w*|mistrust\w*|free (?:of|from)|declin\w+|forg[eo]t\w*|anything but|far from|g[ai]ven? up|skip\w*"
    r"|quit\w*)\b",
    re.I,
)
"""Words that deny what is said beside them."""
_BOTH_WAYS: Final = re.compile(r"\b(?:only|exactly|just|precisely|means?|otherwise|vice versa|unless|until)\b", re.I)
"""Words for which a condition may be necessary, too."""
_SHIFTING: Final = frozenset(
    "want wish hope try attempt plan intend promise pretend think believe say seem appear allege former ex fake "
    "alleged future retired honorary nearly almost partly would-be".split()
)
"""Words beside which a thing is not so, or not known to be."""
_MAY: Final = frozenset("may might can could able allowed permitted eligible".split())
_MUST: Final = frozenset("must should obliged required needs need has have ought".split())
_PEOPLE: Final = re.compile(
    r"husband|wife|brother|sister|mother|father|son|daughter|parent|child|boss|friend|teammate|colleague|neighbou?r|coach"
    r"|teacher|doctor|owner|partner|cousin|uncle|aunt|nephew|niece|grand\w+|twin|dog|cat|manager|assistant|lawyer|nurse",
    re.I,
)
"""Who may be somebody's."""
_LINKS: Final = frozenset({"of", "called", "named"})


def unlike(glossary: Glossary, formula: Formula, sentence: str, whole: str) -> str:
    """Return in what a formula is not that of its sentence, as the end of a sentence about it; empty if in nothing.

    Args:
        glossary: the words of a program.
        formula: of that program.
        sentence: the sentence that asks.
        whole: all that is asked, with what stands before that sentence and the options.
    """
    account = _Account(glossary, glossary.spoken(formula), sentence, whole)
    return next((said for each in _ACCOUNTS for said in each(account)), "")


def unsaid(glossary: Glossary, formula: Formula, sentence: str) -> list[str]:
    """Return the predicates of a program that a sentence has by name and a formula of the program has not."""
    return _Account(glossary, glossary.spoken(formula), sentence, sentence).left


def misstated(glossary: Glossary, formula: Formula, sentence: str) -> str:
    """Return in what a premise says another thing than its sentence, as the end of a sentence about it; or nothing.

    Nothing is told of words that either has and the other lacks, for which models have other words and predicates of
    their own, but of numbers, of whom it is said, of denials, *if and only if*, and the order of the two of a relation.
    """
    account = _Account(glossary, glossary.spoken(formula), sentence, sentence)
    return next((said for each in _MISSTATEMENTS for said in each(account)), "")


@dataclass(frozen=True)
class _Account:
    """A goal and a question, and which words of either the other has."""

    glossary: Glossary
    names: Spoken
    sentence: str
    asked: str

    @cached_property
    def whole(self) -> Utterance:
        """The words of all that is asked."""
        return heard(self.asked)

    @property
    def goal(self) -> Formula:
        return self.names.formula

    @property
    def said(self) -> dict[Name, tuple[str, ...]]:
        """The names of the goal with the words by which a sentence may have each."""
        return self.names.telling

    @cached_property
    def spoken(self) -> list[str]:
        return tokens(self.sentence)

    def hears(self, part: str) -> bool:
        """Return whether the question has a word of a name."""
        return heard(self.sentence).alike(part)

    @cached_property
    def own(self) -> Utterance:
        """The words of the goal's names."""
        return Utterance(word for words in self.said.values() for word in words)

    @cached_property
    def unsaid(self) -> Utterance:
        """The words of the question that the goal has not."""
        asked = (word for word in content(self.sentence) if word.lower() not in ABOUT)
        return Utterance(word for word in asked if not self.own.stands((word,)))

    @cached_property
    def things(self) -> list[str]:
        """The constants of the goal."""
        return [name for name, places in self.said if places == CONSTANT and number_named(name) is None]

    @cached_property
    def strange(self) -> list[str]:
        """Those of which the question has no word."""
        return [name for name in self.things if not self.whole.stands(self.said[name, CONSTANT])]

    @cached_property
    def lacking(self) -> list[str]:
        """The constants that the question names and the goal has not, but for owners of what it has."""
        named = self.glossary.program.signature.constants
        return [
            name
            for name in named
            if (name, CONSTANT) not in self.said and self._unsaid(_parts(name)) and not self._owns(name)
        ]

    def _unsaid(self, parts: Sequence[str]) -> bool:
        """Return whether the question has all words of a name, and the goal none."""
        return bool(parts and self.unsaid.words) and all(map(self.unsaid.alike, parts))

    @property
    def others(self) -> bool:
        """Whether all that is asked names somebody of whom the goal does not speak."""
        named = self.glossary.program.signature.constants
        return any(
            (name, CONSTANT) not in self.said and bool(parts := _parts(name)) and all(map(self.whole.alike, parts))
            for name in named
        )

    @property
    def owned(self) -> Iterator[tuple[str, str]]:
        """The things of the goal of which the question speaks as owners of what the goal does not have."""
        for name in self.things:
            for i in self.places(_parts(name)):
                behind, before = self.spoken[i + 1 : i + 2], self.spoken[i - 2 : i] if i > 1 else []
                its = self.spoken[i].replace("’", "'").endswith("'s")
                noun = behind[0] if its and behind else before[0] if before[1:] == ["of"] else ""
                if noun not in self.unsaid.words or noun[0].isupper():
                    continue
                if self._related(0 if its else 2).alike(noun) or _PEOPLE.fullmatch(noun):
                    yield name, f"{self.spoken[i]} {noun}" if its else f"{noun} of {self.spoken[i]}"

    def _related(self, places: int) -> Utterance:
        """Return the words of the program's predicates that take so many arguments at least."""
        given = self.glossary.program.signature.predicates
        return heard(" ".join(word for name, arity in given if arity >= places for word in words(name)))

    def _owns(self, name: str) -> bool:
        """Return whether the question speaks of somebody as the owner of what the goal speaks of."""
        places = [i for i, word in enumerate(self.spoken) if any(same_word(part, word) for part in _parts(name))]
        behind = self.spoken[places[-1] + 1 :][:1] if places else []
        return (
            bool(behind) and self.spoken[places[-1]].replace("’", "'").endswith("'s") and self.own.stands((behind[0],))
        )

    @cached_property
    def left(self) -> list[str]:
        """The predicates that the question has by name and the goal has not."""
        given = self.glossary.program.signature.predicates
        return [n for n, p in given if (n, p) not in self.said and self._unsaid(content(" ".join(words(n))))]

    @cached_property
    def facts(self) -> list[Formula]:
        """What the premises state of things; beside a question with a condition, whatever they say of them."""
        kinds = (Atom, Eq, Not, Or, Xor) if conditional(self.asked) else (Atom, Eq)
        parts = (part for one in self.glossary.program.premises for part in _conjuncts(one.formula))
        return [part for part in parts if isinstance(part, kinds)]

    @cached_property
    def stated(self) -> set[str]:
        """What the premises' facts about the goal's things say besides, and what the question supposes."""
        return set[str]().union(*self.about(self.things), *self.supposed).difference(self.things)

    @property
    def supposed(self) -> list[set[str]]:
        """The names in each premise that a question with a condition has all words of."""
        facts = self.facts if conditional(self.asked) else ()
        heard_in = [self.glossary.spoken(fact) for fact in facts]
        return [
            {name for name, _ in fact.telling}
            for fact in heard_in
            if all(map(self.whole.stands, fact.telling.values()))
        ]

    def about(self, things: Iterable[str]) -> list[set[str]]:
        """Return the names in each fact of the premises that has one of some things."""
        names = [{node.name for node in walk(fact) if isinstance(node, Atom | Fn)} for fact in self.facts]
        return [found for found in names if not found.isdisjoint(things)]

    def described(self, things: list[str], by: str = "") -> bool:
        """Return whether the question's other words describe a thing by a fact, or by one that has another, too."""
        facts = [found.difference(things) for found in self.about(things) if not by or by in found]
        said = (word for found in facts for name in found if name != by for word in content(" ".join(words(name))))
        return bool(self.unsaid.words) and any(map(self.unsaid.alike, said))

    def adds(self, name: str) -> bool:
        """Return whether a thing stands beside two of the question's wherever the goal has it."""
        atoms = [{t.name for t in walk(a) if isinstance(t, Fn)} for a in walk(self.goal) if isinstance(a, Atom)]
        return all(
            len(found.intersection(self.things).difference(self.strange)) > 1 for found in atoms if name in found
        )

    @property
    def alternative(self) -> bool:
        """Whether alternatives are asked of, and not just supposed."""
        return alternative(self.sentence) and not conditional(self.sentence)

    def ends(self, atom: Atom) -> tuple[list[int], list[int]]:
        """Return where the question names the first and the second of two."""
        first, second = (self.places(_parts(t.name)) if isinstance(t, Fn) and not t.args else [] for t in atom.args)
        return first, second

    def way(self, atom: Atom) -> int:
        """Return 1 if the sentence has the two of a relation in this order, -1 if turned, 0 if nobody can tell."""
        (first, second), own = self.ends(atom), words(atom.name)
        if not first or not second:
            return 0
        verb = self.places(part for part in own if part not in _SIDEWAYS)
        turned = not verb
        verb = verb or self.places(other for part in own for other in converse(part))
        if not verb:
            return 0
        start, end = min(verb), max(verb)
        for place in (start - 1, end - 1):  # *Ann is Bob's aunt*, *Bob's aunt is Ann*
            if (
                place >= 0
                and self.spoken[place].replace("’", "'").endswith("'s")
                and (place in first or place in second)
            ):
                return -1 if (place in first) != turned else 1
        turned ^= "less" in (word.lower() for word in self.spoken[max(start - 1, 0) : start])
        straight, reverse = max(first) < start <= end < min(second), max(second) < start <= end < min(first)
        if not straight and not reverse:
            return 0
        between = {word.lower() for word in self.spoken[start : min(second if straight else first)]}
        if not between.isdisjoint(_SIDEWAYS.difference(own, ("by", "than", "of"))):
            return 0
        turned ^= ("by" in between) != ("by" in own)
        return 1 if straight != turned else -1

    def ways(self, name: str) -> set[int]:
        """Return in which orders the premises have the two of a relation, and the rules, by their sentences."""
        found = set[int]()
        program = self.glossary.program
        told = [(one.formula, one.gloss) for one in program.premises] + [(r.formula, r.gloss) for r in program.rules]
        for formula, gloss in told:
            spoken = self.glossary.spoken(formula)
            atoms = [n for n in spoken.written if isinstance(n, Atom) and n.name == name and len(n.args) == 2]
            if gloss and (stated := [atom for atom in atoms if all(map(_is_name, atom.args))]):
                account = _Account(self.glossary, spoken, gloss, gloss)
                found |= {account.way(atom) for atom in stated}
        return found - {0}

    @cached_property
    def rest(self) -> list[str]:
        """The words of the question that nothing of the goal, and no fact about it, accounts for."""
        stated = heard(" ".join(word for name in self.stated for word in words(name)))
        return [
            word for word in self.unsaid.words if not (stated.alike(word) or _TIMES.fullmatch(word) or word in _LIGHT)
        ]

    @property
    def denying(self) -> bool:
        """Whether the goal denies something, by its shape or by a name."""
        return not self.names.kinds.isdisjoint({Not, Xor}) or may_deny(self.names.names)

    @property
    def quantified(self) -> bool:
        return _QUANTIFIED.search(self.sentence) is not None

    def places(self, parts: Iterable[str]) -> list[int]:
        """Return where words of a name stand in the question."""
        return sorted({i for part in parts for i in _places(self.sentence, part)})


def _things(account: _Account) -> Iterator[str]:
    """Yield what tells that a goal speaks of other things than its question."""
    program, strange = account.glossary.program, account.strange
    pairs = [(fact.left, fact.right) for fact in account.facts if isinstance(fact, Eq)] if strange else []
    same = {one.name for pair in pairs if all(map(_is_name, pair)) for one in pair if _is_name(one)}
    strange = [name for name in strange if name not in same]  # two names may be of one thing
    for name in account.lacking if strange else ():
        if not account.described(strange, name):
            yield f"speaks of '{strange[0]}', and the question of '{name}'"
    bound = not account.names.kinds.isdisjoint({Forall, Exists})
    for name in strange:
        if pronominal(account.sentence) and not account.quantified and not account.others:
            continue
        if not account.unsaid.words and account.adds(name) and (bound or not account.quantified):
            continue  # it says more of what is asked
        if not account.described([name]):
            yield f"speaks of '{name}', and the question does not"
    supposed = set[str]().union(*account.supposed)
    for name in account.lacking if not strange else ():
        if name not in supposed and not account.described(account.things, name):
            yield f"does not speak of '{name}', and the question does"
    for name, owned in account.owned:
        yield f"speaks of '{name}', and the question of {owned}"
    if not account.names.things and not program.asked:
        for parts in proper_names(account.sentence):
            if not any(account.own.stands((part,)) for part in parts):
                yield f"speaks of nobody in particular, and the question of {' '.join(parts)}"


def _predicates(account: _Account) -> Iterator[str]:
    """Yield what tells that a goal says something else of them than its question asks, or less."""
    for name, places in account.said:
        own = words(name)
        bases = frozenset[str]().union(*map(stems, account.said[name, places]))  # *like* stands in *unlike*
        if places < 0 or number_named(name) is not None or account.whole.stands((*account.said[name, places], *bases)):
            continue
        light = places > 1 and _LIGHT.issuperset(own)
        if not light and not any(account.unsaid.alike(other) for part in own for other in converse(part)):
            asked = f"of '{account.left[0]}'" if account.left else "does not"
            yield f"speaks of '{name}', and the question {asked}"
    named = {plain(part) for name in account.glossary.program.signature.constants for part in _parts(name)}
    if not _SEVERAL.search(account.sentence):
        return
    for name in account.left:
        parts = content(" ".join(words(name)))
        if (name in account.stated and not account.alternative) or named.issuperset(map(plain, parts)):
            continue
        if not _titles(account, parts):
            yield f"does not speak of '{name}', and the question does"


def _compounds(account: _Account) -> Iterator[str]:
    """Yield what tells that a name says more than the question, or this what changes all that it says."""
    for name, places in account.said:
        own = [part for part in content(" ".join(words(name))) if part not in _LIGHT]
        if places < 1 or number_named(name) is not None:
            continue
        unheard = [
            p
            for p in own
            if not account.whole.stands((p, *stems(p))) and not any(map(account.unsaid.alike, converse(p)))
        ]
        if unheard and len(unheard) < len(own) and account.rest:
            yield f"speaks of '{name}', and the question of '{account.rest[0]}'"
        for word in account.spoken:
            if denied_by(plain(word)).intersection(*map(stems, own[:1])) and not (
                account.denying or denies(account.sentence)
            ):
                yield f"says '{name}', and the question '{word}'"
        modal, small = {*words(name)}, {word.lower() for word in account.spoken}
        for kind in (_MAY, _MUST):
            if not kind.isdisjoint(modal) and kind.isdisjoint(small):
                yield f"says '{name}', and the question does not say that it {min(kind & modal)}"
    for word in account.unsaid.words:
        if not _SHIFTING.isdisjoint(stems(word)):
            yield f"leaves out '{word}', which the question says"


def _titles(account: _Account, parts: Sequence[str]) -> bool:
    """Return whether a question has some words only beside a name that the goal has: *the city of Missoula*."""
    own = [part for name in account.things for part in _parts(name)]
    spoken = account.spoken

    def named(place: int) -> bool:
        inside = 0 <= place < len(spoken) and spoken[place][:1].isupper()
        return inside and any(same_word(spoken[place], part) for part in own)

    found = [i for i, word in enumerate(spoken) if any(same_word(part, word) for part in parts)]
    return bool(found) and all(
        named(i - 1) or named(i + 1) or (spoken[i + 1 : i + 2] != [] and spoken[i + 1] in _LINKS and named(i + 2))
        for i in found
    )


def _rivals(account: _Account) -> Iterator[str]:
    """Yield names of the goal beside which the question rather has another of the program: *J1 visa*, *F1 visa*."""
    signature = account.glossary.program.signature
    for name, places in account.said:
        own = _parts(name)
        if (places <= 0 and places != CONSTANT) or all(map(account.hears, own)):
            continue
        mute = places != CONSTANT and not any(map(account.hears, own))
        others = [(n, CONSTANT) for n in signature.constants] if places == CONSTANT else signature.predicates
        for other, arity in others:
            parts = _parts(other)
            if other == name or arity != places or not parts or not all(map(account.hears, parts)):
                continue
            within, shared = {*parts} < {*own}, not {*parts}.isdisjoint(own)
            if within if (other, arity) in account.said else mute or (shared and not within):
                yield f"speaks of '{name}', and the question of '{other}'"


def _order(account: _Account) -> Iterator[str]:
    """Yield what tells that a goal has the two of a relation, or of a condition, in the other order."""
    for atom in walk(account.goal):
        if not isinstance(atom, Atom) or len(atom.args) != 2:
            continue
        places = account.ends(atom)
        if atom.args[0] == atom.args[1] and len(places[0]) == 1 and not _REFLEXIVE.search(account.sentence):
            yield f"has one thing twice in '{print_formula(atom)}'"
        way = account.way(atom)
        told = account.ways(atom.name) if way else set()
        if (way < 0 and told != {-1}) or (way > 0 and told == {-1}):
            yield f"has '{print_formula(atom)}' the other way round"
        if not way and all(places) and max(places[1]) < min(places[0]) and _misplaced(account, atom):
            yield f"has '{print_formula(atom)}' the other way round"
    rule, bound = account.goal, set[str]()
    while isinstance(rule, Forall):
        bound, rule = bound | {rule.var}, rule.body
    if not isinstance(rule, Implies) or _TURNING.search(account.sentence):
        return
    left, right = ([node for node in walk(side) if isinstance(node, Atom)] for side in (rule.left, rule.right))
    if any(isinstance(term, Var) and term.name in bound for atom in right for term in atom.args[1:]):
        return  # *Ann eats the apples* says it of them, and has them behind
    said = [{part for atom in atoms for part in words(atom.name)} for atoms in (left, right)]
    before, behind = account.places(said[0] - said[1]), account.places(said[1] - said[0])
    if not before or not behind:
        return
    small = [word.lower() for word in account.spoken]
    if not _RELATIVE.isdisjoint(small[max(behind) : min(before)]):
        return
    place = small.index("if") if "if" in small else -1
    turned = max(before) < place < min(behind) or (min(before) > max(behind) > place)
    if turned and (place >= 0 or _LATE.isdisjoint(small[2:])):
        yield "has what follows as the condition"


def _misplaced(account: _Account, atom: Atom) -> bool:
    """Return whether the premises have both things of a relation only in the other's place."""
    same = [
        node.args
        for one in account.glossary.program.premises
        for node in walk(one.formula)
        if isinstance(node, Atom) and node.name == atom.name and len(node.args) == 2
    ]
    if "by" in account.spoken:
        return False
    first, second = atom.args
    turned = any(args[1] == first or args[0] == second for args in same)
    return turned and not any(args[0] == first or args[1] == second for args in same)


def _joining(account: _Account) -> Iterator[str]:
    """Yield what tells that a goal joins by *or* what its question joins by *and*, or the reverse."""
    sentence, rule = account.sentence, account.goal
    while isinstance(rule, Forall):
        rule = rule.body
    if isinstance(rule, And) and alternative(sentence) and not _AND.search(sentence) and not denies(sentence):
        yield "says both, and the question gives alternatives"
    if isinstance(account.goal, Or | Xor) and not _ALTERNATIVES.search(sentence):
        yield "gives alternatives, and the question does not"
    if _DENYING.search(sentence) and not account.denying:
        yield "does not deny, and the question does"
    simple = account.names.kinds.isdisjoint({Implies, Or, Xor, Iff, Not})
    if simple and account.alternative and not alternative(account.names.names):
        yield "gives no alternatives, and the question does"
    if simple and conditional(sentence) and not account.supposed and account.stated.isdisjoint(account.left):
        yield "has no condition, and the question has one"
    if isinstance(account.goal, Implies) and not (_ALTERNATIVES.search(sentence) or _CASES.search(account.asked)):
        yield "has a condition, and the question has none"


def _numbers(account: _Account) -> Iterator[str]:
    """Yield what tells that a goal has another number than its question."""
    asked = numbers(account.asked)
    if not asked or _CLOCK.search(account.asked):
        return
    said = {str(node.value) for node in account.names.written if isinstance(node, Num)}
    said |= {number for name, _ in account.said for number in numbers(" ".join(words(name)))}
    if (strange := sorted(said - asked)) and (lacking := sorted(asked - said)):
        yield f"speaks of {strange[0]}, and the question of {lacking[0]}"


def _shapes(account: _Account) -> Iterator[str]:
    """Yield what tells that a premise denies, or says of two that they are the same case, as its sentence does not."""
    sentence = account.sentence
    denied = any(code == "negation-missing" for code, _, _ in asking(account.names, sentence))
    if denied or (_DENYING.search(sentence) and not account.denying):
        taken_back = twice_denied(sentence) or hides_denial(sentence) or "without" in sentence.lower()
        if not taken_back:
            yield "does not deny, and its sentence does"
    if Iff in account.names.kinds and conditional(sentence) and not _BOTH_WAYS.search(sentence):
        yield "says 'if and only if', and its sentence does not"


def _persons(account: _Account) -> Iterator[str]:
    """Yield what tells that a premise says of somebody what its sentence says of another."""
    for name in account.lacking if account.strange and not pronominal(account.sentence) else ():
        if not account.described(account.strange, name):
            yield f"speaks of '{account.strange[0]}', and its sentence of '{name}'"


def _turned(account: _Account) -> Iterator[str]:
    """Yield what tells that a premise has the two of a relation otherwise than others have."""
    for atom in walk(account.goal):
        if isinstance(atom, Atom) and len(atom.args) == 2 and account.way(atom) < 0 and 1 in account.ways(atom.name):
            yield f"has '{print_formula(atom)}' the other way round"


_MISSTATEMENTS: Final = (_numbers, _shapes, _persons, _turned, _rivals)
_ACCOUNTS: Final = (_things, _predicates, _compounds, _rivals, _order, _joining, _numbers)


@lru_cache(16384)
def _places(sentence: str, part: str) -> tuple[int, ...]:
    """Return where a sentence has a form of a word, or another word with that in it."""
    inner = plain(part) if len(part) > 3 else ""
    return tuple(
        [i for i, word in enumerate(tokens(sentence)) if same_word(part, word) or (inner and inner in plain(word))]
    )


def _is_name(term: object) -> TypeGuard[Fn]:
    return isinstance(term, Fn) and not term.args


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    yield from formula.parts if isinstance(formula, And) else (formula,)


@lru_cache(4096)
def _parts(name: str) -> tuple[str, ...]:
    """Return the words that a name is made of, without letters that stand for themselves."""
    own = words(name) if number_named(name) is None else ()
    return own if any(map(str.isdigit, own)) else tuple([part for part in own if len(part) > 1])
