"""Left corners: what a word may be, and what may begin with it, so that no rule looks where nothing of it can stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from ..vocabulary import Form

F = TypeVar("F", bound=Callable[..., Any])


class Kind:
    """What a word may be, wherever it stands: one value for all words that are written alike and may be the same.

    Attributes:
        low: the word in small letters.
        capital: whether it has a capital.
        forms: the forms that it may be.
        categories: their categories.
        lemmas: its lemmas by category and form.
    """

    __slots__ = ("capital", "categories", "forms", "lemmas", "low")

    def __init__(self, text: str, forms: tuple[Form, ...]) -> None:
        """Look at a word and its forms."""
        self.low, self.capital = text.lower().replace("’", "'"), text[:1].isupper()
        self.forms = forms if text[:1].isalpha() and len(text) > 1 else ()
        self.categories = frozenset(form.category for form in self.forms)
        self.lemmas: dict[tuple[str, str], list[str]] = {}
        for form in self.forms:
            self.lemmas.setdefault((form.category, form.form), []).append(form.lemma)


kind_of = lru_cache(maxsize=20_000)(Kind)
END: Final = Kind("", ())
"""What stands behind the last word."""
CORNERS: Final[dict[str, Callable[[Kind], bool]]] = {}
"""Whether anything that a method finds may begin with a word, by the method's name; of others, it may."""


def begun_by(begins: Callable[[Kind], bool]) -> Callable[[F], F]:
    """Say with which words what a method finds may begin."""

    def noted(found: F) -> F:
        CORNERS[found.__name__] = cache(begins)
        return found

    return noted
