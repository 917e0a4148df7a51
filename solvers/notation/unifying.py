"""One name for one thing: spellings of a name that leave one sensible reading are unified, and that is said.

A name that is used and not declared, and fits exactly one declared name, is that name. Names of a
program that declares none, or none of these, are unified where they differ in case or joining. What
only might be a slip is left to ``checks``, which warns of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, has_errors
from ..logic.program import Default, Program, Statement
from ..logic.rewriting import rewrite, rewrite_term
from ..logic.symbols import signature
from ..logic.syntax import Atom, Eq, Expression, Fn, Formula, Not, Term
from ..logic.walkers import children, walk
from .aliases import check_aliases
from .amounts import check_amounts
from .checks import check_names
from .places import Places
from .signs import Dialect
from .spelling import (
    PLURAL_ENDINGS,
    Known,
    fold,
    is_strong_slip,
    rough,
    singulars,
    surely_plural,
    without_article,
    words,
)
from .truths import settle_truths

PREDICATE: Final = "predicate"
TERM: Final = "term"
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in one of its uses.

    Attributes:
        kind: ``predicate`` or ``term``.
        name: the name.
        arity: how many arguments it takes; a constant takes none.
    """

    kind: str
    name: str
    arity: int

    @property
    def what(self) -> str:
        """What it is called."""
        return PREDICATE if self.kind == PREDICATE else "function" if self.arity else "constant"


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
    places = Places(text, [s.span for s in _statements(program)], dialect.truth_argument)
    said: list[Diagnostic] = []
    if not exact and not dialect.exact_names:
        program, said = settle_truths(program, places, signed=dialect.truth_argument, strict=strict)
        if has_errors(said):
            return None, said
    if not exact:
        program, spelt = unify(program, places, cases=not dialect.exact_names, strict=strict)
        said += spelt
        if not dialect.exact_names:
            said += check_amounts(program, program.signature, places)
    said += check_names(program, places, standard=dialect.exact_names)
    said += check_aliases(program, places)
    return (None if has_errors(said) else program), said


def is_exact(program: Program, dialect: Dialect) -> bool:
    """Return whether reading would unify or question names and signs, unless the text says that they are as meant."""
    nowhere = Places("", ())
    if unify(program, nowhere, cases=not dialect.exact_names)[1]:
        return True
    return not dialect.exact_names and any(check_amounts(program, program.signature, nowhere))


def _statements(program: Program) -> list[Statement | Default]:
    return [*program.premises, *program.rules, *program.exceptions, program.goal]


def declared(program: Program, names: Iterable[Name]) -> dict[tuple[str, int], Known]:
    """Return the declared names of the kinds and arities of some undeclared ones."""
    wanted = {(name.kind, name.arity) for name in names}
    found: dict[tuple[str, int], list[str]] = {}
    if wanted:
        for predicate in program.predicates:
            found.setdefault((PREDICATE, predicate.arity), []).append(predicate.name)
        found[TERM, 0] = [constant.name for constant in program.constants]
    return {key: Known(found[key]) for key in wanted if found.get(key)}


def undeclared(program: Program) -> list[Name]:
    """Return the names that a program uses and does not declare."""
    predicates = {p.name for p in program.predicates}
    constants = {c.name for c in program.constants}
    used = program.signature
    found = [Name(PREDICATE, name, arity) for name, arity in used.predicates if name not in predicates]
    found += [Name(TERM, name, arity) for name, arity in used.functions if arity or name not in constants]
    if program.exceptions:
        excepted = signature(
            Eq(a, a) for e in program.exceptions if isinstance(e.formula, Atom) for a in e.formula.args
        )
        terms = [Name(TERM, name, arity) for name, arity in excepted.functions if arity or name not in constants]
        found = list(dict.fromkeys([*found, *terms]))
    return found


