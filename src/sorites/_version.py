"""The version, which the distribution knows."""

from importlib.metadata import version

__version__ = version("sorites")
