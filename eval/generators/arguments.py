"""Arguments of a leaf of LogicAsker's tree: premises, a conclusion, and the steps between them.

A longer argument derives premises of its rule by other rules (section 3.2). Propositional rules are extended by
quantifiers (appendix C): of universal premises the conclusion is universal; if one of them, any, is existential,
it is existential. Rules about quantifiers come last, behind rules under the quantifier of a premise.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from sorites.solvers.logic.syntax import Atom, Exists, Forall, Formula

from .inference import Application, Letters, Rule, backward, derived
from .laws import (
    EQUIVALENCES,
    EXTRA_EQUIVALENCES,
    EXTRA_INFERENCES,
    FALLACIES,
    GROWING,
    INFERENCES,
    QUANTIFIED,
    QUANTIFIED_FALLACIES,
    QUANTIFIER_LAWS,
    SOMEBODY,
    equivalence,
    quantified,
    quantifier_law,
)

VARIABLES = tuple("xyzuvw")


@dataclass(frozen=True, slots=True)
class Derivation:
    """Premises, a conclusion and how it comes from them; letters stand for what is said.

    Attributes:
        premises: what is given.
        conclusion: what the last step gives.
        steps: the rules that were applied, each behind those that give its premises; the last one may be a fallacy.
    """

    premises: tuple[Formula, ...]
    conclusion: Formula
    steps: tuple[Application, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules."""
        return tuple(step.rule for step in self.steps)


def derivation(category: str, rule: str, rng: random.Random, length: int) -> Derivation:
    """Return an argument by a rule of the tree.

    Args:
        category: equivalent, inference or fallacy.
        rule: the rule's name, behind ``universal`` or ``existential`` if a quantifier extends it.
        rng: the source of choices.
        length: how many rules are chained.
    """
    x = rng.choice(VARIABLES)
    if rule in {*QUANTIFIER_LAWS, *QUANTIFIED, *QUANTIFIED_FALLACIES}:
        return _led_to(_about_quantifiers(rule, x, rng, length), rng, length)
    quantifier, _, name = rule.partition(" ")
    if quantifier not in {"universal", "existential"}:
        name, quantifier = rule, ""
    chain = backward(rng, _base(category, name, rng), GROWING, length)
    if not quantifier:
        return Derivation(chain.premises, chain.conclusion, chain.steps)
    one = rng.randrange(len(chain.premises)) if quantifier == "existential" else None
    return _under(x, chain.premises, chain.steps, one)


def _base(category: str, name: str, rng: random.Random) -> Rule:
    if category == "equivalent":
        forms = EQUIVALENCES.get(name) or EXTRA_EQUIVALENCES[name]
        sides = list(equivalence(name, rng.randrange(len(forms))))
        rng.shuffle(sides)
        return Rule(name, (sides[0],), sides[1])
    return rng.choice((FALLACIES if category == "fallacy" else {**INFERENCES, **EXTRA_INFERENCES})[name])


def _under(x: str, premises: Sequence[Formula], steps: Sequence[Application], one: int | None) -> Derivation:
    """Return an argument under quantifiers: universal ones, but for a premise, and for all that hangs on it."""
    kinds: dict[Formula, type[Forall] | type[Exists]] = dict.fromkeys(premises, Forall)
    if one is not None:
        kinds[premises[one]] = Exists
    made = []
    for step in steps:
        kind = Exists if any(kinds[p] is Exists for p in step.premises) else Forall
        kinds.setdefault(step.conclusion, kind)
        made.append(Application(step.rule, tuple(kinds[p](x, p) for p in step.premises), kind(x, step.conclusion)))
    return Derivation(tuple(kinds[p](x, p) for p in premises), made[-1].conclusion, tuple(made))


def _about_quantifiers(rule: str, x: str, rng: random.Random, length: int) -> Derivation:
    """Return an argument by a rule about quantifiers; of a longer chain, one with a premise that rules can lead to."""
    if rule in QUANTIFIER_LAWS:
        forms = [(a, b) for a, b, _ in quantifier_law(rule, x)]
        forms += [(b, a) for a, b, both in quantifier_law(rule, x) if both]
        sides = rng.choice([form for form in forms if length == 1 or isinstance(form[0], Forall | Exists)])
        last = Application(rule, (sides[0],), sides[1])
    elif rule == "existential generalization" and length > 1:  # of somebody of whom rules say it
        every = Forall(x, Atom("P", ()))
        some = Exists(x, Atom("P", ()))
        steps = Application("universal instantiation", (every,), SOMEBODY), Application(rule, (SOMEBODY,), some)
        return Derivation((every,), some, steps)
    else:
        last = rng.choice(quantified(rule, x))
    return Derivation(last.premises, last.conclusion, (last,))


def _led_to(argument: Derivation, rng: random.Random, length: int) -> Derivation:
    """Return an argument with rules before its own, under the quantifier of one of its premises."""
    count = length - len(argument.steps)
    at = next((i for i, p in enumerate(argument.premises) if isinstance(p, Forall | Exists)), None)
    if count <= 0 or at is None:
        return argument
    premise = argument.premises[at]
    assert isinstance(premise, Forall | Exists)
    found, steps = derived(rng, [premise.body], GROWING, count, Letters())
    found = list(dict.fromkeys(found))
    one = rng.randrange(len(found)) if isinstance(premise, Exists) else None
    led = _under(premise.var, found, steps, one)
    premises = (*argument.premises[:at], *led.premises, *argument.premises[at + 1 :])
    return Derivation(tuple(dict.fromkeys(premises)), argument.conclusion, (*led.steps, *argument.steps))
