"""Words that are verbs and nouns alike: the sentence means the same whichever it has."""

from __future__ import annotations

from benchmarks.english import measure
from benchmarks.english_changes import changed
from benchmarks.english_verbs import FRAMES, verbs_or_nouns


def test_a_verb_that_may_be_a_noun_is_answered_rightly_or_asked_about() -> None:
    report = measure(verbs_or_nouns(2 * len(FRAMES), seed=3))
    assert not report.wrong, list(map(str, report.wrong))
    assert report.tally().answered > 0.93


def test_its_answer_is_the_same_in_other_words() -> None:
    report = measure(changed(verbs_or_nouns(len(FRAMES), seed=4), every=9))
    assert not report.wrong, list(map(str, report.wrong))
    assert report.tally().refused <= 0.02 * report.tally().total
