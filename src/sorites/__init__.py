"""Answers questions by proof: a model translates, a prover answers, a certificate convinces."""

from importlib.metadata import version

__version__ = version("sorites")
