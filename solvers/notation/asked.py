"""What a question in English asks of its options."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level
from ..logic.question import OPPOSITE, Asked, Wanted

_POSSIBLE: Final = re.compile(
    r"\b(?:could|can|may|might|possibl[ey]|allowed|allowable|acceptable|permissible|permitted|consistent|valid|able"
    r"|in at least one)\b"
)
_NECESSARY: Final = re.compile(
    r"\b(?:must|required|necessar(?:y|ily)|ha(?:s|ve) to|need(?:s to)?|certain(?:ly)?|follows?|infer(?:red)?"
    r"|conclude[ds]?|deduced?|derived?|proved?|entailed|always)\b"
)
_INFERRED: Final = re.compile(r"\b(?:can|could|may|might)\b (?:\w+ ){0,3}(?:infer|conclude|deduce|derive|prove|follow)")
_EXCLUDED: Final = re.compile(
    r"\b(?:impossible|ruled out|invalid|inconsistent|contradict(?:s|ed by)?|unacceptable|unable)\b"
)
_FALSE: Final = re.compile(r"\b(?:false|untrue|wrong|incorrect|refuted|disproved|a lie)\b")
_BREAKING: Final = re.compile(
    r"\b(?:violat(?:es?|ing)|break(?:s|ing)?|incompatible|illegal|in violation"
    r"|conflicts? with|contrary to|disallowed|forbidden|prohibited|excluded)\b"
)
"""What says by itself that something can't be; beside a modal word it is of something else."""
_KEEPING: Final = re.compile(
    r"\b(?:satisf(?:y|ies)|meets?|compl(?:y|ies) with|obeys?) .*\b(?:rule|condition|constraint|requirement|clue)s?\b"
)
"""What says in the same way that something can be."""
_MODAL: Final = (_POSSIBLE, _NECESSARY, _EXCLUDED)
_NOT: Final = re.compile(r"\b(?:not|never)\b")
_IN_LONG: Final = (
    (re.compile(r"\b(can|could|must|need|do|does|is|are|may|might)n['’]t\b"), r"\1 not"),
    (re.compile(r"\b(can)not\b"), r"\1 not"),
    (re.compile(r"\bcan['’]t\b"), "can not"),
)
_EXCEPT: Final = re.compile(r"\bEXCEPT\b|(?i:\bexcept\s*[:?.]?\s*$|\b(?:the exception|odd one out|but one)\b)")
"""What asks for the one of which it is not so."""
_KINDS: Final[tuple[tuple[re.Pattern[str], Asked], ...]] = (
    (re.compile(r"(?i)\bsame effect\b"), Asked.SAME),
    (re.compile(r"(?i)\b(?:fully|completely) determined if\b"), Asked.SETTLED),
    (re.compile(r"(?i)\b(?:minimum|(?<!at )least|smallest|fewest|earliest)\b"), Asked.LEAST),
    (re.compile(r"(?i)\b(?:maximum|(?<!at )most|greatest|largest|latest)\b"), Asked.MOST),
    (re.compile(r"(?i)\bhow many\b"), Asked.NUMBER),
    (
        re.compile(r"(?i)\b(?:is a complete and accurate list|lists all|(?:any|each) (?:one )?of (?:which|whom))\b"),
        Asked.LIST,
    ),
)


_ASKING: Final = re.compile(
    r"(?:^|[,;:.?!]\s*)(?:then\s+)?(?:(?:in|on|at|to|for|by|of)\s+)?"
    r"(?=(?:which|what|how many|each|any|all|none|who)\b)|,\s*then\s+",
    re.I,
)
"""Where what is asked begins, behind what is supposed."""
_WITHIN: Final = re.compile(r",\s*if\b[^,]*,", re.I)
_SUPPOSED: Final = re.compile(
    r"(?<!determined) (?:if|when|whenever|unless|provided|given that|assuming)\b.*?(?=\bEXCEPT\b|$)", re.S
)
"""What is supposed, behind what is asked."""


_PLAIN: Final = frozenset(
    "which what one ones of the these those this that a an is are be was were would will do does did has have it "
    "its we you i by from in on at to for and then all any each also both there here following listed given above "
    "below true correct right accurate so holds hold case fact facts statement statements option options sentence "
    "sentences claim claims conclusion conclusions answer answers choice choices assertion assertions proposition "
    "propositions text texts passage story premises premise information rules constraints according based choose "
    "select pick best".split()
)
"""Words by which a question asks for what follows."""
_OF_THINGS: Final = re.compile(r"\s*(?:(?:in|on|at|to|for|with)\s+)?(?:who|whose|whom|where|when|how)\b", re.I)
"""How a question begins that asks for a thing or a place, which the options name."""
_TWISTED: Final = re.compile(
    r"\b(?:neither|hardly|barely|unknown|undetermined|undecided|fail\w*|doubt\w*|may not|but not|but need not"
    r"|might not|possibly not|guaranteed|sometimes|not (?:definitely|sure|bound|fixed|in all)|impossible for"
    r"|how many of (?:the|these)|least likely|most likely|up in the air|no way|(?:cannot|not|can['’]t) (?:be )?"
    r"(?:decided?|show[ns]?|know[ns]?|told|determined?|established|settled?|verified|confirmed))\b"
)
"""What may turn round what a modal word asks, or asks for something between."""


