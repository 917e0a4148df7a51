"""The program of a text: its sentences' formulas, and what is assumed besides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from typing import Final

from sorites.solvers import Default, Diagnostic, Level, Program, Statement
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Term,
    Var,
    conjunction,
)
from sorites.solvers.logic.walkers import free_variables, walk

from .grammar.tokens import words_of
from .grammar.tree import Tense
from .invariants.words import lemmas
from .persons import Persons
from .semantics.events import Moment
from .semantics.known import substitute
from .semantics.meaning import Meaning
from .semantics.nearness import near_words
from .semantics.noun_phrases import SIDES
from .semantics.postulates import contrary, entails, postulates
from .semantics.predicates import predicate_of
from .semantics.senses import Kind
from .symbols import Key, constants_of, predicates_of
from .vocabulary.lists import listed

ASSUMED: Final = "assumed: "
"""How the gloss of a premise begins that no sentence says."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A program and what it took.

    Attributes:
        program: the program.
        assumed: what no sentence says, with the reason.
        notes: what is to be said of it.
    """

    program: Program
    assumed: tuple[tuple[Formula, str], ...]
    notes: tuple[Diagnostic, ...]


def assemble(
    meaning: Meaning, premises: list[Statement], defaults: list[Default], goal: Statement, asks: tuple[str, ...]
) -> Assembled:
    """Return the program of a text.

    Args:
        meaning: what interpreted the sentences.
        premises: what they say.
        defaults: what normally holds.
        goal: what is asked.
        asks: the variables that it asks for.
    """
    said = [*(p.formula for p in premises), *(d.formula for d in defaults), goal.formula]
    shared = _of_several(said) if not asks else {c for f in said for c in constants_of(f)}
    introduced = {c.name for s in meaning.sentences for c in s.introduced} - shared
    introduced -= {name for formula, _ in meaning.presupposed for name in constants_of(formula)}
    if introduced:
        premises = [replace(p, formula=unfix(p.formula, introduced)) for p in premises]
        defaults = [replace(d, formula=unfix(d.formula, introduced)) for d in defaults]
    formulas = [*(p.formula for p in premises), *(d.formula for d in defaults), goal.formula]
    assumed = list(_presupposed(meaning, formulas))
    assumed += meaning.only_ones()
    assumed += Persons(meaning, formulas[:-1], formulas[-1]).assumed()
    assumed += _apart(meaning, formulas)
    used = predicates_of([*formulas, *(f for f, _ in assumed)])
    assumed += postulates(meaning.vocabulary, used, at_once=_PAST.search(meaning.text) is None)
    whole = (*premises, *(Statement(f, f"{ASSUMED}{why}") for f, why in assumed))
    everything = [*(p.formula for p in whole), *(d.formula for d in defaults)]
    notes = (
        *_kept(meaning, assumed, goal),
        *_sized(meaning, goal),
        *_placed(meaning, formulas, goal),
        *_normal(meaning, defaults, [one.formula for one in whole], goal),
        *_unmentioned(meaning, formulas[:-1], goal),
        *_near(meaning, everything, goal),
    )
    present = {name for f in (*everything, goal.formula) for name in constants_of(f)}
    program = Program(
        whole,
        goal,
        defaults=tuple(defaults),
        predicates=meaning.vocabulary.predicates_used(predicates_of([*everything, goal.formula])),
        constants=tuple(c for c in meaning.vocabulary.declared() if c.name in present),
        asked=asks,
        preferences=preferences(defaults, (p.formula for p in premises)) if defaults else (),
    )
    return Assembled(program, tuple(assumed), notes)


def _presupposed(meaning: Meaning, formulas: list[Formula]) -> Iterator[tuple[Formula, str]]:
    """Yield what definite phrases take to hold, where it speaks of what is spoken of."""
    used, constants = predicates_of(formulas), {c for f in formulas for c in constants_of(f)}
    waiting, more = list(meaning.presupposed), True
    while more:
        more = False
        for pair in list(waiting):
            formula, phrase = pair
            names = constants_of(formula)
            if (not names or constants.intersection(names)) and _touches(meaning, predicates_of([formula]), used):
                waiting.remove(pair)
                yield formula, f"the text speaks of {phrase}"
                used |= predicates_of([formula])
                constants.update(names)
                more = True


def _apart(meaning: Meaning, formulas: list[Formula]) -> Iterator[tuple[Formula, str]]:
    """Yield that names are of different things, where it is counted or excepted, and no two of them may be of one."""
    equal = [node for formula in formulas for node in walk(formula) if isinstance(node, Eq)]
    if not any(isinstance(side, Var) for one in equal for side in (one.left, one.right)):
        return
    used = {name for formula in formulas for name in constants_of(formula)}
    named = (c for c in meaning.vocabulary.declared() if c.name in used and _PROPER.match(c.gloss))
    words = {one.name: one.gloss.split() for one in named}
    counts = Counter(word for said in words.values() for word in set(said))
    apart = [Fn(name) for name, said in words.items() if said[-1].isdigit() or all(counts[one] == 1 for one in said)]
    asked = [{one.left, one.right} for one in equal]
    pairs = [pair for pair in combinations(apart, 2) if {*pair} not in asked]
    if pairs and len(pairs) * 2 == len(apart) * (len(apart) - 1):
        yield Distinct(tuple(apart)), "they have different names"
    elif pairs:
        yield conjunction(tuple(Not(Eq(*pair)) for pair in pairs)), "they have different names"


_PAST: Final = re.compile(r"\b(?:was|were|been|had|will)\b")
_PROPER: Final = re.compile(r"(?!The )[A-Z]\w*(?: [A-Z]\w*)*$|\w+ \d+$")


def _touches(meaning: Meaning, given: set[Key], used: set[Key]) -> bool:
    """Return whether predicates are among others, or entail one of them."""
    if given & used:
        return True
    senses = meaning.vocabulary.senses
    pairs = ((senses.get(a), senses.get(b)) for a in given for b in used)
    return any(a is not None and b is not None and a.kind is b.kind and entails(a, b) for a, b in pairs)


def _unmentioned(meaning: Meaning, given: list[Formula], goal: Statement) -> Iterator[Diagnostic]:
    """Yield that no premise speaks of what is asked, nor the text in any way."""
    if not given:
        return
    senses = meaning.vocabulary.senses
    said = predicates_of(given)
    spoken = {lemma for word in words_of(meaning.context) for lemma in lemmas(word.low)}
    for key in sorted(predicates_of([goal.formula]) - said):
        if key not in senses or _touches(meaning, said, {key}) or spoken & set(senses[key].lemma.split()):
            continue
        words = " ".join([senses[key].lemma, *senses[key].complement.split()])
        message = f"the text says nothing about *{words}*"
        hint = "If it says so in other words, add a sentence that links them."
        yield Diagnostic("goal-unmentioned", Level.WARNING, message, goal.span, hint)


_LOSSES: Final = listed("LOSSES")
"""Verbs after which somebody may have a thing no more."""


def _kept(meaning: Meaning, assumed: list[tuple[Formula, str]], goal: Statement) -> Iterator[Diagnostic]:
    """Yield that it is not said whether somebody still has what was theirs."""
    senses = meaning.vocabulary.senses
    asked = predicates_of([goal.formula])
    owned = {
        k for f, _ in assumed for k in predicates_of([f]) if senses.get(k) is not None and senses[k].lemma == "have"
    }
    if asked & owned and any(s.lemma.split()[0] in _LOSSES for s in senses.values()):
        message = "the text calls it somebody's own, and does not say whether they still have it"
        yield Diagnostic("possession", Level.ERROR, message, goal.span, "Say who has it now.")


def _sized(meaning: Meaning, goal: Statement) -> Iterator[Diagnostic]:
    """Yield that what is of a size for one kind need not be so for another one: a small elephant is no small animal."""
    kinds = [meaning.known.nouns(term, meaning.vocabulary) for term in meaning.known.said] if meaning.sizes else []
    for size in sorted({size for size, _ in meaning.sizes}):
        for both in ({noun for noun in one if (size, noun) in meaning.sizes} for one in kinds):
            if len(both) > 1:
                message = f"'{size}' says one thing of {' and another of '.join(f'{n}s' for n in sorted(both))}"
                yield Diagnostic(
                    "size", Level.ERROR, message, goal.span, "Use it with one of these nouns, or behind 'is'."
                )
                return


_OF_ALL: Final = re.compile(r"\b(?:all|every\w*|each|any\w*)\b(?!.*\bother than\b)", re.I)
"""What asks of all; of those *other than* an exception defaults are asked in Multi-LogiEval (table 15, DRO)."""


def _normal(
    meaning: Meaning, defaults: list[Default], premises: list[Formula], goal: Statement
) -> Iterator[Diagnostic]:
    """Yield that something is asked that defaults do not conclude: of what they are, or whether it is so of all."""
    stated = {part for one in premises for part in (one.parts if isinstance(one, And) else (one,))}
    bodies = [one.body for one in defaults]
    asked = predicates_of([goal.formula])
    if asked.isdisjoint(predicates_of([*bodies, *premises])) or not defaults or goal.formula in stated:
        return
    reached = predicates_of([body.right if isinstance(body, Implies) else body for body in bodies])
    links = [keys for one in premises if len(keys := predicates_of([one])) > 1]
    while more := [keys for keys in links if keys & reached and not keys <= reached]:
        reached = reached.union(*more)
    if odd := _ODD.intersection(word.low for word in words_of(meaning.context)):
        message = f"'{min(odd)}' may say whether what is normally so is so here: say of whom it is not so"
    elif isinstance(goal.formula, Forall) and _OF_ALL.search(goal.gloss):
        message = "what is normally so need not be so of all"
    elif reached.isdisjoint(asked):
        message = "what is normally so says nothing of what is asked"
    else:
        return
    yield Diagnostic(
        "not-concluded", Level.ERROR, message, goal.span, "Ask whether it is so of one, or leave 'normally' out."
    )


_ODD: Final = listed("NORMAL_OR_NOT")
"""Words by which something may be an exception to what is normally so."""
_PLACES: Final = listed("PLACES_IN_A_ROW")
"""Words for places in a row, which say more than their predicates where the text orders the row."""


def _placed(meaning: Meaning, formulas: list[Formula], goal: Statement) -> Iterator[Diagnostic]:
    """Yield that a place in a row is named by a word, where the text says what stands left or right of what."""
    ordered = any(isinstance(node, Fn) and node.name in SIDES for formula in formulas for node in walk(formula))
    for word in sorted(_PLACES.intersection(word.low for word in words_of(meaning.text))) if ordered else ():
        hint = "Say or ask what is on which side of what."
        yield Diagnostic("place", Level.ERROR, f"'{word}' names a place in a row of unknown length", goal.span, hint)


def _near(meaning: Meaning, given: list[Formula], goal: Statement) -> Iterator[Diagnostic]:
    """Yield that words are near which may mean the same."""
    near = near_words(meaning.vocabulary, given, goal.formula)
    if near is not None:
        left, right = (predicate_of(sense).gloss for sense in near)
        means = "deny it" if contrary(*near) else "mean the same"
        message = f"nothing says that '{left}', but the text says '{right}', which may {means}"
        hint = "If it does, say so in a sentence that links them, or use the same words."
        if near[0] == near[1]:
            word = near[0].lemma
            message = f"'{word}' stands for one thing or a stuff, and for what is '{word}', and nothing links these"
            hint = f"Say which '{word}' is meant, or link them in a sentence."
        yield Diagnostic("near-words", Level.WARNING, message, goal.span, hint)


_REACHING: Final = frozenset({"object", "recipient", "to", "into", "onto", "across", "through", "over"})
"""Roles with which what goes on has an end that it need not reach: who was crossing a street may turn back."""


_TIMES: Final = {Tense.PAST, Tense.PRESENT, Tense.FUTURE}


def other_time(meaning: Meaning, facts: list[Moment], asked: list[Moment]) -> tuple[str, str] | None:
    """Return of which time the text says something, and of which it is asked, if they differ.

    What is so in general says nothing of what happened once, nor what was going on of what was done.
    """

    def past(one: Moment) -> bool:
        return one.tense is Tense.PAST

    if Tense.PRESENT in meaning.amounts_at and len(meaning.amounts_at & _TIMES) > 1:
        return "one time", "another one"
    for one, given in product(facts, meaning.required):  # who was ill, and rules for who is ill
        sense = meaning.vocabulary.senses.get((one.atom.name, len(one.atom.args)))
        state = sense is not None and sense.kind in {Kind.ADJECTIVE, Kind.PREPOSITION}
        if state and one.atom.name == given.atom.name and past(one) != past(given):
            return ("the past", "the present") if past(one) else ("the present", "the past")
    for one in asked:
        found = [f for f in facts if _alike(meaning, f.atom, one.atom)]
        if not found:
            continue
        if all(free_variables(f.atom) for f in found):
            if one.tense in {Tense.PAST, Tense.FUTURE} and all(f.tense is Tense.PRESENT for f in facts):
                return "what is so in general", f"the {one.tense.value}"
        elif all(past(f) != past(one) for f in found):
            return ("the present", "the past") if past(one) else ("the past", "the present")
        if one.going and all(f.tense is Tense.PRESENT and not f.going for f in found):
            return "what is so in general", "what is going on"
        roles = {r for f in found for r in meaning.vocabulary.senses[f.atom.name, len(f.atom.args)].roles}
        if not one.going and all(f.going for f in found) and roles & _REACHING:
            return "what was going on", "what was done"
    return None


def _alike(meaning: Meaning, fact: Atom, asked: Atom) -> bool:
    """Return whether two atoms say the same of the same, or of all, but for what one says besides."""
    left = meaning.vocabulary.senses.get((fact.name, len(fact.args)))
    right = meaning.vocabulary.senses.get((asked.name, len(asked.args)))
    if left is None or right is None:
        return False
    if (left.kind, left.lemma, left.modal) != (right.kind, right.lemma, right.modal):
        return False
    given, wanted = dict(zip(left.roles, fact.args, strict=True)), dict(zip(right.roles, asked.args, strict=True))
    shared = [r for r in given if r in wanted]
    return (bool(shared) or not (given or wanted)) and all(
        given[r] == wanted[r] or isinstance(wanted[r], Var) or isinstance(given[r], Var) for r in shared
    )


def _of_several(formulas: list[Formula]) -> set[str]:
    """Return the constants that more than one formula has."""
    once: set[str] = set()
    several: set[str] = set()
    for formula in formulas:
        names = constants_of(formula)
        several.update(once.intersection(names))
        once.update(names)
    return several


def unfix(formula: Formula, introduced: set[str]) -> Formula:
    """Return a formula whose constants for indefinites are bound: that there are such things."""
    if not introduced:
        return formula
    mine = [name for name in constants_of(formula) if name in introduced]
    if not mine:
        return formula
    taken = {n.var for n in walk(formula) if hasattr(n, "var")}
    free = [v for v in (*"xyzuvw", *(f"x{k}" for k in range(1, len(mine) + 40))) if v not in taken]
    mapping = dict(zip(mine, free, strict=False))

    def variable(term: Term) -> Term:
        return Var(mapping[term.name]) if isinstance(term, Fn) and not term.args and term.name in mapping else term

    body = rewrite(formula, lambda f: f, variable)
    for name in reversed(mine):
        body = Exists(mapping[name], body)
    return body


_Rule = tuple[frozenset[Formula], frozenset[Formula]]


def preferences(defaults: Iterable[Default], premises: Iterable[Formula]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of labels whose first default is the more specific one.

    A default is more specific than another if its condition says all that the other one's says, and
    more, with what the rules of the text add (Reiter and Criscuolo, "On interacting defaults", 1981).
    """
    rules = [parts for f in premises if (parts := _rule(f)) is not None]
    found = []
    for one, other in permutations(list(defaults), 2):
        left, right = _rule(one.formula), _rule(other.formula)
        if left is None or right is None:
            continue
        if right[0] <= _closure(left[0], rules) and not left[0] <= _closure(right[0], rules):
            found.append((one.label, other.label))
    return tuple(found)


def _rule(formula: Formula) -> _Rule | None:
    """Return the conditions of a rule, and what follows, with its variables in the order in which they come up."""
    body = formula
    while isinstance(body, Forall):
        body = body.body
    if body is formula or not isinstance(body, Implies):
        return None
    names = dict.fromkeys(node.name for node in walk(body.left) if isinstance(node, Var))
    terms: dict[str, Term] = {name: Var(f"x{k}") for k, name in enumerate(names)}
    return _parts(substitute(body.left, terms)), _parts(substitute(body.right, terms))


def _parts(formula: Formula) -> frozenset[Formula]:
    return frozenset(formula.parts if isinstance(formula, And) else (formula,))


def _closure(names: frozenset[Formula], rules: list[_Rule]) -> frozenset[Formula]:
    while True:
        more = names.union(*(head for condition, head in rules if condition <= names))
        if more == names:
            return names
        names = more
