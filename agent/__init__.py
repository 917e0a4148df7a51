"""What people run: answering one problem, and the commands about one problem.

``solve`` answers in one line, ``SolverAgent`` is the same agent as a LangChain
Runnable. Both are loaded when they are first used, so that ``import agent`` is quick.
"""

from __future__ import annotations

if __name__ != "sorites.agent":
    raise ImportError("this folder is the package sorites.agent; import it by that name")

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answering import Reasoner, solve
    from .runnable import SolverAgent, as_tool
    from .solution import Attempt, Solution
    from .tools import as_tools, create_reasoner

__all__ = ["Attempt", "Reasoner", "Solution", "SolverAgent", "as_tool", "as_tools", "create_reasoner", "solve"]

_WHERE = {
    "Attempt": "solution",
    "Reasoner": "answering",
    "Solution": "solution",
    "SolverAgent": "runnable",
    "as_tool": "runnable",
    "as_tools": "tools",
    "create_reasoner": "tools",
    "solve": "answering",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'agent' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
