"""One name for one thing: which spellings of a program's names are unified, and on what evidence.

Names are alike that differ in case or joining, and predicates that differ in number. Of most programs no two names
are even roughly so, which one pass shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from ..logic.diagnostics import Diagnostic, Level, has_errors
from ..logic.program import Default, Program, Statement
from ..logic.rewriting import rewrite, rewrite_term
from ..logic.symbols import signature
from ..logic.syntax import Atom, Eq, Expression, Fn, Formula, Not, Term
from ..logic.walkers import children, walk
from .checks import check_names
from .places import Places
from .signs import Dialect
from .spelling import fold, outlines, singular_in, surely_plural, words
from .values import check_values

PREDICATE: Final = "predicate"
_S = TypeVar("_S", Statement, Default)
_WORD: Final = re.compile(r"[^\W_]+")


class Name(NamedTuple):
    """A name in one of its uses: as what, and with how many arguments."""

    what: str
    name: str
    arity: int


def settle_names(
    program: Program, text: str, dialect: Dialect, *, strict: bool = False, exact: bool = False
) -> tuple[Program | None, list[Diagnostic]]:
    """Unify the spellings of a program's names, and say what else is odd about them.

    Args:
        program: the program that was read.
        text: its text.
        dialect: how it was read.
        strict: unify nothing: what would be unified is an error.
        exact: unify and question nothing, since the text says that its names are spelt as they are meant.

    Returns:
        The program, ``None`` if an error keeps it from running, and what was said.
    """
    places = Places(text, [one.span for one in _statements(program)], dialect.truth_argument)
    said: list[Diagnostic] = []
    if not exact and not dialect.exact_names:
        program, said = unify(program, places, strict=strict)
        said += check_values(program, places, signed=dialect.truth_argument)
    said += check_names(program, places, standard=dialect.exact_names)
    return (None if has_errors(said) else program), said


def is_exact(program: Program, dialect: Dialect) -> bool:
    """Return whether reading would unify or question names and signs, unless the text says that they are as meant."""
    nowhere = Places("", ())
    found = [] if dialect.exact_names else [*unify(program, nowhere)[1], *check_values(program, nowhere, signed=False)]
    return any(one.level is not Level.WARNING for one in found)


def _statements(program: Program) -> tuple[Statement | Default, ...]:
    return (*program.premises, *program.rules, *program.exceptions, program.goal)


def unify(program: Program, places: Places, *, strict: bool = False) -> tuple[Program, list[Diagnostic]]:
    """Unify the spellings of a program's names.

    Args:
        program: the program.
        places: where its names stand.
        strict: change nothing, and say so with errors.

    Returns:
        The program, changed or not, and what was said.
    """
    if not _may_be_alike(program):
        return program, []
    known, free = _census(program)
    groups: dict[tuple[str, int, str], list[Name]] = {}
    for one, outline in zip((*known, *free), outlines([one.name for one in (*known, *free)]), strict=True):
        groups.setdefault((one.what, one.arity, outline), []).append(one)
    found: dict[Name, Name] = {}
    for group in groups.values():
        if len(group) > 1 and (group := [one for one in group if sum(map(str.isalpha, one.name)) > 1]):
            found |= _likenesses(group, set(known), places)
    if not found:
        return program, []
    apart = _told_apart({name: other.name for name, other in found.items()}, _statements(program))
    whole = all(one in found for one in free if one.what == PREDICATE)
    meant: dict[Name, str] = {}
    said = []
    for name, other in found.items():
        declared, number = other in known, fold(words(name.name)) != fold(words(other.name))
        level = Level.WARNING if name in apart or not declared else Level.ERROR
        if name not in apart and not (number and _may_be_two(program, name, other, declared=declared, whole=whole)):
            meant[name] = other.name
            level = Level.ERROR if strict else Level.MENDED
        said.append(_said(name, other, places, level, number=number, sure=name in meant))
    return (program if strict or not meant else renamed(program, meant)), said


def _may_be_alike(program: Program) -> bool:
    """Return whether two names have one outline; nearly all programs need no other look."""
    used = program.signature
    predicates = {name for name, _ in used.predicates}
    predicates.update([one.name for one in program.predicates])
    things = {name for name, _ in used.functions}
    things.update([one.name for one in program.constants])
    return (
        len({*outlines(predicates)}) < len(predicates)
        or (len(things) > 1 and len({*outlines(things)}) < len(things))
        or bool(program.exceptions)
    )


def _census(program: Program) -> tuple[list[Name], list[Name]]:
    """Return the names that a program declares, and those that it uses and does not declare."""
    used = program.signature
    functions: Iterable[tuple[str, int]] = used.functions
    if program.exceptions:  # whose labels are no names
        things = [arg for one in program.exceptions if isinstance(one.formula, Atom) for arg in one.formula.args]
        functions = dict.fromkeys((*functions, *signature(Eq(one, one) for one in things).functions))
    known = [Name(PREDICATE, one.name, len(one.params)) for one in program.predicates]
    known += [Name("constant", one.name, 0) for one in program.constants]
    declared = {(one.what, one.name) for one in known}
    free = [Name(PREDICATE, *one) for one in used.predicates]
    free += [Name("function" if one[1] else "constant", *one) for one in functions]
    return known, [one for one in free if (one.what, one.name) not in declared]


def _likenesses(group: list[Name], known: set[Name], places: Places) -> dict[Name, Name]:
    """Return which names of a group that nothing declares seem to be which other ones: declared ones, if they can."""
    found: dict[Name, Name] = {}
    spelt: dict[str, list[Name]] = {}
    for name in group:
        if name in known:
            continue
        key, own = fold(words(name.name)), [one for one in group if one in known]
        if not (fits := [one for one in own if fold(words(one.name)) == key]) and name.what == PREDICATE:
            fits = [one for one in own if singular_in(name.name, one.name) or singular_in(one.name, name.name)]
        if len(fits) == 1:
            found[name] = fits[0]
        elif not fits:
            # A text of several words may be what a thing is called, beside the thing that one word names.
            spelt.setdefault(key + " " * (" " in name.name), []).append(name)
    chosen = {key: max(names, key=lambda one: len(places.of(one.name, one.arity))) for key, names in spelt.items()}
    for key, names in spelt.items():
        one = chosen[key]
        if one.what == PREDICATE and len(others := [o for o in chosen.values() if singular_in(one.name, o.name)]) == 1:
            one = others[0]
        found |= {name: one for name in names if name != one}
    return found


def _may_be_two(program: Program, name: Name, other: Name, *, declared: bool, whole: bool) -> bool:
    """Return whether predicates that differ in number may be two: *glasses* are not *glass*.

    One is meant where the form can only be a plural. Otherwise nothing else that the program uses may lack a
    declaration, and no gloss may have the noun as it is used; of two that nothing declares, number is that of a verb.
    """
    apart = singular_in(name.name, other.name) or singular_in(other.name, name.name)
    if apart and surely_plural(*apart):
        return False
    if not declared:
        return name.arity < 2
    glosses = [one.gloss for one in (*_statements(program), *program.predicates, *program.constants)]
    told = {word for gloss in glosses for word in _WORD.findall(gloss.casefold())}
    return not whole or (name.arity < 2 and not told.isdisjoint(set(words(name.name)) - set(words(other.name))))


def _said(name: Name, other: Name, places: Places, level: Level, *, number: bool, sure: bool) -> Diagnostic:
    first, *more = places.of(name.name, name.arity) or (None,)
    code, hint = "plural" if number else "spelling", f"Write '{other.name}'; if the two differ, "
    if sure:
        read = "" if level is Level.ERROR else ", and is read as it"
        message = f"the {name.what} '{name.name}' is another spelling of '{other.name}'{read}"
        hint += "add the line 'Spelling: exact'."
    else:
        message = f"the {name.what} '{name.name}' may be '{other.name}', or another one"
        hint += f"declare '{name.name}', too."
        code = code if level is Level.ERROR else "similar-names"
    return Diagnostic(code, level, message, first, hint, also=tuple(span for span in more if span is not None))


def _named(node: Expression) -> Name:
    """Return the name of an atom or a term, and of anything else one that no program has."""
    if isinstance(node, Atom):
        return Name(PREDICATE, node.name, len(node.args))
    return Name("function" if node.args else "constant", node.name, len(node.args)) if isinstance(node, Fn) else _NONE


_NONE: Final = Name("", "", 0)


def _told_apart(meant: Mapping[Name, str], statements: Iterable[Statement | Default]) -> set[Name]:
    """Return the names that differ from what they might be, or a formula would say one thing twice.

    In ``Borders(Turkey, turkey)`` or ``Cat(x) → Cats(x)`` the two are meant to differ.
    """
    found: set[Name] = set()
    for statement in statements:
        for node in walk(statement.formula):
            sides = [child.body if isinstance(child, Not) else child for child in children(node)]
            simple = {side for side in sides if isinstance(side, Atom | Fn)}
            if len(simple) < 2:
                continue
            seen: dict[Expression, Expression] = {}
            for side in simple:
                other = seen.setdefault(_renamed(side, meant), side)
                if other is not side:
                    found |= {n for part in (side, other) for inner in walk(part) if (n := _named(inner)) in meant}
    return found


def _renamed(side: Atom | Fn, meant: Mapping[Name, str]) -> Expression:
    return rewrite_term(side, lambda t: _term(t, meant)) if isinstance(side, Fn) else rename(side, meant)


def renamed(program: Program, meant: Mapping[Name, str]) -> Program:
    """Return a program with some of its names replaced."""
    things = {name: other for name, other in meant.items() if name.what != PREDICATE}

    def changed(ones: tuple[_S, ...], meant: Mapping[Name, str]) -> tuple[_S, ...]:
        return tuple([replace(one, formula=rename(one.formula, meant)) for one in ones])

    return replace(
        program,
        premises=changed(program.premises, meant),
        goal=changed((program.goal,), meant)[0],
        defaults=changed(program.defaults, meant),
        defeasible=changed(program.defeasible, meant),
        exceptions=changed(program.exceptions, things),
    )


def rename(formula: Formula, meant: Mapping[Name, str]) -> Formula:
    """Return a formula with some of its names replaced."""

    def atom(f: Formula) -> Formula:
        return Atom(other, f.args) if isinstance(f, Atom) and (other := meant.get(_named(f))) else f

    return rewrite(formula, atom, lambda term: _term(term, meant))


def _term(term: Term, meant: Mapping[Name, str]) -> Term:
    return Fn(other, term.args) if isinstance(term, Fn) and (other := meant.get(_named(term))) else term
