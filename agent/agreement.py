"""A formula beside its sentence: what either says and the other does not, by one table for goals and for premises.

A goal is of a question if each of its names has a word there, and each word there that the program has a name for is
said by the goal. What is lacking may stand in other words: somebody in a pronoun, a relation in a preposition, or in
the converse comparative. Of premises, for which models have words
of their own, less is told: of numbers and quantities, of whom they are, of denials, hedges and qualities, and of the
order of the two of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
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
    Xor,
    number_named,
)
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words

from .glossary import CONSTANT, Glossary, Name, Spoken
from .second_reader import TURNING, differs, read_beside, says
from .wordings import (
    ABOUT,
    Utterance,
    acts,
    alternative,
    biconditional,
    conditional,
    content,
    converse,
    denied_by,
    denies,
    elliptic,
    heard,
    hides_denial,
    in_lexicon,
    literally,
    may_deny,
    means_somebody,
    measured,
    numbers,
    of_all,
    plain,
    pronominal,
    proper_names,
    qualifies,
    quantity,
    refuses,
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
SEVERAL: Final = re.compile(r"\b(?:and|or|nor|if|unless|but|while)\b", re.I)
"""Words of a question that may have more than one predicate."""
_CASES: Final = re.compile(
    r"\b(?:if|unless|nor|whether|only|who|that|which|when\w*|all|any\w*|every\w*|each|no|provided|suppos\w+|assum\w+|given"
    r"|impl\w+|should|were|had|would|once|case|enough|sufficient|as long as|makes?)\b",
    re.I,
)
"""Words for which a goal may have a condition."""
_THE: Final = re.compile(r"\bthe\b", re.I)
_BEFORE: Final = frozenset("is are was were be and both very".split())
"""Words behind which a quality stands that is said of something."""
_RELATIVE: Final = frozenset("who whom whose that which".split())
_ADVERBS: Final = re.compile(
    r"now|today|currently|always|usually|really|actually|ever|still|already|please|during|between|within|along|among"
    r"|against|since|until|upon|across|towards?",
    re.I,
)
"""Words that a goal need not have."""
_CLOCK: Final = re.compile(r"\d ?[ap]\.?m\b|\d:\d\d|o['’]clock|noon|midnight", re.I)
"""Times of the day, which formulas count in minutes or hours."""
_MODAL: Final = (
    frozenset("may might can could able allowed permitted eligible".split()),
    frozenset("must should obliged required needs need has have ought".split()),
)
"""Words of names that say that something may, or must, be so."""
_SHIFTING: Final = frozenset(
    "want wish hope try attempt plan intend promise pretend think believe say seem appear allege former ex fake "
    "alleged future retired honorary nearly almost partly would-be".split()
)
"""Words beside which a thing is not so, or not known to be."""
_HEDGES: Final = _SHIFTING | frozenset(
    "perhaps maybe possibly probably presumably supposedly allegedly reportedly apparently likely may might rumour "
    "rumor doubt suspect guess claim assume dream fear expect deny unclear uncertain".split()
)
"""Those, and others beside which a sentence states nothing for sure."""
_NOT_HEDGED: Final = frozenset("in on at of for as".split())
"""Words before which these are of something, not of what is so: *appears in a film*, *the future of*."""
_RELATED: Final = frozenset(
    "twin friend mother father parent brother sister sibling son daughter child wife husband spouse cousin uncle aunt "
    "nephew niece grandmother grandfather neighbour neighbor boss colleague enemy rival owner partner".split()
)
"""Who somebody is to another."""
_OR: Final = re.compile(
    r"\b(?:or|nor|n?either|unless|otherwise|whether|and|both|not?|at least|none|nobody|without)\b|n['’]t\b|[,;/]", re.I
)
"""What alternatives may stand for."""
_NECESSARY: Final = re.compile(
    r"\b(?:only|unless|necessary|require\w*|must|need\w*|except|impl(?:y|ies)|sufficient|enough|whenever|because|otherwise"
    r"|n?either|no|none|nobody|not all|without)\b",
    re.I,
)
"""Words of sentences whose conditions may stand anywhere."""
_CLAUSE: Final = re.compile(r"[,;:.?!]")
_AMOUNT: Final = r"(?:[$€£] ?)?(\d[\d.,]*|[a-z]+)"
_BEYOND: Final = re.compile(rf"\b(?:(?:\w+er|more|less) than|over|under|above|below|exceed\w*) {_AMOUNT}", re.I)
"""A number that is left out."""
_REACHED: Final = re.compile(
    rf"\b(?:at (?:least|most)|up to) {_AMOUNT}|{_AMOUNT}(?: [a-z]+)? or (?:more|less|\w+er|above|below|over|under)\b",
    re.I,
)
"""A number that is let in."""
_KINDS: Final = frozenset("male female human".split())
"""Qualities that are kinds of things."""
_LEFT_OUT: Final = "leaves out '{}', which its sentence says"
_WORDINGS: Final[tuple[tuple[str, frozenset[type[Formula]], frozenset[type[Formula]], str], ...]] = (
    (
        r"\b(?:if only|could|should|ought|would(?= (?:like|love|prefer|hate|be|have)\b)|sometimes|occasionally"
        r"|so-called|(?:was|were|had) once|once (?:was|were|had)|yet(?= to\b)|too(?= \w+ to\b)|less(?= [\w-]+ than\b)"
        r"|as(?= (?!long|soon|well|far|much|many|often)\w+ as\b)|myth|in theory|on paper|in fiction)\b"
        r"|^(?:before|until)\b(?=[^,]+,)|(?<!is )(?<!are )(?<!was )(?<!were )(?<!not )(?<!be )\bused(?= to\b)",
        frozenset(),
        frozenset(),
        _LEFT_OUT,
    ),
    (r"\b(?:rarely|seldom|hardly|scarcely|barely)\b", frozenset(), frozenset({Not, Xor}), _LEFT_OUT),
    (
        r"^(?!.*\b(?:if|when\w*|all|each|every\w*|any\w*|who|whom|whose|that|which)\b).*"
        r"\b(tends?|often|frequently|usually|typically|generally|normally|mostly)\b",
        frozenset({Implies}),
        frozenset(),
        _LEFT_OUT,
    ),
    (
        r"^\W*((?:almost|nearly|not) (?:all|every\w*|each)|most|many|several|(?:a )?few|half"
        r"|some(?! ?(?:one|body|thing))|(?:the|a) (?:majority|minority|part|number|lot|handful|fraction) of"
        r"|at (?:least|most)|exactly|only \d+"
        r"|(?:more|fewer|less) than|(?:\d+|two|three|four|five|six|seven|eight|nine|ten)(?! \w+ (?:who|that)))\b",
        frozenset({Forall}),
        frozenset({Exists}),
        "speaks of all, and its sentence of '{}'",
    ),
    (
        r"\b(?:unless|except|excepting|excluding|apart from|other than|save for|(?:every\w*|all|any\w*) but)\b",
        frozenset(),
        frozenset({Not, Eq, Or, Xor, Iff}),
        "has no exception, and its sentence says '{}'",
    ),
    (
        r"(?<!as )(?<!even )(?<!only )\b(?:if|whenever|provided that|in case|as long as)\b",
        frozenset(),
        frozenset({Implies, Iff, Or, Xor}),
        "has no condition, and its sentence says '{}'",
    ),
    (
        r"^(?!.*\b(?:only|iff|exactly|just|same|mean\w*|defin\w+|called|equivalent|otherwise|vice|both|or|either|types|kinds"
        r"|whether|depend\w*)\b)",
        frozenset({Iff}),
        frozenset(),
        "holds both ways, and its sentence one way",
    ),
    (
        r"\b(?:like|similar|resembles|alike)\b",
        frozenset({Eq}),
        frozenset(),
        "says that two are one, and its sentence '{}'",
    ),
)
"""What a sentence says by its words, of which kinds of formula this is told, which kinds render it, and what is said of
a formula that neither does so nor has these words in a name."""


@dataclass(frozen=True)
class Account:
    """A formula and a sentence, and which words of either the other has.

    Attributes:
        glossary: the words of the program.
        names: what the formula says.
        sentence: the sentence that asks, or states.
        asked: all that is asked, with what stands before that sentence and the options.
        called: what the sentence is called: *the question*, *its sentence*.
    """

    glossary: Glossary
    names: Spoken
    sentence: str
    asked: str
    called: str

    @classmethod
    def of(cls, glossary: Glossary, formula: Formula, sentence: str, asked: str = "") -> Account:
        """Return the account of a formula of a program and a sentence."""
        called = "the question" if asked else "its sentence"
        return cls(glossary, glossary.spoken(formula), sentence, asked or sentence, called)

    @property
    def goal(self) -> Formula:
        """The formula, its counts written out."""
        return self.names.formula

    @property
    def said(self) -> dict[Name, tuple[str, ...]]:
        """The names of the formula with the words by which a sentence may have each."""
        return self.names.telling

    @cached_property
    def whole(self) -> Utterance:
        """The words of all that is asked."""
        return heard(self.asked)

    @cached_property
    def spoken(self) -> list[str]:
        """The words of the sentence in their order."""
        return tokens(self.sentence)

    @cached_property
    def own(self) -> Utterance:
        """The words of the formula's names."""
        return Utterance(word for words in self.said.values() for word in words)

    @cached_property
    def unsaid(self) -> Utterance:
        """The words of the sentence that the formula has not."""
        asked = (word for word in content(self.sentence) if word.lower() not in ABOUT)
        return Utterance(word for word in asked if not self.own.stands((word,)))

    @cached_property
    def things(self) -> list[str]:
        """The constants of the formula."""
        return [name for name, places in self.said if places == CONSTANT and number_named(name) is None]

    @cached_property
    def strange(self) -> list[str]:
        """Those of which all that is asked has no word."""
        unheard = [name for name in self.things if not self.whole.stands((*self.said[name, CONSTANT], name))]
        return [name for name in unheard if not self._shortened(name)]

    @cached_property
    def named(self) -> list[str]:
        """The constants of the program that all that is asked names, and the formula does not have."""
        given = (name for name in self.glossary.program.signature.constants if (name, CONSTANT) not in self.said)
        return [name for name in given if (parts := _parts(name)) and all(map(self.whole.alike, parts))]

    @cached_property
    def lacking(self) -> list[str]:
        """Those that the sentence names, but for owners of what the formula has."""
        return [name for name in self.named if self._unsaid(_parts(name)) and not self._owns(name)]

    @cached_property
    def left(self) -> list[str]:
        """The predicates that the sentence has by name and the formula has not."""
        given = self.glossary.program.signature.predicates
        return [n for n, p in given if (n, p) not in self.said and self._unsaid(content(" ".join(words(n))))]

    @cached_property
    def foreign(self) -> list[Name]:
        """The predicates of the formula that the sentence has no word for."""
        found = list[Name]()
        for name, places in self.said:
            telling = self.said[name, places]
            bases = frozenset[str]().union(*map(stems, telling))  # *like* stands in *unlike*
            if places < 0 or number_named(name) is not None or self.whole.stands((*telling, *bases)):
                continue
            light = places > 1 and _LIGHT.issuperset(words(name))
            if not light and not any(self.unsaid.alike(other) for part in words(name) for other in converse(part)):
                found.append((name, places))
        return found

    def _shortened(self, name: str) -> bool:
        """Return whether the sentence has a name by its first letters, or these are its name: *NYC*."""
        given, own = ("".join(word[0] for word in told).lower() for told in (self.whole.words, words(name)))
        short = len(own) > 1 and any(word.isupper() and word.lower().startswith(own) for word in self.whole.words)
        return short or (len(name) > 2 and name.lower() in given)

    def _unsaid(self, parts: Sequence[str]) -> bool:
        """Return whether the sentence has all words of a name, and the formula none."""
        return bool(parts and self.unsaid.words) and all(map(self.unsaid.alike, parts))

    def _owns(self, name: str) -> bool:
        """Return whether the sentence speaks of somebody as the owner of what the formula speaks of."""
        return any(self.own.stands((noun,)) for noun in self.owned(name))

    def owned(self, name: str) -> Iterator[str]:
        """Yield of what the sentence has somebody as the owner: *Ann's car*, *the car of Ann*."""
        places = self.places(_parts(name))
        for i in places:
            if self.spoken[i].replace("’", "'").endswith("'s") and places[-1] <= i:
                yield from self.spoken[i + 1 : i + 2]
            if i > 1 and self.spoken[i - 1] == "of":
                yield self.spoken[i - 2]

    @cached_property
    def stated(self) -> set[str]:
        """What the premises' facts about the formula's things say besides; beside a question with a condition, more."""
        kinds = (Atom, Not, Or, Xor) if conditional(self.asked) else (Atom,)
        given = (one.formula for one in self.glossary.program.premises)
        facts = (part for one in given for part in (one.parts if isinstance(one, And) else (one,)))
        told = ({n.name for n in walk(one) if isinstance(n, Atom | Fn)} for one in facts if isinstance(one, kinds))
        return set[str]().union(*(names for names in told if not names.isdisjoint(self.things))).difference(self.things)

    @cached_property
    def rest(self) -> list[str]:
        """The words of the sentence that nothing of the formula, and no fact about it, accounts for."""
        stated = heard(" ".join(word for name in self.stated for word in words(name)))
        return [
            word for word in self.unsaid.words if not (stated.alike(word) or _ADVERBS.fullmatch(word) or word in _LIGHT)
        ]

    @property
    def denying(self) -> bool:
        """Whether the formula denies something, by its shape or by a name."""
        return not self.names.kinds.isdisjoint({Not, Xor}) or may_deny(self.names.names)

    def places(self, parts: Iterable[str]) -> list[int]:
        """Return where words of a name stand in the sentence."""
        return sorted({i for part in parts for i in _places(self.sentence, part)})

    def way(self, atom: Atom) -> int:
        """Return 1 if the sentence has the two of a relation in this order, -1 if turned, 0 if nobody can tell."""
        both = [self.places(_parts(t.name)) if isinstance(t, Fn) and not t.args else [] for t in atom.args]
        if not all(both) or not (max(both[0]) < min(both[1]) or max(both[1]) < min(both[0])):
            return 0
        small, own = [word.replace("’", "'").lower() for word in self.spoken], words(atom.name)
        for sign, places in zip((-1, 1), both, strict=True):  # *Dan is Bob's brother*
            if any(small[i].endswith("'s") for i in places):
                return sign
        order, said = 1 if max(both[0]) < min(both[1]) else -1, self.places(own)
        said, turned = (said, False) if said else (self.places(x for part in own for x in converse(part)), True)
        start, end = min(map(max, both)), max(map(min, both))
        between = small[start:end]
        if not any(start < i < end for i in said) or not _RELATIVE.isdisjoint(between):
            return 0
        flips = turned + ("by" in between) + ("less" in between)
        return -order if flips % 2 else order


