"""Would the tests notice? Small faults are put into a module, one at a time, and its tests run against each.

``uv run python -m benchmarks.mutants voting --n 100 --seed 1``

Nothing is written: each mutant lives in a forked process, whose import system is handed the
changed tree. cosmic-ray changes the files themselves, and mutmut names modules by their folders,
which is not what ours are imported as.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import os
import random
import resource
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest


@dataclass(frozen=True, slots=True)
class Target:
    """Modules, and the tests that have to notice what is wrong with them: a table of ``mutants.toml``.

    Attributes:
        modules: what is changed.
        tests: the files of tests, or single tests of a file.
        only: which of these, as pytest's ``-k`` has it.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    only: str = ""

    @classmethod
    def of(cls, told: dict[str, list[str]]) -> Target:
        """Return a target as the table has it: without the rooms that all modules, and all tests, are in."""
        only = " and ".join(f"not {name}" for name in told.get("not", ()))
        return cls(tuple(f"sorites.{m}" for m in told["modules"]), tuple(f"tests/{t}" for t in told["tests"]), only)


_TABLE: Final = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text("utf-8"))
TARGETS: Final = {name: Target.of(told) for name, told in _TABLE["targets"].items()}
EQUIVALENT: Final = {(one["before"], one["after"]): one["why"] for one in _TABLE["equivalent"]}
"""Mutants that no test can tell from what they change, each with the reason."""
HEAVY: Final = "hypothesis z3 pydantic typer rich scipy.stats langchain_core.runnables openai instructor".split()
"""What tests import that is not ours: loaded once, before the forks."""

SWAPPED: Final[dict[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt), ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,), ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,),
}  # fmt: skip
CALLS: Final = {"any": "all", "all": "any", "min": "max", "max": "min"}
UNTOUCHED: Final = {"annotation", "returns", "decorator_list", "bases", "type_params"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: a node of a module's tree, and what stands in its place."""

    module: str
    number: int
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        """Return where it is, and what it changes."""
        return f"{self.module}:{self.line}  {self.before}  →  {self.after}"


def variants(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901, PLR0912  # a table, one kind of node a row
    """Yield what a slip could have made of a node."""
    match node:
        case ast.Compare(left, [op], [right]):
            yield from (ast.Compare(left, [kind()], [right]) for kind in SWAPPED.get(type(op), ()))  # type: ignore[list-item]
        case ast.BoolOp(op, values):
            yield from (ast.BoolOp(kind(), values) for kind in SWAPPED[type(op)])  # type: ignore[arg-type]
        case ast.BinOp(left, op, right):
            yield from (ast.BinOp(left, kind(), right) for kind in SWAPPED.get(type(op), ()))  # type: ignore[arg-type]
        case ast.AugAssign(target, op, value):
            yield from (ast.AugAssign(target, kind(), value) for kind in SWAPPED.get(type(op), ()))  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(str() as value) if value and not any(c.isspace() for c in value):  # no words for people
            yield ast.Constant(f"{value}X")
        case ast.Return(value) if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.IfExp(test, body, otherwise):
            yield ast.IfExp(test, otherwise, body)
        case ast.If(test, body, otherwise):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, otherwise)
            if not otherwise:
                yield ast.Pass()
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.comprehension(target, iterated, [_, *_], is_async):
            yield ast.comprehension(target, iterated, [], is_async)
        case ast.match_case(pattern, guard, body) if guard is not None:
            yield ast.match_case(pattern, None, body)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name], ast.Load()), arguments, keywords)


def places(node: ast.AST, statement: ast.stmt | None = None) -> Iterator[tuple[ast.AST, str, int | None, ast.stmt]]:
    """Yield where a node can stand that may be changed: its parent, the field, the place in it, and the statement."""
    for field, held in ast.iter_fields(node):
        if field in UNTOUCHED or isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.MatchValue):
            continue
        for index, child in enumerate(held if isinstance(held, list) else [held]):
            if not isinstance(child, ast.AST) or _says_nothing(child):
                continue
            within = child if isinstance(child, ast.stmt) else statement
            if within is not None:
                yield node, field, index if isinstance(held, list) else None, within
            yield from places(child, within)


def _says_nothing(node: ast.AST) -> bool:
    """Return whether it is a docstring, or what only a type checker or an import of all names reads."""
    match node:
        case ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING")) | ast.Subscript(ast.Name("Literal")):
            return True
        case ast.Assign([ast.Name("__all__")]):
            return True
        case _:
            return False