def unify(program: Program, places: Places, *, cases: bool, strict: bool = False) -> tuple[Program, list[Diagnostic]]:
    """Unify the spellings of a program's names.

    Args:
        program: the program.
        places: where its names stand.
        cases: whether its language leaves it open that names which differ in case only are the same.
        strict: change nothing, and say so with errors.

    Returns:
        The program, changed or not, and what was said.
    """
    meant: dict[Name, str] = {}
    slips: dict[Name, str] = {}
    left: list[Name] = []
    names = undeclared(program)
    known = declared(program, names)
    for name in names:
        among = known.get((name.kind, name.arity))
        fits = among.same(name.name) if among else []
        if len(fits) == 1:
            meant[name] = fits[0]
        elif (
            among and not fits and len(near := [n for n in among.near(name.name) if is_strong_slip(name.name, n)]) == 1
        ):
            slips[name] = near[0]
        elif not fits:
            left.append(name)
    unsure = _number_unsure(program, names, meant)
    for name in unsure:
        del meant[name]
    meant |= _plain_slips(program, slips)
    if cases:
        meant |= _among([*left, *(name for name in slips if name not in meant)], places)
    for name in _told_apart(meant, _statements(program)):
        meant.pop(name, None)
    level = Level.ERROR if strict else Level.MENDED
    said = [_said(name, other, places, level) for name, other in meant.items()]
    said += [_asked(name, other, places) for name, other in unsure.items()]
    return (program if strict or not meant else renamed(program, meant)), said


def _said(name: Name, other: str, places: Places, level: Level) -> Diagnostic:
    first, *more = places.of(name.name, name.arity) or (None,)
    read = "" if level is Level.ERROR else ", and is read as it"
    return Diagnostic(
        "spelling",
        level,
        f"the {name.what} '{name.name}' is another spelling of '{other}'{read}",
        first,
        f"Write '{other}'; if the two differ, add the line 'Spelling: exact'.",
        also=tuple(span for span in more if span is not None),
    )


def _number_unsure(program: Program, names: Sequence[Name], meant: Mapping[Name, str]) -> dict[Name, str]:
    """Return which names that differ from declared ones in number alone may be names of their own.

    They are meant as declared only where the program declares all that it uses, and no gloss has a noun as it is
    used: *glasses* are not *glass*, while Bob *likes* whom he may like.
    """
    number = {name: other for name, other in meant.items() if not _surely_one(name.name, other)}
    if not number:
        return {}
    whole = {kind for kind in (PREDICATE, TERM) if all(n in meant for n in names if n.kind == kind)}
    glosses = [one.gloss for one in (*_statements(program), *program.predicates, *program.constants)]
    told = {word for gloss in glosses for word in _WORD.findall(gloss.casefold())}
    return {
        name: other
        for name, other in number.items()
        if name.kind not in whole or (name.arity < 2 and not told.isdisjoint(set(words(name.name)) - set(words(other))))
    }


def _surely_one(name: str, other: str) -> bool:
    """Return whether two names differ in case, joining or an article alone, or in a form that can only be a plural."""
    one, two = without_article(words(name)), without_article(words(other))
    apart = [(a, b) for a, b in zip(one, two, strict=False) if a != b]
    return fold(one) == fold(two) or any(surely_plural(a, b) or surely_plural(b, a) for a, b in apart)


def _asked(name: Name, other: str, places: Places) -> Diagnostic:
    first, *more = places.of(name.name, name.arity) or (None,)
    message = f"the {name.what} '{name.name}' is not declared: it may be '{other}', or another one"
    hint = f"Write '{other}' if that is meant; else declare '{name.name}', too."
    also = tuple(span for span in more if span is not None)
    return Diagnostic("spelling", Level.ERROR, message, first, hint, also=also)


