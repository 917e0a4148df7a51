"""What predicates and constants of a program say that no grammar of ours has made: from glosses and names.

A gloss is read by its words alone: ``x is a student``, ``x teaches at y``. What is not of these forms keeps its
gloss as it stands, and a name that says nothing is only held of things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from sorites.solvers import Program
from sorites.solvers.logic.symbols import Constant, Predicate

from ..semantics.finite import verbal
from ..semantics.predicates import sense_of
from ..semantics.senses import Kind, Sense
from ..vocabulary import forms_of, guesses, verb
from ..vocabulary.closed import FUNCTION_WORDS, MODALS, PREPOSITIONS
from .naming import called, split
from .wording import Senses, Template

_WORD: Final = re.compile(r"[^\s,;:()]+")
_IS: Final = frozenset("is are was were".split())
_HELPERS: Final = frozenset("has have had does do did is are".split())
_ARTICLES: Final = frozenset(("a", "an", "the"))
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
    if any(param.lower() in FUNCTION_WORDS | PREPOSITIONS for param in params):
        return None  # "x is a b": which are the arguments?
    template = _template(predicate)
    if template is None:
        return None
    words = _WORD.findall(template.gloss)
    if len(words) > 2 and words[0].lower() in _HELPERS and words[1] in params[:1]:  # "Is x kind?", "Does x visit y?"
        if words[0].lower() in _IS:
            words[:2] = [words[1], "is"]
        else:
            words = [words[1], verb(words[2], "s"), *words[3:]]
        template = Template(params, " ".join(words))
    plain = [word for word in words if word not in params]
    if not params or words[0] != params[0] or re.search(r"[,;:()]", template.gloss) or _denies(plain):
        return template
    sense = _sense(words[1:], params)
    return sense or template


def _denies(words: Sequence[str]) -> bool:
    """Return whether words deny something, or bring in a clause of their own."""
    return any(word.lower() in _DENYING or "n't" in word for word in words)


def _sense(words: Sequence[str], params: Sequence[str]) -> Sense | None:
    """Return what the words behind the subject say."""
    if not words:
        return None
    modal = ""
    first, rest = words[0].lower(), words[1:]
    if first in MODALS and first not in {"need", "dare", "will"} and rest:
        modal, first, rest = first, rest[0].lower(), rest[1:]
        lemma = first
    elif first in _IS:
        return _copular(rest, params)
    else:
        lemma = _base(first, followed=bool(rest) and rest[0] in params)
        if lemma in {"do", "be", ""} or (lemma == "have" and rest and _participle(rest[0])):
            return None
    if modal and lemma == "be":
        sense = _copular(rest, params)
        return None if sense is None else Sense(sense.kind, sense.lemma, sense.roles, modal=modal)
    head, roles = _arguments(list(rest), params, "object")
    if roles is None:
        return None
    return Sense(Kind.VERB, " ".join([lemma, *head]), roles, modal=modal)


def _base(word: str, *, followed: bool) -> str:
    """Return the base form of a finite verb; empty if it is none."""
    if word in {"has", "have", "had"}:
        return "have"
    readings = forms_of(word) or guesses(word)
    for form in readings:
        if form.category == "verb" and form.form in {"s", "past"}:
            return form.lemma
    base = next((form.lemma for form in readings if form.category == "verb" and form.form == "base"), "")
    return base if followed or not any(form.category != "verb" for form in readings) else ""


def _participle(word: str) -> bool:
    return word == "been" or (
        any(form.form == "participle" for form in forms_of(word))
        and not any(form.category == "noun" for form in forms_of(word))
    )


def _arguments(words: list[str], params: Sequence[str], bare: str) -> tuple[list[str], tuple[str, ...] | None]:
    """Return the fixed words, and the roles of the arguments behind them; no roles if these stand in no order.

    Args:
        words: the words behind the verb.
        params: all parameters, of which the first was the subject.
        bare: the role of one before which there is no preposition.
    """
    head: list[str] = []
    roles: list[str] = ["subject"]
    pending: list[str] = []
    for word in words:
        if word in params:
            if len(roles) >= len(params) or word != params[len(roles)]:
                return [], None
            role, fixed = _role(pending, bare if len(roles) == 1 else "")
            if (fixed and len(roles) > 1) or not role:
                return [], None
            head += fixed
            roles.append(role)
            pending = []
        else:
            pending.append(word)
    if len(roles) != len(params) or (pending and len(roles) > 1):
        return [], None
    return [*head, *pending], tuple(roles)


def _role(words: list[str], bare: str) -> tuple[str, list[str]]:
    """Return the preposition that words end in, and the words before it."""
    for size in (4, 3, 2, 1):
        if len(words) >= size and " ".join(words[-size:]).lower() in PREPOSITIONS:
            return " ".join(words[-size:]).lower(), words[:-size]
    return bare, words


def _copular(words: Sequence[str], params: Sequence[str]) -> Sense | None:
    """Return what a copula says with the words behind it."""
    if not words:
        return None
    if len(words) > 2 and "than" in words and words[-1] in params and words[-2] == "than" and len(params) == 2:
        lemma = _compared(words[:-2])
        if lemma:
            return Sense(Kind.COMPARISON, lemma, ("subject", "object"))
    if words[0].lower() in _ARTICLES:
        head, roles = _arguments(list(words[1:]), params, "")
        if roles is None or not head:
            return None
        if all(word.lower() not in FUNCTION_WORDS and word.lower() not in PREPOSITIONS for word in head):
            return Sense(Kind.NOUN, " ".join(head), roles)
        head = [words[0].lower(), *head]
    else:
        if len(words) == 2 and words[1] in params and words[0].lower() in PREPOSITIONS and len(params) == 2:
            return Sense(Kind.PREPOSITION, words[0].lower(), ("subject", "object"))
        head, roles = _arguments(list(words), params, "")
        if roles is None:
            return None
    return Sense(Kind.ADJECTIVE, " ".join(head), roles) if head else None


def _compared(words: Sequence[str]) -> str:
    """Return the positive of a comparative; empty if it is none."""
    if len(words) == 2 and words[0] == "more":
        return words[1]
    if len(words) != 1:
        return ""
    return next(
        (form.lemma for form in forms_of(words[0]) if form.form == "comparative" and form.category == "adjective"), ""
    )


def _named(name: str, arity: int) -> Sense | None:
    """Return what the name of a predicate says: ``IsKind``, ``TeachesAt``, ``LovesCats``, ``Student``."""
    words = split(name)
    if not words or not arity or arity > 3 or "".join(words) != name.replace("_", "").lower():
        return None
    params = [f"#{i}" for i in range(arity)]
    if any(w in FUNCTION_WORDS and w not in MODALS for w in words[1:]) or any(w.isdigit() for w in words):
        return None
    if words[0] in _IS and words[1:]:
        return _by_name(words[1:], params)
    if words[0] in FUNCTION_WORDS and words[0] not in MODALS and words[0] not in {"has", "have"}:
        return None
    if arity == 1 and words[0] not in MODALS:
        last = words[-1]
        first = {form.form for form in forms_of(words[0]) if form.category == "verb"}
        kinds = {form.category for form in forms_of(last)} or {"noun"}
        if "s" not in first and words[0] not in {"has", "have"} and (len(words) > 1 or kinds != {"verb"}):
            return _by_name(words, params)
    if not any(form.form in {"s", "base"} for form in forms_of(words[0])) and words[0] not in {"has", *MODALS}:
        return None  # MarriedTo(x, y): did, or is?
    middle = words[1:]
    size = next((k for k in (3, 2, 1) if len(middle) >= k and " ".join(middle[-k:]) in PREPOSITIONS), 0)
    behind = [" ".join(middle[-size:])] if size else []
    fixed = middle[:-size] if size else middle
    if arity == 1:
        return None if size else _sense([words[0], *fixed], params)
    if arity == 2:
        return _sense([words[0], *fixed, *(behind[0].split() if behind else []), params[1]], params)
    return None


def _by_name(words: Sequence[str], params: Sequence[str]) -> Sense | None:
    """Return what ``is`` says with the words of a name."""
    if len(params) == 2:
        if words[-1] not in PREPOSITIONS and words[-1] != "than":
            return None  # Brother(x, y): who is whose?
        found = {form.category for form in forms_of(words[0])}
        article = ["a"] if "noun" in found and len(words) > 1 and words[-1] == "of" else []
        return _copular([*article, *words, params[1]], params)
    if len(params) != 1 or words[-1] in PREPOSITIONS:
        return None
    kinds = {(form.category, form.form) for form in forms_of(words[-1])} or {("noun", "singular")}
    if ("adjective", "positive") in kinds or not any(category == "noun" for category, _ in kinds):
        return _copular(list(words), params)
    return Sense(Kind.NOUN, " ".join(words))


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
