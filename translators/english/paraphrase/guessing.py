"""What predicates and constants of a program say that no grammar of ours has made: from glosses and names.

A gloss is read as a sentence is: ``x is a student``, ``x teaches at y``. One that is not read as one predicate keeps
its words as they stand, and a name that says nothing is only held of things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final

from sorites.solvers import Program
from sorites.solvers.logic.symbols import Constant, Predicate
from sorites.solvers.logic.syntax import Atom

from ..grammar.tree import S
from ..grammar.ways import Ways
from ..invariants.words import account
from ..parsing import parse
from ..semantics.finite import verbal
from ..semantics.meaning import Meaning
from ..semantics.predicates import sense_of
from ..semantics.referents import Unresolved
from ..semantics.senses import Kind, Sense
from ..vocabulary import article, forms_of, verb
from ..vocabulary.closed import FUNCTION_WORDS, MODALS, PREPOSITIONS
from .naming import called, split
from .wording import Senses, Template

_WORD: Final = re.compile(r"[^\s,;:()]+")
_IS: Final = frozenset("is are was were".split())
_HELPERS: Final = frozenset("has have had does do did is are".split())
_NAMES: Final = ("Zuleika", "Zerlina", "Zoltan", "Zinaida", "Zeno", "Zora", "Zacharias", "Zelda")
"""Names for what a gloss has letters for, so that it can be read."""
_DENYING: Final = frozenset("not no never none nor if unless and or who because".split())
_MAX_NAME: Final = 5


def names_of(program: Program) -> Mapping[str, str]:
    """Return how the constants of a program are written: by their glosses, else by their names."""
    return _names(program.constants, tuple(sorted(program.signature.constants)))


@lru_cache(maxsize=64)
def wordings(predicates: tuple[Predicate, ...], used: tuple[tuple[str, int], ...]) -> Senses:
    """Return what predicates say: a sense, else a template; nothing of those that say nothing.

    Args:
        predicates: the declared ones.
        used: name and arity of those that formulas speak of.
    """
    found: dict[tuple[str, int], Sense | Template] = {}
    declared = {(one.name, one.arity): one for one in reversed(predicates)}
    for key in {**dict.fromkeys(used), **declared}:
        one = declared.get(key)
        known = sense_of(one) if one is not None else None
        said: Sense | Template | None = known
        if known is None:
            said = _glossed(one) if one is not None and one.gloss else _named(*key)
        if said is not None:
            found[key] = said
    _part_twins(found, declared)
    return found


def _part_twins(found: dict[tuple[str, int], Sense | Template], declared: Mapping[tuple[str, int], Predicate]) -> None:
    """Leave no two predicates that would be said alike: their glosses may differ, else they only hold of things."""
    for _ in range(2):
        shown = {key: _shown(said) for key, said in found.items()}
        times = Counter(shown.values())
        for key, said in [*found.items()]:
            if times[shown[key]] > 1:
                del found[key]
                one = declared.get(key)
                if isinstance(said, Sense) and one is not None and (template := _template(one)) is not None:
                    found[key] = template


def _shown(said: Sense | Template) -> str:
    if isinstance(said, Template):
        return said.filled([f"#{i}" for i in range(len(said.params))])
    return verbal(said, {i: f"#{i}" for i in range(1, len(said.roles))})


def _template(predicate: Predicate) -> Template | None:
    """Return the gloss of a predicate as a sentence about its arguments, if it speaks of each."""
    gloss = predicate.gloss.strip().rstrip(".?!")
    words = _WORD.findall(gloss)
    if not words or not all(any(w.removesuffix("'s") == p for w in words) for p in predicate.params):
        return None
    if not predicate.params and words[0].lower() in FUNCTION_WORDS:
        gloss = gloss[0].lower() + gloss[1:]
    return Template(predicate.params, gloss)


def _glossed(predicate: Predicate) -> Sense | Template | None:
    params = predicate.params
    template = _template(predicate)
    if template is None or any(param.lower() in FUNCTION_WORDS | PREPOSITIONS for param in params):
        return None  # "x is a b": which are the arguments?
    words = _WORD.findall(template.gloss)
    if len(words) > 2 and words[0].lower() in _HELPERS and words[1] in params[:1]:  # "Is x kind?", "Does x visit y?"
        behind = ["is", *words[2:]] if words[0].lower() in _IS else [verb(words[2], "s"), *words[3:]]
        template = Template(params, " ".join([words[1], *behind]))
    return _read(template) or _as_it_stands(template) or template


def _as_it_stands(said: Template) -> Sense | None:
    """Return what is said of one thing, by the words behind its verb as they stand: ``x loves cats``."""
    subject, *words = said.gloss.split()
    if len(said.params) != 1 or [subject] != [*said.params] or len(words) < 2 or not said.plain or _denies(words):
        return None
    if words[0] in _IS:
        plain = FUNCTION_WORDS.union(PREPOSITIONS).isdisjoint(map(str.lower, words[2:]))
        if words[1] in {"a", "an"} and words[2:] and plain:
            return Sense(Kind.NOUN, " ".join(words[2:]))
        return None if words[1] == "being" else Sense(Kind.ADJECTIVE, " ".join(words[1:]))
    forms = forms_of(words[0])
    base = next((f.lemma for f in forms if f.category == "verb" and f.form in {"s", "past"}), "")
    base = "have" if words[0] in {"has", "had"} else base
    return Sense(Kind.VERB, " ".join([base, *words[1:]])) if base and subject not in words else None


@lru_cache(maxsize=20_000)
def _read(said: Template) -> Sense | None:
    """Return what a sentence about letters says, read as one about names, if it is one predicate of these."""
    names = _NAMES[: len(said.params)]
    text = said.filled(names)
    meaning = Meaning(Ways())
    for tree in parse(text, frozenset(map(str.lower, names)), frozenset(), False).trees[:1] if names else ():
        with suppress(Unresolved):
            formula = meaning.premise(tree) if isinstance(tree, S) else None
            terms = [meaning.vocabulary.known.get((name.lower(),)) for name in names]
            if isinstance(formula, Atom) and sorted(map(repr, formula.args)) == sorted(map(repr, terms)):
                account(text, (formula,), meaning.vocabulary, meaning.found_by)
                sense = meaning.vocabulary.senses[formula.name, len(terms)]
                return replace(sense, roles=tuple(sense.roles[formula.args.index(one)] for one in terms if one))
    return None


def _denies(words: Sequence[str]) -> bool:
    """Return whether words deny something, or bring in a clause of their own."""
    return any(word.lower() in _DENYING or "n't" in word for word in words)


def _named(name: str, arity: int) -> Sense | Template | None:
    """Return what the name of a predicate says: ``IsKind``, ``TeachesAt``, ``LovesCats``, ``Student``."""
    words = split(name)
    if not 0 < arity < 4 or "".join(words) != name.replace("_", "").lower() or any(map(str.isdigit, words)):
        return None
    if any(word in FUNCTION_WORDS and word not in MODALS for word in words[1:]):
        return None
    forms = {form.form: form.lemma for form in forms_of(words[0]) if form.category == "verb"}
    acts = "s" in forms or words[0] in {"has", *MODALS}
    if arity > 1 and "base" in forms and not acts:
        words, acts = [verb(forms["base"], "s"), *words[1:]], True
    params, be = tuple("xyz"[:arity]), words[0] in _IS
    if arity > 1 and not (acts or be):
        return None  # MarriedTo(x, y): did, or is?
    rest = " ".join(words[be:])
    begin = 0 if acts else 1 if arity > 1 or forms_of(words[-1]) else 2
    ways = [rest, f"is {rest}", f"is {article(rest)} {rest}"][begin:]
    said = [Template(params, " ".join([params[0], way, *params[1:]])) for way in ways]
    found = next(filter(None, map(_read, said)), None)
    return found or (_as_it_stands(said[0]) if acts else None)


@lru_cache(maxsize=64)
def _names(constants: tuple[Constant, ...], used: tuple[str, ...]) -> Mapping[str, str]:
    glosses = {one.name: _name(one.gloss) for one in reversed(constants)}
    found = {name: glosses.get(name) or called(name) for name in {*used, *glosses}}
    times = Counter(text.lower() for text in found.values())
    return {name: text if times[text.lower()] == 1 else f'"{name}"' for name, text in found.items()}


def _name(gloss: str) -> str:
    """Return the gloss of a constant if it is a name, and says nothing."""
    text = gloss.strip().rstrip(".")
    words = text.split()
    if (
        len(words) > _MAX_NAME
        or _denies(words)
        or any(w.lower() in _HELPERS for w in words)
        or re.search(r"[,;:()]", text)
    ):
        return ""
    return text
