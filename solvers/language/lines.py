"""One line of a section: its label, its formula and its gloss, each at its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .glossing import behind, commented, gloss_at, justified
from .markdown import MASK, Row, restored
from .prose import has_signs, is_prose
from .revisions import is_left_open, is_revising
from .writer import one_line


class Line(NamedTuple):
    """A formula or a declaration as written.

    Attributes:
        start: where ``text`` begins in the whole text.
        text: the formula; marks around it are left out or blanks.
        gloss: the sentence that it renders; may be empty.
        label: its name; may be empty.
        prose: whether it is a sentence and no formula.
        goal: whether a sign such as ``∴`` says that it is what follows.
        dash: where a dash and a blank stand before it, which may be a bullet or a negation; -1 if not.
        listed: whether it has a bullet or a number.
        gap: whether an empty line stands before it.
        said: what is to be said of it; an error if it can't be read.
        comment: the sign of a comment, or of a heading, that stands before it.
    """

    start: int
    text: str
    gloss: str = ""
    label: str = ""
    prose: bool = False
    goal: bool = False
    dash: int = -1
    listed: bool = False
    gap: bool = False
    said: Diagnostic | None = None
    comment: str = ""

    @property
    def end(self) -> int:
        """Where the formula ends in the whole text."""
        return self.start + len(self.text)


_NOTABLE: Final = re.compile(r"//|[—;⊢∴⊨]|::|\|[-=](?!>)|\s(?:[#%–-]+)\s|\\(?:vdash|models|therefore|quad|text)")
_LABEL: Final = re.compile(
    r"((?:[^\W\d_][\w'’.-]*(?: [\w'’.-]+){0,4}|\d{1,3})(?: \([^()]{1,40}\))?) {0,3}:(?![:=-]) *"
    r"|\(([A-Za-z]{1,8}\d{0,3})\) +(?![∧∨→↔⊕&|<=>≠≤≥+*-])|\[([A-Za-z]{1,8}[\d.]{0,4})\] *(?=\S)"
    r"|([A-Z]{1,3}\d{1,3})[.)] +"
)
_DENYING: Final = frozenset(
    "not no never none nobody nothing neither nor cannot isn't aren't doesn't don't can't won't didn't wasn't".split()
)
_SUSPENDING: Final = frozenset("if unless when whenever while until provided".split())
_LIMITING: Final = frozenset(("except", "excluding", "provided", "assuming", "barring", "only if", "given that"))
_USUAL: Final = frozenset("typically usually normally generally mostly often sometimes presumably".split())
_DOUBTING: Final = frozenset(
    "false untrue wrong incorrect impossible contradiction negated negation denial refuted rejected counterexample "
    "possibly possible maybe may might could perhaps probably probable likely unlikely improbable allegedly supposedly "
    "doubtful assume assuming assumed suppose supposing supposed hypothetically otherwise except rarely seldom hardly "
    "necessarily".split()
)
_ENGLISH: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NEGATED: Final = re.compile(r"[¬~∼￢≠⊥]|!|\\(?:neg|lnot|sim|bot)|\b[Nn]ot\b|(?<!\w)-(?=[\w(])|False\s*\)|↔|⊕")
_CONDITIONAL: Final = re.compile(r"[→⇒⊃∨↔⇔←]|[-=]>|:-|>>>|\\(?:to|implies|supset|lor|vee|[Rr]ightarrow)|\bif\b|implies")
_BINDERS: Final = frozenset("all forall for every each exists exist some there no not if let".split())
_BOUND: Final = re.compile(r"[∀∃∄]|\\(?:forall|n?exists)(?![A-Za-z])|\b(?:all|forall|ForAll|exists|Exists)\b|[!?]\s?\[")
"""A quantifier of a formula."""
_WITNESSED: Final = frozenset(("some", "there", "exists", "exist", "for"))
"""How words begin that may bind a thing in the formula behind them."""
_VARIABLE: Final = re.compile(r"[a-zA-Z]\d{0,2}['’]?")
_QUOTES: Final = "\"'“‘"
_QUOTED: Final = re.compile(r"(?:\"[^\"]+\"|'[^']+'|“[^“”]+”|‘[^‘’]+’) ?:(?![:=-]) *")
_WHOLE: Final = re.compile(r"\"[^\"]*\"|'[^']*'|“[^“”]*”|‘[^‘’]*’")
"""A sentence in quotes before its formula."""
_TURNSTILE: Final = re.compile(
    r"(?:/{1,2}\s*)?(?:∴|\\therefore(?![A-Za-z]))|[⊢⊨]|\|[-=](?![>-])|\\(?:vdash|models)(?![A-Za-z])"
)
_SEQUENT: Final = ("⊢", "⊨", "|-", "|=", "\\vdash", "\\models")
_QUERY: Final = re.compile(r"\?-\s*(?=\S)")
_THEREFORE: Final = re.compile(r"(?i)(?:therefore|hence|thus|ergo|consequently)\b[,:]?\s+")
_BRACKETS: Final = re.compile(rf"\\[;,:!(){{}}\[\]]|[()\[\]{{}};,]|{_TURNSTILE.pattern}")


def line(row: Row, text: str, gap: bool) -> Line:
    """Return what a row of a section says.

    Args:
        row: the row.
        text: the whole text as written, from which glosses are taken.
        gap: whether an empty line stands before it.
    """
    body, start, gloss = row.text, row.start, ""
    if (cut := gloss_at(body)) >= 0:
        gloss = one_line(text[start + cut + 3 : start + len(body)])
        body = body[:cut]
    notable = _NOTABLE.search(body) is not None
    if notable and not gloss:
        body, gloss = commented(body, start, text)
    if not gloss:
        body, gloss = justified(body)
    label, said = "", _second(gloss, start, start + len(body))
    if ":" in body or body[:1] in "([" or body[1:4].rstrip(".) ").isdigit():
        before = start
        body, start, label, left = _labelled(body, start, text)
        said = said or _doubt(label or left, body, before, start + len(body))
        if left and not gloss:
            gloss = one_line(text[start - len(left) - 1 : start]).strip(" :*_`$}")
            gloss = gloss[1:-1] if _WHOLE.fullmatch(gloss) else gloss
    goal = False
    if notable or body[:1] in "THCEthce?":
        body, start, goal = _asked(body, start)
    plain = len(body) - len(body.lstrip())
    if plain:
        body, start = body[plain:], start + plain
    body = body.rstrip()
    prose = not _formula_like(body) and is_prose(body)
    return Line(start, body, gloss, label, prose, goal, row.dash, row.listed, gap, None if prose else said)


def declared(row: Row, text: str, gap: bool) -> Line:
    """Return a row that is no formula, such as a declaration, with its gloss.

    Args:
        row: the row.
        text: the whole text as written, from which glosses are taken.
        gap: whether an empty line stands before it.
    """
    body, start, gloss = row.text, row.start, ""
    if (cut := gloss_at(body)) >= 0:
        gloss = one_line(text[start + cut + 3 : start + len(body)])
        body = body[:cut]
    moved = len(body) - len(body.lstrip())
    body, start = body.strip(), start + moved
    prose = "(" not in body and is_prose(body)
    return Line(start, restored(body, start, text), gloss, "", prose, False, row.dash, row.listed, gap)


_LIKE: Final = re.compile(r"[∀∃¬]|\$?\w+\((?=[$\w])[^()]*\)\s*(?:$|[∧∨→↔⊕&|=>])")


def _formula_like(body: str) -> bool:
    return _LIKE.match(body) is not None


def _labelled(body: str, start: int, text: str) -> tuple[str, int, str, str]:
    """Part a line from its label, or from the sentence before its formula."""
    moved = len(body) - len(body.lstrip())
    body, start = body[moved:], start + moved
    if body[:1] in _QUOTES and (quoted := _QUOTED.match(body)) and has_signs(body[quoted.end() :]):
        sentence = text[start : start + quoted.end() - 1]
        if not has_signs(sentence.rstrip(": ")):
            return body[quoted.end() :], start + quoted.end(), "", sentence
    found = _LABEL.match(body)
    if found is None:
        sentence, colon, rest = body.partition(": ")
        first = sentence.partition(" ")[0].lower()
        open_end = first in _WITNESSED and _BOUND.search(rest) is None
        if colon and has_signs(rest) and not has_signs(sentence) and is_prose(sentence + ".") and not open_end:
            return rest, start + len(sentence) + 2, "", sentence + " "
        return body, start, "", ""
    label, rest = next(group for group in found.groups() if group), body[found.end() :]
    words = label.split()
    if not rest.strip():
        return body, start, "", ""
    if words[0].lower() in _BINDERS:
        if found.group(1) is None or not _is_sentence(words, rest):
            return body, start, "", ""
        return rest, start + found.end(), "", body[: found.end()][:-1]
    # 'Wet: the street is wet' has its gloss behind it, 'P1: Wet' its label before it.
    if (
        found.group(1)
        and ":-" not in rest
        and not has_signs(rest)
        and not (words[-1][-1].isdigit() and len(rest.split()) == 1)
    ):
        return body, start, "", ""
    if len(words) > 2 and is_prose(label + "."):
        return rest, start + found.end(), "", body[: found.end()][:-1]
    return rest, start + found.end(), label, ""


def _is_sentence(words: list[str], rest: str) -> bool:
    """Return whether words before a colon that begin as a quantifier does are a sentence: ``All birds fly: …``."""
    first, last = words[0].lower(), words[-1]
    if first in ("let", "for") or not has_signs(rest) or _VARIABLE.fullmatch(last):
        return False
    bound = _BOUND.search(rest) is not None
    if any(_VARIABLE.fullmatch(word) and word != "a" for word in words):  # 'for all x in Birds: …'
        return bound and _BOUND.match(rest.lstrip(" ([¬~!-")) is not None
    if len(words) < 4 and re.search(rf"\b{re.escape(last)}\b", rest):
        return False
    if first in _WITNESSED or len(words) < 3:
        return bound
    return (
        bound or _CONDITIONAL.search(rest) is not None or (first in ("no", "not") and _NEGATED.search(rest) is not None)
    )


def _suspended(words: str, rest: str) -> str:
    """Return the word before a formula that denies it or leaves it open; empty if there is none.

    A sentence may deny what its formula denies, or say a condition that its formula has.
    """
    found = [match.group().replace("’", "'") for match in _ENGLISH.finditer(words.lower())]
    sentence = len(found) > 2 and found[-1] not in ("that", "this", "following")
    for word in found:
        if word in _DOUBTING or word in _USUAL:
            return word
        if (word in _DENYING or word.endswith("n't")) and not (sentence and _NEGATED.search(rest)):
            return word
        if word in _SUSPENDING and not (sentence and _CONDITIONAL.search(rest)):
            return word
    return ""


def left_open(gloss: str, formula: str) -> str:
    """Return the word with which a gloss behind a formula makes it depend on something; empty if none does."""
    words = _ENGLISH.findall(gloss)  # a sentence, with a capital, renders the formula; a fragment adds to it
    first = " ".join(words[:2]) if words[:1] in (["only"], ["given"]) else "".join(words[:1])
    if first not in _LIMITING and first not in _SUSPENDING:
        return ""
    # 'If it rains, it is wet' says all that its rule says; 'if it rains' alone adds to it.
    whole = first not in _LIMITING and ("," in gloss or "then" in words) and _CONDITIONAL.search(formula)
    return "" if whole else first


def _doubt(words: str, rest: str, start: int, end: int) -> Diagnostic | None:
    """Return an error if the words before a formula's colon deny it or leave it open."""
    if not words:
        return None
    if is_revising(bare := words.strip().rstrip(":")):
        message = (
            f"'{bare}' before the colon says that one formula takes another's place, which both would stand beside"
        )
        hint = "Keep only the formula that holds."
        return Diagnostic("suspended-formula", Level.ERROR, message, Span(start, end), hint)
    if not (word := bare if is_left_open(bare) else _suspended(words, rest)):
        return None
    message = f"'{word}' before the colon denies the formula or leaves it open, which the formula does not say"
    hint = "Write what holds as one formula, with ¬ or a condition in it; or leave the line out."
    code = "usual-formula" if word in _USUAL else "suspended-formula"
    return Diagnostic(code, Level.ERROR, message, Span(start, end), hint)


