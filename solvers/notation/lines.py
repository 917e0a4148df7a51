"""One line of formulas: a label, a formula, a gloss. The line is tried as a formula first; then one mark at a time
is taken off, by rules of form: a label or number before a colon or in brackets, a gloss behind a sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .conventions import CAPITAL
from .cursor import NOWHERE, Surroundings
from .formulas import Parsed, parse
from .headings import heading
from .prose import has_signs, is_prose
from .signs import Dialect
from .spelling import words

MAX_CUTS: Final = 8
"""At how many places of a line a gloss is sought."""
MAX_REMARK: Final = 60
"""The most characters of a gloss that is a remark about its formula."""
_GLOSS: Final = re.compile(r"(?<!\\):::")
_COMMENT: Final = re.compile(
    r"\s(?://+|#+|%+|--+|—|–|-)\s+|(?<=[)\]\w])\s*(?:—|: +|\s\()|\t+|\s\[|(?<=[.)])\s{2,}(?=[A-Z])"
)
"""Signs behind which a gloss may stand."""
_LABEL: Final = re.compile(
    r"(?P<plain>(?:[^\W\d_][\w'’.-]*(?: [\w'’.-]+){0,7}|\d{1,3})(?: \([^()]{1,40}\))?) {0,3}:(?![:=-]) *"
    r"|\((?P<round>[A-Za-z]{0,8}\d{0,3})\) +(?![∧∨→↔⊕&|<=>≠≤≥+*-])|\[(?P<square>[A-Za-z]{0,8}[\d.]{0,4})\] *(?=\S)"
    r"|(?P<dotted>[A-Z]{1,3}\d{1,3})[.)] +"
)
_SENTENCE: Final = re.compile(
    r"(?P<told>\"[^\"]+\"|“[^“”]+”|[^\"“”∀∃¬→↔∧∨⊕()]{3,}?(?: \([^()]{1,40}\))?[^\s:]?) ?:(?![:=-]) +"
)
"""A sentence and a colon before its formula."""
_CONCLUDING: Final = re.compile(
    r"\s*(?:(?:/{1,2}\s*)?(?:∴|\\therefore(?![A-Za-z]))|[⊢⊨]|\|[-=](?![>-])|\\(?:vdash|models)(?![A-Za-z])|\?-"
    r"|(?:[Tt]herefore|[Hh]ence|[Tt]hus|[Ss]o|[Cc]onsequently)[,:]?(?=\s))\s*"
)
_TURNSTILE: Final = re.compile(
    r"(?:/{1,2}\s*)?(?:∴|\\therefore(?![A-Za-z]))|[⊢⊨]|\|[-=](?![>-])|\\(?:vdash|models)(?![A-Za-z])"
)
_FORMULA: Final = re.compile(
    r"[\w)] ?(?:[∧∨⊕⊻→↔⇒⇔⊢]|<?->|<?=>) ?[(\[¬~∀∃]*\w"  # two formulas and a connective
    r"|(?:[∀∃]|(?<!\w)(?:forall|exists|all) )\w+[.:,]? ?[(\[¬~-]*\w+\("
    r"|(?<!\w)[A-Z]\w*\([^()\s]+\)"
)
"""What is a formula, or a part of one, and stands in no sentence."""
_END: Final = r"[\s.!)\]]*$"
_FALSE: Final = re.compile(
    rf"(?i)[\s(\[]*(?:(?:is|it is|this is) )?(?:false|no|not true|untrue|refuted|f|wrong|incorrect|invalid"
    rf"|rejected|disproved|disproven|not the case|does not hold|doesn't hold|not provable"
    rf"|unknown|uncertain|undetermined|unproven|not proven|doubtful|(?:the )?(?:negated|denied) (?:conclusion|goal)"
    rf"|(?:follows from|derived from|from|by|using) [a-z .]{{0,16}}\(?\d[\d\s,&and().]*){_END}"
)
TAKEN_BACK: Final = re.compile(
    r"(?i)^[\s(\[]*(?:wait|oops|ignored?|unneeded|dropped|fixed|corrected|correction|revised|updated|outdated|replaced|removed"
    r"|deleted|draft|(?:and |or )?vice versa|(?:or |and )?(?:the )?converse(?:ly)?|actually|mistake|typo|superseded"
    r"|retracted|no longer|(?:follows|derived) from|(?:from|by|using) (?:lines? |premises? )?\(?\d"
    r"|for (?:a |the sake of )?contradiction"
    r"|(?:assum|suppos|hypothes)\w* (?:for|towards?|by|to) .*contradiction)\b"
    r"|\b(?:this|that|it|these|the|above|previous) (?:\w+ )?(?:should|is not needed|was wrong|is wrong|must be ignored)"
    r"|\b(?:to be (?:shown|proved|proven|derived|checked|verified)"
    r"|should be (?:ignored|read|dropped|removed|replaced))\b"
)
"""Remarks by which a formula does not simply hold."""
_QUANTIFIED: Final = re.compile(r"[∀∃∄→⇒]|[-=]>|>>>|\\(?:forall|exists)|\b(?:all|forall|exists|some)\b")
_RENDERED: Final = (
    (frozenset("all every each any some there for no nobody nothing someone everyone let".split()), _QUANTIFIED),
    (
        frozenset("not no never none nobody nothing neither nor cannot isn't aren't doesn't don't can't won't".split()),
        re.compile(r"[¬~∼￢≠⊥]|!|\\(?:neg|lnot|sim)|\b[Nn]ot\b|(?<!\w)-(?=[\w(])|False\s*\)"),
    ),
    (
        frozenset("if unless when whenever while until provided".split()),
        re.compile(r"[→⇒⊃∨↔⇔←]|[-=]>|:-|>>>|\\(?:to|implies|supset|lor|vee|[Rr]ightarrow)|\bif\b|implies|unless"),
    ),
)
"""Words of a sentence, and what its formula has then."""
_SOURCE: Final = re.compile(
    r"(?i)(?:(?:a|the|an|by|from) )?(?:premises?|prem|pr|given|ass|hyp|ax|assumptions?|axioms?|hypothes[ie]s|facts?"
    r"|rules?|definitions?|conclusion|goal|query|question|to prove)(?: ?\d{1,3})?"
)
"""A remark that says where a formula is from."""
LABEL: Final = re.compile(
    r"(?i)(?:premise|prem|pr|fact|rule|axiom|ax|assumption|ass|hypothesis|hyp|given|statement|sentence|claim|conclusion"
    r"|goal|query|step|line|formula|clause|definition|def|constraint|law)?[ _.#-]?(?:\d{1,3}(?:\.\d{1,2})*[a-z]?)?"
    r"|[a-z]{1,4}[_-]?\d{1,3}[a-z']?|[a-eg-su-wyz]|[ivx]+"
)
"""A label that says nothing of how its formula stands: a letter, a number, a word such as *Premise* with a number."""
_NAME: Final = re.compile(r"[^\W\d_][\w-]*")
_HEDGES: Final = frozenset(
    "false true untrue wrong case possible possibly suppose supposing assume assuming maybe may might could perhaps "
    "probably likely unlikely allegedly supposedly presumably typically usually normally generally mostly most often "
    "sometimes rarely seldom hardly except ignore ignored".split()
)
"""Words of a sentence that no formula says."""
_LIGHT: Final = frozenset("a an the i is of in to for all fora exis and or not x y z".split())
"""Words, and beginnings of words, by which no sentence is known to be that of a formula."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_QUOTES: Final = {'"': '"', "“": "”", "‘": "’", "`": "`", "'": "'"}
_BRACKETS: Final = ("()", "[]", "{}")


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of formulas says.

    Attributes:
        start: where the formula begins in the text that was given.
        text: the formula.
        parsed: what it gave.
        label: its name; may be empty.
        gloss: the sentence that it renders; may be empty.
        goal: whether a sign such as ``∴`` says that it is what follows.
        mark: the sign before its gloss, if that is not ``:::``; ``^`` where the gloss stands before the formula.
        told: an error about what stands around the formula.
        plain: whether it is one closed formula of which nothing is to be said, and that hangs on no other.
    """

    start: int
    text: str
    parsed: Parsed
    label: str = ""
    gloss: str = ""
    goal: bool = False
    mark: str = ""
    told: tuple[Diagnostic, ...] = ()
    plain: bool = False


@lru_cache(maxsize=2048)
def _plain_lines(text: str, dialect: Dialect) -> tuple[tuple[Line, ...], bool]:
    lines = tuple(_lines(text, dialect, NOWHERE))
    return lines, any(one.parsed.context for one in lines)


def read_lines(text: str, dialect: Dialect, around: Surroundings) -> tuple[Line, ...]:
    """Return the formulas of a line: mostly one; several apart by semicolons or full stops, or about ``⊢``.

    Args:
        text: the line, without marks around it.
        dialect: how its formulas are read.
        around: what the rest of the program tells.
    """
    lines, context = _plain_lines(text, dialect)
    return lines if not context else tuple(_lines(text, dialect, around))


def _lines(text: str, dialect: Dialect, around: Surroundings) -> Iterator[Line]:
    body, gloss = text, ""
    if (cut := _gloss_at(body)) >= 0:
        body, gloss = text[:cut], " ".join(text[cut + 3 :].split())
    first = _whole(body, gloss, dialect, around)
    if first.parsed.trees:
        yield first
        return
    if found := _TURNSTILE.search(body):
        yield from _argument(body, found, gloss, dialect, around)
        return
    for sign in (";", "."):
        parts = list(_parted(body, sign))
        if len(parts) > 1 and all(part.strip() for _, part in parts):
            lines = [_whole(part, "", dialect, around, at) for at, part in parts]
            if all(one.parsed.trees for one in lines) and not (sign == ";" and ":-" in body):
                yield from (replace(one, gloss=gloss or one.gloss) for one in lines)
                return
    yield first


def _gloss_at(body: str) -> int:
    """Return where ``:::`` parts a formula from its gloss; -1 for nowhere. A quoted name may hold an escaped one."""
    if "\\" not in body:
        return body.find(":::")
    found = _GLOSS.search(body)
    return found.start() if found else -1


def _whole(body: str, gloss: str, dialect: Dialect, around: Surroundings, start: int = 0) -> Line:
    """Return a line that is one formula, with a label before it and a gloss behind it, if it has them."""
    moved = len(body) - len(body.lstrip())
    at, bare = start + moved, body.strip()
    if _QUOTES.get(bare[:1]) == bare[-1:] and len(bare) > 2 and bare[0] not in bare[1:-1] and has_signs(bare[1:-1]):
        inner = parse(bare[1:-1], dialect, around)  # a line of one quoted formula is that formula
        if inner.trees:
            return _checked(Line(at + 1, bare[1:-1], inner, gloss=gloss))
    first = parse(bare, dialect, around)
    if first.trees:
        return _checked(Line(at, bare, first, gloss=gloss))
    best = Line(at, bare, first, gloss=gloss)
    for one in _forms(bare, at, gloss):
        parsed = parse(one.text, dialect, around)
        if parsed.trees:
            return _checked(replace(one, parsed=parsed))
    return best


_NONE: Final = Parsed(())


def _forms(bare: str, at: int, gloss: str) -> Iterator[Line]:
    """Yield what a line may be without a mark before or behind its formula, the plainer ones first."""
    starts = [(0, "", "", False)]
    if found := _CONCLUDING.match(bare):
        starts.append((found.end(), "", "", True))
    for begin, _, _, goal in tuple(starts):
        if found := _LABEL.match(bare, begin):
            label = next(group for group in found.groups() if group is not None)
            told = label if len(label.split()) > 2 and "(" not in label and not heading(label).kind else ""
            label = "" if told else label
            starts.append((found.end(), label, told, goal))
            if more := _CONCLUDING.match(bare, found.end()):
                starts.append((more.end(), label, told, True))
        if found := _SENTENCE.match(bare, begin):
            starts.append((found.end(), "", found.group("told").strip('"“” '), goal))
    for begin, label, told, goal in starts:
        for text, shift in _unwrapped(bare[begin:]):
            if begin or shift:
                yield Line(at + begin + shift, text, _NONE, label, gloss or told, goal, "^" * bool(told and not gloss))
            if gloss or told:
                continue
            for left, right, sign in _glossed(text):
                yield Line(at + begin + shift, left, _NONE, label, right, goal, sign)


def _unwrapped(text: str) -> Iterator[tuple[str, int]]:
    """Yield a text, and what stands in quotes or backticks around all of it, with how far it is moved."""
    moved = len(text) - len(text.lstrip())
    yield text.strip(), moved
    bare = text.strip().rstrip(".")
    if len(bare) > 2 and _QUOTES.get(bare[0]) == bare[-1]:
        yield bare[1:-1], moved + 1
    if bare[-1:] == "?":
        yield bare[:-1].rstrip(), moved


def _glossed(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield a text parted into what may be a formula, what may be its gloss, and the sign between them."""
    for found in list(_COMMENT.finditer(text))[: -MAX_CUTS - 1 : -1]:
        left, right = text[: found.start()].rstrip(), text[found.end() :].strip()
        sign = found.group().strip()
        if sign in ("(", "["):
            if right[-1:] not in (")", "]") and right[-2:-1] not in (")", "]"):
                continue
            right = right.rstrip(".)]")
        if not left or not right or any(left.count(a) != left.count(b) for a, b in _BRACKETS):
            continue
        if (has_signs(right) and not is_prose(right)) or (sign in ("-", "–", "%") and right[0].isdecimal()):
            continue  # it may calculate
        if sign == ":" and left.isalnum():
            continue  # it may be the label of a sentence
        yield left, " ".join(right.split()), sign or "column"


