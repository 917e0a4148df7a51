"""The language of BoardgameQA (Kazemi et al. 2023, section 4 and table 3): facts, numbered rules, preferences.

Relations between two animals are known by their verb, since each has its own; what else
is said of an animal is a condition, which general knowledge settles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import Constant, Default, Diagnostic, Level, Predicate, Program, Reading, Statement
from sorites.solvers.language.labels import check_labels
from sorites.solvers.language.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term, Var

from ..models.chat import Usage
from . import lexicon as lex
from .formulas import camel
from .knowledge import World, holds, load_table
from .morphology import third_form, verb

if TYPE_CHECKING:
    from ..models.background import BackgroundKnowledge


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known besides a text.

    Attributes:
        table: general knowledge.
        background: a model to ask for what the table lacks.
        spent: what its answers cost, one after the other.
    """

    table: Mapping[str, Any] = field(default_factory=load_table)
    background: BackgroundKnowledge | None = None
    spent: list[Usage] = field(default_factory=list)


GAME: Final = re.compile(
    r"(?is)^.*?(?:as follows|is this)\.\s*(?P<facts>.*?)\s*"
    r"(?:And the rules of the game are as follows|The rules of the game are these)\.\s*(?P<rules>.*)$"
)
_RULE: Final = re.compile(r"Rule(\d+): (.*?)(?=\s*Rule\d+: |\s*Rule\d+ is preferred over|\s*$)", re.S)
_PREFERENCE: Final = re.compile(r"Rule(\d+) is preferred over Rule(\d+)")
_QUESTION: Final = re.compile(r"(?:^|[,.] )does the (.+?)\?\s*$", re.S)
_NOT: Final = re.compile(
    r"\b(?:does not|doesn't|do not|don't|will not|won't|will never|is not going to|isn't going to"
    r"|never|should not|cannot|can not|not)\b"
)
_ASIDE: Final = re.compile(r"\s*\((?!the [a-z]+(?: shepherd)?\))[^)]*\)")
_FILLERS: Final = re.compile(
    r"\b(?:also|undoubtedly|unquestionably|definitely|certainly|surely|unavoidably|always|immediately)\b"
    r"|,?\s*\b(?:without a doubt|with no doubts?|for sure|without hesitation|too|as well)\b,?"
    r"|\bwill\b|\bshould\b|\b(?:is )?going to\b|,\s*$|[.?]\s*$"
)
_THING: Final = Var("x")
_FORMS: Final[tuple[tuple[str, str], ...]] = (
    (
        "entity",
        r"(?:Here is an important piece of information about|Regarding) the (?P<e>german shepherd|[a-z]+)[:,] "
        r"if it (?P<own>.+?),? then (?:we can conclude that )?it (?P<h>.+)",
    ),
    (
        "entity",
        r"The (?P<e>german shepherd|[a-z]+) (?P<h>.+?) if it \((?:the )?[a-z ]+\) (?P<own>.+)",
    ),
    (
        "plain",
        r"This is a basic rule: if (?P<a>.+?), then the conclusion that \"?(?P<s>.+?)\"? follows.*",
    ),
    (
        "plain",
        r"For the (?:[a-z ]+?), if (?:you have two pieces of evidence 1\) (?P<a>.+?) and 2\) (?P<b>.+?)"
        r"|the belief is that (?P<a2>.+?) (?:and|but) (?P<b2>(?:the )?[a-z ]+? .+?)),? "
        r"then you can add (?:that )?\"?(?P<s>.+?)\"? to your conclusions",
    ),
    (
        "plain",
        r"In order to conclude that (?P<s>.+?), two pieces of evidence are required: "
        r"firstly (?:that )?(?P<a>.+?) and secondly (?:that )?(?P<b>.+)",
    ),
    (
        "any",
        r"(?:If there is evidence that one animal, no matter which one,|If at least one animal"
        r"|There exists an animal which) (?P<v>.+?)(?:, then|\? Then,?) (?P<s>.+)",
    ),
    (
        "any",
        r"(?P<s>The .+?) whenever at least one animal (?P<v>.+)",
    ),
    (
        "thing",
        r"(?:If you are positive that (?:you saw )?one of the animals|From observing that (?:one|an) animal) "
        r"(?P<v>.+?),? "
        r"(?:you can be certain that it|one can conclude that it"
        r"|one can conclude the following: that animal) (?P<h>.+)",
    ),
    (
        "thing",
        r"The living creature that (?P<v>.+?) will (?P<h>.+)",
    ),
    (
        "thing",
        r"(?:Are you certain that one of the animals|Be careful when something|If you see that something) (?P<v>.+?) "
        r"(?:and also at the same time|and also|but also|and additionally|and|but|however)(?: it)? (?P<w>.+?)"
        r"(?:\? Then you can also be certain that (?:this|the same) animal| because in this case it,?"
        r"|, what can you certainly conclude\? You can conclude that it) (?P<h>.+)",
    ),
    (
        "thing",
        r"If something (?P<v>.+?) (?:and additionally|and also|and|but|however) (?P<w>.+?), then it (?P<h>.+)",
    ),
    (
        "thing",
        r"If something (?P<v>.+?), then it (?P<h>.+)",
    ),
    (
        "case",
        r"The (?P<e>german shepherd|[a-z]+) (?P<h>.+?),? in the case where (?P<a>.+)",
    ),
    ("thing", r"Whatever (?P<v>.+?) also (?P<h>.+)"),
    ("any", r"Once some animal (?P<v>.+?), (?P<s>.+)"),
    ("plain", r"(?P<s>The .+?) as soon as (?P<a>.+)"),
    ("thing", r"(?:When|Whenever|Provided that|As long as|Once) something (?P<v>.+?), (?:then )?it (?P<h>.+)"),
    ("any", r"(?:When|Whenever|Provided that|As long as|If) some animal (?P<v>.+?), (?:then )?(?P<s>the .+)"),
    (
        "entity",
        r"The (?P<e>german shepherd|[a-z]+) (?P<h>.+?),? (?:if|provided that|whenever|as long as) it (?P<own>.+)",
    ),
    ("plain", r"(?:When|Whenever|Provided that|As long as|Once) (?P<a>the .+?), (?:then )?(?P<s>the .+)"),
    ("plain", r"(?P<s>The .+?),? (?:if|provided that|whenever|as long as) (?P<a>the .+)"),
    (
        "plain",
        r"(?:One of the rules of the game is that )?[Ii]f (?P<a>.+?),? then,? (?:inevitably, )?(?P<s>.+)",
    ),
)
"""How a rule is made of the parts of a form, and the form."""
_COMPILED: Final = tuple((re.compile(pattern), how) for how, pattern in _FORMS)


