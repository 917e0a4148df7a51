"""A second reader: each sentence that Sorites English is sure of beside the formula that a model gave it.

The two are compared by proof, after the names are matched by their words. A difference is shown with a case that tells
them apart, in English: by the one formula it may be, by the other it may not. Where names do not match, or the grammar
has two readings, nothing is told; nor where the two places of a relation are turned, which is a model's own choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, permutations, product
from typing import Final

from sorites.solvers import Diagnostic, Level, Limits, Program, Statement, Verdict, prove
from sorites.solvers.kernel.certificates import Countermodels, Model
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.rewriting import renamed, rewrite
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Or, Term, Var, Xor
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words

from .explanation import world
from .reading_back import in_english
from .wordings import acts, content, denied_by, plain, stems, tokens

DIFFERENT: Final = "read-otherwise"
"""The code of the diagnostic of a formula that is not what the grammar reads its sentence as."""
_LIMITS: Final = Limits(1.0)
_ORDERS: Final = 12
"""The most orders of places that are tried."""
_LIGHT: Final = frozenset("is are be a an the of to in on at by has have do does can will".split())
"""Words that two names of one relation may differ by."""
TURNING: Final = frozenset("by of from".split())
"""Words of names of relations that verbs alone do not give the order of."""
_MORE: Final = 3
"""The most words of a sentence that a formula may leave out for both to be compared."""
_SAYING: Final = frozenset("is are was were do does did".split())
_THEY: Final = frozenset("it they he she the".split())
_ANYTHING: Final = frozenset(
    "something someone somebody anything anyone anybody thing things person people one".split()
)
_EACH: Final = frozenset("all each every".split())
_SMALL: Final = _SAYING | _THEY | _ANYTHING | _EACH | frozenset("a an and if then".split())
"""Words that no name of a formula stands for, where a sentence says it word by word."""
_UNNAMED: Final = _LIGHT.union(
    _SMALL,
    "nobody nothing none neither nor never cannot no not least most exactly two three four five six seven".split(),
    "year years month months day days hour hours".split(),
)
"""Words of a sentence that no name stands for in any formula."""
_HAD: Final = re.compile(r"\b(?:has|have|had) (?:(?:an?|any|no|at least one|two|three|four) )*[\w-]+")
"""What somebody has."""
_Key = tuple[type[Atom] | type[Fn], str, int]


def read_otherwise(program: Program) -> Iterator[Diagnostic]:
    """Yield what a second reader says of premises beside which their sentences stand.

    Args:
        program: what a model wrote.
    """
    for premise in program.premises:
        read = read_beside(premise.gloss, premise.formula) if premise.gloss else None
        if read is not None and (case := _case(program, read, premise.formula)):
            message = f"the sentence is read otherwise: {in_english(program, read)} {case}"
            yield Diagnostic(DIFFERENT, Level.WARNING, message, premise.span, "Write what the sentence says.")


@lru_cache(4096)  # each question of a story has its premises
def read_beside(sentence: str, formula: Formula, *, more: bool = False) -> Formula | None:
    """Return what a sentence is read as, in the names of its formula; ``None`` if as the same, or nobody can tell.

    Args:
        sentence: the sentence.
        formula: what it was rendered by.
        more: whether the sentence may speak of more than its formula, by names of its own.
    """
    if says(sentence, formula) or not _comparable(sentence, formula, more=more):
        return None
    found = _beside(_read(sentence, sure=False), formula, more=more)  # what agrees need not be read for sure
    return found and _beside(_read(sentence, sure=True), formula, more=more)


def _beside(own: Formula | None, formula: Formula, *, more: bool) -> Formula | None:
    names = _matched(own, formula, more=more) if own is not None else None
    if own is None or names is None:
        return None
    read = _renamed(own, names)
    for made in [key for key in _keys(own) if key not in names]:  # who is there by this sentence alone
        read = Exists(made[1], read)
    free = {names.get(key, key) for key in _keys(own) if key[2] > 1 and not _ordered(key[1], names.get(key, key)[1])}
    return None if _same(read, formula, free, more=more) else read


def _ordered(own: str, other: str) -> bool:
    """Return whether a verb gives the order of the two of a relation, which is a model's own choice elsewhere."""
    first = words(own)[0]
    return acts(first) and first not in _LIGHT and TURNING.isdisjoint((*words(own), *words(other)))


def differs(read: Formula, written: Formula, *, both: bool) -> bool:
    """Return whether a formula says what its sentence, as it is read, does not; or, for both, the reverse.

    Whether *or* leaves out both, and whether *not … and* denies each, is a model's own choice.
    """
    own, theirs = (rewrite(formula, _chosen) for formula in (read, written))
    pairs = ((own, theirs), (theirs, own))[: 1 + both]
    return any(isinstance(_holds(first, second), Model | None) for first, second in pairs)