def _among(names: Sequence[Name], places: Places) -> dict[Name, str]:
    """Return which of the names are spellings of others among them, the commonest one of each."""
    groups: dict[tuple[str, int, str], list[Name]] = {}
    for name in names:
        # A text of several words may be what a thing is called, beside the thing that one word names.
        key = rough(name.name) + " " * (" " in name.name)
        groups.setdefault((name.kind, name.arity, key), []).append(name)
    meant: dict[Name, str] = {}
    for group in groups.values():
        if (
            len(group) > 1
            and sum(map(str.isalpha, group[0].name)) > 1
            and len({fold(words(n.name)) for n in group}) == 1
        ):
            chosen = max(group, key=lambda one: len(places.of(one.name, one.arity))).name
            meant |= {name: chosen for name in group if name.name != chosen}
    for (kind, arity, key), group in groups.items():
        if kind != PREDICATE or key[-1:] not in PLURAL_ENDINGS:
            continue
        parts = words(group[0].name)
        singular = {
            meant.get(other[0], other[0].name)
            for i, word in enumerate(parts)
            for one in singulars(word)
            if arity > 1 or surely_plural(word, one)
            if (other := groups.get((kind, arity, "".join([*parts[:i], one, *parts[i + 1 :]]))))
        }
        if len(singular) == 1:
            [other_name] = singular
            meant |= dict.fromkeys(group, other_name)
    return meant


def _plain_slips(program: Program, slips: Mapping[Name, str]) -> dict[Name, str]:
    """Return the slips that are plain: the glosses say so, or the declared name stands nowhere else."""
    if not slips:
        return {}
    told: dict[Name, list[str]] = {}
    for statement in _statements(program):
        for name in {_named(node) for node in walk(statement.formula)}:
            if name in slips:
                told.setdefault(name, []).append(statement.gloss)
    plain = {}
    used = {PREDICATE: set(program.signature.predicates), TERM: set(program.signature.functions)}
    for name, other in slips.items():
        spoken = {
            form for gloss in told.get(name, ()) for word in _WORD.findall(gloss.casefold()) for form in _forms(word)
        }
        wrong, right = set(words(name.name)), set(words(other))
        if any(spoken.intersection(_forms(word)) for word in wrong - right):
            continue
        if (
            any(spoken.intersection(_forms(word)) for word in right - wrong)
            or (other, name.arity) not in used[name.kind]
        ):
            plain[name] = other
    return plain


def _forms(word: str) -> Iterator[str]:
    yield word
    yield from singulars(word)


def _named(node: Expression) -> Name:
    """Return the name of an atom or a term, and of anything else one that no program has."""
    if isinstance(node, Atom):
        return Name(PREDICATE, node.name, len(node.args))
    return Name(TERM, node.name, len(node.args)) if isinstance(node, Fn) else Name("", "", 0)


def _told_apart(meant: Mapping[Name, str], statements: Iterable[Statement | Default]) -> set[Name]:
    """Return the names that differ from what they might be, or a formula would say one thing twice.

    In ``Borders(Turkey, turkey)`` or ``Cat(x) → Cats(x)`` the two are meant to differ.
    """
    found: set[Name] = set()
    for statement in statements if meant else ():
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

    def changed(formula: Formula) -> Formula:
        return rename(formula, meant)

    def excepted(one: Statement) -> Statement:
        label = one.formula
        assert isinstance(label, Atom)
        return replace(
            one, formula=Atom(label.name, tuple(rewrite_term(a, lambda t: _term(t, meant)) for a in label.args))
        )

    return replace(
        program,
        premises=tuple(replace(p, formula=changed(p.formula)) for p in program.premises),
        goal=replace(program.goal, formula=changed(program.goal.formula)),
        defaults=tuple(replace(d, formula=changed(d.formula)) for d in program.defaults),
        defeasible=tuple(replace(d, formula=changed(d.formula)) for d in program.defeasible),
        exceptions=tuple(map(excepted, program.exceptions)),
    )


def rename(formula: Formula, meant: Mapping[Name, str]) -> Formula:
    """Return a formula with some of its names replaced."""

    def atom(f: Formula) -> Formula:
        if isinstance(f, Atom) and (other := meant.get(Name(PREDICATE, f.name, len(f.args)))):
            return Atom(other, f.args)
        return f

    return rewrite(formula, atom, lambda term: _term(term, meant))


def _term(term: Term, meant: Mapping[Name, str]) -> Term:
    if isinstance(term, Fn) and (other := meant.get(Name(TERM, term.name, len(term.args)))):
        return Fn(other, term.args)
    return term