def _things(account: Account) -> Iterator[str]:
    """Yield what tells that a formula speaks of other things than its sentence, or of none."""
    strange, quantified = account.strange, _QUANTIFIED.search(account.sentence) is not None
    bound = not account.names.kinds.isdisjoint({Forall, Exists})
    yield from _persons(account)
    for name in strange:
        meant = pronominal(account.sentence) and not quantified and not account.named
        more = not account.unsaid.words and (bound or not quantified) and _beside(account, name)
        if not meant and not more:
            yield f"speaks of '{name}', and the question does not"
    supposed = conditional(account.sentence) and account.names.kinds.isdisjoint({Implies})  # by a premise
    for name in account.lacking if not (strange or supposed) else ():
        yield f"does not speak of '{name}', and the question does"
    given = account.glossary.program.signature.predicates
    known = heard(" ".join(word for name, places in given if places > 1 for word in words(name)))
    for name in account.things:
        for noun in account.owned(name):
            if noun in account.unsaid.words and known.alike(noun):
                yield f"speaks of '{name}', and the question of the {noun}"
    named = any(isinstance(node, Fn) and not node.args for node in account.names.nodes)
    if not named and not account.glossary.program.asked:
        for parts in proper_names(account.sentence):
            if not any(account.own.stands((part,)) for part in parts):
                yield f"speaks of nobody in particular, and the question of {' '.join(parts)}"


