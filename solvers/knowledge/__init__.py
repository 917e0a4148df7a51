"""Premises that are asked many questions."""

from .base import KnowledgeBase

__all__ = ["KnowledgeBase"]
