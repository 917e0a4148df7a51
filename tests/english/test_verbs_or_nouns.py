"""Words that are verbs and nouns alike: the sentence means the same whichever it has."""

from __future__ import annotations

import pytest

from benchmarks.english import measure
from benchmarks.english_changes import changed
from benchmarks.english_verbs import FRAMES, verbs_or_nouns
from sorites import solve


def test_a_verb_that_may_be_a_noun_is_answered_rightly_or_asked_about() -> None:
    report = measure(verbs_or_nouns(4 * len(FRAMES), seed=3))
    wrong = [(a.item.context, a.item.question, a.got) for a in report.answers if a.score == "wrong"]
    assert not wrong
    assert report.tally().answered > 0.93


def test_its_answer_is_the_same_in_other_words() -> None:
    changes = changed(verbs_or_nouns(len(FRAMES), seed=4), every=9)
    assert not changes.faults, [str(f) for f in changes.faults]
    assert changes.total.refused <= 0.02 * changes.total.total


CLERK = "Every clerk in the annex files reports. Bob is a clerk in the annex."


@pytest.mark.parametrize(
    ("context", "question", "answer"),
    [
        # a word with a capital that nothing lists is a name; one that is listed is one if it stands so elsewhere
        ("Ada buys flour.", "Does somebody buy flour?", "True"),
        ("Hope guards work. Zed sings if anyone works or guards.", "Does anyone guard?", None),
        ("Hope guards work. Zed sings if Hope sings.", "Does anyone guard something?", "True"),
        # compounds stay compounds
        ("Guard dogs bark. Rex is a guard dog.", "Does Rex bark?", "True"),
        ("The fire drills work. Everything that works is useful.", "Are the fire drills useful?", "True"),
        ("All zorp files flim. Rex is a zorp file.", "Does Rex flim?", "True"),
        # what has two readings is asked about, unless the other sentences use the words in one sense
        (f"{CLERK} Ann is a clerk in the annex files. Whoever reports sings.", "Does Ann sing?", "True"),
        (f"{CLERK} Whoever files reports sings.", "Does Bob sing?", "True"),
        (CLERK, "Does Bob file reports?", "True"),
        (f"{CLERK} Ann reads the annex files.", "Does Bob file reports?", None),
        ("The gold plan covers surgery.", "Does the gold plan cover surgery?", "True"),
        ("The bank clerk labels food.", "Does the bank clerk label food?", "True"),
        # a passive by somebody speaks of all or of some, as the active does not
        ("Omar moves houses.", "Are houses moved by Omar?", None),
        ("Houses are not moved by Omar.", "Does Omar move houses?", "False"),
        ("Houses are painted. Zed is a house.", "Is Zed painted?", "True"),
    ],
)
def test_which_word_is_the_verb(context: str, question: str, answer: str | None) -> None:
    assert solve(context, question).answer == answer