def _beside(account: Account, name: str) -> bool:
    """Return whether a thing stands beside two of the question's wherever the formula has it."""
    atoms = [{t.name for t in walk(a) if isinstance(t, Fn)} for a in walk(account.goal) if isinstance(a, Atom)]
    known = set(account.things).difference(account.strange)
    return all(len(found & known) > 1 for found in atoms if name in found)


def _persons(account: Account) -> Iterator[str]:
    """Yield what tells that a formula says of somebody what its sentence says of another."""
    for name in account.lacking if account.strange else ():
        yield f"speaks of '{account.strange[0]}', and {account.called} of '{name}'"


def _predicates(account: Account) -> Iterator[str]:
    """Yield what tells that a formula says something else of them than its sentence, or less."""
    for name, _ in account.foreign:
        asked = f"of '{account.left[0]}'" if account.left else "does not"
        yield f"speaks of '{name}', and the question {asked}"
    if not SEVERAL.search(account.sentence):
        return
    named = {plain(part) for name in account.glossary.program.signature.constants for part in _parts(name)}
    either = alternative(account.sentence) and not conditional(account.sentence)
    for name in account.left:
        if (name not in account.stated or either) and not named.issuperset(map(plain, content(" ".join(words(name))))):
            yield f"does not speak of '{name}', and the question does"