class Unreadable(Exception):
    """A sentence of a game that is of no known form."""


def read_game(text: str, question: str, whole: str, knowledge: Knowledge) -> Reading | None:
    """Return the reading of a game, or ``None`` if the text is none.

    Args:
        text: facts, rules and preferences.
        question: what is asked.
        whole: text and question together, to which places refer.
        knowledge: what is known besides, and whom to ask.
    """
    match = GAME.match(text)
    asks = _QUESTION.search(question)
    if match is None or asks is None:
        return None
    game = _Game(match["facts"], knowledge.table)
    diagnostics: list[Diagnostic] = []
    rules = []
    for number, rule in _RULE.findall(match["rules"]):
        try:
            rules.append(Default(f"Rule{number}", game.rule(rule.strip()), rule.strip()))
        except Unreadable as why:
            message = f"Rule{number} can't be read: {why}"
            diagnostics.append(Diagnostic("unread-sentence", Level.ERROR, message, None, "See docs/english.md."))
    try:
        goal = Statement(game.clause(asks.group(1), asked=True), f"The {asks.group(1)}.")
    except Unreadable as why:
        message = f"the question can't be read: {why}"
        diagnostics.append(Diagnostic("unread-sentence", Level.ERROR, message, None, "Ask 'does the X verb the Y?'"))
        goal = None
    preferences = tuple((f"Rule{a}", f"Rule{b}") for a, b in _PREFERENCE.findall(match["rules"]))
    if goal is None or diagnostics:
        statements = (*game.premises, *([goal] if goal else ()))
        total = len(rules) + len(game.premises) + 1 + len(diagnostics)
        return Reading(None, tuple(diagnostics), whole, len(rules) + len(statements), total, statements)
    if faults := check_labels((), rules, (), [(*pair, None) for pair in preferences]):
        statements, total = (*game.premises, goal), len(rules) + len(game.premises) + 1
        return Reading(None, tuple(faults), whole, total, total, statements)
    game.ask(knowledge)
    premises = tuple(game.premises)
    missing = [
        Diagnostic("missing-fact", Level.WARNING, f"it is not known whether the {entity} {what}", None)
        for entity, what in game.missing
    ]
    statements, total = (*premises, goal), len(rules) + len(premises) + 1
    program = Program(
        premises,
        goal,
        predicates=tuple(game.predicates.values()),
        constants=tuple(game.constants.values()),
        defeasible=tuple(rules),
        preferences=preferences,
    )
    return Reading(program, tuple(missing), whole, total, total, statements)


