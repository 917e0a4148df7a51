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
_SCENE: Final = frozenset("game games boardgame boardgames player players".split())
_RULING: Final = frozenset(
    "rule rules preference preferences priority priorities precedence preferred prefer override overrides "
    "overridden beat "
    "beats win wins conflict conflicts fact facts".split()
)
_ALSO_OF_ANSWERS: Final = _SAYS_NOTHING | _ANSWERS | frozenset("abcde")
_LOGICAL: Final = re.compile(
    r"(?i)\b(?:if|unless|not|never|no|none|nobody|nothing|only|except|whenever|once|until|every|always|all|n't)\b"
)
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
_RULE: Final = re.compile(r"(?i)\b(?:the )?(?:rule ?#?(?P<n>\d+)|(?-i:R(?P<r>\d+))|(?-i:Rule (?P<l>[A-Z]))\b)")
_ORDINALS: Final = {
    word: str(n) for n, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_ORDINAL: Final = re.compile(rf"(?i)\bthe ({'|'.join(_ORDINALS)}) (?:rule|one)\b")
_BE: Final = r"(?:is|are|should be|shall be|will be|must be|gets|has been|is to be)?"
_HIGHER: Final = re.compile(
    rf"{_BE} ?(?:always |strictly |generally )?(?:preferred (?:over|to|above)|(?:prioriti[sz]ed|favou?red|chosen"
    rf"|ranked) "
    r"(?:over|above|before)|(?:has|have|takes?|gets?|is given|enjoys?) (?:a )?(?:higher |the )?(?:priority|precedence|"
    r"preference) (?:over|to|than)|(?:has|have) (?:a )?higher (?:rank|priority|precedence) than|overrides?"
    r"|beats?|trumps?"
    r"|outranks?|outweighs?|defeats?|supersedes?|overrules?|dominates?|prevails? over|wins? (?:over|against)|"
    r"(?:stronger|higher|more important) than|superior to|(?:goes|comes) before|ranks? (?:higher than|above|over)|>|≻)"
)
_LOWER: Final = re.compile(
    rf"{_BE} ?(?:overridden|beaten|trumped|outranked|outweighed|defeated|superseded|overruled|dominated) by"
    rf"|(?:yields?|gives? way|loses?) to|{_BE} ?(?:weaker|lower|less important) than|{_BE} ?inferior to"
    r"|(?:has|have|takes?) (?:a )?lower (?:priority|precedence|rank|preference) (?:than|to)|(?:goes|comes) after"
)
_JOINS: Final = re.compile(r",|;|,? ?(?:and|as well as|while|whereas)(?: also)?(?: over)?")
_PREFER: Final = re.compile(
    r"(?i)(?:we |you |players )?(?:should |always )?prefer (⟨\w+⟩) (?:over|to|rather than) (⟨\w+⟩)"
)
_CONFLICT: Final = re.compile(
    r"(?i)(?:if|when|whenever|where|in (?:the )?case(?: of)?(?: an?)?) (?:conflicts? between )?(⟨\w+⟩) (?:and"
    r"|with|conflicts with"
    r"|contradicts) (⟨\w+⟩)(?: (?:are|is|come|comes|conflict|disagree|clash|contradict|in|into|conflicts|both"
    r"|apply|each"
    r"|other|one another|conflicting|contradictory))*, (?:then )?(?:follow |use |apply |prefer |choose |take )?(⟨\w+⟩)"
    r"(?: (?:wins|prevails|is (?:preferred|applied|followed|used|stronger|chosen)|has (?:priority|precedence)"
    r"|takes (?:priority|precedence)|counts|holds|applies))?"
)
_OPENING: Final = re.compile(r"(?i)^(?:also|and|moreover|furthermore|finally|in addition|note that|here|besides),? ")
_LABEL_AT: Final = re.compile(r"⟨(\w+)⟩")


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


def sets_the_scene(text: str) -> bool:
    """Return whether a sentence introduces the game, in words of its own; of the animals by name it must not speak."""
    words = {word.lower() for word in _WORD.findall(text)}
    return bool(words & _SCENE) and not words & _RULING and _LOGICAL.search(text) is None


def may_rule(text: str) -> bool:
    """Return whether a sentence has a word of which rules hold or win."""
    return any(word.lower() in _RULING for word in _WORD.findall(text))


def mentions_rule(text: str) -> bool:
    """Return whether a sentence speaks of a rule by its number."""
    return _RULE.search(text) is not None or _ORDINAL.search(text) is not None


def preferences_of(text: str) -> list[tuple[str, str]] | None:
    """Return which rules a sentence prefers to which; ``None`` if it says anything else.

    Args:
        text: the sentence, such as ``Rule1 is preferred over Rule2 and Rule3.``
    """
    words = _RULE.sub(lambda m: f"⟨{m['n'] or m['r'] or m['l']}⟩", text.strip().rstrip(".;,"))
    words = _ORDINAL.sub(lambda m: f"⟨{_ORDINALS[m.group(1).lower()]}⟩", words)
    words = _OPENING.sub("", words.replace("**", ""), count=1)
    if match := _PREFER.fullmatch(words):
        return [(_name(match[1]), _name(match[2]))]
    if match := _CONFLICT.fullmatch(words):
        first, second, winner = (_name(match[k]) for k in (1, 2, 3))
        if winner not in {first, second} or first == second:
            return None
        return [(winner, second if winner == first else first)]
    return _chain(words)


def _name(label: str) -> str:
    found = _LABEL_AT.fullmatch(label)
    return f"Rule{found[1]}" if found else ""


def _chain(words: str) -> list[tuple[str, str]] | None:
    """Return what ``1 and 2 beat 3, and 4 beats 5`` prefers."""
    pieces = _LABEL_AT.split(words)  # what stands between the labels, and the labels
    labels, between = [f"Rule{x}" for x in pieces[1::2]], [x.strip() for x in pieces[2:-1:2]]
    if pieces[0].strip() or pieces[-1].strip() or not between:
        return None
    groups: list[list[str]] = [[labels[0]]]
    turns: list[bool] = []
    for label, sign in zip(labels[1:], between, strict=True):
        if _JOINS.fullmatch(sign):
            groups[-1].append(label)
        elif _HIGHER.fullmatch(sign) or _LOWER.fullmatch(sign):
            turns.append(_HIGHER.fullmatch(sign) is not None)
            groups.append([label])
        else:
            return None
    if not turns:
        return None
    found, left = [], groups[0]
    for k, higher in enumerate(turns):
        right = groups[k + 1]
        following: list[str] = []
        if k + 1 < len(turns):  # the last of them is whom the next clause is about
            if len(right) != 2:
                return None
            right, following = right[:1], right[1:]
        found += [(a, b) if higher else (b, a) for a in left for b in right]
        left = following
    return found