def _compounds(account: Account) -> Iterator[str]:
    """Yield what tells that a name says more than the sentence, or this what changes all that it says."""
    small = {word.lower() for word in account.spoken}
    for name, places in account.said:
        if places < 1 or number_named(name) is not None:
            continue
        own = [part for part in content(" ".join(words(name))) if part not in _LIGHT]
        unheard = [
            part
            for part in own
            if not account.whole.stands((part, *stems(part))) and not any(map(account.unsaid.alike, converse(part)))
        ]
        if unheard and len(unheard) < len(own) and account.rest:
            yield f"speaks of '{name}', and the question of '{account.rest[0]}'"
        for kind in _MODAL:
            if not kind.isdisjoint(words(name)) and kind.isdisjoint(small):
                yield f"says '{name}', and the question does not say that it {min(kind.intersection(words(name)))}"
    for word in account.unsaid.words:
        if not _SHIFTING.isdisjoint(stems(word)):
            yield f"leaves out '{word}', which the question says"


def _opposites(account: Account) -> Iterator[str]:
    """Yield what a formula says and its sentence denies by a part of a word: *unhappy*."""
    for name, places in account.said if not (account.denying or denies(account.sentence)) else ():
        own = [part for part in content(" ".join(words(name))) if part not in _LIGHT] if places > 0 else []
        for word in account.spoken if own and number_named(name) is None else ():
            if denied_by(plain(word)) & stems(own[0]):
                yield f"says '{name}', and {account.called} '{word}'"