def unclear_question(question: str, text: str, *, alone: bool = False) -> Diagnostic | None:
    """Return the error of a question whose words may ask its options for something that is not known here.

    Args:
        question: the question.
        text: what it is about, whose own words say nothing of the options.
        alone: whether nothing but its words say what it asks, and supposes: then all of them have to be known.
    """
    asks = _asks(question)
    twisted, (kind, wanted) = _TWISTED.search(asks.lower()), asked_by(question)
    word = twisted[0] if twisted is not None else ""
    modal = [found[0] for one in _MODAL for found in one.finditer(asks.lower())]
    if not word and len(modal) > 1 and " and " in asks:
        word = modal[-1]
    if not word and alone and wanted is not None:
        rest = question.lower()
        for one in (*_MODAL, _FALSE, _BREAKING, _KEEPING, _NOT, *(short for short, _ in _IN_LONG), _EXCEPT):
            rest = one.sub(" ", rest)
        word = next((one for one in re.findall(r"[^\W_]+", rest) if one not in _PLAIN | {"except"}), "")
    if not word and wanted is None and kind is Asked.EACH and not _OF_THINGS.match(asks):
        about = {word[:4] for word in re.findall(r"[^\W_]+", text.lower())}
        own = re.findall(r"[^\W_]+", asks.lower())
        word = next((one for one in own if one not in _PLAIN and one[:4] not in about), "")
    if not word:
        return None
    message = f"what the question asks of its options is not clear: '{word}'"
    hint = "Ask which one must be, could be, must not be, or need not be true; what is supposed belongs in the text."
    return Diagnostic("unclear-question", Level.ERROR, message, None, hint)


def _asks(question: str) -> str:
    """Return what a question asks, without what it supposes."""
    begins = [found.end() for found in _ASKING.finditer(question)]
    return _SUPPOSED.sub(" ", _WITHIN.sub(" ", question[begins[0] :] if begins else question))


def asked_by(question: str) -> tuple[Asked, Wanted | None]:
    """Return what a question asks of its options, and whether they must, could, can't or need not be true.

    Args:
        question: the question. What it supposes, in a clause with *if*, is no part of what it asks.

    Returns:
        The second is ``None`` where the question does not say it.
    """
    asks = _asks(question)
    wanted = _wanted(asks)
    if _EXCEPT.search(asks) and not re.match(r"(?i)\s*none\b", asks):
        wanted = OPPOSITE[wanted or "entailed"]
    return next((kind for pattern, kind in _KINDS if pattern.search(asks)), Asked.EACH), wanted


def _wanted(asks: str) -> Wanted | None:
    """Return whether what is asked must, could, can't or need not be, by its modal word and what it denies."""
    small = asks.lower()
    head = re.split(r" (?:that|who|whom) ", small, maxsplit=1)[0]
    if any(shape.search(head) for shape in (_POSSIBLE, _NECESSARY, _EXCLUDED)):
        small = head  # what is denied of a thing is not denied of the option
    for short, long in _IN_LONG:
        small = short.sub(long, small)
    denied = len(_NOT.findall(small)) % 2 == 1
    if _EXCLUDED.search(small) is not None:
        return "possible" if denied else "refuted"
    of_false = _FALSE.search(small) is not None
    possible = None if _INFERRED.search(small) else _POSSIBLE.search(small)
    if possible is not None:  # *could not be*, *not possible*: the denial is of the whole
        found: Wanted = "not entailed" if of_false else "possible"
        return OPPOSITE[found] if denied else found
    if (needed := _NECESSARY.search(small)) is not None:
        inner = denied and needed[0] == "must"  # *must not be* is that it must be false
        found = "refuted" if of_false != inner else "entailed"
        return found if inner or not denied else OPPOSITE[found]
    if _BREAKING.search(small):
        return "possible" if denied or re.search(r"\b(?:no|none)\b", small) else "refuted"
    if _KEEPING.search(small):
        return "refuted" if denied or re.search(r"\b(?:no|none)\b", small) else "possible"
    if of_false or denied:
        return "refuted" if of_false != denied else "entailed"
    return None
