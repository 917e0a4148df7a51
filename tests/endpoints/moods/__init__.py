"""The moods of endpoints, by family."""

from . import breaking, limits, parameters, shapes, thoughts, vendors, words
from .mood import Mood

FAMILIES = {
    "parameters": parameters.MOODS,
    "thoughts": thoughts.MOODS,
    "limits": limits.MOODS,
    "breaking": breaking.MOODS,
    "words": words.MOODS,
    "shapes": shapes.MOODS,
    "vendors": vendors.MOODS,
}
MOODS: dict[str, Mood] = {mood.name: mood for family in FAMILIES.values() for mood in family}

__all__ = ["FAMILIES", "MOODS", "Mood"]