def _hedges(account: Account) -> Iterator[str]:
    """Yield words beside which a sentence states nothing, or nothing that is so now, and which a premise has not."""
    own, spoken = heard(account.names.names), tokens(literally(account.sentence))
    for i, (word, after) in enumerate(zip(spoken, [*spoken[1:], ""], strict=True)):
        bases = stems(word) if (i == 0 or word.islower()) and after not in _NOT_HEDGED else frozenset[str]()
        if not _HEDGES.isdisjoint(bases) and not own.stands((*bases, *_akin(bases))):
            yield _LEFT_OUT.format(word)


def _akin(said: Iterable[str]) -> list[str]:
    """Return the words that say by a name that something may, or must, be so, if any of some words does."""
    return [word for kind in _MODAL if not kind.isdisjoint(said) for word in kind]


def _wordings(account: Account) -> Iterator[str]:
    """Yield what a sentence says by a phrase, and a premise neither by its shape nor by a name."""
    own, kinds, sentence = heard(account.names.names), account.names.kinds, literally(account.sentence)
    shape = {type(account.goal), *kinds.difference({Forall})}
    for phrase, of, by, what in _WORDINGS:
        if (of and shape.isdisjoint(of)) or not kinds.isdisjoint(by):
            continue
        for found in re.finditer(phrase, sentence, re.I):
            said = found[found.lastindex or 0].lower()
            if not own.stands((*tokens(said), *_akin(tokens(said)))):
                yield what.format(said)


def _owners(account: Account) -> Iterator[str]:
    """Yield what tells that a formula says of somebody what its sentence says of what is his: *Ann's twin*."""
    one = isinstance(account.goal, Atom) and len(account.goal.args) == 1 and "'s" in account.sentence.split(" ")[0]
    for name in account.things if not account.foreign else ():
        for noun in account.owned(name):
            his = one or not _RELATED.isdisjoint(stems(noun))
            if his and noun in account.unsaid.words and noun in map(str.lower, account.spoken[:4]):
                yield f"speaks of '{name}', and its sentence of the {noun}"


