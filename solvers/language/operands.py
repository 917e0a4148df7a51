"""What stands between two signs: names with what is in their brackets, and whether it is a formula or a term."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from ..logic.diagnostics import Level, Span
from ..logic.syntax import ARITHMETIC, Atom, Cmp, Exists, Fn, Formula, Not, Num, Term, Truth, Var, number_named
from . import lexer
from .faults import Unclear
from .lexer import ATOM, NAME, NUMBER, QUOTED
from .names import FREE_LETTER, FROM_TPTP, RELATIONS_FROM_TPTP, UNBOUND_LETTER, decode_tptp_variable, distinct_object
from .numbers import scaled, written_number
from .signs import FUNCTIONAL, POWER, RELATIONAL, Expression
from .textbook import judge_short
from .truths import SIGNS

if TYPE_CHECKING:
    from .parser import Parser

_ARTICLES: Final = ("the", "a", "an")
UNBOUND_LETTERS: Final = frozenset("uvwxyz")


def is_bound(p: Parser, name: str) -> bool:
    """Return whether a quantifier binds the name here."""
    if p.dialect.variables == "capitals":
        return name[0].isupper() and decode_tptp_variable(name) in p.bound
    return name in p.bound


def bare_name(p: Parser, name: str, at: int) -> Term:
    """Return the variable or constant that a name without brackets is, by the dialect's convention."""
    convention = p.dialect.variables
    if convention == "letters":
        if name in p.bound:
            p.seen.add(name)
            return Var(name)
        letter = FREE_LETTER if p.dialect.closes else UNBOUND_LETTER
        if name[0] in "uvwxyz" and letter.fullmatch(name):
            p.unbound.setdefault(name, at)
            return Var(name)
    elif convention == "capitals":
        if name[0].isupper():
            name = decode_tptp_variable(name)
            if name in p.bound:
                p.seen.add(name)
            else:
                p.unbound.setdefault(name, at)
            return Var(name)
    elif name[0] == "$":
        p.unbound.setdefault(name[1:], at)
        p.marked.add(name[1:])
        return Var(name[1:])
    elif name in p.bound:
        p.seen.add(name)
        return Var(name)
    elif name[0] in "uvwxyz" and UNBOUND_LETTER.fullmatch(name):
        p.unbound.setdefault(name, at)
        return Var(name)
    if name == "_" and p.in_arguments:
        fresh = f"_{at}"
        p.anonymous.append(fresh)
        p.report.note(
            Level.MENDED,
            "anonymous-variable",
            "'_' is read as 'something', a variable of its own",
            at,
            "Name the variable and bind it, as in ∃y Owns(bob, y).",
        )
        return Var(fresh)
    if name[0].isupper() or name in p.around.params:
        p.suspects[name] = None
    elif p.in_arguments and name[0].isdecimal() and not p.dialect.terminated and (value := written_number(p, name, at)):
        return value
    return Fn(name)


def plain_atom(p: Parser, at: int) -> Expression:
    """Read a predicate or function with names only between its brackets, one token to the lexer."""
    name, _, inside = p.tokens[at][:-1].partition("(")
    names = inside.split(",") if "," in inside else (inside,)
    keywords = lexer.KINDS
    if name in keywords or name[0] == "$" or name in FUNCTIONAL or is_bound(p, name):
        raise Unclear
    args: list[Term] = []
    for arg in names:
        arg = arg.lstrip()
        if arg in keywords:
            raise Unclear
        args.append(bare_name(p, arg, at))
    p.i = at + 1
    if p.in_arguments or POWER.get(p.kinds[p.i], 0) >= RELATIONAL:
        return Fn(name, tuple(args))
    return atom(p, name, tuple(args))


def no_name(p: Parser, at: int) -> NoReturn:
    """Refuse quotes, or a LaTeX command, with nothing in them."""
    p.report.fail("empty-name", "a name without letters", at, "Put the name between the quotes.", "a name")


