"""Votes: proofs weigh more than unknown, signs of faults weigh less, an even split is no answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from sorites import solve
from sorites.agent.output import solve_data
from sorites.agent.showing import headline
from sorites.agent.voting import RULES, Ballot, Vote, majority, signs_of, vote
from sorites.solvers import Verdict
from sorites.testing import program, serving
from sorites.translators import ModelOptions, Problem, Translation, make_translator

from ..command import sorites
from ..replies import ANNE, CONTRADICTORY, GOOD, KIND

TRUE, OPEN = Ballot("True", Verdict.ENTAILED), Ballot("Uncertain", Verdict.UNKNOWN)
FALSE, NONE = Ballot("False", Verdict.REFUTED), Ballot(None, Verdict.INCONSISTENT)
DOUBTFUL = Ballot("True", Verdict.ENTAILED, frozenset({"arity-clash", "free-variable"}))


@pytest.mark.parametrize(
    ("ballot", "weight"),
    [
        (Ballot("True", Verdict.ENTAILED), 2.0),
        (Ballot("False", Verdict.REFUTED), 2.0),
        (Ballot("Uncertain", Verdict.UNKNOWN), 1.0),
        (Ballot("True", Verdict.ENTAILED, frozenset({"mended"})), 1.0),
        (Ballot("True", Verdict.ENTAILED, frozenset({"mended", "arity-clash"})), 0.5),
        (Ballot("Uncertain", Verdict.UNKNOWN, frozenset({"mended"})), 0.5),
        (Ballot("True", Verdict.INCONSISTENT), 0.0),
        (Ballot("True", Verdict.UNDECIDED), 0.0),
        (Ballot("True", None), 0.0),
        (Ballot(None, Verdict.ENTAILED), 0.0),
    ],
)
def test_what_a_ballot_weighs(ballot: Ballot, weight: float) -> None:
    assert ballot.weight == weight


def test_a_proof_outweighs_an_open_question() -> None:
    counted = vote([TRUE, TRUE, OPEN, OPEN, OPEN])
    assert (counted.label, counted.ambiguous) == ("True", False)
    assert counted.confidence == pytest.approx(4 / 10)
    assert counted.shares == (("True", 4 / 7), ("Uncertain", 3 / 7))
    assert vote([OPEN, OPEN, OPEN, TRUE]).shares[0] == ("Uncertain", 3 / 5)


def test_signs_of_faults_weigh_less() -> None:
    assert vote([DOUBTFUL, OPEN]).label == "Uncertain"
    assert signs_of([("missing-bracket", "mended"), ("stray-bracket", "mended"), ("ellipsis", "error")]) == {"mended"}


@pytest.mark.parametrize("code", ["arity-clash", "free-variable", "goal-unmentioned", "predicate-as-term"])
def test_each_warning_that_is_a_sign_counts_once(code: str) -> None:
    found = signs_of([("unused-predicate", "warning"), (code, "warning"), (code, "warning")])
    assert found == {code}
    assert vote([Ballot("True", Verdict.ENTAILED, found), FALSE]).label == "False"


def test_confidence_is_the_share_of_what_faultless_proofs_would_weigh() -> None:
    votes = [vote([TRUE] * n + [NONE] * (40 - n)) for n in range(1, 41)]
    assert [one.confidence for one in votes] == [n / 40 for n in range(1, 41)]


def test_an_even_split_is_ambiguous() -> None:
    counted = vote([TRUE, FALSE])
    assert counted.label is None
    assert counted.ambiguous
    assert dict(counted.shares) == {"True": 0.5, "False": 0.5}
    assert counted.confidence == 0.5
    three = vote([TRUE, TRUE, FALSE, OPEN, OPEN])
    assert (three.label, three.ambiguous) == ("True", False), "only the second and the third are even"
    assert not vote([TRUE]).ambiguous


@pytest.mark.parametrize(("signs", "even"), [(20, False), (40, True)])
def test_what_arithmetic_makes_of_an_even_split_is_even(signs: int, even: bool) -> None:
    """A ballot that weighs next to nothing decides; one that rounding could have made does not."""
    light = Ballot("True", Verdict.ENTAILED, frozenset(map(str, range(signs))))
    for ballots in ([TRUE, light, FALSE], [FALSE, light, TRUE]):
        assert vote(ballots).ambiguous is even
        assert vote(ballots).label == (None if even else "True")


def test_contradictions_do_not_vote() -> None:
    assert vote([NONE, NONE, OPEN]).label == "Uncertain"
    assert vote([NONE, NONE, OPEN]).shares == (("Uncertain", 1.0),)
    assert vote([NONE, NONE, OPEN]).confidence == pytest.approx(1 / 6)
    assert vote([Ballot("True", Verdict.INCONSISTENT), OPEN]).shares == (("Uncertain", 1.0),)
    for none in ([NONE], []):
        assert vote(none) == majority(none) == Vote(None, 0.0, ())


def test_a_majority_goes_by_number() -> None:
    counted = majority([OPEN, TRUE, OPEN, NONE])
    assert counted == Vote("Uncertain", 0.5, (("Uncertain", 2 / 3), ("True", 1 / 3)))
    assert majority([DOUBTFUL, TRUE, FALSE]).label == "True"
    split = majority([FALSE, TRUE])
    assert (split.label, split.ambiguous, split.confidence) == ("False", True, 0.5), "the first, as LINC does"
    assert {"vote": vote, "majority": majority} == RULES


def test_the_agent_lets_samples_vote() -> None:
    unknown = program(KIND, ANNE, goal=("Anne is nice.", "Nice(bob)"))
    with serving(unknown, GOOD, CONTRADICTORY) as server:
        translator = make_translator("openai:scripted", samples=3, options=ModelOptions(server.url))
        solution = solve("c", "q", translator=translator)
    assert solution.answer == "True"
    assert len(solution.attempts) == 3
    assert solution.vote is not None
    assert solution.vote.confidence == pytest.approx(1 / 3)
    assert solution.verdict is Verdict.ENTAILED
    assert len(server.requests) == 3


def test_an_even_split_shows_its_readings() -> None:
    denied = program(KIND, ("Anne is kind.", "¬Nice(anne)"), goal=("Anne is nice.", "Nice(anne)"))
    with serving(denied, GOOD) as server:
        arguments = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache", "--samples", "2"]
        ended = sorites("solve", "--context", "c", "--question", "q", *arguments)
    assert ended.returncode == 1
    assert "ambiguous: " in ended.stdout
    assert "1 of 2 say entailed: Nice(anne)" in ended.stdout
    assert "1 of 2 say refuted: Nice(anne)" in ended.stdout


@dataclass(frozen=True)
class Told:
    """A translator that takes each of several texts for what the problem says."""

    contexts: tuple[str, ...]
    name: str = "told"

    def translations(self, problem: Problem) -> list[Translation]:
        english = make_translator("english")
        return [english.translations(replace(problem, context=text))[0] for text in self.contexts]


def test_samples_without_one_option_are_left_out_and_counted() -> None:
    """Existence and uniqueness: no option, or more than one, is the answer of a translation that is wrong."""
    ann, both, none = "Ann is tall.", "Ann is tall. Bob is tall.", "Cal is tall."
    asked = "Which statement is true?", ("A) Ann is tall.", "B) Bob is tall.")
    found = solve("c", *asked, translator=Told((both, ann, none, both)))
    assert (found.answer, found.pruned) == ("Ann is tall.", 3)
    assert found.vote is not None
    assert found.vote.shares == (("Ann is tall.", 1.0),)
    sure = solve("c", *asked, translator=Told((ann,) * 4)).vote
    assert sure is not None
    assert found.vote.confidence < sure.confidence, "what is left out makes the answer less sure"
    assert any("3 of 4 samples left out" in line for line in headline(found))
    assert solve_data(found)["pruned"] == 3
    alone = solve("c", *asked, translator=Told((ann,)))
    assert (alone.answer, alone.pruned) == ("Ann is tall.", 0)
    nobody = solve("c", *asked, translator=Told((both, none)))
    assert (nobody.answer, nobody.pruned) == (None, 2)