def _checked(one: Line) -> Line:
    """Return a line with an error if what stands around its formula takes it back, or holds another formula."""
    gloss, span = one.gloss, Span(one.start, one.start + len(one.text))
    shown = one.text if len(one.text) <= 60 else one.text[:60] + "…"
    if gloss and _FORMULA.search(gloss) and _FORMULA.search(_without(gloss, one.text)):
        message = f"another formula stands behind '{shown}': which of the two is meant?"
        return _refused(one, "two-formulas", message, "Give each formula its own line, or leave one out.", span)
    if gloss and len(gloss) <= MAX_REMARK and _FALSE.match(gloss):
        message = f"'{gloss}' behind a formula may deny it, or say nothing of it: '¬({shown})' or '{shown}'"
        return _refused(one, "denied-formula", message, "Write what holds, or is asked; leave the remark out.", span)
    remark = one.mark or gloss[:1] in ("(", "[")
    if gloss and remark and not (_SOURCE.fullmatch(gloss.strip("()[] .")) or renders(gloss, one.text)):
        message = f"'{gloss}' beside the formula may deny it, or say when it holds, which the formula does not say"
        hint = "Keep the formulas that hold, as they hold; put what one says, as a sentence, behind ':::'."
        return _refused(one, "suspended-formula", message, hint, span)
    parsed = one.parsed
    hangs = one.label or one.goal or parsed.notes or parsed.prolog or parsed.sorts or parsed.member or parsed.unbound
    plain = not hangs and len(parsed.trees) == 1 and not any(map(CAPITAL.fullmatch, parsed.constants))
    return replace(one, plain=True) if plain else one


