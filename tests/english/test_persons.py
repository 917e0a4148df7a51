"""*Everyone* is every person: what else a text speaks of is none, and who is taken for one is shown."""

from __future__ import annotations

import pytest

from sorites import solve


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("Every person is kind. The router is old.", "Is the router kind?"),
        ("Everybody must rest. R2 is a robot.", "Must R2 rest?"),
        ("People need water. Lea is a person.", "Does Bob need water?"),
    ],
)
def test_where_it_is_doubtful_it_is_a_choice(context: str, question: str) -> None:
    found = solve(context, question)
    assert found.answer is None
    assert "as 'a person' it is 'True', as 'no person' it is 'Uncertain'" in found.remark


def test_who_is_taken_for_a_person_is_shown() -> None:
    found = solve("Everyone who has a ticket may enter. Lea has a ticket. The dog has a ticket.", "May Lea enter?")
    assert any("Lea is taken for a person" in line for line in found.explanation)
    assert "Lea is a person" in found._repr_markdown_()