def named(p: Parser, at: int, kind: str) -> Expression:
    """Read a name, with its arguments if a bracket follows."""
    token = p.tokens[at]
    if "-" in token and kind == NAME and token.partition("-")[0] in p.bound:
        part_hyphen(p, at)  # n-1, where a quantifier binds n
        token = p.tokens[at]
    plain = token.isalnum() and kind != QUOTED
    name = token if plain else lexer.unquote(token)
    p.i = at + 1
    if not name:
        no_name(p, at)
    if p.kinds[p.i] in (NAME, ATOM) and not p.in_arguments and kind == NAME:
        if (spaced := declared_name(p, at)) is not None:
            name = spaced
        elif (applied := curried(p, at, name)) is not None:
            return applied
    if p.kinds[p.i] == "(":
        if kind == NAME and is_bound(p, name):
            p.report.fail(
                "variable-applied",
                f"'{name}' is a variable and can't be applied to arguments",
                at,
                "Rename the variable, or put a connective between it and the bracket.",
            )
        p.i += 1
        p.deeper()
        args = arguments(p, name)
        p.depth -= 1
        if not p.in_arguments and POWER.get(p.kinds[p.i], 0) < RELATIONAL and name[0] != "$":
            return atom(p, name, args)
        return application(p, name, args, kind)
    if kind == QUOTED:
        p.quoted.add(name)
        marked = p.dialect.variables == "capitals" and token[0] == '"'
        return Fn(distinct_object(name) if marked else name)
    return bare_name(p, name, at)


def part_hyphen(p: Parser, at: int) -> None:
    """Part ``n-1`` into a variable, a minus sign and what is taken away."""
    spans, token = p.report.spans, p.tokens[at]
    first, _, rest = token.partition("-")
    start, middle, end = spans[at].start, spans[at].start + len(first), spans[at].end
    p.tokens[at : at + 1] = [first, "-", rest]
    p.kinds[at : at + 1] = [NAME, "-", NUMBER if rest.replace(".", "", 1).isdecimal() else NAME]
    spans[at : at + 1] = [Span(start, middle), Span(middle, middle + 1), Span(middle + 1, end)]
    p.changed()


def declared_name(p: Parser, at: int) -> str | None:
    """Return a declared predicate whose name is several words, and step to its bracket."""
    if not p.around.arities:
        return None
    end = at
    while p.kinds[end] == NAME:
        end += 1
    if p.kinds[end] == ATOM:
        raise Unclear
    name = " ".join(p.tokens[at:end])
    if end == at + 1 or name not in p.around.arities:
        return None
    p.i = end
    return name


def curried(p: Parser, at: int, name: str) -> Formula | None:
    """Read ``Man x``, a predicate that is applied without brackets.

    A bound variable can stand nowhere else; what was applied to one so is applied to a
    constant so elsewhere.
    """
    end = at + 1
    while p.kinds[end] == NAME:
        end += 1
    words = p.tokens[at + 1 : end]
    if p.kinds[end] in ("(", ATOM) or name in p.bound or name in UNBOUND_LETTERS:
        return None
    if any(word in p.bound for word in words):
        p.around.curried.add(name)
    elif name not in p.around.curried:
        return None
    p.in_arguments = True
    args = tuple(bare_name(p, word, at + 1 + i) for i, word in enumerate(words))
    p.in_arguments = False
    written = f"{name}({', '.join(words)})"
    p.report.note(
        Level.MENDED, "no-brackets", f"a predicate without brackets is read as {written}", at, f"Write {written}."
    )
    p.i = end
    return atom(p, name, args)


def arguments(p: Parser, predicate: str) -> tuple[Term, ...]:
    """Read terms up to the closing bracket of a predicate or function, and step behind it."""
    kinds = p.kinds
    args: list[Term] = []
    words: list[int] = []
    if kinds[p.i] != ")":
        outer, p.in_arguments = p.in_arguments, True
        while True:
            start = p.i
            if kinds[start] in (NAME, NUMBER, QUOTED) and kinds[start + 1] == NAME:
                args.append(spaced_name(p, words))
            elif kinds[start] == NAME and kinds[start + 1] in (",", ")") and "-" not in p.tokens[start]:
                p.i = start + 1  # by far the most common
                token = p.tokens[start]
                name = token if token.isalnum() else lexer.unquote(token)
                if not name:
                    no_name(p, start)
                args.append(bare_name(p, name, start))
            else:
                args.append(as_term(p, p.expression(0), start))
            if kinds[p.i] != ",":
                break
            p.i += 1
        p.in_arguments = outer
    if words and len(args) not in p.around.arities.get(predicate, {len(args)}):
        p.report.unexpected(words[0], NAME, "',' or ')'")
    p.close_bracket("',' or ')'")
    return tuple(args)


