"""What is public says what it takes, gives and raises; read as the reference reads it."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import griffe
import pytest
from pydantic import BaseModel

import sorites
import sorites.eval
import sorites.testing
from sorites.eval import Cell
from sorites.solvers import make_solver
from sorites.translators import LanguageTranslator, make_translator


def _public() -> dict[str, Any]:
    rooms = (sorites, sorites.eval, sorites.testing)
    things = [getattr(room, name) for room in rooms for name in room.__all__]
    things += [Cell, LanguageTranslator, make_solver, make_translator]
    return {thing.__qualname__: thing for thing in things if inspect.isclass(thing) or inspect.isfunction(thing)}


PUBLIC = _public()


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, thing in PUBLIC.items():
        if inspect.isfunction(thing):
            yield name, thing
            continue
        for member, value in vars(thing).items():
            plain = getattr(value, "__func__", value)  # of a class method
            if inspect.isfunction(plain) and not member.startswith("_"):
                yield f"{name}.{member}", plain


FUNCTIONS = dict(_functions())


def said(thing: Any) -> dict[str, set[str]]:
    """Return what a docstring names, by the kind of its sections."""
    text = inspect.getdoc(thing)
    assert text, "it has no docstring"
    sections: dict[str, set[str]] = {}
    for section in griffe.Docstring(text).parse("google", warnings=False):
        if isinstance(section.value, list):
            found = {str(getattr(one, "name", "") or getattr(one, "annotation", "")) for one in section.value}
            sections.setdefault(section.kind.value, set()).update(found)
    return sections


def fields(thing: Any) -> set[str]:
    if issubclass(thing, BaseModel):
        return set(thing.model_fields)
    if dataclasses.is_dataclass(thing):
        return {field.name for field in dataclasses.fields(thing) if not field.name.startswith("_")}
    if "__init__" in vars(thing) and not getattr(thing, "_is_protocol", False):
        return {*inspect.signature(thing.__init__).parameters} - {"self"}
    return set()


def raised(function: Callable[..., Any]) -> set[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    raises = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    names = {one.func.id for one in raises if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    return names - {"AssertionError"}  # of ours, it says what can't be


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if inspect.isclass(thing)])
def test_a_class_says_what_it_is_made_of(name: str) -> None:
    found = said(PUBLIC[name])
    assert fields(PUBLIC[name]) <= found.get("parameters", set()) | found.get("attributes", set())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_gives_and_raises(name: str) -> None:
    function, found = FUNCTIONS[name], said(FUNCTIONS[name])
    signature = inspect.signature(function)
    assert {*signature.parameters} - {"self", "cls"} <= found.get("parameters", set())
    assert signature.return_annotation in ("None", inspect.Signature.empty) or found.keys() & {"returns", "yields"}
    assert raised(function) <= found.get("raises", set())


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if inspect.isclass(thing)])
def test_a_property_says_what_it_is(name: str) -> None:
    for member, value in vars(PUBLIC[name]).items():
        if isinstance(value, property) and not member.startswith("_"):
            assert value.__doc__, member