def reads_otherwise(account: Account) -> Iterator[str]:
    """Yield how Sorites English reads the sentence, where a premise says more than that, or a goal something else."""
    read = read_beside(account.sentence, account.goal, more=account.called != "the question")
    same = account.called == "the question" and "only" not in account.spoken  # whose name is meant may go unsaid
    if read is not None and differs(read, account.goal, both=same):
        yield f"is not {print_formula(read)}, as {account.called} is read"


def _qualities(account: Account) -> Iterator[str]:
    """Yield what a premise says of its own accord: nothing that its sentence says, or a quality, or of another thing.

    What kind of thing something is, models say of their own accord: *Book(emma)*, of who wrote it.
    """
    predicates = [places for _, places in account.said if places >= 0]
    mute = bool(account.rest) and len(account.foreign) == len(predicates) and {*predicates} <= {1}
    for name, places in account.foreign if not elliptic(account.sentence) else ():
        own = words(name)
        if all(map(in_lexicon, own)) if mute else places == 1 and qualifies(own[-1]) and own[-1] not in _KINDS:
            yield f"speaks of '{name}', and its sentence does not"
    sentence, parts = account.sentence, account.goal.parts if isinstance(account.goal, And) else (account.goal,)
    of_case = (of_all(sentence) or conditional(sentence)) and not _THE.search(sentence)  # whose *they* is of it
    meant = means_somebody(sentence) and not of_case
    for nodes in map(list, map(walk, parts)) if account.strange and not meant else ():
        bound = any(isinstance(node, Forall | Exists) for node in nodes)
        for node in nodes if not bound else ():
            if isinstance(node, Fn) and node.name in account.strange:
                yield f"speaks of '{node.name}', and its sentence does not"


def _conditions(account: Account) -> Iterator[str]:
    """Yield the qualities that are a condition by a sentence, and not by its rule."""
    rule = account.goal
    while isinstance(rule, Forall):
        rule = rule.body
    if not isinstance(rule, Implies) or alternative(account.sentence):
        return
    said = (account.places(words(node.name)) for node in walk(rule.right) if isinstance(node, Atom))
    end = min((place for places in said for place in places), default=0)
    for name in account.left:
        places = account.places((name,)) if len(words(name)) == 1 else []
        if any(0 < i < end and account.spoken[i - 1] in _BEFORE and qualifies(account.spoken[i]) for i in places):
            yield f"leaves out '{name}', which its sentence says"


def _rivals(account: Account) -> Iterator[str]:
    """Yield names of the formula beside which the sentence rather has another of the program: *J1 visa*, *F1 visa*."""
    signature, spoken = account.glossary.program.signature, heard(account.sentence)
    for name, places in account.said:
        own = _parts(name)
        if (places <= 0 and places != CONSTANT) or all(map(spoken.alike, own)):
            continue
        mute = places != CONSTANT and not any(map(spoken.alike, own))
        others = [(n, CONSTANT) for n in signature.constants] if places == CONSTANT else signature.predicates
        for other, arity in others:
            parts = _parts(other)
            if other == name or arity != places or not parts or not all(map(spoken.alike, parts)):
                continue
            within, shared = {*parts} < {*own}, not {*parts}.isdisjoint(own)
            if within if (other, arity) in account.said else mute or (shared and not within):
                yield f"speaks of '{name}', and {account.called} of '{other}'"


def _order(account: Account) -> Iterator[str]:
    """Yield what tells that a formula has the two of a relation otherwise than its verb does, or premises do."""
    for atom in walk(account.goal):
        if not isinstance(atom, Atom) or len(atom.args) != 2 or not (way := account.way(atom)):
            continue
        own = words(atom.name)
        verb = [account.spoken[i] for i in account.places([word for word in own if word not in _LIGHT][:1])]
        told = [1] if TURNING.isdisjoint(own) and any(map(acts, verb)) else [*_related(account.glossary, atom)]
        if any(told) and way not in told:
            yield f"has '{print_formula(atom)}' the other way round than its verb, or than what the premises make of it"


def _related(glossary: Glossary, atom: Atom) -> Iterator[int]:
    """Yield in which order each premise has the two of a relation, by its sentence."""
    for one in glossary.program.premises:
        for node in glossary.spoken(one.formula).written if one.gloss else ():
            if isinstance(node, Atom) and (node.name, len(node.args)) == (atom.name, 2):
                yield Account.of(glossary, one.formula, one.gloss).way(node)


