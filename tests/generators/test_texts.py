"""What generated texts are made of, and that nothing but reasoning tells what they say and how they are answered."""

from __future__ import annotations

import random

import pytest

from benchmarks.second_reader import Compared, compare, made
from benchmarks.shortcuts import MECHANISM, counted, guess
from sorites.eval.generators.logicasker import LogicAsker
from sorites.eval.generators.sentences import Said, Speaker
from sorites.eval.generators.words import Phrase, article, domains, plural_of, pronoun, third
from sorites.eval.generators.writing import problems
from sorites.solvers import Verdict
from sorites.solvers.logic.syntax import Atom, Implies, Or
from sorites.translators.english.semantics.referents import personal
from sorites.translators.english.vocabulary.tables import inflections

from ..oracle import ask
from ..outlines import program
from .vocabularies import NAMES, PHRASES


def test_names_come_from_lexicons_and_every_word_of_a_topic_is_known() -> None:
    assert len(NAMES) > 1200
    assert len({name[:4] for name in NAMES}) == len(NAMES)
    assert {pronoun(name) for name in NAMES} == {"he", "she"}
    assert pronoun("Nobody") == "they"
    every = [phrase for phrases in PHRASES.values() for phrase in phrases]
    assert len({p.name for p in every}) > 3000
    unknown = [p.words for p in every if p.kind == "noun" and not inflections(p.words.split()[-1], "noun")]
    unknown += [p.words for p in every if p.kind == "verb" and not inflections(p.words.split()[0], "verb")]
    unknown += [p.words for p in every if p.kind == "adjective" and inflections(p.words, "adj") is None]
    assert not unknown
    assert all(personal(who.words) for split in PHRASES for domain in domains(split) for who in domain.people)
    for domain in domains("test"):
        drawn = domain.draw(random.Random(1), 30)
        words = [word for one in drawn for word in one.words.split() if len(word) > 3]
        assert len(drawn) == 30
        assert len(set(words)) == len(words)
        places = [i for one in drawn for i, row in enumerate(domain.rows) if one in row]
        assert places == sorted(places)  # what comes of something stands behind it
    assert (article("actor"), plural_of("bus driver"), third("study")) == ("an actor", "bus drivers", "studies")


def test_one_person_is_no_bakers_and_is_called_by_a_pronoun() -> None:
    said = {
        "P": Said(Phrase("noun", "actor")), "Q": Said(Phrase("verb", "play chess")),
        "R": Said(Phrase("verb", "speak Danish")),
    }  # fmt: skip
    speaker = Speaker(random.Random(1), said)
    p, q, r = (Atom(letter, ()) for letter in said)
    assert speaker.general(Implies(q, p)) == "If someone plays chess, then they are an actor."
    assert speaker.general(Implies(p, Or((q, r)))) == (
        "If someone is an actor, then they play chess or they speak Danish."
    )
    told = {speaker.conditional(Implies(p, q), name) for name in NAMES[:12]}
    assert all((" he " in one) != (" she " in one) for one in told)
    assert len({one.split()[0] for one in told} | {" then " in one for one in told}) > 2
    assert speaker.conditional(Implies(p, r), NAMES[0]).count(NAMES[0]) == 2  # else who is Danish might be meant


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("provergen?level=medium", 3), ("logicasker?length=3", 5), ("multi-logieval?logics=pl,fol", 5),
        ("boardgameqa?depth=2", 2),
    ],
)  # fmt: skip
def test_a_second_reader_reads_what_was_meant(source: str, count: int) -> None:
    found = compare(made(source, count, 3))
    assert found.sentences > count
    assert not found.differences


def test_the_second_reader_notices_what_says_something_else() -> None:
    [record] = problems(LogicAsker(only=("propositional/inference/modus ponens/inference",)), 1, 2)
    wrong = record.model_copy(update={"program": record.program.replace("→", "↔")})
    compared = Compared()
    compared.add(record)
    assert compared.share == 1
    compared.add(wrong)
    assert compared.share < 1


def test_a_shortcut_is_found_where_there_is_one() -> None:
    records = []
    for i, record in enumerate(made("logicasker?balanced=true&only=propositional/inference", 120, 1)):
        yes = i % 4 < 2
        marked = {"label": "yes" if yes else "no", "context": f"If {record.context}" if yes else record.context}
        records += [record.model_copy(update=marked)] * 2
    found = guess(records)
    assert not found.near
    assert found.tells[0][1] > 0.8


def test_models_alone_give_the_labels_of_logicasker() -> None:
    """Nothing of ours decides: an oracle tries all small models."""
    decided = 0
    for record in [*problems(LogicAsker(), 60, 8), *problems(LogicAsker(length=4), 8, 8)]:
        found = ask(program(record.program))
        decided += found.verdict is not None
        assert found.allows(record.verdict)
        assert record.label == ("yes" if record.verdict is Verdict.ENTAILED else "no")
    assert decided >= 60


def test_nothing_but_the_chain_tells_the_answer() -> None:
    found = guess(made("multi-logieval?answers=both&logics=pl,fol&depths=2,3,4,5", 640, 3), others=True)
    assert found.by["signs"] == found.by["steps"] == 0.5
    assert max(found.by["masked"], found.by["words"], found.accuracy) < 0.58


def test_nothing_counted_tells_a_balanced_answer() -> None:
    found = guess(list(problems(LogicAsker(4, balanced=True), 200, 2)))
    assert found.chance == 0.5
    assert found.accuracy < 0.58  # it was .89 where the conclusion or its opposite was asked
    assert found.by == {"signs": 0.5, "steps": 0.5}


def test_a_shortcut_is_told_apart_from_the_mechanism() -> None:
    """A lone rule tells by its sign (appendix A); with a conflict, or without such counts, nothing does."""
    alone = guess(made("boardgameqa?depth=1&p_conflict=0&p_missing_info=0", 60, 1))
    assert alone.tells[0][1] > 0.55
    assert alone.ranked is not None
    assert alone.ranked == pytest.approx(2 / 3, abs=0.05), "what is disproved has a rule against it"
    assert alone.without is not None
    assert alone.without < 0.45
    [record] = made("boardgameqa?depth=1&binary=true", 1, 1)
    found = counted(record, 0)
    assert set(MECHANISM) <= set(found)
    assert found["rules for"]
    assert found["rules against"]
    assert found["for preferred"] + found["against preferred"] == found["preferences"]
