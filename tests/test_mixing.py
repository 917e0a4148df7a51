"""The rule ``mixed``: samples vote sentence by sentence, in one language, and a proof of the mix is the answer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites import solve
from sorites.agent.aligning import aligned
from sorites.agent.mixing import Mix, mixed, voted
from sorites.eval.reports.figures import load_run
from sorites.solvers import Limits, Program, Semantics, Verdict, make_solver, read_program, write_program
from sorites.testing import program, serving
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Problem, Translation, make_translator
from sorites.translators.recorded import read_recorded

from .command import sorites

Sentences = tuple[tuple[str, str], ...]
ASKED = Problem("p", "", "", TRUE_FALSE_UNCERTAIN)
SOLVER = make_solver("z3")
CHAIN: Sentences = (
    ("All cats are pets.", "∀x (Cat(x) → Pet(x))"),
    ("Pets sleep.", "∀x (Pet(x) → Sleep(x))"),
    ("Who sleeps dreams.", "∀x (Sleep(x) → Dream(x))"),
    ("Tom is a cat.", "Cat(tom)"),
    ("Tom dreams.", "Dream(tom)"),
)
"""Sentences with their formulas; the last one is asked."""
FAULTS: Sentences = (
    ("All cats are pets.", "∀x (Pet(x) → Cat(x))"),
    ("Pets sleep.", "∃x (Pet(x) ∧ Sleep(x))"),
    ("Who sleeps dreams.", "∀x (Sleep(x) → ¬Dream(x))"),
    ("Tom is a cat.", "¬Cat(tom)"),
    ("Tom dreams.", "¬Dream(tom)"),
)
"""What somebody takes each of them to say who is wrong."""


def text_of(sentences: Sentences) -> str:
    *premises, goal = [f"{formula} ::: {sentence}" for sentence, formula in sentences]
    return "\n".join(["Premises:", *premises, "Conclusion:", goal])


def sample(sentences: Sentences) -> Translation:
    found = read_recorded(text_of(sentences), "test")
    assert found.reading.program is not None
    return found


def with_faults(*places: int) -> Sentences:
    return tuple(FAULTS[i] if i in places else one for i, one in enumerate(CHAIN))


def renamed(sentences: Sentences, names: dict[str, str]) -> Sentences:
    def other(formula: str) -> str:
        for name, new in names.items():
            formula = formula.replace(f"{name}(", f"{new}(").replace(f"({name})", f"({new})")
        return formula

    return tuple((sentence, other(formula)) for sentence, formula in sentences)


OTHERS = {"Cat": "Feline", "Pet": "HomeAnimal", "Sleep": "Rests", "Dream": "HasDreams", "tom": "thomas"}


def mix(*samples: Sentences, problem: Problem = ASKED) -> Mix | None:
    return mixed(problem, [sample(s) for s in samples], solver=SOLVER, limits=Limits(5), check=True)


def verdict(*samples: Sentences) -> Verdict | None:
    found = mix(*samples)
    return found.attempt.verdict if found is not None else None


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize("places", [(), (0,), (3,), (2,), (4,)])
def test_equal_samples_mix_to_what_they_say(count: int, places: tuple[int, ...]) -> None:
    one = with_faults(*places)
    alone = SOLVER.solve(read_program(text_of(one)).program).verdict  # type: ignore[arg-type]
    assert verdict(*[one] * count) is alone


def test_faults_of_a_minority_are_outvoted_even_if_every_sample_has_one() -> None:
    found = mix(with_faults(0), with_faults(1), with_faults(3))
    assert found is not None
    assert found.decides
    assert (found.attempt.label, found.attempt.verdict) == ("True", Verdict.ENTAILED)
    made = found.attempt.translation.reading.program
    assert made is not None
    assert [s.formula for s in (*made.premises, made.goal)] == list(sample(CHAIN).reading.program.formulas)  # type: ignore[union-attr]
    assert found.attempt.outcome is not None
    assert found.attempt.outcome.certificate is not None
    assert found.attempt.outcome.checked is not None, "the kernel looked at the proof of the mix"
    assert [v.sentence for v in found.votes] == [sentence for sentence, _ in CHAIN]
    assert [[c.samples for c in v.choices] for v in found.votes] == [
        [(1, 2), (0,)],
        [(0, 2), (1,)],
        [(0, 1, 2)],
        [(0, 1), (2,)],
        [(0, 1, 2)],
    ]


PLACES = st.lists(st.sets(st.integers(0, 4), max_size=2), min_size=3, max_size=5)


@settings(deadline=None)
@given(PLACES, st.randoms())
def test_the_order_of_samples_does_not_matter(places: list[set[int]], random: object) -> None:
    samples = [with_faults(*one) for one in places]
    shuffled = list(samples)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = mix(*samples), mix(*shuffled)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert (first.attempt.verdict, first.attempt.label) == (second.attempt.verdict, second.attempt.label)
        ways = [
            {v.sentence: [(c.formula, len(c.samples)) for c in v.choices] for v in m.votes} for m in (first, second)
        ]
        assert ways[0] == ways[1]


@settings(deadline=None)
@given(PLACES, st.booleans())
def test_other_names_in_one_sample_change_nothing(places: list[set[int]], last: bool) -> None:
    """A sample without faults is understood whatever its names are, if another one has none either."""
    plain = [*(with_faults(*one) for one in places), CHAIN, CHAIN]
    other = list(plain)
    other[-1 if last else -2] = renamed(CHAIN, OTHERS)
    first, second = mix(*plain), mix(*other)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert first.attempt.verdict is second.attempt.verdict
        assert [[c.samples for c in v.choices] for v in first.votes] == [
            [c.samples for c in v.choices] for v in second.votes
        ]


def program_of(sentences: Sentences) -> Program:
    found = sample(sentences).reading.program
    assert found is not None
    return found


def test_equivalent_readings_are_one_and_others_are_not() -> None:
    other = (CHAIN[0], ("Pets sleep.", "∀y (¬Sleep(y) → ¬Pet(y))"), *CHAIN[2:])
    programs = dict(enumerate(map(program_of, (CHAIN, other, with_faults(1)))))
    assert [c.samples for c in voted(programs, SOLVER)[1].choices] == [(0, 1), (2,)]
    unproved = voted(programs, SOLVER, Limits(1e-9))[1].choices
    assert [len(c.samples) for c in unproved] == [1, 1, 1], "what is not proved in time is another reading"


def test_that_there_is_no_formula_is_a_reading() -> None:
    """A premise that one sample invents, or forgets, is outvoted."""
    invented = (("Tom does not dream.", "¬Dream(tom)"), *CHAIN)
    found = mix(invented, CHAIN, CHAIN[1:], with_faults(0))
    assert found is not None
    assert found.attempt.verdict is Verdict.ENTAILED
    votes = {v.sentence: v.choices for v in found.votes}
    assert [(c.formula is None, c.samples) for c in votes["Tom does not dream."]] == [(True, (1, 2, 3)), (False, (0,))]
    assert votes[CHAIN[0][0]][0].samples == (0, 1)


def test_shared_most_votes_answer_only_if_the_answer_is_the_same() -> None:
    split = mix(CHAIN, CHAIN, with_faults(0), with_faults(0))
    assert split is not None
    assert not split.decides
    assert split.attempt.label is None
    [note] = split.attempt.notes
    assert note.code == "ambiguous"
    assert "All cats are pets." in note.message
    idle = (("Some birds sing.", "∃x (Bird(x) ∧ Sing(x))"), *CHAIN)
    other = (("Some birds sing.", "∀x (Bird(x) → Sing(x))"), *CHAIN)
    agreed = mix(idle, idle, other, other)
    assert agreed is not None
    assert agreed.decides, "the proof does not hang on the birds"


def test_two_languages_are_not_mixed() -> None:
    """Most votes are in one language for one sentence, in another for the next: no sample has both."""
    rule, fact, goal = "Owners are happy.", "Ann owns a cat.", ("Ann is happy.", "Happy(ann)")
    unary, binary = (rule, "∀x (Owner(x) → Happy(x))"), (rule, "∀x (∃y (Cat(y) ∧ Owns(x, y)) → Happy(x))")
    one, two = (fact, "Owner(ann)"), (fact, "∃y (Cat(y) ∧ Owns(ann, y))")
    strange = (fact, "Owner(ann) ∧ Cat(ann)"), (fact, "Owner(ann) ∨ Cat(ann)")
    wrong = (rule, "∃x (Cat(x) ∧ Owns(x, x) ∧ Happy(x))"), (rule, "∀x ∀y (Owns(x, y) → Happy(x))")
    three = [(unary, one, goal), (unary, strange[0], goal), (unary, strange[1], goal)]
    samples = [(unary, strange[0], goal), (unary, strange[1], goal), (wrong[0], two, goal), (wrong[1], two, goal)]
    assert mix(*samples) is None
    assert mix(*three, (binary, two, goal)) is None or not mix(*three, (binary, two, goal)).decides  # type: ignore[union-attr]
    found = mix((unary, one, goal), (unary, one, goal), (unary, strange[0], goal), (binary, two, goal))
    assert found is not None
    assert found.decides


def names_of(*samples: Sentences) -> list[set[str]]:
    return [{name for name, _ in p.signature.predicates} for p in aligned(list(map(program_of, samples)))]


def test_names_in_the_same_places_are_one() -> None:
    assert names_of(CHAIN, renamed(CHAIN, OTHERS), CHAIN) == [{"Cat", "Pet", "Sleep", "Dream"}] * 3
    assert names_of(CHAIN, renamed(CHAIN, {"Pet": "pet"}), CHAIN)[1] == {"Cat", "Pet", "Sleep", "Dream"}


def test_what_an_author_tells_apart_stays_apart() -> None:
    """The fault of one sample is not mended by taking its two names for one."""
    apart = (*CHAIN[:2], ("Who sleeps dreams.", "∀x (Sleep(x) → Imagine(x))"), *CHAIN[3:])
    assert names_of(CHAIN, apart, CHAIN)[1] == {"Cat", "Pet", "Sleep", "Dream", "Imagine"}
    spelled = (*CHAIN[:2], ("Who sleeps dreams.", "∀x (Sleep(x) → dream(x))"), *CHAIN[3:])
    exact = read_program(f"Spelling: exact\n{text_of(spelled)}").program
    assert exact is not None
    found = aligned([program_of(CHAIN), exact, program_of(CHAIN)])[1].signature.predicates
    assert {("dream", 1), ("Dream", 1)} <= set(found)


def test_names_in_doubt_stay_apart() -> None:
    """Two names stand where one stands elsewhere, as often: neither is taken for it."""
    rules = ("Cats purr.", "∀x (Cat(x) → Purr(x))"), ("Tom is a cat.", "Cat(tom)"), ("Tom purrs.", "Purr(tom)")
    twice = ("Cats purr.", "∀x (Feline(x) → Purr(x))"), ("Tom is a cat.", "Tomcat(tom)"), ("Tom purrs.", "Purr(tom)")
    assert names_of(rules, twice, rules) == [{"Cat", "Purr"}, {"Feline", "Tomcat", "Purr"}, {"Cat", "Purr"}]


def test_names_with_one_meaning_are_one() -> None:
    def declared(name: str, meaning: str, shape: str) -> Program:
        text = f"Predicates:\n{name}(x) ::: {meaning}\nPremises:\n{shape.format(name)} ::: Cats purr.\n"
        found = read_program(f"{text}Conclusion:\n{name}(tom) ∨ Purr(tom) ::: Tom is a cat or purrs.\n").program
        assert found is not None
        return found

    shapes = ["∀x ({}(x) → Purr(x))", "¬∃x ({}(x) ∧ ¬Purr(x))", "∀x (¬{}(x) ∨ Purr(x))"]
    programs = [declared(n, "x is a cat.", s) for n, s in zip(["Cat", "Feline", "Cat"], shapes, strict=True)]
    found = aligned(programs)
    assert {p.predicates[0].name for p in found} == {"Cat"}
    assert [p.signature.predicates for p in found] == [(("Cat", 1), ("Purr", 1))] * 3


def bare(text: str) -> Translation:
    return read_recorded(text, "test")


def test_what_can_not_be_mixed_is_not() -> None:
    plain = text_of(CHAIN)
    no_sentences = "Premises:\nCat(tom)\nConclusion:\nCat(tom)\n"
    for kind in (no_sentences, "∀x (", plain.replace("Dream(tom)", "Dream(y)")):
        found = mixed(ASKED, [bare(plain), bare(plain), bare(kind)], solver=SOLVER, limits=Limits(5), check=False)
        assert found is None, kind
    assert mix(CHAIN, CHAIN) is None
    assert mix(CHAIN, CHAIN, CHAIN, problem=replace(ASKED, semantics=Semantics.RULES)) is None


def filled(sentences: Sentences) -> dict[str, object]:
    *premises, goal = sentences
    return program(*premises, goal=goal, predicates={n: ["x"] for n in ("Cat", "Pet", "Sleep", "Dream")})


SLIPS = [filled(with_faults(i)) for i in (0, 1, 3)]
"""Three samples, each with a slip of its own."""


def test_the_agent_answers_by_the_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    answers = {}
    for rule in ("vote", "mixed"):
        with serving(*SLIPS) as server:
            translator = make_translator("openai:scripted", samples=3, options=ModelOptions(server.url))
            answers[rule] = solve("c", "q", translator=translator, rule=rule)
            assert len(server.requests) == 3
    assert answers["vote"].answer == "Uncertain"
    assert (answers["vote"].mix, answers["vote"].mixed) == (None, False)
    found = answers["mixed"]
    assert (found.answer, found.verdict, found.mixed, found.checked) == ("True", Verdict.ENTAILED, True, True)
    assert found.program == found.best.translation.reading.program
    assert found.program is not None
    assert "Cat(tom)" in write_program(found.program)
    assert len(found.attempts) == 3
    assert found.confidence is None, "the vote speaks of another answer"
    assert not found.ambiguous


def test_where_nothing_is_proved_of_the_mix_the_samples_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    with serving(filled(CHAIN), filled(with_faults(0)), filled(with_faults(0))) as server:
        translator = make_translator("openai:scripted", samples=3, options=ModelOptions(server.url))
        found = solve("c", "q", translator=translator, rule="mixed")
    assert found.mix is not None
    assert found.mix.attempt.verdict is Verdict.UNKNOWN
    assert not found.mixed
    assert found.vote is not None
    assert found.vote.ambiguous, "a proof and two open goals weigh the same"


def test_the_command_shows_who_voted_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    with serving(*SLIPS) as server:
        model = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache", "--samples", "3"]
        arguments = ["solve", "--context", "c", "--question", "q", *model, "--rule", "mixed"]
        ended = sorites(*arguments)
    assert ended.returncode == 0
    assert "a mix of 3 samples" in ended.stdout
    assert "How the samples voted" in ended.stdout
    assert "2 (samples 2, 3): ∀x (Cat(x) → Pet(x)); 1 (sample 1): ∀x (Pet(x) → Cat(x))" in " ".join(
        ended.stdout.split()
    )
    with serving(*SLIPS) as server:
        model[3] = server.url
        found = json.loads(
            sorites("solve", "--context", "c", "--question", "q", *model, "--rule", "mixed", "--json").stdout
        )
    assert (found["answer"], found["mixed"], found["confidence"]) == ("True", True, None)
    assert found["votes"][0] == {
        "sentence": "All cats are pets.",
        "choices": [
            {"formula": "∀x (Cat(x) → Pet(x))", "samples": [1, 2]},
            {"formula": "∀x (Pet(x) → Cat(x))", "samples": [0]},
        ],
    }
    assert "∀x (Cat(x) → Pet(x))" in found["program"]


def recorded(path: Path) -> Path:
    """Write a file of recorded samples: of the first problem each has a slip, of the second none."""
    entries = [
        {"id": "slips", "label": "True", "samples": [text_of(with_faults(i)) for i in (0, 1, 3)]},
        {"id": "none", "label": "True", "samples": [text_of(CHAIN)] * 3},
    ]
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def test_a_run_over_recorded_samples_shows_the_mix_beside_the_vote(tmp_path: Path) -> None:
    file = recorded(tmp_path / "recorded.json")
    figures = {}
    for rule in ("vote", "mixed"):
        out = tmp_path / rule
        arguments = ["--translator", f"recorded:{file}", "--samples", "0", "--rule", rule, "--check", "--out", str(out)]
        ended = sorites("bench", "folio", *arguments)
        assert ended.returncode == 0, ended.stderr
        assert ("accuracy of the mix, else the vote" in ended.stdout) is (rule == "mixed")
        figures[rule] = load_run(out, rule)
    [plain], [both] = figures["vote"].cells.values(), figures["mixed"].cells.values()
    assert ("mixed" in plain.votes, plain.votes["vote"].accuracy) == (False, 0.5)
    assert (both.votes["mixed"].accuracy, both.votes["vote"].accuracy, both.samples) == (1.0, 0.5, 6)
    lines = [json.loads(line) for line in (tmp_path / "mixed" / "records.jsonl").read_text("utf-8").splitlines()]
    mixes = [line["mix"] for line in lines if line["id"] == "slips"]
    assert mixes[1:] == [None, None]
    assert (mixes[0]["label"], mixes[0]["verdict"], mixes[0]["decides"], mixes[0]["checked"]) == (
        "True",
        "entailed",
        True,
        True,
    )
    assert mixes[0]["votes"][0] == [
        "All cats are pets.",
        [["∀x (Cat(x) → Pet(x))", [1, 2]], ["∀x (Pet(x) → Cat(x))", [0]]],
    ]
    assert "Dream(tom)" in mixes[0]["program"]
    right = {rule: dict(next(iter(run.right.values()))) for rule, run in figures.items()}
    assert right == {"vote": {"slips": False, "none": True}, "mixed": {"slips": True, "none": True}}