def mutated(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Change the tree in every way, one at a time, and yield the line, what stood there, and what stands there now."""
    for parent, field, index, statement in list(places(tree)):
        held = getattr(parent, field)
        node = held if index is None else held[index]
        for variant in variants(node):
            before = ast.unparse(statement)
            _put(parent, field, index, ast.fix_missing_locations(ast.copy_location(variant, node)))
            try:
                after = ast.unparse(variant if node is statement else statement)
                yield (node.lineno if hasattr(node, "lineno") else statement.lineno, *_differing(before, after))
            finally:
                _put(parent, field, index, node)


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _differing(before: str, after: str) -> tuple[str, str]:
    """Return the first lines that differ."""
    first, second = before.splitlines(), after.splitlines()
    place = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return first[place].strip(), second[place].strip()


def source(spec: ModuleSpec | None) -> tuple[str, ast.Module]:
    """Return where a module comes from, and its tree."""
    assert spec is not None
    assert spec.origin is not None
    return spec.origin, ast.parse(Path(spec.origin).read_text("utf-8"), spec.origin)


def mutants(module: str) -> list[Mutant]:
    """Return all mutants of a module."""
    return [Mutant(module, n, *found) for n, found in enumerate(mutated(source(importlib.util.find_spec(module))[1]))]


@dataclass
class Mutated(MetaPathFinder, Loader):
    """Imports one module from a changed tree."""

    mutant: Mutant

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find the module that is changed, and no other."""
        if fullname != self.mutant.module:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        assert found is not None
        found.loader = self
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed tree."""
        path, tree = source(module.__spec__)
        changes = mutated(tree)  # held, since what ends puts the tree back
        next(islice(changes, self.mutant.number, None))
        exec(compile(tree, path, "exec"), module.__dict__)


def started(target: Target, mutant: Mutant | None, seconds: int, folder: Path) -> int:
    """Run the tests in a forked process, which computes for so many seconds at most, and return its id."""
    child = os.fork()
    if child:
        return child
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.alarm(5 * seconds)  # for one that waits for ever
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        for name in [n for n in sys.modules if n.partition(".")[0] in {"sorites", "tests"}]:
            del sys.modules[name]
        if mutant is not None:
            sys.meta_path.insert(0, Mutated(mutant))
        more = ["-o", "addopts=", "-m", "not local_model", "-x", "-q", "-p", "no:cacheprovider", "-k", target.only]
        code = pytest.main([*target.tests, *more, f"--basetemp={folder / str(os.getpid())}", "--hypothesis-seed=0"])
        os._exit(int(code))
    except BaseException:  # the mutant can't even be imported
        os._exit(99)


def ends(
    target: Target, taken: Sequence[Mutant], seconds: int, folder: Path, jobs: int
) -> Iterator[tuple[Mutant, int]]:
    """Yield how the tests ended against each mutant, so many at a time."""
    waiting, running = list(reversed(taken)), dict[int, Mutant]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[started(target, mutant, seconds, folder)] = mutant
        child, status = os.wait()
        yield running.pop(child), status


def main() -> None:
    """Sample mutants of a target, run its tests against each, and tell which live."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--n", type=int, default=100, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    target = TARGETS[given.target]
    for name in HEAVY:
        importlib.import_module(name)
    every = [mutant for module in target.modules for mutant in mutants(module)]
    taken = every if not given.n else random.Random(given.seed).sample(every, min(given.n, len(every)))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if os.waitpid(started(target, None, 3600, folder), 0)[1]:
            sys.exit("the tests fail without a mutant")
        used = os.times()
        seconds = 20 + 5 * int(used.children_user + used.children_system)
        print(f"{len(every)} mutants, {len(taken)} of them against {' '.join(target.tests)}", flush=True)
        counts: Counter[str] = Counter()
        for mutant, status in ends(target, taken, seconds, folder, given.jobs):
            reason = EQUIVALENT.get((mutant.before, mutant.after), "")
            end = "killed" if status else "equivalent" if reason else "lives"
            counts[end] += 1
            if not status:
                print(f"{end}: {mutant}" + (f"  ({reason})" if reason else ""), flush=True)
    share = counts["killed"] / (len(taken) - counts["equivalent"]) if counts["killed"] else 0.0
    print(f"{counts['killed']} killed, {counts['lives']} live, {counts['equivalent']} equivalent: {share:.1%}")


if __name__ == "__main__":
    main()
