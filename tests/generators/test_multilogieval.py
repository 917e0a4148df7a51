"""Multi-LogiEval's problems: the paper's combinations, shares and forms, texts that say what programs say."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from sorites.eval.generators.combinations import PAPER, Place, chained, combinations, given
from sorites.eval.generators.multilogieval import MultiLogiEval
from sorites.eval.generators.problem import ProblemRecord
from sorites.eval.generators.rounds import round_of
from sorites.eval.generators.writing import make, problems
from sorites.solvers import prove, read_program
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.notation.printer import print_formula
from sorites.translators.english import read_english

from .foreign import classical

TABLES = """
DS_MP: P ∨ Q; Q → R | ¬P | R yes
MT_DS: P → Q; P ∨ R | ¬Q | R yes
HS_MP: P → Q; Q → R | P | R yes
CD_DS: P → Q; R → S; P ∨ R | ¬Q | S yes
DD_DS: P → Q; R → S; ¬Q ∨ ¬S | P | R no
BD_DS: P → Q; R → S; P ∨ ¬S | ¬Q | R no
HS_MT: P → Q; Q → R | ¬R | P no
HS_MP_MP: P → Q; Q → R; R → S | P | S yes
CD_DS_MP: P → Q; R → S; P ∨ R; S → T | ¬Q | T yes
BD_CT_DS: P → Q; R → S; P ∨ ¬S | R | Q yes
BD_DS_MT: P → Q; R → S; P ∨ ¬S; T → R | ¬Q | T no
CD_CT_DS: P → Q; R → S; P ∨ R | ¬S | Q yes
HS_CD_DS: P → Q; Q → R; S → T; P ∨ S | ¬R | T yes
HS_MT_DS: P → Q; Q → R; P ∨ S | ¬R | S yes
DD_DS_MT: P → Q; R → S; ¬Q ∨ ¬S; T → R | P | T no
DMT_CO_MT: P → Q; P → R | ¬Q ∨ ¬R | P no
CD_DS_MP_MP: P → Q; R → S; P ∨ R; S → T; T → U | ¬Q | U yes
BD_CT_DS_MP: P → Q; R → S; P ∨ ¬S; Q → T | R | T yes
BD_DS_MT_DS: P → Q; R → S; P ∨ ¬S; T → R; T ∨ U | ¬Q | U yes
HS_CD_DS_MP: P → Q; Q → R; S → T; P ∨ S; T → U | ¬R | U yes
CD_CT_DS_MP: P → Q; R → S; P ∨ R; Q → T | ¬S | T yes
HS_MT_DS_MP: P → Q; Q → R; P ∨ S; S → T | ¬R | T yes
BD_DS_MT_MT: P → Q; R → S; P ∨ ¬S; T → R; U → T | ¬Q | U no
IM_MT_DMT_DS: P → (Q → R) | Q; ¬R | P no
HS_MT_DS_MP_MP: P → Q; Q → R; P ∨ S; S → T; T → U | ¬R | U yes
BD_CT_DS_MP_MP: P → Q; R → S; P ∨ ¬S; Q → T; T → U | R | U yes
CD_CT_DS_MP_MP: P → Q; R → S; P ∨ R; Q → T; T → U | ¬S | U yes
"""
"""Tables 8 to 11: the premises in the story, those in the question, what is asked and the answer.

