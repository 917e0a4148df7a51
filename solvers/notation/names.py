"""The names of a program: which are one, on what evidence, and what is odd about them.

Names are alike that differ in case or joining, and predicates that differ in number. Of most programs no two names
are even roughly so, which one pass shows. What else is odd keeps few programs from running, since logic is indifferent
to names: it is what an author, or a model, should look at first.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from ..clock import check
from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Default, Program, Statement
from ..logic.rewriting import rewrite
from ..logic.sorts import infer
from ..logic.symbols import NUMBERS, Constant, Predicate, signature
from ..logic.syntax import ARITHMETIC, Atom, Binder, Eq, Expression, Fn, Formula, Not, Num, Term, Var, name_of
from ..logic.walkers import atoms, binders, children, walk
from .signs import CAPITAL, TRUTHS, UNICODE, Dialect
from .spelling import fold, in_latin, outlines, singular_in, surely_plural, words

PREDICATE: Final = "predicate"
_WORD: Final = re.compile(r"[^\W_]+")
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
_TRUTH_NAMES: Final = {*_VALUES, *_DIGITS}
_AMOUNT: Final = re.compile(
    r"[$€£½¼¾]|\d|.*[%²³½¼¾]$|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand"
    r"|million|half|pi|π|[Ⅰ-Ⅻ]|∞)$"
)
_KNOWN: Final = {
    name: sign
    for names, sign in (
        ("equal equals eq sameas identical", "="),
        ("different notequal neq unequal", "≠"),
        ("greater greaterthan morethan gt", ">"),
        ("less lessthan fewerthan lt", "<"),
        ("alldistinct alldiff distinctall", "Distinct(…)"),
        ("implies ifthen onlyif", "→"),
        ("exactlyone atmostone atleastone nand nor unless", "∧, ∨ and ¬"),
        ("abs max min mod sqrt pow succ sum plus minus times", "+, -, *, comparisons and cases"),
    )
    for name in names.split()
}
"""Names of what the language has signs for, or has not; as names they mean what premises say of them, and no more."""
_FOREIGN: Final = re.compile(
    "[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u0370-\u058f\u2070-\u209c\u210a-\u214f\ufb00-\ufb06\uff21-\uff5a\U0001d400-\U0001d7ff]"
)
"""Letters and figures that look like others."""
_PRONOUNS: Final = frozenset(
    "nobody noone nothing none neither everybody everyone everything somebody someone something anybody anyone"
    " anything".split()
)
_LONG: Final = 5
"""The fewest letters of a name of which another may be a slip."""
_START: Final = 4
"""With how many letters of the other a slip begins."""
_MANY: Final = 50
"""The most names that begin alike of which one is taken for a slip: more are numbered, or made."""
_CLOSE: Final = 0.85
"""How like the two are then."""
_NEGATED: Final = re.compile(r"(?:is|are|does|do|has|can)?[_-]?(?:not|non)[_-]?(?=\w)", re.IGNORECASE)
"""How a name begins that says *not*, which says nothing of the name without it."""


_OPENING: Final = "\"'`“‘"
_CLOSING: Final = "\"'`”’"
"""What stands before a quoted name, and behind it."""


class Places:
    """The places of names in the formulas of a program, looked for when asked.

    Args:
        text: the whole text; all of it, where the place of a formula is not known.
        program: the program.
    """

    def __init__(self, text: str, program: Program) -> None:
        self.text, self.program = text, program

    @cached_property
    def parts(self) -> Set[tuple[int, int]]:
        """Where the formulas stand."""
        return {(one.span.start, one.span.end) if one.span else (0, len(self.text)) for one in stated(self.program)}

    def of(self, name: str) -> list[Span]:
        """Return where a name, given without quotes, stands with its quotes, in the order of the text."""
        found: set[tuple[int, int]] = set()
        text = self.text
        if not name or name not in text:
            return []
        check()
        for start, end in self.parts:
            at = text.find(name, start, end)
            while at >= 0:
                stop = at + len(name)
                before = text[at - 1] if at > start else " "
                behind = text[stop] if stop < end else " "
                if before in _OPENING and behind in _CLOSING:
                    found.add((at - 1, stop + 1))
                elif not (before.isalnum() or before in "_$" or behind.isalnum() or behind in "_'’"):
                    found.add((at, stop))
                at = text.find(name, stop, end)
        return [Span(*place) for place in sorted(found)]

    def quoted(self, name: str) -> bool:
        """Return whether a name stands in quotes somewhere, by which its writer says that it is one."""
        return any(self.text[span.start] in _OPENING for span in self.of(name))


def stated(program: Program) -> tuple[Statement | Default, ...]:
    """Return all that a program states or asks."""
    return (*program.premises, *program.rules, *program.exceptions, program.goal)


class Oddity(NamedTuple):
    """What is odd, how to mend it, and at which name or place."""

    code: str
    message: str
    hint: str
    at: str | Span | None
    level: Level = Level.ERROR


def told_of(fault: Oddity, places: Places) -> Diagnostic:
    """Return the diagnostic of a fault, with all places of the name that it is about."""
    code, message, hint, at, level = fault
    first, *also = (places.of(at) if isinstance(at, str) else [at]) or [None]
    return Diagnostic(code, level, message, first, hint, also=tuple(filter(None, also)))


def check_names(program: Program, places: Places, dialect: Dialect, *, exact: bool = False) -> list[Diagnostic]:
    """Return what is odd about a program's names: warnings, and errors about what can't be meant.

    Args:
        program: the program, with its names unified.
        places: where its names stand.
        dialect: how it was read.
        exact: whether the text says that names are as meant, as the standards of some dialects do: none is an error.
    """
    used, exact = program.signature, exact or dialect.exact_names
    found: list[Oddity] = []
    names, constants = {name for name, _ in used.predicates}, used.constants
    if not exact:
        found += _values(program, constants, places, signed=dialect.truth_argument)
        found += _mistaken(program, names, constants)
    if len(names) < len(used.predicates):
        found += _arities(used.predicates, exact)
    found += _negated(names, exact) if "no" in " ".join(names).lower() else ()
    applied = [name for name, arity in used.functions if arity] if len(constants) < len(used.functions) else []
    if nested := [name for name in applied if name in names]:
        found += _nested(program, nested, exact)
    if not exact and not places.text.isascii() and _FOREIGN.search(places.text):
        found += _scripts(program)
    known = {(one.name, len(one.params)) for one in program.predicates}
    for name, arity in [one for one in used.predicates if one not in known] if known else ():
        if name not in ("∈", "∉"):
            message = f"'{name}' is not declared with {arity} argument{'' if arity == 1 else 's'}"
            hint = f"Use a declared predicate, or declare '{name}' under 'Predicates:', with its meaning."
            found.append(Oddity("undeclared-predicate", message, hint, name, Level.WARNING))
    premises, goal = program.signatures
    if program.premises and goal.predicates and not any(one in premises.predicates for one in goal.predicates):
        asked = goal.predicates[0][0]
        message = f"no predicate of the goal occurs in any premise, '{asked}' neither"
        hint = "Use the predicates of the premises, or state in a premise what it speaks of."
        found.append(Oddity("goal-disconnected", message, hint, program.goal.span or asked, Level.WARNING))
    told = premises.functions
    for name, _ in [one for one in goal.functions if one not in told and not one[1]] if told and not exact else ():
        if like := _nearest(name, premises.constants):
            message = f"no premise speaks of '{name}', of which the goal does, but of '{like}'"
            found.append(Oddity("similar-names", message, f"Write '{like}' if that is meant.", name, Level.WARNING))
    for name, like in _slips(program) if places.text and not exact else ():  # nobody slips where nothing was read
        message = f"'{name}' stands once in the program, and is nearly '{like}'"
        found.append(Oddity("similar-names", message, f"Write '{like}' if that is meant.", name, Level.WARNING))
    return [told_of(fault, places) for fault in found]


def _nearest(name: str, others: Iterable[str]) -> str:
    """Return the one of some longer names that another may be a slip of; empty if none is."""
    most = len(name) * (2 - _CLOSE) / _CLOSE  # letters of one that has so much in common with it
    longer = [one for one in others if _LONG <= len(one) <= most and one.isalpha() and name.isalpha()]
    if not longer:
        return ""
    from difflib import get_close_matches  # only here, since few names are nearly others

    return next(iter(get_close_matches(name, longer, 1, _CLOSE)), "")


def _slips(program: Program) -> Iterator[tuple[str, str]]:
    """Yield the predicates that stand once and begin as others that they may be slips of, each with that one."""
    predicates = program.signature.predicates
    if len({name[:_START].lower() for name, _ in predicates}) == len(predicates):  # as of most programs
        return
    alike: dict[tuple[str, int], list[str]] = defaultdict(list)
    for name, arity in predicates:
        alike[name[:_START].lower(), arity].append(name)
    groups = [ones for ones in alike.values() if 1 < len(ones) <= _MANY]
    counts = Counter(atom.name for atom in _atoms(program)) if groups else Counter[str]()
    for name, group in [(name, ones) for ones in groups for name in ones if counts[name] == 1]:
        # What differs in number or joining is told of with the spellings.
        known = {name} | {one for one in group if fold(one) == fold(name)}
        known |= {one for one in group if singular_in(one, name) or singular_in(name, one)}
        others = [one for one in group if one not in known]
        if like := _nearest(name, others):
            yield name, like


def _mistaken(program: Program, names: Set[str], constants: Sequence[str]) -> Iterator[Oddity]:
    """Find names that say something else to their writer than they do here."""
    used = program.signature
    if name := min([name for name in {*names}.intersection(constants) if (name, 0) in used.predicates], default=""):
        message = f"'{name}' is a proposition, and stands where only things can"
        hint = "Write ∧, ∨, ¬ and → between propositions, and both sides of = in full; or rename the thing."
        yield Oddity("proposition-as-thing", message, hint, name)
    if ("∈", 2) in used.predicates:
        yield from _sets(program)
    declared = {one.name for one in program.constants}
    if program.declared:
        declared.update(program.declared.constants(used))
    if word := next((one for one in constants if one.lower() in _PRONOUNS and one not in declared), ""):
        message = f"'{word}' stands where only the name of a thing can"
        yield Oddity("quantifier-as-thing", message, "Write ∀x P(x) for everybody, ¬∃x P(x) for nobody.", word)
    stated_names: tuple[Constant | Predicate, ...] = (*program.constants, *program.predicates)
    for one in stated_names:
        if one.gloss != one.name and (one.gloss in names or one.gloss.isdigit()):
            message = f"'{one.gloss}' beside '{one.name}' states nothing of it there"
            hint = "Write a formula under 'Premises:', such as Dog(rex), P → Q or limit = 5; or another gloss."
            yield Oddity("formula-among-declarations", message, hint, one.name)
    for name in filter(_sign_for, [name for name, arity in (*used.predicates, *used.functions) if arity]):
        message = f"'{name}' is a name like any other: nothing is known of it but what premises say"
        yield Oddity("known-name", message, f"Write it by {_sign_for(name)}.", name, Level.WARNING)
    for name in filter(CAPITAL.fullmatch, constants):
        if name not in declared:
            message = f"'{name}' is read as the name of a certain thing: nothing makes it a variable"
            hint = f"Declare it under 'Constants:'; or bind it, as in ∀{name.lower()} (…), or ask by ?{name.lower()}."
            yield Oddity("constant-letter", message, hint, name, Level.WARNING)


@lru_cache(maxsize=4096)
def _sign_for(name: str) -> str:
    """Return the signs for what a name says, if the language has some."""
    return _KNOWN.get(name.replace("_", "").lower(), "")


def _sets(program: Program) -> Iterator[Oddity]:
    """Find sets behind ∈ that are sorts, or may be predicates or sorts that are spelt otherwise."""
    known = {fold(name): name for name, arity in program.signature.predicates if arity == 1}
    known |= {fold(sort.name): sort.name for sort in program.declared.sorts}
    sets = {one.args[1].name for one in _atoms(program) if one.name == "∈" and isinstance(one.args[1], Fn)}
    for name in sorted(sets):
        if other := known.get(fold(name)) or next((one for one in known.values() if singular_in(name, one)), ""):
            message = f"'{name}' is a set here, and '{other}' a predicate or a sort elsewhere: which is meant?"
            hint = f"Write {other}(x) for x ∈ {name} of a predicate, ∀x:{other} … of a sort."
            yield Oddity("unclear-sort", message, hint, name)


def _negated(names: Set[str], standard: bool) -> Iterator[Oddity]:
    plain = {name.lower(): name for name in names}
    for name in names:
        found = _NEGATED.match(name)
        if found and (denied := plain.get(name[found.end() :].lower())):
            level = Level.ERROR if "-" in name and not standard else Level.WARNING
            message = f"'{name}' is a name of its own, and denies nothing of '{denied}'"
            yield Oddity("negated-name", message, f"Write ¬{denied}(…).", name, level)


def _arities(predicates: Sequence[tuple[str, int]], standard: bool) -> Iterator[Oddity]:
    for name, count in Counter(name for name, _ in predicates).items():
        if count > 1:
            message = f"'{name}' has {count} different numbers of arguments: different predicates"
            hint = f"Write '{name}' with the same number of arguments everywhere."
            lacking = (name, 0) in predicates and not standard  # what it speaks of
            yield Oddity("arity-clash", message, hint, name, Level.ERROR if lacking else Level.WARNING)


def _nested(program: Program, nested: Sequence[str], standard: bool) -> Iterator[Oddity]:
    both = set(program.signature.predicates).intersection(program.signature.functions)
    certain: dict[str, str] = {}
    for atom in _atoms(program) if both and not standard else ():
        inner = {(arg.name, len(arg.args)) for arg in atom.args if isinstance(arg, Fn)}
        # One predicate throughout may be a function whose values are compared.
        if len(inner) > 1 and both.issuperset(inner) and not any(isinstance(arg, Var | Num) for arg in atom.args):
            certain |= dict.fromkeys((name for name, _ in inner), atom.name)
    for name in nested:
        around, level = certain.get(name), Level.ERROR if name in certain else Level.WARNING
        message = f"'{name}' is a predicate, and stands inside '{around or 'another'}' where only things can"
        hint = f"Predicates do not nest: write {name}(…) as a formula of its own, or use another name here."
        if around:
            hint = f"Say what '{around}' means by ∧, ∨, ⊕, ¬ and → between the formulas themselves."
        yield Oddity("predicate-as-term", message, hint, name, level)


def _atoms(program: Program) -> Iterator[Atom]:
    return (atom for formula in program.formulas for atom in atoms(formula))


def _scripts(program: Program) -> Iterator[Oddity]:
    used = program.signature
    bound = [(node.var, 0) for f in program.formulas for node in binders(f)]
    by_shape: dict[str, str] = {}
    for name, _ in (*used.predicates, *used.functions, *bound):
        other = by_shape.setdefault(in_latin(name), name)
        if other != name:
            foreign = name if in_latin(name) != name else other
            message = f"'{name}' and '{other}' look alike and are different names: {name!a} and {other!a}"
            hint = f"Write '{in_latin(name)}' with the same letters everywhere."
            yield Oddity("mixed-scripts", message, hint, foreign)


def _values(program: Program, constants: Sequence[str], places: Places, *, signed: bool) -> Iterator[Oddity]:
    """Find what is read as a name or as a value, and might be the other.

    Args:
        program: the program.
        constants: its names of things.
        places: where its names stand.
        signed: whether its dialect takes a last argument for what says whether an atom holds.
    """
    used = program.signature
    if (signed and used.numerals) or not _VALUES.keys().isdisjoint(constants):
        yield from _truths(program, places, {**_VALUES, **_DIGITS} if signed else _VALUES)
    formulas = program.formulas if used.equality else ()
    equations = [node for formula in formulas for node in walk(formula) if isinstance(node, Eq)]
    for one in equations:
        sides = [one.left, one.right]
        nested = [s.name for s in sides if isinstance(s, Fn) and s.args and (s.name, len(s.args)) in used.predicates]
        if nested and len(nested) + sum(name_of(side) in _TRUTH_NAMES for side in sides) == 2:
            message = f"'{nested[0]}' is a predicate, and = stands between things"
            hint = f"Write {nested[0]}(…) or ¬{nested[0]}(…) for what holds or not, and ↔ between formulas."
            yield Oddity("equated-propositions", message, hint, nested[0])
    if used.arithmetic:
        yield from _laws(program)
    amounts = list(filter(_AMOUNT.match, constants))
    hyphened = [name for name in constants if "-" in name[1:] and not places.quoted(name)]
    amounts += [n for n in hyphened if n not in amounts and all(p in constants or p.isdecimal() for p in n.split("-"))]
    if amounts:
        sorts = infer(program.formulas, used, program.declared)
        equated = {side for one in equations for side in (one.left, one.right)}
        for name in amounts:
            amount = Fn(name) in equated and not places.quoted(name)
            if amount or (used.arithmetic and sorts.of(("f", name, 0, -1)) in NUMBERS):
                message = f"'{name}' stands where a number may be meant, and is read as a name"
                hint = "Write a number in digits, its unit in the name of its function, a date as in 20240501; "
                hint += "blanks around the sign of a difference."
                yield Oddity("odd-number", message, hint, name)
    for name in constants if ("∈", 2) in used.predicates else ():
        if name in NUMBER_SETS:
            message = f"'∈ {name}' is read behind a quantifier alone; elsewhere it says nothing of numbers"
            hint = f"Write ∀x ∈ {name} …, or declare the thing under 'Sorts:', as n: Real or n: Int."
            yield Oddity("number-set", message, hint, name)


def _truths(program: Program, places: Places, values: Mapping[str, bool | None]) -> Iterator[Oddity]:
    """Find a value that is opposite to another in one place of a predicate, or where it has nothing elsewhere.

    As things they would say nothing of each other. A value that stands alone in its place says the same either way.
    """
    known = {(one.name, one.arity) for one in program.predicates}.union(program.signature.predicates)
    seen: dict[tuple[str, int], set[bool | None]] = defaultdict(set)
    for atom in _atoms(program):
        for i, arg in enumerate(atom.args, 1):
            value = "" if isinstance(arg, Var) else name_of(arg)
            if value not in values or places.quoted(value):
                continue
            held = seen[atom.name, i]
            held.add(values[value])
            if held >= {True, False} or (i == len(atom.args) and (atom.name, i - 1) in known):
                message = f"'{value}' in '{atom.name}' can be read in two ways: whether the atom holds, or a thing"
                hint = f"Write {atom.name}(…) and ¬{atom.name}(…); or put the thing in quotes."
                yield Oddity("truth-argument", message, hint, value)
                return


def _laws(program: Program) -> Iterator[Oddity]:
    """Find a law about ≤ or * in a program without numbers: it may be about a relation of the writer's own."""
    used = program.signature
    own = any(arity and name not in ARITHMETIC for name, arity in used.functions)  # as age(a), which is compared
    for premise in () if own or used.numerals or used.sorts or program.declared else program.premises:
        if isinstance(premise.formula, Binder) and not any(isinstance(n, Atom) for n in walk(premise.formula)):
            message = "this may state what a relation or function of your own is like, not one of numbers"
            hint = "For numbers write a sort, as ∀x:Int …; for one of your own write a name for the sign."
            yield Oddity("own-sign", message, hint, premise.span)


# Which names are one.


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