class _Game:
    """What is known of the animals, and the program that comes of it."""

    def __init__(self, facts: str, table: Mapping[str, Any]) -> None:
        self.predicates: dict[str, Predicate] = {}
        self.constants: dict[str, Constant] = {}
        self.premises: list[Statement] = []
        self.missing: list[tuple[str, str]] = []
        self.said: dict[str, list[str]] = {}
        self.world = World(self.said, table)
        self.settled: set[Formula] = set()
        for sentence in re.split(r"(?<=[.])\s+(?=The )", facts):
            if found := re.match(r"The (\w+(?: shepherd)?) (.*?)\.?$", sentence.strip()):
                for phrase in _phrases(found.group(2)):
                    self.fact(found.group(1), phrase)

    def fact(self, entity: str, phrase: str) -> None:
        """Take in one thing that is said of an animal."""
        try:
            formula = self.relation(phrase, self.constant(entity))
        except Unreadable:
            self.said.setdefault(entity, []).append(re.sub(r"\s+", " ", phrase))
        else:
            self.premises.append(Statement(formula, f"The {entity} {phrase}."))

    def ask(self, knowledge: Knowledge) -> None:
        """Ask for what is missing, if there is somebody to ask."""
        if knowledge.background is None or not self.missing:
            return
        from ..models.background import Unsettled

        asked = [Unsettled(who, what, tuple(self.said.get(who, ()))) for who, what in self.missing]
        answers, usage = knowledge.background.settle(asked)
        knowledge.spent.append(usage)
        for (who, what), answer in zip(list(self.missing), answers, strict=True):
            if answer is not None:
                self.missing.remove((who, what))
            if answer:
                name = camel(tuple(re.sub(r"[^\w ]", " ", what).split()), capital=True)
                self.premises.append(Statement(Atom(name, (self.constant(who),)), f"The {who} {what}."))

    def rule(self, text: str) -> Formula:
        """Return a rule.

        Raises:
            Unreadable: it is of no known form.
        """
        text = re.sub(r"\s+", " ", text).rstrip(".")
        for pattern, how in _COMPILED:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            try:
                return self.formed(match.groupdict(), how)
            except Unreadable:
                continue
        raise Unreadable(f"'{text}' is of no known form")

    def formed(self, parts: dict[str, str | None], how: str) -> Formula:
        """Return the rule that the parts of a form make."""
        given = {k: v for k, v in parts.items() if v}
        if how == "entity":
            entity = self.constant(given["e"])
            return Implies(self.condition(given["own"], given["e"]), self.relation(given["h"], entity))
        if how == "case":
            return Implies(self.clause(given["a"]), self.relation(given["h"], self.constant(given["e"])))
        if how == "plain":
            body = [self.clauses(given[k]) for k in ("a", "b", "a2", "b2") if k in given]
            return Implies(body[0] if len(body) == 1 else And(tuple(body)), self.clause(given["s"]))
        body = [self.relation(part, _THING) for k in ("v", "w") if k in given for part in _phrases(given[k])]
        head = self.clause(given["s"]) if how == "any" else self.relation(given["h"], _THING)
        return Forall("x", Implies(body[0] if len(body) == 1 else And(tuple(body)), head))

    def clauses(self, text: str) -> Formula:
        """Return what one or two clauses say: ``the cow hugs the dog but the cat does not sing to the dog``."""
        if re.match(r"(?:the )?(?:german shepherd|[a-z]+) (?:has|is|works|was|owns)\b", text):
            return self.clause(text)
        for joint in re.finditer(r",? (?:and|but|however) (?=the )", text):
            try:
                return And((self.clause(text[: joint.start()]), self.clause(text[joint.end() :])))
            except Unreadable:
                continue
        return self.clause(text)

    def clause(self, text: str, *, asked: bool = False) -> Formula:
        """Return what is said of an animal that is named."""
        text = re.sub(r"^(?:that )?(?:the |The )?", "", text.strip())
        words = text.split()
        for k in (1, 2):
            entity, rest = " ".join(words[:k]), " ".join(words[k:])
            if k == 2 and words[1] != "shepherd":
                break
            if not rest or rest.split()[0] == "shepherd":
                continue
            if entity in _NOBODY:
                raise Unreadable(f"'{text}' says nothing of an animal that is named")
            try:
                return self.relation(rest, self.constant(entity))
            except Unreadable:
                if asked or not re.match(r"(?:has|is|was|works|[a-z]+ed|[a-z]+s|took|does|stole|lost|got)\b", rest):
                    raise
                return self.condition(rest, entity)
        raise Unreadable(f"'{text}' says nothing of an animal")

    def relation(self, phrase: str, subject: Term) -> Formula:
        """Return a relation to another animal, or its denial."""
        phrase = re.sub(r"^(?:not|additionally not) ", "does not ", _ASIDE.sub("", phrase))
        if len(_phrases(phrase)) > 1:
            raise Unreadable(f"'{phrase}' says two things")
        positive = _NOT.search(phrase) is None
        plain = " ".join(_FILLERS.sub(" ", _NOT.sub(" ", phrase)).replace(",", " ").split())
        match = re.fullmatch(r"([a-z]+) (?:.*\b)?the ([a-z]+(?: shepherd)?)", plain)
        base = verb(match.group(1)) if match else None
        if match is None or base is None or base in {"have", "be", "kill", "vote"} or match.group(2) in _NO_ANIMALS:
            raise Unreadable(f"'{phrase}' is no relation between animals")
        name = camel((third_form(base),), capital=True)
        shown = re.sub(r"the [a-z]+(?: shepherd)?$", "y", plain)
        self.predicates.setdefault(name, Predicate(name, ("x", "y"), f"x {shown}"))
        atom = Atom(name, (subject, self.constant(match.group(2))))
        return atom if positive else Not(atom)

    def condition(self, phrase: str, entity: str) -> Formula:
        """Return a condition on an animal, and settle it by what is known."""
        phrase = " ".join(re.sub(r"\s*\([^)]*\)|[.,]$", "", phrase).split())
        try:
            return self.relation(phrase, self.constant(entity))
        except Unreadable:
            pass
        name = camel(tuple(re.sub(r"[^\w ]", " ", phrase).split()), capital=True)
        self.predicates.setdefault(name, Predicate(name, ("x",), f"x {phrase}"))
        atom = Atom(name, (self.constant(entity),))
        if atom not in self.settled:
            self.settled.add(atom)
            known = holds(phrase, entity, self.world)
            if known:
                self.premises.append(Statement(atom, f"The {entity} {phrase}."))
            elif known is None:
                self.missing.append((entity, phrase))
        return atom

    def constant(self, entity: str) -> Term:
        """Return an animal."""
        name = camel(tuple(entity.split()), capital=False)
        self.constants.setdefault(name, Constant(name, f"the {entity}"))
        return Fn(name)


_NOBODY: Final = frozenset("there it something anything someone everything some every each any all no if".split())
_NO_ANIMALS: Final = frozenset("mayor store internet moment flag conclusions".split())
_BEGINS: Final = re.compile(
    r"(?:, and |, but |, | and | but )(?=(?:has|is|was|does not|does|will turn|lost|stole|purchased|reduced"
    r"|parked|invented|assassinated|published|got|struggles|supports|hates|dreamed|recently|bought|increased|[a-z]+s) )"
)


def _phrases(text: str) -> list[str]:
    """Return the verb phrases that a sentence of facts joins."""
    parts = _BEGINS.split(text)
    found: list[str] = []
    for part in parts:
        first = part.split()[0] if part.split() else ""
        if (
            found
            and first not in lex.BE | lex.HAVE | lex.DO
            and verb(first) is None
            and first not in {"will", "recently"}
        ):
            found[-1] += f" and {part}"
        else:
            found.append(part.strip())
    return found
