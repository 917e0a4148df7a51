"""What would settle an open question: which links are found, that each does settle it, and that none is assumed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sorites import Options, Problem, Solution, Verdict, aanswer, answer
from sorites.agent.answer_output import solve_output
from sorites.agent.linking import MOST, links
from sorites.solvers import Limits, Program, Statement, prove, read_program
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import Atom, Formula
from sorites.testing import Reply, Server, program, serving
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Translation, make_translator

from .command import sorites
from .strategies import small_programs

SPEECH = (
    "Predicates:\nWrites(x, y) ::: x writes y\nWriter(x, y) ::: x is the writer of y\nPaid(x) ::: x is paid\n"
    "Premises:\n∀x (Writer(x, speech) → Paid(x))\nWrites(ann, speech)\nConclusion:\n{}Paid(ann)"
)


@dataclass(frozen=True)
class Written:
    """A translator that gives one program."""

    text: str
    name: str = "written"

    def translations(self, problem: Problem) -> list[Translation]:
        return [Translation(read_program(self.text), self.name, 0.0)]


def answered(text: str) -> Solution:
    problem = Problem("p", "a text", "a question?", TRUE_FALSE_UNCERTAIN)
    return answer(problem, Options.of(Written(text)))


@pytest.mark.parametrize(
    ("text", "form", "condition", "verdict"),
    [
        (SPEECH.format(""), "same", "'writer of' were the same as 'writes'", "entailed"),
        (SPEECH.format("¬"), "same", "'writer of' were the same as 'writes'", "refuted"),
        (
            "Premises:\n∀x (IsMortal(x) → Dies(x))\nMortalBeing(ann)\n∀x (MortalBeing(x) → Mortals(x))\n"
            "Conclusion:\nDies(ann)",
            "same",
            "'is mortal' were the same as 'mortal being'",
            "entailed",
        ),
        (
            "Premises:\n∀x (Dog(x) → Barks(x))\nLargeDog(rex)\nConclusion:\nBarks(rex)",
            "narrower",
            "the text meant 'Every large dog is a dog.'",
            "entailed",
        ),
        (
            "Premises:\n∀x (Happy(x) → Sings(x))\n∀x (Unhappy(x) → Cries(x))\n¬Sings(ann) ∧ Unhappy(bob)\n"
            "Conclusion:\nHappy(bob)",
            "opposite",
            "the text meant 'Nothing that is happy is unhappy.'",
            "refuted",
        ),
        (
            "Premises:\n∀x (German(x) → European(x))\nGerman(heinrichSchmidt)\nConclusion:\nEuropean(heinrichScmidt)",
            "identical",
            "'Heinrich Scmidt' were the same as 'Heinrich Schmidt'",
            "entailed",
        ),
        (
            "Predicates:\nAnimal(x) ::: x is an animal\n"
            "Premises:\n∀x (Animal(x) → (Rabbit(x) ⊕ Squirrel(x)))\n¬Squirrel(rock)\nConclusion:\nRabbit(rock)",
            "type",
            "the text meant 'Rock is an animal.'",
            "entailed",
        ),
        (
            "Premises:\n∀x (Person(x) → Thinks(x))\nStudent(ann)\n∃x Person(x)\nConclusion:\nThinks(ann)",
            "narrower",
            "the text meant 'Every student is a person.'",
            "entailed",
        ),
        (
            "Premises:\n∀x (Dog(x) → Barks(x))\nDog(fido)\nConclusion:\nBarks(rex_the_dog)",
            "type",
            "the text meant 'Rex The Dog is a dog.'",
            "entailed",
        ),
        (
            "Premises:\nSucks(vacuum)\nVacuum(space)\nConclusion:\nSucks(space)",
            "kind",
            "the text meant 'Every vacuum sucks.'",
            "entailed",
        ),
        (
            "Premises:\n∀x (WorksAtAcme(x) → Rich(x))\nWorks(ann, acme)\nConclusion:\nRich(ann)",
            "relation",
            "the text meant 'For every x, x works at acme if and only if x works Acme.'",
            "entailed",
        ),
        (
            "Premises:\nMarried(ann, bob)\n∀x (Married(x, ann) → Happy(x))\nConclusion:\nHappy(bob)",
            "symmetric",
            "the text meant",
            "entailed",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 15 else "",
)
def test_what_would_settle_it_is_offered(text: str, form: str, condition: str, verdict: str) -> None:
    solution = answered(text)
    assert (solution.answer, solution.verdict) == ("Uncertain", Verdict.UNKNOWN)  # nothing is assumed
    first = solution.links[0]
    assert (first.form, first.verdict.value) == (form, verdict)
    assert condition in first.condition
    label = TRUE_FALSE_UNCERTAIN.label(first.verdict)
    said = f"It would be '{label}' if {first.condition}."
    assert said in solution._repr_markdown_().replace("\\", "")
    shown = solve_output(solution).links[0]
    assert (shown.answer, shown.verdict, shown.sentence) == (label, first.verdict, first.said)


@pytest.mark.parametrize(
    "text",
    [
        # One sentence has both, so they are not the same.
        "Premises:\nLunchOffice(ann) ⊕ LunchHome(ann)\n∀x (LunchHome(x) → Late(x))\nConclusion:\nLate(ann)",
        # What is asked itself is no link, nor is what says it all.
        "Premises:\nKind(ann)\nConclusion:\nTall(ann)",
        "Premises:\n∀x (Dog(x) → Barks(x))\nBarks(rex)\nConclusion:\nDog(rex)",
        # Kinds that differ in a word are different kinds.
        "Premises:\nEasternTurkey(tom)\nConclusion:\nWesternTurkey(tom)",
        # Names with other numbers are of other things.
        "Premises:\nOpen(room12)\nConclusion:\nOpen(room13)",
        # It contradicts the text.
        "Premises:\n∀x (Dog(x) → Barks(x))\nLargeDog(rex)\n¬Dog(rex)\nConclusion:\nBarks(rex)",
        # What is proved needs none, nor what is contradictory.
        "Premises:\n∀x (Dog(x) → Barks(x))\nDog(rex)\nConclusion:\nBarks(rex)",
        "Premises:\nDog(rex)\n¬Dog(rex)\nLargeDog(rex)\nConclusion:\nBarks(rex)",
        # Who it is, what holds by rules and what normally holds are not sought.
        "Premises:\nLargeDog(rex)\n∀x (Dog(x) → Barks(x))\nConclusion:\n?x Barks(x)",
    ],
)  # fmt: skip
def test_nothing_is_offered_without_reason(text: str) -> None:
    solution = answered(text)
    assert solution.links == ()
    assert solve_output(solution).links == []
    assert "would be" not in solution._repr_html_()


APART = [  # what both are said of is no reason, nor what small words they have besides others
    ("FailsExam(x)", "PassesExam(x)"),
    ("Fails(x, exam)", "Passes(x, exam)"),
    ("Wins(x, game)", "Loses(x, game)"),
    ("LovesAnn(x)", "HatesAnn(x)"),
    ("Loves(x, ann)", "Hates(x, ann)"),
    ("Likes(x, ann)", "Dislikes(x, ann)"),
    ("LikesAnn(x)", "DislikesAnn(x)"),
    ("Above(x, shelf)", "Below(x, shelf)"),
    ("SitsAboveShelf(x)", "SitsBelowShelf(x)"),
    ("ArrivesBeforeNoon(x)", "ArrivesAfterNoon(x)"),
    ("TurnsOn(x)", "TurnsOff(x)"),
    ("MayPark(x)", "MustPark(x)"),
    ("CannotSwim(x)", "CanSwim(x)"),
    ("MustPay(x)", "Pays(x)"),
    ("DoesntSmoke(x)", "Smokes(x)"),
    ("WithoutSugar(x)", "WithSugar(x)"),
    ("LacksCar(x)", "HasCar(x)"),
    ("FewPets(x)", "ManyPets(x)"),
    ("ThreeSides(x)", "FourSides(x)"),
    ("RichMan(x)", "PoorMan(x)"),
    ("Homeless(x)", "Home(x)"),
    ("Employer(x)", "Employee(x)"),
    ("Employs(x, ann)", "EmployedBy(x, ann)"),
    ("OlderThan(x, ann)", "YoungerThan(x, ann)"),
]


@pytest.mark.parametrize(("one", "other"), [*APART, *((other, one) for one, other in APART)])
def test_opposites_are_never_offered_as_the_same(one: str, other: str) -> None:
    said = other.replace("(x", "(bob")
    found = answered(f"Premises:\n∀x ({one} → Glad(x))\n{said}\nConclusion:\nGlad(bob)").links
    assert [link.condition for link in found] == []


def test_links_are_few_near_and_found_in_time() -> None:
    rules = "\n".join(f"∀x (LargeDog{'abcdefgh'[i]}(x) → Barks(x))" for i in range(8))
    facts = "\n".join(f"BigDog{'abcdefgh'[i]}(rex)" for i in range(8))
    program = read_program(f"Premises:\n{rules}\n{facts}\nConclusion:\nBarks(rex)").program
    assert program is not None
    outcome = prove(program)
    found = links(program, outcome, least=0.1, limits=Limits(30))
    assert 0 < len(found) <= MOST
    assert [one.nearness for one in found] == sorted((one.nearness for one in found), reverse=True)
    assert len(links(program, outcome, least=0.1, most=1, limits=Limits(30))) == 1
    assert links(program, outcome, least=0.1, limits=Limits(0.0)) == ()
    assert links(program, outcome, least=1.0) == ()


def test_agents_and_programs_are_told(tmp_path: Path) -> None:
    from sorites.agent.answer_output import FOR_AGENTS

    shown = solve_output(answered(SPEECH.format(""))).model_dump(mode="json", include=set(FOR_AGENTS))
    [link] = shown["links"]
    assert link == {
        "form": "same",
        "sentence": "For every x and every y, x is a writer of y if and only if x writes y.",
        "formula": "∀x ∀y (Writer(x, y) ↔ Writes(x, y))",
        "nearness": 0.85,
        "verdict": "entailed",
        "answer": "True",
    }


def test_two_names_with_one_gloss_are_told_apart() -> None:
    text = (
        "Predicates:\nWon(x) ::: x won\nWins(x) ::: x won\nPremises:\n∀x (Won(x) → Glad(x))\nWins(ann)\n"
        "Conclusion:\nGlad(ann)"
    )
    [link, *_] = answered(text).links
    assert link.linked == ("Won", "Wins")


SETTLED = {Verdict.ENTAILED, Verdict.REFUTED}


@settings(deadline=None, max_examples=25)
@given(small_programs(functions=True))
def test_each_link_settles_it_and_contradicts_nothing(program: Program) -> None:
    outcome = prove(program, "z3", Limits(2))
    found = links(program, outcome, least=0.0)
    assert not found or outcome.verdict is Verdict.UNKNOWN
    for link in found:
        linked = replace(program, premises=(*program.premises, Statement(link.formula)))
        assert prove(linked, "portfolio", Limits(5)).verdict is link.verdict
        alone = replace(program, premises=(Statement(link.formula),))
        assert prove(alone, "portfolio", Limits(5)).verdict not in SETTLED


SLIPS = (("Barks", "Barked"), ("Dog", "Dogs"), ("Pet", "Pets"), ("Barks", "Zzz"))


@given(st.sampled_from(SLIPS), st.integers(0, 3))
@settings(deadline=None, max_examples=20)
def test_a_slip_loses_certainty_and_never_adds_any(slip: tuple[str, str], place: int) -> None:
    right = read_program(
        "Premises:\n∀x (Dog(x) → Barks(x))\n∀x (Pet(x) → Dog(x))\nPet(rex)\nConclusion:\nBarks(rex)"
    ).program
    assert right is not None
    statements = [*right.premises, right.goal]
    renamed = rewrite(statements[place].formula, lambda f: _renamed(f, *slip))
    assume(renamed != statements[place].formula)
    statements[place] = replace(statements[place], formula=renamed)
    wrong = replace(right, premises=tuple(statements[:-1]), goal=statements[-1])
    outcome = prove(wrong)
    assert outcome.verdict is Verdict.UNKNOWN
    found = links(wrong, outcome, limits=Limits(30))
    assert all(link.verdict is Verdict.ENTAILED for link in found)
    if slip[1] != "Zzz":
        assert found


@given(small_programs())
@settings(deadline=None, max_examples=20)
def test_other_names_throughout_change_no_verdict(program: Program) -> None:
    renamed = replace(
        program,
        premises=tuple(replace(p, formula=rewrite(p.formula, _numbered)) for p in program.premises),
        goal=replace(program.goal, formula=rewrite(program.goal.formula, _numbered)),
    )
    first, second = prove(program, "z3", Limits(2)), prove(renamed, "z3", Limits(2))
    assert first.verdict is second.verdict
    assert bool(links(renamed, second)) <= (second.verdict is Verdict.UNKNOWN)


def _renamed(formula: Formula, old: str, new: str) -> Formula:
    return Atom(new, formula.args) if isinstance(formula, Atom) and formula.name == old else formula


def _numbered(formula: Formula) -> Formula:
    return Atom(f"{formula.name}{len(formula.name)}q", formula.args) if isinstance(formula, Atom) else formula


def test_the_benchmark_counts_right_links(tmp_path: Path) -> None:
    file = tmp_path / "programs.json"
    entry = {"context": "", "question": "", "options": [], "raw_logic_programs": [SPEECH.format("")]}
    sure = {**entry, "raw_logic_programs": ["Premises:\nDog(rex)\nConclusion:\nDog(rex)"]}
    entries = [{**entry, "id": str(i), "answer": "ACB"[i]} for i in range(3)]
    file.write_text(json.dumps([*entries, {**sure, "id": "4", "answer": "A"}]))
    command = [sys.executable, "-m", "benchmarks.links", "--data", str(file), "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    rows = {row["least"]: row for row in found["rows"]}
    assert rows[0.6] == {
        "least": 0.6, "wrong": 2, "right_first": 1, "right_in_three": 1, "other_first": 1, "right": 1, "offered": 1
    }  # fmt: skip
    assert rows[0.9]["right_first"] == rows[0.9]["offered"] == 0
    ended = subprocess.run([*command[:-2], str(tmp_path / "none.json")], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "error:" in ended.stderr


# -- what a model affirms --------------------------------------------------------------------

TEXT = "Everyone who is a writer of a speech is paid. Ann writes a speech."
OPEN = program(
    ("Everyone who is a writer of a speech is paid.", "∀x (WriterOfSpeech(x) → Paid(x))"),
    ("Ann writes a speech.", "WritesSpeech(ann)"),
    goal=("Ann is paid.", "Paid(ann)"),
)
PASSAGES = ["Everyone who is a writer of a speech", "Ann writes a speech."]


def affirmed(*passages: str, meant: str = "yes", number: int = 1) -> Reply:
    return Reply({"answers": [{"number": number, "meant": meant, "passages": list(passages)}]})


def asked_of(server: Server, *, ask: bool = True, **more: Any) -> Options:
    translator = make_translator("openai:scripted", options=ModelOptions(server.url, api_key="none"))
    return Options.of(translator, "z3", ask_links=ask, **more)


def problem() -> Problem:
    return Problem("p", TEXT, "Is Ann paid?", TRUE_FALSE_UNCERTAIN)


@pytest.mark.parametrize("waits", [False, True])
def test_what_the_model_points_to_is_assumed_and_shown(waits: bool) -> None:
    with serving(OPEN, affirmed(*PASSAGES)) as server:
        options = asked_of(server)
        solution = asyncio.run(aanswer(problem(), options)) if waits else answer(problem(), options)
    assert (solution.answer, solution.verdict, solution.checked) == ("True", Verdict.ENTAILED, True)
    assert len(server.requests) == 2
    told = json.dumps(server.requests[1], ensure_ascii=False)
    assert "Does the text mean one thing by 'writer of speech' and 'writes speech'?" in told
    assert "True" not in told.split("Questions:")[1]  # nor is it told what would come of it
    assert "assumed, as the model says" in solution.remark
    [shown] = [said for said in solve_output(solution).read if said.role == "assumed"]
    assert all(passage in shown.why for passage in PASSAGES)
    assert shown.formula == "∀x (WriterOfSpeech(x) ↔ WritesSpeech(x))"
    assert [d.code for d in solution.diagnostics].count("assumed-link") == 1
    assert [attempt.verdict for attempt in solution.attempts] == [Verdict.UNKNOWN, Verdict.ENTAILED]
    assert solution.links == ()
    assert solution.usage.requests == 2
    assert "assumed, as the model says" in solution._repr_markdown_()


@pytest.mark.parametrize(
    "reply",
    [
        affirmed(*PASSAGES, meant="no"),
        affirmed(),  # it points to nothing
        affirmed("Ann writes a speech."),  # to one of the two only
        affirmed("Everyone who is a writer of a speech", "A speech has a writer."),  # to what is not there
        affirmed("Everyone", "Ann"),  # to what speaks of neither
        affirmed("Is Ann paid?", "Ann paid"),  # to the question
        affirmed(*PASSAGES, number=7),  # it answers what was not asked
        Reply("I would rather not say."),
    ],
)
def test_what_it_cannot_point_to_is_not_assumed(reply: Reply) -> None:
    with serving(OPEN, reply) as server:
        solution = answer(problem(), asked_of(server))
    assert (solution.answer, solution.verdict) == ("Uncertain", Verdict.UNKNOWN)
    assert solution.program is not None
    assert len(solution.program.premises) == 2
    assert "assumed-link" not in {d.code for d in solution.diagnostics}
    assert [link.verdict for link in solution.links] == [Verdict.ENTAILED]
    assert [attempt.kept for attempt in solution.attempts] == [True, False]


def test_nobody_is_asked_without_need() -> None:
    good = program(("Ann is paid.", "Paid(ann)"), goal=("Ann is paid.", "Paid(ann)"))
    far = program(("Ann is kind.", "Kind(ann)"), goal=("Ann is paid.", "Paid(ann)"))
    for written, ask in ((OPEN, False), (good, True), (far, True)):
        with serving(written) as server:
            answer(problem(), asked_of(server, ask=ask, max_repairs=0))
        assert len(server.requests) == 1


def test_the_command_line_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    with serving(OPEN, affirmed(*PASSAGES)) as server:
        arguments = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache"]
        arguments += ["--context", TEXT, "--question", "Is Ann paid?"]
        ended = sorites("solve", *arguments, "--ask-links")
    assert "assumed, as the model says that the text means it" in ended.stdout
    assert "Assumed besides" in ended.stdout