def _joining(account: Account) -> Iterator[str]:
    """Yield what tells that a goal has a condition, or alternatives, or counts, otherwise than its question."""
    sentence, kinds, either = account.sentence, account.names.kinds, alternative(account.sentence)
    before = (word for word in content(account.asked) if account.own.alike(word))  # *Dan wins. Does Eve sing?*
    supposing = _CASES.search(account.asked) or not all(map(heard(sentence).alike, before))
    if isinstance(account.goal, Implies) and not (either or supposing):
        yield "has a condition, and the question has none"
    if conditional(sentence) or denies(sentence) or Not in kinds:
        return
    match quantity(sentence), Forall in kinds, Exists in kinds:
        case ["all", False, True]:
            yield "says that there is something, and the question speaks of all"
        case ["some", True, False]:
            yield "speaks of all, and the question asks whether there is something"
        case ["only", False, _] if (
            kinds.isdisjoint({Implies, Iff, Eq, Xor}) and quantity(account.names.names) != "only"
        ):
            yield "does not say that nothing else is so, and the question says 'only'"


def _alternatives(account: Account) -> Iterator[str]:
    """Yield what tells that a formula gives alternatives, and its sentence none, or the reverse."""
    sentence, kinds, called = account.sentence, account.names.kinds, account.called
    by = {Or, Xor, Iff, Not} | ({Implies} if "either" not in account.spoken else set())
    given = alternative(sentence) and not denies(sentence)
    if given and kinds.isdisjoint(by) and not alternative(account.names.names):
        yield f"gives no alternatives, and {called} does"
    if Or in kinds and not _OR.search(sentence):
        yield f"gives alternatives, and {called} gives none"


def _direction(account: Account) -> Iterator[str]:
    """Yield what tells that a rule has as its condition what its sentence says of that of which the rule says it."""
    rule = account.goal
    while isinstance(rule, Forall):
        rule = rule.body
    if not isinstance(rule, Implies) or _NECESSARY.search(account.sentence):
        return
    first, then = ({n.name for n in walk(side) if isinstance(n, Atom)} for side in (rule.left, rule.right))
    given, said = (
        account.places(word for name in names for word in words(name) if word not in _LIGHT)
        for names in (first - then, then - first)
    )
    small = [word.lower() for word in account.spoken]
    at = next((i for i, word in enumerate(small) if word in {"if", "when"}), 0)
    of_one = any(isinstance(node, Fn) and not node.args for node in walk(rule.right))
    if not given or not said or not _RELATIVE.isdisjoint(small[max(said) : min(given)]):
        return
    if max(given) < at < min(said) if at > 2 else min(given) > max(said) and (small[0] == "if" or not of_one):
        yield f"has the condition of {account.called} the other way round"


def denials(account: Account) -> Iterator[str]:
    """Yield what tells that a formula denies, and its sentence does not, or the reverse.

    What is denied beside what the formula speaks of is passed over, and a formula that denies twice.
    """
    sentence, kinds, called = account.sentence, account.names.kinds, account.called
    said = [telling for (_, places), telling in account.said.items() if places >= 0]
    denied = any(denies(part) and any(map(heard(part).stands, said)) for part in _CLAUSE.split(sentence))
    taken_back = twice_denied(sentence) or hides_denial(sentence) or "without" in sentence.lower()
    if not account.denying and (refuses(sentence) or (denied and not taken_back)):
        yield f"does not deny, and {called} does"
    once = sum(isinstance(node, Not) for node in account.names.nodes) % 2 and kinds.isdisjoint({Iff, Xor})
    if once and not (may_deny(sentence) or biconditional(sentence)):
        yield f"denies, and {called} does not"


def _unrestricted(account: Account) -> Iterator[str]:
    """Yield what tells that a formula says of everything what its sentence says of some kind."""
    body = account.goal
    while isinstance(body, Forall):
        body = body.body
    plain = account.names.kinds.isdisjoint({Implies, Iff, Or, Xor, Exists})
    denied = isinstance(body, Not) and isinstance(body.body, And)
    within = any(isinstance(node, Fn) and node.args for node in account.names.nodes)  # *f(x)* may say of which kind
    if body is not account.goal and plain and not (denied or within) and account.left:
        yield f"says of everything what its sentence says of '{account.left[0]}'"