def _chosen(node: Formula) -> Formula:
    if isinstance(node, Not) and isinstance(node.body, And):
        return And(tuple([Not(part) for part in node.body.parts]))
    return Or((node.left, node.right)) if isinstance(node, Xor) else node


def _comparable(sentence: str, formula: Formula, *, more: bool) -> bool:
    """Return whether the grammar may have the names of a formula, and few others: else they would not match.

    It has predicates of words that stand together, none of what somebody *has*: a model's are *HasLegs*, *WorkInLab*.
    """
    whole, bare = (
        [_meant(word) for word in tokens(text) if word != "to"] for text in (sentence, _HAD.sub(" ", sentence))
    )
    said = set[str]()
    for kind, name, places in _keys(formula):
        said.update(*map(_bases, words(name)))
        own = [_bases(word) for word in words(name) if word not in _LIGHT]
        spoken = bare if kind is Atom and places == 1 else whole
        for part in [own] if kind is Atom else [[word] for word in own]:
            starts = range(len(spoken) - len(part) + 1)
            if all(any(map(frozenset.isdisjoint, part, spoken[i:])) for i in starts):
                return False
    left = [word for word in content(sentence) if said.isdisjoint(_meant(word)) and word.lower() not in _UNNAMED]
    return len(left) <= (_MORE if more else 0)


@lru_cache(4096)
def _bases(word: str) -> frozenset[str]:
    """Return what a word may be a form of, known or not."""
    return stems(word) | {plain(word).removesuffix("s")}


@lru_cache(4096)
def _meant(word: str) -> frozenset[str]:
    """Return what a word may be a form of, what it denies, and what it measures: *older* and *years* are of an age."""
    from sorites.translators.english.vocabulary.classes import DIMENSIONS  # this, too, takes a while to load

    own = _bases(word)
    return own | denied_by(plain(word)) | {DIMENSIONS[one].dimension for one in own if one in DIMENSIONS}


@lru_cache(16384)
def says(sentence: str, formula: Formula) -> bool:
    """Return whether a sentence says a formula word by word, so that nobody has to look for what either says besides.

    That is a fact, or a rule about one thing, each clause of which is an atom or denies one; of others nothing is said.
    """
    spoken, bound, rule = [word.lower() for word in tokens(sentence)], "", formula
    if isinstance(rule, Forall):
        bound, rule = rule.var, rule.body
    if not isinstance(rule, Implies):
        simple = not bound and (not _SAYING.isdisjoint(spoken) or any(word.endswith("s") for word in spoken[1:]))
        return simple and _word_by_word(rule, spoken, "")
    if spoken[:1] == ["if"] and not (bound and _ANYTHING.isdisjoint(spoken)):
        middle = spoken.index("then") if "then" in spoken else 0
    elif bound and "the" not in spoken and (not _EACH.isdisjoint(spoken[:1]) or "are" in spoken):
        middle = next((i for i, word in enumerate(spoken) if word in _SAYING), 0)
    else:
        return False
    return _word_by_word(rule.left, spoken[:middle], bound) and _word_by_word(rule.right, spoken[middle:], bound)


def _word_by_word(formula: Formula, spoken: Sequence[str], bound: str) -> bool:
    """Return whether words are those of literals, in their order; *not … and* may deny both."""
    said: list[str] = []
    for part in formula.parts if isinstance(formula, And) else (formula,):
        atom = part.body if isinstance(part, Not) else part
        if not isinstance(atom, Atom) or len(atom.args) not in {1, 2}:
            return False
        first, *rest = (
            [] if t == Var(bound) else words(t.name) if isinstance(t, Fn) and not t.args else [""] for t in atom.args
        )
        own = [word for word in words(atom.name) if word not in _SMALL] or [""]
        said += [*first, *(["not"] if part is not atom else []), *own, *(rest[0] if rest else [])]
    bare = [word for word in spoken if word not in _SMALL]
    denied = spoken.index("not") if "not" in spoken else len(spoken)
    joined = any(
        word == "and" and not _THEY.intersection(spoken[i + 1 : i + 2]) for i, word in enumerate(spoken) if i > denied
    )
    return (
        not joined
        and len(said) == len(bare)
        and all(not _bases(one).isdisjoint(_bases(other)) for one, other in zip(said, bare, strict=True))
    )


@lru_cache(16384)
def _read(sentence: str, *, sure: bool) -> Formula | None:
    """Return the formula of a sentence, or a question, of which the grammar is sure; ``None`` of any other."""
    from sorites.translators.english.reading import read_english  # its lexicon takes a while to load

    asks = sentence.rstrip().endswith("?")
    reading = read_english("", sentence, sure=sure) if asks else read_english(sentence, "", sure=sure)
    said = [one for one in reading.said if one.formula is not None]
    if len(said) != 1 or (said[0].role == "premise") is asks or reading.others or len(reading.said) != 1:
        return None
    return said[0].formula


