"""What a model is told of a chain of rules beside the prompt: definitions, a domain and examples.

Multi-LogiEval, section 3.1: the prompt has rule definitions, the format, the diversity
(a domain), the tasks, and five examples of the same combination of rules, here by our templates.
"""

from __future__ import annotations

import json
import random
from typing import Final

from sorites.solvers.language.syntax import And, Atom, Formula, Implies, Not, Or

from .inference import letters_of
from .sentences import Said, Speaker
from .words import NAMES, draw_phrases

DOMAINS: Final = (
    "education finance medicine sports cooking travel farming music law engineering astronomy retail theatre "
    "gardening shipping journalism"
).split()
EXAMPLES: Final = 5


def brief(rng: random.Random, formulas: list[Formula]) -> str:
    """Return definitions of the formulas, a domain and examples.

    Args:
        rng: the source of choices.
        formulas: the premises over placeholders, then what is asked.
    """
    rules = "\n".join(f"Rule {i}: {define(f)}" for i, f in enumerate(formulas[:-1], 1))
    examples = "\n".join(f"Example {i}: {_example(rng, formulas)}" for i in range(1, EXAMPLES + 1))
    return f"domain: {rng.choice(DOMAINS)}\n{rules}\nAsked: {define(formulas[-1])}\n{examples}"


def define(formula: Formula) -> str:
    """Return a formula of letters as a general definition in words: ``If P is true, then Q is true.``"""
    text = _clause(formula)
    return f"{text[0].upper()}{text[1:]}."


def _clause(formula: Formula) -> str:
    match formula:
        case Atom(name, ()):
            return f"{name} is true"
        case Not(Atom(name, ())):
            return f"{name} is not true"
        case Not(body):
            return f"it is not so that {_clause(body)}"
        case And(parts):
            return ", and ".join(map(_clause, parts))
        case Or(parts):
            return f"either {' or '.join(map(_clause, parts))}, or both are"
        case Implies(left, right):
            return f"if {_clause(left)}, then {_clause(right)}"
    raise AssertionError(formula)


def _example(rng: random.Random, formulas: list[Formula]) -> str:
    """Return the same formulas in words of the templates, as JSON of the fields that a model fills in."""
    letters = letters_of(formulas)
    name = rng.choice(NAMES)
    said = {letter: Said(phrase) for letter, phrase in zip(letters, draw_phrases(rng, len(letters)), strict=True)}
    speaker = Speaker(rng, said)
    sentences = [
        {
            "number": number,
            "universal": speaker.general(formula)
            if isinstance(formula, Implies)
            else speaker.sentence_of(formula, "someone"),
            "specific": speaker.sentence_of(formula, name),
            "plausible": False,
        }
        for number, formula in enumerate(formulas, 1)
    ]
    predicates = [{"placeholder": letter, "phrase": speaker.tail(Atom(letter, ()))} for letter in letters]
    story = " ".join(str(s["specific"]) for s in sentences[:-1])
    return json.dumps({"category": "human", "story": story, "predicates": predicates, "sentences": sentences})