BD_CT_DS and the like take the conclusion of CT at its first part, as printed; the first premise of IM_MT_DMT_DS is that
of its own first step, not P → (Q ∧ R) as the table's last column has it.
"""


def test_the_27_combinations_are_those_of_the_tables() -> None:
    names = []
    for line in TABLES.strip().splitlines():
        name, _, row = line.partition(": ")
        story, question, asked = row.split(" | ")
        chain = chained(tuple(name.split("_")))
        assert chain is not None
        supposed = given(chain)
        assert set(story.split("; ")) == {_letters(p) for p in chain.premises if p not in supposed}, name
        assert set(question.split("; ")) == {_letters(p) for p in supposed}, name
        assert _letters(chain.conclusion) == asked[0] if asked.endswith("yes") else f"¬{asked[0]}", name
        assert [step.rule for step in chain.steps] == name.split("_")
        names.append(name)
    assert names == [name for depth in range(2, 6) for name in PAPER[depth]]
    assert [len(combinations(depth)) for depth in range(1, 5)] == [12, 46, 123, 271]


def _letters(formula: Formula) -> str:
    return re.sub(r"A(\d)", lambda found: "PQRSTU"[int(found[1]) - 1], print_formula(formula))


def test_a_round_has_the_numbers_of_table_5_and_the_labels_of_section_3() -> None:
    places = round_of(("pl", "fol", "nm"), (1, 2, 3, 4, 5), "paper")
    counts = Counter((place.logic, place.depth) for place in places)
    assert [[counts[logic, depth] for depth in range(1, 6)] for logic in ("pl", "fol", "nm")] == [
        [120, 105, 135, 120, 45],
        [130, 105, 135, 120, 45],
        [160, 232, 40, 40, 20],
    ]
    assert {p.name for p in places if (p.logic, p.depth) == ("fol", 1)} == {*PAPER[1], "EG", "UI"} - {"MI"}
    answers = Counter(_answer(place) for place in places)
    assert answers == {"yes": 1126, "no": 426}
    assert {len(round_of(("relations",), (1, 2), answers)) for answers in ("paper", "both")} == {70}


def _answer(place: Place) -> str:
    """Return the answer of a place, by the tables above and the authors' files of depth 1."""
    if place.positive is not None:
        return "yes" if place.positive else "no"
    if place.depth > 1 and place.logic != "nm":
        return next(row.split()[-1] for row in TABLES.splitlines() if row.startswith(f"{place.name}:"))
    return "no" if place.name == "MT" or place.name.endswith("_MT") else "yes"


@cache
def _one_of_each() -> tuple[ProblemRecord, ...]:
    """Return a problem of each rule, combination and pattern, with one of both answers where both are asked for."""
    found = []
    for maker in (MultiLogiEval(), MultiLogiEval(("relations",), answers="both")):
        places = round_of(maker.logics, maker.depths, maker.answers)
        first = {(p.logic, p.name, p.positive): number for number, p in reversed(list(enumerate(places)))}
        found += [make(maker, 4, number, 0, False) for number in first.values()]
    return tuple(found)


def test_an_independent_checker_gives_the_same_labels() -> None:
    """Raw Z3 over an uninterpreted sort; engines of defaults are held against their definition in tests of theirs."""
    for record in _one_of_each():
        program = read_program(record.program).program
        assert program is not None
        if record.tags["logic"] != "nm":
            assert classical(program) is record.verdict, record
        if record.tags["logic"] != "relations":
            place = next(p for p in round_of(("pl", "fol", "nm"), (1, 2, 3, 4, 5), "paper") if _is(p, record))
            assert record.label == _answer(place) or place.positive is not None
        assert record.chain
        assert all(" therefore " in step for step in record.chain)
    assert len(_one_of_each()) == 25 + 54 + 8 + 12 + 10 + 14


def test_yes_and_no_share_a_question_or_a_context() -> None:
    """Of a chain the question, with a link broken; of defaults the context; and the checker says the same."""
    maker = MultiLogiEval(answers="both")
    first = {(p.logic, p.name): p.context for p in reversed(round_of(maker.logics, maker.depths, maker.answers))}
    for number in list(first.values())[::2]:
        pair = [make(maker, 4, number + turn, 0, False) for turn in (0, 1)]
        assert {record.label for record in pair} == {"yes", "no"}
        assert pair[0].context == pair[1].context or pair[0].question == pair[1].question or pair[0].depth == 1
        for record in pair:
            program = read_program(record.program).program
            assert program is not None
            if record.tags["logic"] != "nm":
                assert classical(program) is record.verdict, record
            assert all(" therefore " in step for step in record.chain)


def test_answers_take_turns_beyond_depth_5() -> None:
    records = list(problems(MultiLogiEval(logics=("pl", "fol"), depths=(6, 8)), 100, 3))
    assert 0.45 < Counter(record.label for record in records)["yes"] / 100 < 0.55


def _is(place: Place, record: ProblemRecord) -> bool:
    return (place.logic, place.name) == (record.tags["logic"], record.tags["rule"])


def test_the_grammar_reads_what_was_meant() -> None:
    """All but assertions, which it takes for no defaults (RAP, PBD)."""
    for record in _one_of_each()[::30]:
        if record.rules[0].startswith(("RAP", "PBD")):
            continue
        reading = read_english(record.context, record.question)
        assert reading.first is not None, (record.context, record.question)
        assert prove(reading.first).verdict is record.verdict, (record.context, record.question)