def _named(name: str) -> bool:
    """Return whether a name has words, which a sum has none of."""
    return any(map(str.isalnum, name))


def _keys(formula: Formula) -> dict[_Key, None]:
    return {(type(n), n.name, len(n.args)): None for n in walk(formula) if isinstance(n, Atom | Fn) and _named(n.name)}


def _matched(own: Formula, formula: Formula, *, more: bool) -> dict[_Key, _Key] | None:
    """Return which name of a formula each of another is, by their words; ``None`` if any is left.

    Things that the grammar made of *some* and *a*, in a sentence without conditions, have no name. One that may say
    more has names of its own, one of which is more than the kind of a thing: that is often left out.
    """
    found: dict[_Key, _Key] = {}
    theirs = _keys(formula)
    simple = all(isinstance(node, And | Atom | Fn) for node in walk(own))
    left: dict[_Key, _Key] = {}
    for key in _keys(own):
        same = [k for k in theirs if (k[0], k[2]) == (key[0], key[2]) and _alike(key[1], k[1])]
        if len(same) == 1:
            found[key] = same[0]
        elif same or not (more or (key[0] is Fn and not key[2] and simple)):
            return None
        elif not (simple and key[0] is Fn):
            left[key] = key
    if not len(set(found.values())) == len(theirs) == len(found) or (left and left.keys() <= _kinds(own)):
        return None
    return found | left


def _kinds(own: Formula) -> set[_Key]:
    """Return the names that say of what kind a thing is, as the first that is said of it does, or only join others."""
    kinds: set[_Key] = set()
    known: set[Term] = set()
    for node in walk(own):
        if isinstance(node, Atom) and node.args:
            first = node.args[0]
            if (isinstance(first, Var) and first not in known) or {*words(node.name)} <= _LIGHT:
                kinds.add((Atom, node.name, len(node.args)))
            known.add(first)
    return kinds


def _alike(one: str, other: str) -> bool:
    first, second = ([word for word in words(name) if word not in _LIGHT] or words(name) for name in (one, other))
    return len(first) == len(second) and all(
        not stems(a).isdisjoint(stems(b)) for a, b in zip(first, second, strict=True)
    )


def _renamed(
    formula: Formula, names: Mapping[_Key, _Key], places: Mapping[_Key, Sequence[int]] | None = None
) -> Formula:
    """Return a formula in other names, with the places of relations in another order."""

    def predicate(node: Formula) -> Formula:
        if not isinstance(node, Atom):
            return node
        key = names[Atom, node.name, len(node.args)]
        order = (places or {}).get(key, range(len(node.args)))
        return Atom(key[1], tuple(node.args[i] for i in order))

    def function(node: Term) -> Term:
        if not isinstance(node, Fn) or not _named(node.name):
            return node
        key = names.get((Fn, node.name, len(node.args)))
        return Fn(key[1], node.args) if key is not None else Var(node.name)

    return rewrite(formula, predicate, function)


def _same(read: Formula, written: Formula, free: Collection[_Key], *, more: bool) -> bool:
    """Return whether two formulas say the same, or the first more, with free relations in another order, too."""
    plain = _numbered(written)
    if _numbered(read) == plain:
        return True
    keys = _keys(read)
    related = [key for key in keys if key[0] is Atom and key in free]
    orders = product(*(permutations(range(key[2])) for key in related))
    for order in islice(orders, _ORDERS):
        other = _renamed(read, {key: key for key in keys}, dict(zip(related, order, strict=True)))
        if _numbered(other) == plain or ((more or _holds(written, other) is True) and _holds(other, written) is True):
            return True
    return False


def _numbered(formula: Formula) -> Formula:
    """Return a formula with its variables called by their depth."""
    return renamed(formula, lambda _, outer: f"v{len(outer)}")


def _case(program: Program, read: Formula, written: Formula) -> str:
    """Return a case in which only one of two formulas holds, in English; empty if none is found."""
    ways = (written, read, "your formula", "the sentence"), (read, written, "the sentence", "your formula")
    for first, second, one, other in ways:
        case = _holds(first, second)
        if isinstance(case, Model):
            return f"By {one} this may be, and by {other} not: {world(program, case)}"
        if case is None:
            return "Your formula denies that."
    return ""


@lru_cache(4096)
def _holds(first: Formula, second: Formula) -> Model | bool | None:
    """Return whether a formula follows from another one, a case in which it does not, or ``None`` if it never does."""
    if first == second:
        return True
    try:
        found = prove(Program((Statement(first),), Statement(second)), limits=_LIMITS)
    except InvalidProgram:
        return False
    if isinstance(found.certificate, Countermodels):
        return found.certificate.goal_fails
    return None if found.verdict is Verdict.REFUTED else found.verdict is Verdict.ENTAILED