def spaced_name(p: Parser, words: list[int]) -> Term:
    """Read a name of several words where a term should stand: ``Bald Eagle``, ``the bald eagle``.

    Names in small letters might as well be two things without a comma between them, unless
    the predicate's declaration says how many there are.

    Args:
        p: the parser, at the first word.
        words: collects where names stand that only a declaration makes one.
    """
    start = p.i
    end = start
    while p.kinds[end] in (NAME, NUMBER, QUOTED):
        end += 1
    tokens = [lexer.unquote(token) for token in p.tokens[start:end]]
    if end == start + 2 and (value := scaled(p, start)) is not None:
        return value
    letters = any(t in p.bound or UNBOUND_LETTER.fullmatch(t) or t[:1] in ("", "$") for t in tokens)
    if letters or p.dialect.terminated or p.kinds[end] not in (",", ")"):
        p.report.unexpected(start + 1, p.kinds[start + 1], "',' or ')'")
    name = " ".join(tokens)
    whole = tokens[0].lower() in _ARTICLES or (tokens[0][0].isupper() and tokens[-1][0].isupper())
    if not whole and p.kinds[start] == NAME:
        words.append(start + 1)
        if not p.around.arities:
            p.report.unexpected(start + 1, p.kinds[start + 1], "',' or ')'")
    written = lexer.quote(name)
    p.report.note(
        Level.MENDED, "spaced-name", f"several words where a term should stand are read as {written}", start,
        f"Write {written}, or join the words.",
    )  # fmt: skip
    p.i = end
    return Fn(name)


def application(p: Parser, name: str, args: tuple[Term, ...], kind: str) -> Expression:
    """Return a function with its arguments, or what TPTP's own words mean."""
    if name[0] == "$" and kind == NAME and len(args) == 2:
        if name in FROM_TPTP:
            return Fn(FROM_TPTP[name], args)
        if name in RELATIONS_FROM_TPTP:
            return Cmp(RELATIONS_FROM_TPTP[name], args[0], args[1])
    return Fn(name, args)


def atom(p: Parser, name: str, args: tuple[Term, ...]) -> Formula:
    """Return a predicate with its arguments, negated or quantified as the dialect and ``_`` ask."""
    formula: Formula = Atom(name, args)
    if p.dialect.truth_argument and args:
        last = args[-1]
        if isinstance(last, Fn) and not last.args and last.name in SIGNS:
            formula = Atom(name, args[:-1])
            if not SIGNS[last.name]:
                formula = Not(formula)
    while p.anonymous:
        formula = Exists(p.anonymous.pop(), formula)
    return formula


def as_formula(p: Parser, value: Expression, at: int) -> Formula:
    """Return what was read at a place as a formula."""
    if type(value) is Fn:
        if value.name in ARITHMETIC and len(value.args) == 2:
            p.report.fail(
                "term-as-formula",
                "a number stands where a formula should",
                at,
                "Compare it with something, as in x + 1 < 5.",
                "a formula",
            )
        if not value.args and p.bound:
            judge_short(p, value.name, at)
        return atom(p, value.name, value.args)
    if isinstance(value, Var):
        if value.name in p.bound or p.dialect.variables != "letters":
            p.report.fail(
                "term-as-formula",
                f"the variable '{value.name}' stands where a formula should",
                at,
                "Apply a predicate to it.",
                "a formula",
            )
        return Atom(value.name)
    if isinstance(value, Num):
        message = f"the number {value.value} stands where a formula should"
        p.report.fail("term-as-formula", message, at, "Compare it with something, as in x < 5.", "a formula")
    assert not isinstance(value, Fn)
    return value


def as_term(p: Parser, value: Expression, at: int) -> Term:
    """Return what was read at a place as a term."""
    if isinstance(value, Fn):
        return value if value.args else number_named(value.name) or value
    if isinstance(value, Var | Num):
        return value
    if isinstance(value, Atom):  # a bracketed application
        return Fn(value.name, value.args)
    if isinstance(value, Truth):
        return Fn("True" if value.value else "False")
    p.report.note(
        Level.ERROR,
        "formula-as-term",
        "a formula stands where a term should",
        at,
        "First-order logic speaks of things, not of statements: use a predicate of its own for this.",
        "a term",
    )
    return Fn("?")
