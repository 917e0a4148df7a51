"""Where sentences end: behind a letter that stands for something, not behind an initial."""

from __future__ import annotations

import pytest

from sorites.translators.sentences import split


@pytest.mark.parametrize(
    "sentences",
    [
        ("If X knows Y, then Y knows X.", "Lea knows Udo."),
        ("If P reports to Q and Q reports to Z, then P reports to Z.", "Tina reports to Udo."),
        ("Lea takes vitamin C.", "Udo takes it, too."),
        ("Java is slower than C.", "C is slower than Go."),
        ("Lea prefers plan B.", "Udo sleeps."),
        ("Lea met J. Smith.", "Udo slept."),
        ("John F. Kennedy was tall.", "J. K. Rowling writes."),
        ("The book by J. Smith is old.", "Dr. Lee owns it."),
        ("Dr. Bell met J. Smith in the U.S. today.", "It cost 3.5 dollars!", "no end"),
        ('He said "No."', "Then he left."),
    ],
)
def test_sentences_end_behind_letters_but_not_behind_initials(sentences: tuple[str, ...]) -> None:
    assert tuple(s.text for s in split(" ".join(sentences))) == sentences
