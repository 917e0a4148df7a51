"""What is odd about a program's names, once they are unified, and which of them may be values.

Most of it keeps no program from running, since logic is indifferent to names. It is what an author, or a model, should
look at first.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Program
from ..logic.sorts import infer
from ..logic.symbols import BUILT_IN
from ..logic.syntax import ARITHMETIC, Atom, Binder, Cmp, Eq, Fn, Num, Var
from ..logic.walkers import atoms, walk
from .places import Places
from .signs import TRUTHS
from .spelling import in_latin

NUMBER_SETS: Final = ("ℕ", "ℤ", "ℝ", "ℚ")
"""Sets whose members are numbers, which only a quantifier or a declaration can say."""
_VALUES: Final[Mapping[str, bool | None]] = {
    **TRUTHS,
    **dict.fromkeys(("T", "Yes", "yes", "YES"), True),
    **dict.fromkeys(("F", "No", "no", "NO"), False),
    **dict.fromkeys(("Unknown", "unknown", "Uncertain", "uncertain", "bool")),
}
"""What may say, as an argument of an atom, whether it holds."""
_DIGITS: Final = {"1": True, "0": False}
_AMOUNT: Final = re.compile(r"[$€£½¼¾]|\d|.*[%²³½¼¾]$")
_FOREIGN: Final = re.compile("[\u0370-\u058f]")
_NEGATED: Final = ("not-", "non-")


def check_names(program: Program, places: Places, *, standard: bool = False) -> list[Diagnostic]:
    """Return what is odd about a program's names: warnings, and errors about what can't be meant.

    Args:
        program: the program, with its names unified.
        places: where its names stand.
        standard: its language's standard says what names are, so that no nesting is an error.
    """
    used = program.signature
    found: list[Diagnostic] = []
    names = {name for name, _ in used.predicates}
    if len(names) < len(used.predicates):
        for name, count in Counter(name for name, _ in used.predicates).items():
            if count > 1:
                message = f"'{name}' has {count} different numbers of arguments: different predicates"
                hint = f"Write '{name}' with the same number of arguments everywhere."
                found.append(_told("arity-clash", message, hint, places.of(name), Level.WARNING))
    for name in names:
        if name[:4].lower() in _NEGATED and name[4:] in names:
            message = f"'{name}' is a name of its own, and denies nothing"
            found.append(_told("negated-name", message, f"Write ¬{name[4:]}(…).", places.of(name)))
    if nested := [name for name, arity in used.functions if arity and name in names]:
        found += _nested(program, nested, places, standard)
    if not places.text.isascii() and _FOREIGN.search(places.text):
        found += _scripts(program, places)
    if program.predicates:
        found += _undeclared(program, places)
    premises, goal = program.signatures
    if goal.predicates and program.premises and set(premises.predicates).isdisjoint(goal.predicates):
        asked = goal.predicates[0][0]
        message = f"no predicate of the goal occurs in any premise, '{asked}' neither"
        hint = "Use the predicates of the premises, or state in a premise what it speaks of."
        spans = [program.goal.span] if program.goal.span else places.of(asked)[:1]
        found.append(_told("goal-disconnected", message, hint, spans, Level.WARNING))
    return found


def _told(code: str, message: str, hint: str, spans: Sequence[Span], level: Level = Level.ERROR) -> Diagnostic:
    return Diagnostic(code, level, message, spans[0] if spans else None, hint, also=tuple(spans[1:]))


def _nested(program: Program, nested: Sequence[str], places: Places, standard: bool) -> Iterator[Diagnostic]:
    both = set(program.signature.predicates).intersection(program.signature.functions)
    certain: dict[str, str] = {}
    for atom in (atom for f in program.formulas for atom in atoms(f)) if both and not standard else ():
        inner = {(arg.name, len(arg.args)) for arg in atom.args if isinstance(arg, Fn)}
        # One predicate throughout may be a function whose values are compared.
        if len(inner) > 1 and both.issuperset(inner) and not any(isinstance(arg, Var | Num) for arg in atom.args):
            certain |= dict.fromkeys((name for name, _ in inner), atom.name)
    for name in nested:
        around = certain.get(name)
        message = f"'{name}' is a predicate, and stands inside '{around or 'another'}' where only things can"
        hint = f"Predicates do not nest: write {name}(…) as a formula of its own, or use another name here."
        if around:
            hint = f"Say what '{around}' means by ∧, ∨, ⊕, ¬ and → between the formulas themselves."
        yield _told("predicate-as-term", message, hint, places.of(name), Level.ERROR if around else Level.WARNING)


def _scripts(program: Program, places: Places) -> Iterator[Diagnostic]:
    used = program.signature
    bound = (node.var for f in program.formulas for node in walk(f) if isinstance(node, Binder))
    by_shape: dict[str, str] = {}
    for name in dict.fromkeys((*(name for name, _ in (*used.predicates, *used.functions)), *bound)):
        other = by_shape.setdefault(in_latin(name), name)
        if other != name:
            foreign = name if in_latin(name) != name else other
            message = f"'{name}' and '{other}' look alike and are different names: {name!a} and {other!a}"
            hint = f"Write '{in_latin(name)}' with the same letters everywhere."
            yield _told("mixed-scripts", message, hint, places.of(foreign))


def _undeclared(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find names of which others of the same kind are declared."""
    used = program.signature.predicates
    predicates = {(one.name, len(one.params)) for one in program.predicates}
    for name, arity in () if predicates.issuperset(used) else used:
        if (name, arity) not in predicates and name not in ("∈", "∉"):
            message = f"'{name}' is not declared with {arity} argument{'' if arity == 1 else 's'}"
            hint = f"Use a declared predicate, or declare '{name}' under 'Predicates:', with its meaning."
            yield _told("undeclared-predicate", message, hint, places.of(name), Level.WARNING)


