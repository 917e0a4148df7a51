"""BookRule books: one text of rules that people review, asked of many cases, with a certificate for each answer."""

from .answers import Decision, Reason, Status
from .facts import MisfitFacts
from .reading import BookFault
from .rulebook import RuleBook

__all__ = ["BookFault", "Decision", "MisfitFacts", "Reason", "RuleBook", "Status"]
