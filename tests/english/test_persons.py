"""*Everyone* is every person: what else a text speaks of is none, and who is taken for one is shown."""

from __future__ import annotations

from sorites import solve


def test_who_is_taken_for_a_person_is_shown() -> None:
    found = solve("Everyone who has a ticket may enter. Lea has a ticket. The dog has a ticket.", "May Lea enter?")
    assert any("Lea is taken for a person" in line for line in found.explanation)
    assert "Lea is a person" in found._repr_markdown_()
