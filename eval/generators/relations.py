"""Rules about what somebody does to somebody, each of one step, as rows of ``data/rules.json``.

Multi-LogiEval's (appendix H, table 14): R1 and R2 have q(y) where the paper prints q(x), as the conclusion of the first
and the authors' samples have it, and without which the second does not follow; R3 has ∀y for the ∃y of its first
premise, since the y that q relates x to need not be the k that r does, which the prover found. R2 asks for the
opposite, as the authors' data does. And LogicAsker's laws about two quantifiers (table 8), for which neither the
paper's 208 leaves nor a template of its appendix D has room: these are made with ``extra``. Transposition holds one
way; the other way round it is a fallacy.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any, Final

from sorites.solvers import Predicate, Program, Statement, Verdict
from sorites.solvers.notation.closing import parse_formula

from .arguments import VARIABLES
from .combinations import Place
from .data import table
from .problem import Generated, proved
from .sentences import constant
from .specification import Split
from .storytelling import sentence
from .words import Phrase, article, domains, third, vocabulary

_TABLES: Final = table("rules")
TWO: Final[Mapping[str, Any]] = _TABLES["two quantifiers"]
COMMUTATION, TRANSPOSITION = TWO
RELATIONS: Final = tuple(_TABLES["relations"])
FOLLOWS: Final[Mapping[str, Verdict]] = {
    "inference": Verdict.ENTAILED,
    "contradiction": Verdict.REFUTED,
    "unrelated": Verdict.UNKNOWN,
}
"""What the premises say of what is asked, by case."""


class _Words:
    """What letters stand for: P, Q and S for nouns, V and U for verbs, a and b for names, x and y for variables.

    Attributes:
        names: what each letter is in a formula.
        said: what each is in a sentence; ``{aP}`` is a noun behind its article, ``{Vs}`` a verb of one who does it.
    """

    def __init__(self, rng: random.Random, split: Split) -> None:
        words = vocabulary(split)
        nouns = [one.words for one in rng.sample(rng.choice(domains(split)).people, 3)]
        self.verbs, people, variables = (
            rng.sample(words.relating, 2),
            rng.sample(words.names, 2),
            rng.sample(VARIABLES, 2),
        )
        self.names = {letter: Phrase("noun", noun).name for letter, noun in zip("PQS", nouns, strict=True)}
        self.names |= {letter: third(verb).capitalize() for letter, verb in zip("VU", self.verbs, strict=True)}
        self.names |= {letter: constant(name) for letter, name in zip("ab", people, strict=True)}
        self.said = dict(zip("PQSVUabxy", (*nouns, *self.verbs, *people, *variables), strict=True))
        self.said |= {f"a{letter}": article(noun) for letter, noun in zip("PQS", nouns, strict=True)}
        self.said |= {f"{letter}s": third(verb) for letter, verb in zip("VU", self.verbs, strict=True)}

    def of(self, row: list[str], *, asked: str = "{}.", drawn: bool = False) -> Statement:
        """Return a row as a statement; with variables that are drawn, if that is said."""
        names = self.names | ({"x": self.said["x"], "y": self.said["y"]} if drawn else {})
        formula, found = parse_formula(re.sub(r"\b[A-Za-z]\b", lambda m: names.get(m[0], m[0]), row[0]))
        assert formula is not None, found
        text = asked.format(row[1].format(**self.said))
        return Statement(formula, text[0].upper() + text[1:])


def relational(rng: random.Random, place: Place, split: Split) -> Generated:
    """Return a problem of a rule of table 14.

    Args:
        rng: the source of choices.
        place: which rule it is, and which answer is wanted.
        split: whose words it has.
    """
    words, row = _Words(rng, split), _TABLES["relations"][place.name]
    stated = [words.of(one) for one in row["premises"]]
    premises = rng.sample(stated, len(stated))
    positive = "asked" not in row if place.positive is None else place.positive
    ask = rng.choice(("Is it true that {}?", "Does it follow that {}?"))
    goal = words.of(row["goal" if positive else "opposite"], asked=ask)
    program = Program(tuple(premises), goal)
    outcome = proved(program, Verdict.ENTAILED if positive else Verdict.REFUTED)
    since = ", and ".join(text.format(**words.said) for _, text in row["premises"])
    return Generated(
        " ".join(p.gloss for p in premises),
        goal.gloss,
        program,
        outcome,
        1,
        (place.name,),
        (f"{place.name}: since {since}, therefore {row['goal'][1].format(**words.said)}.",),
        tags={"logic": "relations", "depth": "1", "rule": place.name},
    )


def placed(rng: random.Random, category: str, rule: str, case: str, split: Split) -> Generated:
    """Return a problem of a law about two quantifiers.

    Args:
        rng: the source of choices.
        category: ``equivalent``, or ``fallacy`` for what does not hold of transposition.
        rule: one of ``TWO``.
        case: what is asked.
        split: whose words it has.
    """
    words, row = _Words(rng, split), rng.choice(TWO[rule])
    given, follows = (row["asked"], row["given"]) if category == "fallacy" else (row["given"], row["asked"])
    goal = {"contradiction": row["against"], "unrelated": rng.choice(row["beside"])}.get(case, follows)
    premise, question = words.of(given, drawn=True), words.of(goal, drawn=True)
    used = {name for name, _ in Program((premise,), question).signature.predicates}
    predicates = tuple(Predicate(third(v).capitalize(), ("x", "y"), f"x {third(v)} y") for v in words.verbs)
    program = Program((premise,), question, predicates=tuple(p for p in predicates if p.name in used))
    outcome = proved(program, Verdict.UNKNOWN if category == "fallacy" else FOLLOWS[case])
    chain = [f"2. By {rule} from premise 1: {sentence(follows[1].format(**words.said))}"]
    if category == "fallacy":
        chain = [f"To infer it from premise 1 would be the fallacy of {rule}: it can be true, and that false."]
    elif case == "unrelated":
        chain = ["The premises leave it open: they can all be true whether it is so or not."]
    elif case == "contradiction":
        chain.append(f"That is the opposite of what is asked: {question.gloss}")
    return Generated(
        context=premise.gloss,
        question=f"Can we infer the following? Answer yes or no: {question.gloss}",
        program=program,
        outcome=outcome,
        depth=1,
        rules=(rule,),
        chain=tuple(chain),
        tags={"logic": "predicate", "category": category, "rule": rule, "case": case, "length": "1"},
    )