def renders(sentence: str, formula: str) -> bool:
    """Return whether a formula may say what a sentence beside it says.

    It has a quantifier, a denial or a condition where the sentence has one, and they share a word.
    """
    said = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    if said[-1:] and said[-1] in ("that", "case", "following", "if", "unless", "when", "where", "for"):
        return False
    if not _HEDGES.isdisjoint(said):
        return False
    names = {word[:4] for name in _NAME.findall(formula) for word in words(name)} - _LIGHT
    return not names.isdisjoint(word[:4] for word in said) and all(
        sign.search(formula) is not None
        for asked, sign in _RENDERED
        if not asked.isdisjoint(said[:1] if "some" in asked else said)
    )


def _refused(one: Line, code: str, message: str, hint: str, span: Span) -> Line:
    return replace(one, told=(Diagnostic(code, Level.ERROR, message, span, hint),))


def _without(gloss: str, formula: str) -> str:
    """Return a gloss without the formula, however it is spaced there."""
    return re.sub(r"[\s`$]*".join(map(re.escape, formula.split())), "", gloss)


def _parted(text: str, sign: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text between signs outside brackets and quotes, each with its place."""
    depth, begin, quoted = 0, 0, False
    for i, char in enumerate(text):
        quoted ^= char == '"'
        depth += (char in "([{") - (char in ")]}")
        if char == sign and depth == 0 and not quoted and (sign != "." or text[i + 1 : i + 2] in ("", " ")):
            yield begin, text[begin:i]
            begin = i + 1
    if text[begin:].strip():
        yield begin, text[begin:]


def _argument(body: str, found: re.Match[str], gloss: str, dialect: Dialect, around: Surroundings) -> Iterator[Line]:
    """Yield the premises before the sign of an argument, and the conclusion behind it."""
    left, right = body[: found.start()], body[found.end() :]
    if len(list(_parted(right, ","))) > 1:
        span = Span(0, len(body))
        message = "a comma behind the sign of an argument may be 'and', or 'or' as in a sequent"
        said = Diagnostic("comma-behind-turnstile", Level.ERROR, message, span, "Write ∧ or ∨ between the conclusions.")
        yield Line(0, body, Parsed((), (said,)))
        return
    for sign in (";", ","):
        parts = list(_parted(left, sign))
        if len(parts) > 1 or sign == ",":
            for at, part in parts:
                yield _whole(part, "", dialect, around, at)
            break
    yield replace(_whole(right, gloss, dialect, around, found.end()), goal=True)