def _second(gloss: str, start: int, end: int) -> Diagnostic | None:
    """Return an error if a gloss holds another formula of the line."""
    if (":::" not in gloss and ";" not in gloss) or not (other := behind(gloss)):
        return None
    message = f"a second formula, '{other}', stands on the line behind the gloss of the first: it would be lost"
    hint = "Write each formula on a line of its own, with its gloss behind ':::'."
    return Diagnostic("two-formulas", Level.ERROR, message, Span(start, end), hint)


def _asked(body: str, start: int) -> tuple[str, int, bool]:
    """Part a line from the sign before it that says that it follows."""
    moved = len(body) - len(body.lstrip())
    found = _TURNSTILE.match(body, moved) or _QUERY.match(body, moved)
    if found is None and (found := _THEREFORE.match(body, moved)) and not has_signs(body[found.end() :]):
        found = None
    if found is None:
        return body, start, False
    return body[found.end() :], start + found.end(), True


def _unclear(one: Line, cuts: list[tuple[int, int]], concluding: bool) -> Diagnostic | None:
    """Return an error for a sign between formulas that may be an 'or'."""
    span = Span(one.start, one.end)
    if ":-" in one.text and any(one.text[end:].strip(" .") for _, end in cuts):
        message = "the ';' of a clause is Prolog's 'or', and not the end of a formula"
        hint = "Write two rules, one for each side, or ∨ between them."
        return Diagnostic("clause-with-or", Level.ERROR, message, span, hint)
    if concluding:
        message = "a comma behind the sign of an argument may be 'and', or 'or' as in a sequent"
        return Diagnostic("comma-behind-turnstile", Level.ERROR, message, span, "Write ∧ or ∨ between the conclusions.")
    return None