def _numbers(account: Account) -> Iterator[str]:
    """Yield what tells that a formula has another number than its sentence."""
    asked = numbers(account.asked)
    if not asked or _CLOCK.search(account.asked):
        return
    said = {str(node.value) for node in account.names.written if isinstance(node, Num)}
    said |= {number for name, _ in account.said for number in numbers(" ".join(words(name)))}
    told = [(number * factor, dimension) for number, dimension, factor in measured(account.asked)]
    others = [(d, f) for one in account.glossary.program.premises for _, d, f in measured(one.gloss)]
    converted = {round(amount / f, 6) for amount, dimension in told for other, f in others if other == dimension}
    strange = sorted(one for one in said - asked if float(one) not in converted)
    if strange and (lacking := sorted(asked - said)):
        yield f"speaks of {strange[0]}, and {account.called} of {lacking[0]}"


def _units(account: Account) -> Iterator[str]:
    """Yield what tells that a program has amounts of several units as if they were of one."""
    own = measured(account.asked)
    rows = [(one.gloss, one.formula) for one in account.glossary.program.premises] if own else []
    for kind in {dimension for _, dimension, _ in own}:
        bases = set[float]()
        for gloss, formula in rows:
            amounts = [number * factor for number, dimension, factor in measured(gloss) if dimension == kind]
            values = [float(t.value) for t in account.glossary.spoken(formula).written if isinstance(t, Num)]
            one = {round(amount / value, 6) for amount in amounts for value in values if value}
            bases = (bases & one or {0.0}) if bases and one else bases or one
        if bases == {0.0}:
            yield f"has amounts in several units of {kind} as if they were in one: convert them"


def _bounds(account: Account) -> Iterator[str]:
    """Yield what tells that a formula leaves a number out that its sentence lets in, or the reverse."""
    if Cmp not in account.names.kinds or Not in account.names.kinds or denies(account.asked):
        return
    beyond, reached = (
        numbers(" ".join(" ".join(found.groups("")) for found in kind.finditer(account.asked)))
        for kind in (_BEYOND, _REACHED)
    )
    for node in account.names.nodes:
        for side in (node.left, node.right) if isinstance(node, Cmp) else ():
            number = str(side.value) if isinstance(side, Num) else ""
            if isinstance(node, Cmp) and number in (reached - beyond if node.op in "<>" else beyond - reached):
                does = "lets in" if number in reached else "leaves out"
                yield f"has '{node.op}' beside {number}, which {account.called} {does}"


_Check = Callable[[Account], Iterator[str]]
OF_GOALS: Final[tuple[_Check, ...]] = (
    _things,
    _predicates,
    _opposites,
    _compounds,
    _rivals,
    _order,
    _joining,
    _alternatives,
    _direction,
    _numbers,
    _units,
    _bounds,
)
"""What is told of goals beside their questions, in this order."""
OF_PREMISES: Final[tuple[_Check, ...]] = (
    _numbers,
    _units,
    _bounds,
    denials,
    _unrestricted,
    _persons,
    _owners,
    _order,
    _rivals,
    _opposites,
    _hedges,
    _wordings,
    _alternatives,
    _direction,
    _qualities,
    _conditions,
    reads_otherwise,
)
"""What is told of premises beside their sentences."""


def unlike(account: Account, checks: tuple[_Check, ...]) -> str:
    """Return in what a formula is not that of its sentence, as the end of a sentence about it; empty if in nothing."""
    if says(account.sentence, account.goal):
        return ""
    return next((said for check in checks for said in check(account)), "")


@lru_cache(16384)
def _places(sentence: str, part: str) -> tuple[int, ...]:
    """Return where a sentence has a form of a word, or another word with that in it."""
    inner = plain(part) if len(part) > 3 else ""
    return tuple(
        [i for i, word in enumerate(tokens(sentence)) if same_word(part, word) or (inner and inner in plain(word))]
    )


@lru_cache(4096)
def _parts(name: str) -> tuple[str, ...]:
    """Return the words that a name is made of, without letters that stand for themselves."""
    own = words(name) if number_named(name) is None else ()
    return own if any(map(str.isdigit, own)) else tuple([part for part in own if len(part) > 1])
