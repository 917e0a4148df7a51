"""Formulas → Sorites English that reads back as the same formula."""

from .guessing import names_of
from .paraphrasing import paraphrase, say

__all__ = ["names_of", "paraphrase", "say"]