def several(one: Line, text: str) -> Iterator[Line]:
    """Yield the formulas of a line: those apart by semicolons, and those before and behind ``⊢``.

    Args:
        one: the line.
        text: the whole text as written, from which quoted names are taken.
    """
    if ";" not in one.text and not (one.goal and "," in one.text) and not _TURNSTILE.search(one.text):
        yield one if MASK not in one.text else one._replace(text=restored(one.text, one.start, text))
        return
    depth, at, turn = 0, 0, -1
    cuts, commas = [], []
    for found in _BRACKETS.finditer(one.text):
        sign = found.group()
        if sign[0] == "\\" and len(sign) == 2:
            continue
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0 and sign == ";":
            cuts.append(found.span())
        elif depth == 0 and sign == ",":
            commas.append(found.span())
        elif depth == 0 and sign[0] in "⊢⊨∴/|\\" and turn < 0:
            turn = len(cuts)
            cuts.append(found.span())
    led = one.goal and text[max(0, one.start - 12) : one.start].rstrip().endswith(_SEQUENT)
    behind = (
        cuts[turn][1]
        if turn >= 0 and not one.text[slice(*cuts[turn])].endswith(("∴", "\\therefore"))
        else 0
        if led
        else len(one.text)
    )
    if (fault := _unclear(one, cuts, any(begin >= behind for begin, _ in commas))) is not None:
        yield one._replace(said=fault)
        return
    if turn >= 0:
        cuts = sorted(cuts + [comma for comma in commas if comma[1] <= cuts[turn][0]])
        turn = next(i for i, cut in enumerate(cuts) if one.text[cut[0]] not in ",;")
    parts = []
    for i, (begin, end) in enumerate([*cuts, (len(one.text), len(one.text))]):
        part = one.text[at:begin]
        if part.strip():
            lead = len(part) - len(part.lstrip())
            goal = one.goal or (turn >= 0 and i == turn + 1)
            parts.append(one._replace(start=one.start + at + lead, text=part.strip(), goal=goal))
        at = end
    if turn < 0 and len(parts) == 1:  # a semicolon behind one formula is a slip that the parser mends
        parts = [one]
    for i, found_one in enumerate(parts):
        gloss = one.gloss if i == len(parts) - 1 else ""
        yield found_one._replace(text=restored(found_one.text, found_one.start, text), gloss=gloss)
