"""What a game's text says of the game as such: announcements, preferences among rules, what answers there are."""

from __future__ import annotations

import re
from typing import Final

_SPEAKS_OF_THE_GAME: Final = frozenset(
    "game games boardgame boardgames rule rules preference preferences priority priorities state player players "
    "fact facts question answer answers option options situation information statement".split()
)
_SAYS_NOTHING: Final = _SPEAKS_OF_THE_GAME | frozenset(
    "a an the this these those that its their of in on by for to at from with about between among as and or but also "
    "is are be was were am has have been being do does did play plays playing played take takes taking took place "
    "consider considering describe describes described describing given give gives here there now then so today "
    "let us we you i it they which whose who what how when where few some several many group animals animal creatures "
    "board current currently initial starting following follow follows followed below above listed list next first "
    "known hold holds apply applies present one two three four five six seven eight nine ten another others together "
    "according based using use basis under all any each every other next set as well finally lastly moreover now "
    "please read carefully suppose imagine assume conclude concluded can could following things know governing govern "
    "stands goes come comes begin begins end ends ok look looks like".split()
)
_ANSWERS: Final = frozenset(
    "proved disproved unknown true false yes no unproved uncertain undetermined cannot determined "
    "choose select pick respond reply output only either correct label word exactly final should must if neither nor "
    "truth value".split()
)
_ALSO_OF_ANSWERS: Final = _SAYS_NOTHING | _ANSWERS | frozenset("abcde")
_INSTRUCTIONS: Final = tuple(
    re.compile(form, re.I)
    for form in (
        r"a rule (?:is only applicable|only applies|applies only|can only be applied) if all (?:of )?its "
        r"(?:antecedents|conditions) (?:can be proved|are proved|hold|are met)",
        r"if (?:a|one) rule is preferred over (?:the other|another)(?: one)?, (?:it means (?:that "
        r")?)?when(?:ever)? both (?:of them )?(?:can be applied|apply) to derive (?:new )?conclusions and "
        r"those (?:conclusions )?contradict(?: with)? each other(?: \([^)]*\))?, (?:then )?we (?:should "
        r")?(?:go with|take) the conclusion (?:from|of) the rule with (?:the )?higher preference",
    )
)
"""What tasks say of how all rules are to be taken, which is how they are taken here."""
_WORD: Final = re.compile(r"[^\W_]+(?:'\w+)?")
_RULE: Final = re.compile(r"(?i)\brule ?#?\d+\b")
_PREFERRED: Final = re.compile(
    r"(?i)(?P<one>rule ?#?\d+) (?:is|are) preferred over (?P<others>rule ?#?\d+(?:(?:,| and|, and) rule ?#?\d+)*)"
)


def says_nothing(text: str, *, of_answers: bool = False) -> bool:
    """Return whether a sentence has words about the game as such alone, and so says nothing of an animal.

    Args:
        text: the sentence.
        of_answers: it may also speak of the answers that one may give.
    """
    if any(form.fullmatch(text.strip().rstrip(".")) for form in _INSTRUCTIONS):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    known = _ALSO_OF_ANSWERS if of_answers else _SAYS_NOTHING
    return words <= known and (of_answers or bool(words & _SPEAKS_OF_THE_GAME) or text.rstrip().endswith(":"))


def mentions_rule(text: str) -> bool:
    """Return whether a sentence speaks of a rule by its number."""
    return _RULE.search(text) is not None


def preferences_of(text: str) -> list[tuple[str, str]] | None:
    """Return which rules a sentence prefers to which; ``None`` if it says anything else.

    Args:
        text: the sentence, such as ``Rule1 is preferred over Rule2 and Rule3.``
    """
    found = _PREFERRED.fullmatch(text.strip().rstrip("."))
    if found is None:
        return None
    one, *others = (f"Rule{number}" for number in re.findall(r"\d+", found.group()))
    return [(one, other) for other in others]
