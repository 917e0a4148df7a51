"""One name for one thing: which spellings of a program's names are unified, and on what evidence.

Names are alike that differ in case or joining, and predicates that differ in number. Of most programs no two names
are even roughly so, which one pass shows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Program
from ..logic.rewriting import rewrite
from ..logic.symbols import signature
from ..logic.syntax import Atom, Expression, Fn, Formula, Not, Term
from ..logic.walkers import children, walk
from .checks import Oddity, Places, check_names, stated, told_of
from .signs import UNICODE, Dialect
from .spelling import fold, outlines, singular_in, surely_plural, words

PREDICATE: Final = "predicate"
_WORD: Final = re.compile(r"[^\W_]+")


class Name(NamedTuple):
    """A name in one of its uses: as what, and with how many arguments."""

    what: str
    name: str
    arity: int


def settle_names(
    program: Program, text: str, dialect: Dialect, *, exact: bool = False
) -> tuple[Program | None, list[Diagnostic]]:
    """Unify the spellings of a program's names, and say what else is odd about them.

    Args:
        program: the program that was read.
        text: its text.
        dialect: how it was read.
        exact: unify and question nothing, since the text says that its names are spelt as they are meant.

    Returns:
        The program, ``None`` if an error keeps it from running, and what was said.
    """
    said: list[Diagnostic] = []
    if not exact and not dialect.exact_names:
        program, said = unify(program, text)
    places = Places(text, program)
    said += check_names(program, places, dialect, exact=exact)
    return (None if has_errors(said) else program), said


def is_exact(program: Program, dialect: Dialect) -> bool:
    """Return whether reading would unify or question names and signs, unless the text says that they are as meant."""
    if dialect.exact_names:
        return False
    found = [*unify(program, "")[1], *check_names(program, Places("", program), UNICODE)]
    return any(one.level is not Level.WARNING for one in found)


def unify(program: Program, text: str) -> tuple[Program, list[Diagnostic]]:
    """Return a program with one spelling of each name, and what was said of it.

    Two that stand side by side are two things. A predicate that differs in number from a declared one is an error,
    unless all else that the program uses is declared, and no gloss has the noun as it is used: *glasses* are not
    *glass*. Of two that nothing declares, one may be a noun and one a verb.
    """
    used = program.signature
    spelt = {name for name, _ in (*used.predicates, *used.functions)}
    spelt.update([one.name for one in program.predicates], [one.name for one in program.constants])
    spelt.update(*program.declared.enumerations.values())
    if len({*outlines(spelt)}) == len(spelt) and not program.exceptions:  # as of nearly all programs
        return program, []
    places, (known, free) = Places(text, program), _census(program)
    found = _likenesses(known, free, places)
    if not found:
        return program, []
    meant, said = dict[Name, str](), list[Diagnostic]()
    apart = _told_apart(program, found)
    whole = found.keys() >= {one for one in free if one.what == PREDICATE}
    glosses = " ".join([one.gloss for one in (*stated(program), *program.predicates, *program.constants)])
    told = {*_WORD.findall(glosses.casefold())}
    for name, other in found.items():
        level = Level.WARNING if name in apart else Level.MENDED
        forms = fold(name.name) != fold(other.name) and _number(name, other)
        if forms and level is Level.MENDED and not surely_plural(*forms):
            spoken = name.arity < 2 and not told.isdisjoint({*words(name.name)} - {*words(other.name)})
            if other not in known:
                level = Level.WARNING if name.arity < 2 else Level.ERROR
            elif not whole or spoken:
                level = Level.ERROR
        how = f"may be '{other.name}', or another one"
        if level is Level.MENDED:
            meant[name] = other.name
            how = f"is another spelling of '{other.name}', and is read as it"
        code = "similar-names" if level is Level.WARNING else "plural" if forms else "spelling"
        hint = f"Write '{other.name}'; if the two differ, declare both, or add the line 'Spelling: exact'."
        said.append(told_of(Oddity(code, f"the {name.what} '{name.name}' {how}", hint, name.name, level), places))
    if meant:
        things = {name: other for name, other in meant.items() if name.what != PREDICATE}
        try:
            program = program.rewritten(lambda f: _rename(f, meant), lambda f: _rename(f, things))
        except InvalidProgram:  # they are of two sorts, and no spellings of one name
            return program, []
    return program, said


def _census(program: Program) -> tuple[list[Name], list[Name]]:
    """Return the names that a program declares, and those that it uses and does not declare."""
    used = program.signature
    known = [Name(PREDICATE, one.name, one.arity) for one in program.predicates]
    known += [Name("constant", one.name, 0) for one in program.constants]
    known += [Name("constant", name, 0) for members in program.declared.enumerations.values() for name in members]
    functions = used.functions
    if program.exceptions:  # whose labels are no names
        functions += signature(one.formula for one in program.exceptions).functions
    free = [Name(PREDICATE, *one) for one in used.predicates]
    free += [Name("function" if one[1] else "constant", *one) for one in dict.fromkeys(functions)]
    declared = {one[:2] for one in known}
    return known, [one for one in free if one[:2] not in declared]


def _likenesses(known: Sequence[Name], free: Sequence[Name], places: Places) -> dict[Name, Name]:
    """Return which names that nothing declares seem to be which other ones: declared ones, if they can."""
    every = (*known, *free)
    groups: dict[tuple[str, int, str], list[Name]] = defaultdict(list)
    for one, outline in zip(every, outlines([one.name for one in every]), strict=True):
        groups[one.what, one.arity, outline].append(one)
    found: dict[Name, Name] = {}
    for group in groups.values() if len(groups) < len(every) else ():
        named = [one for one in group if sum(map(str.isalpha, one.name)) > 1]
        own, others = [one for one in named if one in known], [one for one in named if one not in known]
        for name in others:
            same = [one for one in named if fold(one.name) == fold(name.name)]
            near = [one for one in same if one in known] or [one for one in own if _number(name, one)]
            # A text of several words may be what a thing is called, beside the thing that one word names.
            like = [one for one in same if one not in known and (" " in one.name) == (" " in name.name)]
            if not near and (most := max(like, key=lambda one: len(places.of(one.name)))) != name:
                near = [most]
            elif not near:
                near = [one for one in others if _plural_of(name, one)]
            if len(near) == 1:
                found[name] = near[0]
    return {name: found.get(other, other) for name, other in found.items()}


def _number(name: Name, other: Name) -> tuple[str, str] | None:
    """Return the plural and the singular by which two predicates differ, if they do in that alone."""
    return _plural_of(name, other) or _plural_of(other, name)


def _plural_of(name: Name, other: Name) -> tuple[str, str] | None:
    return singular_in(name.name, other.name) if name.what == PREDICATE else None


def _told_apart(program: Program, found: Mapping[Name, Name]) -> set[Name]:
    """Return the names of which two stand side by side, as in ``Borders(Turkey, turkey)`` or ``Cat(x) → Cats(x)``."""
    meant = {name: other.name for name, other in found.items()}
    apart = set[Name]()
    for formula in [one.formula for one in stated(program)]:
        named = found.keys() & map(_named, walk(formula))
        if not named <= apart and _twins(_rename(formula, meant)) > _twins(formula):
            apart |= named
    return apart


def _twins(formula: Formula) -> int:
    """Return how often the same thing, or its denial, stands beside itself."""
    sides = ([one.body if isinstance(one, Not) else one for one in children(node)] for node in walk(formula))
    return sum(len(ones) - len({*ones}) for ones in sides)


def _named(node: Expression) -> Name:
    """Return the name of an atom or a term, and of anything else one that no program has."""
    match node:
        case Atom(name, args):
            return Name(PREDICATE, name, len(args))
        case Fn(name, args):
            return Name("function" if args else "constant", name, len(args))
    return _NONE


_NONE: Final = Name("", "", 0)


def _rename(formula: Formula, meant: Mapping[Name, str]) -> Formula:
    def atom(f: Formula) -> Formula:
        return Atom(other, f.args) if isinstance(f, Atom) and (other := meant.get(_named(f))) else f

    def term(t: Term) -> Term:
        return Fn(other, t.args) if isinstance(t, Fn) and (other := meant.get(_named(t))) else t

    return rewrite(formula, atom, term)