def check_values(program: Program, places: Places, *, signed: bool) -> Iterator[Diagnostic]:
    """Yield errors about what is read as a name or as a value, and might be the other.

    Args:
        program: the program.
        places: where its names stand.
        signed: whether its dialect takes a last argument for what says whether an atom holds.
    """
    used = program.signature
    if (signed and used.numerals) or not _VALUES.keys().isdisjoint(used.constants):
        yield from _truths(program, places, {**_VALUES, **_DIGITS} if signed else _VALUES)
    if used.equality:
        yield from _equated(program, places)
    if used.arithmetic:
        yield from _amounts(program, places)
    for name in NUMBER_SETS if ("∈", 2) in used.predicates else ():
        if name in used.constants:
            message = f"'∈ {name}' is read behind a quantifier alone; elsewhere it says nothing of numbers"
            hint = f"Write ∀x ∈ {name} …, or declare the thing under 'Sorts:', as n: Real or n: Int."
            yield _told("number-set", message, hint, places.of(name))


def _truths(program: Program, places: Places, values: Mapping[str, bool | None]) -> Iterator[Diagnostic]:
    """Find values that are opposite in one place of a predicate, or where it has nothing elsewhere.

    As things they would say nothing of each other. A value that stands alone in its place says the same either way.
    """
    known = {(one.name, one.arity) for one in program.predicates}.union(program.signature.predicates)
    seen: dict[tuple[str, int], set[bool | None]] = defaultdict(set)
    for atom in (atom for f in program.formulas for atom in atoms(f)):
        for i, arg in enumerate(atom.args, 1):
            value = "" if isinstance(arg, Var) else str(arg.value) if isinstance(arg, Num) else arg.name
            if value not in values or places.quoted(value):
                continue
            held = seen[atom.name, i]
            held.add(values[value])
            if held >= {True, False} or (i == len(atom.args) and (atom.name, i - 1) in known):
                message = f"'{value}' in '{atom.name}' can be read in two ways: whether the atom holds, or a thing"
                hint = f"Write {atom.name}(…) and ¬{atom.name}(…); or put the thing in quotes."
                yield _told("truth-argument", message, hint, places.of(value))
                return


def _equated(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find ``n = m-1`` where ``m`` is a thing, too, and ``P = Q`` where both are propositions, which no things are."""
    known = set(program.signature.constants)
    propositions = known.intersection(name for name, arity in program.signature.predicates if not arity)
    odd = propositions.union(name for name in known if "-" in name[1:])
    for side in (n for f in program.formulas for n in walk(f) if isinstance(n, Eq)) if odd else ():
        pair = [one.name for one in (side.left, side.right) if isinstance(one, Fn) and one.name in odd]
        if len(pair) == 2 and propositions.issuperset(pair):
            message = f"'{pair[0]}' and '{pair[1]}' are propositions, and = stands between things"
            hint = f"Write {' ↔ '.join(pair)}, or give the things other names."
            yield _told("equated-propositions", message, hint, places.of(pair[0]))
        for name in pair:
            parts = name.split("-")
            fits = all(part in known or part.isdecimal() for part in parts) and any(map(str.isalpha, name))
            if len(parts) > 1 and fits and not places.quoted(name):
                message = f"'{name}' can be read in two ways: a difference, or one name"
                hint = f'Write {" - ".join(parts)} with blanks, or "{name}" in quotes.'
                yield _told("ambiguous-hyphen", message, hint, places.of(name))


def _amounts(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find names such as ``5kg`` where numbers are compared or calculated with, and laws of signs without numbers."""
    used = program.signature
    odd = [name for name in used.constants if _AMOUNT.match(name)]
    sorts = infer(program.formulas, used, program.declared) if odd else None
    for name in odd:
        if sorts and sorts.of(("f", name, 0, -1)) in BUILT_IN and not places.quoted(name):
            message = f"'{name}' stands where a number should, and is read as a name"
            hint = f'Write the number in digits; or "{name}" in quotes, if it is a number that is not known.'
            yield _told("odd-number", message, hint, places.of(name))
    if (
        used.numerals
        or used.sorts
        or program.declared
        or any(n not in ARITHMETIC for n, arity in used.functions if arity)
    ):
        return
    for premise in program.premises:
        nodes = [*walk(premise.formula)]
        if isinstance(nodes[0], Binder) and not any(isinstance(node, Atom) for node in nodes):
            sign = next((n.op if isinstance(n, Cmp) else n.name for n in nodes if isinstance(n, Cmp | Fn)), "=")
            message = f"'{sign}' is of numbers, and this may state what a relation or function of your own is like"
            hint = f"For numbers write a sort, as ∀x:Int …; for one of your own write a name for '{sign}'."
            yield _told("own-sign", message, hint, [premise.span] if premise.span else [])
