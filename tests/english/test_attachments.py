"""Sentences in which a word may be joined to more than one thing are refused, and say what to write instead."""

from __future__ import annotations

import pytest

from sorites import solve

REFUSED = """
All guests except Anne and Bob paid. Bob is a guest. | Did Bob pay? | except Anne and Bob
Mary is a cook. Ben is her boss. | Is Ben Mary's boss? | is her boss
The teacher praised Tim and his parents. | Did the teacher praise Tim? | Tim and his parents
Ann visited Tim in his flat. | Does Ann have a flat? | Ann visited Tim in his flat
The cat slept on the sofa and the dog under the table. | Did the cat sleep under the table? | on the sofa and the dog
Tim is Ann and Bob's son. | Is Tim Ann? | Ann and Bob's son
Tim does not know the girls. Eva is one of the girls. | Does Tim know Eva? | not know the girls
Ann has two cats. They are black. | Is Ann black? | 'They' may be 'two cats'
Ann's shoes are new. They are red. | Is Ann red? | 'They' may be 'Ann's shoes'
"""
READ = """
Tim does not know any of the girls. Eva is one of the girls. | Does Tim know Eva? | False
All guests except Anne paid. Bob is a guest. Bob is not Anne. | Did Bob pay? | True
Ben is Mary's boss. | Is Ben Mary's boss? | True
Tom likes his dog. | Does Tom like his dog? | True
Anne and Bob are kind. They are nice. | Is Anne nice? | True
Ann does not like the boss. | Does Ann like the boss? | False
"""


@pytest.mark.parametrize("row", REFUSED.strip().splitlines())
def test_what_may_be_joined_to_several_is_refused(row: str) -> None:
    context, question, named = row.split(" | ")
    found = solve(context, question)
    assert found.answer is None
    assert named in " ".join(d.message for d in found.diagnostics if d.level == "error")


@pytest.mark.parametrize("row", READ.strip().splitlines())
def test_what_is_written_plainly_is_read(row: str) -> None:
    context, question, label = row.split(" | ")
    assert solve(context, question).answer == label
