"""One line of formulas: a label, a formula, a gloss.

The line is tried as a formula first. Then what stands before it (the sign of a conclusion, a label or a sentence, and a
colon) is taken off, and what stands behind the sign of a gloss.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .cursor import NOWHERE, Surroundings
from .formulas import Parsed, parse
from .prose import has_signs, is_prose
from .signs import CAPITAL, WORDS, Dialect
from .spelling import words

MAX_CUTS: Final = 8
"""At how many places of a line a gloss is sought."""
GLOSS: Final = re.compile(r":::(?<!\\:::)")
"""What stands before a gloss; a quoted name may hold an escaped one."""
_COMMENT: Final = re.compile(r"\s(?://+|#+|%+|--+|—) *|: +")
"""Other signs behind which a gloss may stand."""
_CONCLUDING: Final = re.compile(
    r"(?:[/⊢⊨ ]*(?:∴|⊢|⊨|\\therefore(?!\w))|\?-|(?:[Tt]herefore|[Hh]ence|[Tt]hus|[Ss]o)\b[,:]?)\s*"
)
_BEFORE: Final = re.compile(
    r"([^:\[\]()∀∃¬∧∨→↔⊕=]+(?: ?\([^()]{1,40}\))?) ?:(?![:=-]) *|[\[(](\w{1,8})[\])] *|([A-Z]{1,3}\d{1,3})\. +"
)
"""What stands before a formula: words and a colon; a label in brackets, or before a full stop."""
LABEL: Final = re.compile(
    r"(?i)(?:premise|fact|rule|axiom|assumption|hypothesis|given|statement|sentence|claim|step|line|formula|clause"
    r"|definition|def|constraint|law)?[ _.#-]?(?:\d{1,3}[a-z]?)?|[a-z]{1,4}[_-]?\d{1,3}[a-z']?"
    r"|[a-eg-mo-su-wz]|[ivx]+"
)
"""A label that says nothing of how its formula stands: a letter (but of yes or no), a number, *Premise 1*."""
FORMULA: Final = re.compile(
    r"[\w)] ?(?:[∧∨⊕⊻→↔⇒⇔⊢≡]|<?->|<?=>|:=) ?[(\[¬~∀∃]*\w"  # two formulas and a connective
    r"|(?:[∀∃]|(?<!\w)(?:forall|exists|all) )\w+[.:,]? ?[(\[¬~-]*\w+\("
    r"|(?<!\w)[A-Z]\w*\((?:[^()\s]+|\w+(?:, \w+)+)\)"
)
"""What is a formula, or a part of one, and stands in no sentence."""
_SIGNED: Final = re.compile("[(>=∧∨⊕⊻→↔⇒⇔⊢≡]")
"""What every such formula has, which is quick to find."""
_SOURCE: Final = re.compile(
    r"(?i)\W*(?:(?:a|the|an|by|from) )?(?:premise|given|assumption|axiom|hypothesis|fact|rule|definition|conclusion"
    r"|goal|query|question)(?: ?\d{1,3})?\W*"
)
"""A remark that says where a formula is from."""
_HEDGES: Final = frozenset(
    "false true untrue wrong invalid refuted unknown uncertain case hold possible possibly suppose supposing assume "
    "assuming maybe may might could perhaps probably likely unlikely allegedly supposedly presumably mostly often "
    "sometimes rarely hardly except ignore ignored".split()
)
"""Words that no formula says."""
_RENDERED: Final = (
    (
        frozenset("all every each some there nobody nothing someone everyone".split()),
        re.compile(r"[∀∃∄→⇒]|[-=]>|>>>|\\(?:forall|exists)|\b(?:all|forall|exists|some)\b"),
    ),
    (
        frozenset("not no never none nobody nothing neither nor cannot isn't aren't doesn't don't can't won't".split()),
        re.compile(r"[¬~∼￢≠⊥!]|\\(?:neg|lnot|sim)|\b[Nn]ot\b|(?<!\w)-(?=[\w(])|False\s*\)"),
    ),
    (
        frozenset("if unless when whenever while until provided".split()),
        re.compile(r"[→⇒⊃∨↔⇔←]|[-=]>|:-|>>>|\\(?:to|implies|lor|vee|[Rr]ightarrow)|\bif\b|implies|unless"),
    ),
    (frozenset(("or", "either")), re.compile(r"[∨⊕⊻|]|\\(?:lor|vee|oplus)|\b(?:or|either|xor)\b|Or\(|Xor\(")),
)
"""Words of a sentence, and what its formula has then."""
_LIGHT: Final = frozenset("a an the i is of in to for all fora exis and or not x y z".split())
"""Words, and beginnings of words, by which no sentence is known to be that of a formula."""
_PLAIN: Final = frozenset(
    "a an the is are was were be being been am of in to for on at by with as from into and that which who whom "
    "whose it its this these those he him she they them his her their i me my we us our you your there here do "
    "does did has have had then also both so than person persons people thing things something someone somebody "
    "anything anyone anybody everything everyone everybody one ones kind number x y z".split()
)
"""Words that say nothing of their own."""
_SUPPOSES: Final = re.compile(r"\b(?:if|suppos\w+|assum\w+|given|provided)\b", re.I)
"""A question that supposes something, which premises may state."""
_DENIES: Final = re.compile(r"\b(?:[Nn]ot?|never|[Nn]one|[Nn]obody|[Nn]othing|[Nn]either|nor|cannot|\w+n['’]t)\b")
"""Words of a sentence that denies something."""
_DENIED: Final = re.compile(
    rf"{_RENDERED[1][1].pattern}|[⊕⊻^]|\\oplus|(?i:xor|not|never|less|lack|fail|only|few)"
    r"|(?:(?<![^\W\d_])|(?=[A-Z]))(?i:non?|un|i[lmnr]|dis)"
)
"""What its formula has then: a sign, or a name that says it."""
_NUMERAL: Final = re.compile(r"\d+(?:\.\d+)?")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NAME: Final = re.compile(r"([^\W\d_][\w-]*)(\()?")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+")
_LONG: Final = re.compile(r"(?:[\W\d_]*+[^\W\d_]++(?:['’][^\W\d_]++)?+){4}")
"""A sentence of more than three words."""


class Line(NamedTuple):
    """What a line of formulas says.

    Attributes:
        start: where the formula begins in the text that was given.
        text: the formula.
        parsed: what it gave.
        label: its name; may be empty.
        gloss: the sentence that it renders; may be empty.
        goal: whether a sign such as ``∴`` says that it is what follows.
        told: an error about what stands beside the formula.
        plain: whether it is one formula that can be closed by itself, and of which nothing is to be said.
    """

    start: int
    text: str
    parsed: Parsed
    label: str = ""
    gloss: str = ""
    goal: bool = False
    told: tuple[Diagnostic, ...] = ()
    plain: bool = False


@lru_cache(maxsize=4096)
def read_line(text: str, dialect: Dialect, around: Surroundings = NOWHERE) -> Line:
    """Return what a line says.

    Args:
        text: the line, without marks around it.
        dialect: how its formula is read.
        around: what the rest of the program tells.
    """
    body, gloss = text, ""
    if ":::" in text and (found := GLOSS.search(text)):
        body, gloss = text[: found.start()], " ".join(text[found.end() :].split())
    bare = body.strip()
    at = body.index(bare)
    first = parse(bare, dialect, around)
    if first.trees and not (bare[0] in "\"'“" and _QUOTED.fullmatch(bare) and has_signs(bare[1:-1])):
        return _judged(at, bare, first, "", gloss, False, gloss[:1] in ("(", "["))
    for start, formula, label, told, goal in _forms(bare, at, gloss):
        parsed = parse(formula, dialect, around)
        if parsed.trees:
            return _judged(start, formula, parsed, label, told, goal, told != gloss)
    return Line(at, bare, first, "", gloss)


_QUOTED: Final = re.compile(r"\"[^\"]+\"|“[^”]+”|'[^']+'")


def _forms(bare: str, at: int, gloss: str) -> Iterator[tuple[int, str, str, str, bool]]:
    """Yield what a line may be without what stands before its formula, or behind it, the plainer ones first.

    That is where the formula begins, its text, its label, its gloss, and whether it is what follows.
    """
    if _QUOTED.fullmatch(bare):
        yield at + 1, bare[1:-1], "", gloss, False
    found = _CONCLUDING.match(bare)
    goal, begin = bool(found), found.end() if found else 0
    starts = [(begin, "", "")]
    found = _BEFORE.match(bare, begin)
    if found and not (bare[found.start() : found.end()].rstrip(": ").isdigit() and bare[found.end() :][:1].isdigit()):
        said = next(filter(None, found.groups())).strip(' "“”')
        label = said if len(said.split()) < 3 else ""
        starts.append((found.end(), label, "" if label else said))
    for begin, label, told in starts:
        text = bare[begin:]
        if begin:
            yield at + begin, text, label, gloss or told, goal
        for found in itertools.islice(_COMMENT.finditer(text), 0 if gloss or told else MAX_CUTS):
            left, right = text[: found.start()], text[found.end() :]
            calculates = right[:1].isdecimal() or (has_signs(right) and not is_prose(right))
            if (
                right.strip() and not calculates and not (found.group()[0] == ":" and left.isalnum())
            ):  # or a label before a sentence
                yield at + begin, left, label, " ".join(right.split()), goal


def _judged(start: int, text: str, parsed: Parsed, label: str, gloss: str, goal: bool, beside: bool) -> Line:
    """Return a line, with an error if its gloss may change what it states; ``beside`` if it is not behind ``:::``."""
    told: tuple[Diagnostic, ...] = ()
    if gloss and holds_formula(gloss) and FORMULA.search(_without(gloss, text)):
        message = "another formula stands behind this one: which of the two is meant?"
        span, hint = Span(start, start + len(text)), "Write each on its own line."
        told = (Diagnostic("two-formulas", Level.ERROR, message, span, hint),)
    elif gloss and suspends(gloss, text, beside):
        message = f"'{gloss}' beside the formula may deny it, or say when it holds, which the formula does not say"
        hint = "Write ¬ before what does not hold; put what a formula says, as a sentence, behind ':::'."
        told = (Diagnostic("suspended-formula", Level.ERROR, message, Span(start, start + len(text)), hint),)
    elif gloss and _DENIES.search(gloss) and not (_DENIED.search(text) or (goal and _SUPPOSES.search(gloss))):
        message = f"'{gloss}' denies something, and its formula does not"
        span, hint = Span(start, start + len(text)), "Write ¬ before what does not hold."
        told = (Diagnostic("gloss-denies", Level.WARNING, message, span, hint),)
    hangs = told or label or goal or parsed.notes or parsed.prolog or parsed.sorts or parsed.member
    plain = not hangs and len(parsed.trees) == 1 and (parsed.closed is not None or not parsed.unbound)
    plain = plain and not any(map(CAPITAL.fullmatch, parsed.constants))
    return Line(start, text, parsed, label, gloss, goal, told, plain)


def holds_formula(text: str) -> bool:
    """Return whether a formula, or a part of one that stands in no sentence, stands in a text."""
    return _SIGNED.search(text) is not None and FORMULA.search(text) is not None


def suspends(sentence: str, formula: str, beside: bool = True) -> bool:
    """Return whether a sentence may say something else than the formula that it stands beside.

    It has a word, or a number, that is none of the formula's names nor of those that any sentence has, one that denies,
    binds or sets a condition, which the formula does not, or it does not speak of what the formula does. A gloss behind
    ``:::`` is trusted, unless it is no sentence.

    Args:
        sentence: the sentence.
        formula: the formula.
        beside: whether it stands elsewhere than behind ``:::``.
    """
    if not beside and _LONG.match(sentence):
        return False
    said = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    if not beside:
        own = {part[:4] for name, _ in _NAME.findall(formula) for part in words(name)}
        return not _HEDGES.isdisjoint(said) and own.isdisjoint(word[:4] for word in said)
    if _SOURCE.fullmatch(sentence):
        return "?" in sentence
    bare = _COMMAND.sub(" ", formula)
    names = [
        (applied, {part[:4] for part in words(name)} - _LIGHT)
        for name, applied in _NAME.findall(bare)
        if name not in WORDS
    ]
    known = _PLAIN.union(*(group for group, sign in _RENDERED if sign.search(formula)))
    spoken = {word.removesuffix("'s")[:4] for word in said if word not in known}
    strange = spoken.difference(*(own for _, own in names))
    unsaid = any(applied and own and own.isdisjoint(spoken) for applied, own in names)
    numbers = {*_NUMERAL.findall(sentence)} - {*_NUMERAL.findall(formula)}
    return bool(strange or unsaid or numbers) or sentence.rstrip("\"'”’ ")[-1:] == "?"


def _without(gloss: str, formula: str) -> str:
    """Return a gloss without the formula, however it is spaced there."""
    return re.sub(r"[\s`$]*".join(map(re.escape, formula.split())), "", gloss)
