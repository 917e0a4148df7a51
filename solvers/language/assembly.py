"""The sections of a problem, read together into the program that they come to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Constant, Default, Predicate, Program, Semantics, Statement, check_labels
from ..logic.symbols import Declarations
from ..logic.syntax import Formula
from . import headings
from .asking import asked, asking
from .choosing import asks, which_asks
from .closing import has_readings
from .declarations import constants, predicates
from .dialects import UNICODE, Dialect, detect
from .gathering import Gathered, cut_off, gather
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, GOAL, PREMISES
from .labels import labelled, preferences, preferences_among
from .lines import Line, left_open
from .names import UNBOUND_LETTER
from .outline import Outline, Section, is_nothing
from .problems import Result
from .remarks import remarked
from .sort_checks import check_sorts, says_sorts, settle_binders
from .sortlines import read_sort_line
from .statements import Declared, Read, Source, read_formulas
from .writer import one_line

MAX_FORMULAS: Final = 200_000
"""The most formulas of one text."""
MAX_LENGTH: Final = 300_000
"""The most characters of one formula."""
_ANSWERED: Final = re.compile(r"(?:->|→|>>>|=>|⇒)\s*(?:True|False|true|false|TRUE|FALSE)\s*[.?]?$")
"""An answer that a model puts behind what is asked."""
_NAMES: Final = re.compile(r"\{?\s*[\w' ]+(?:,\s*[\w' ]+)+\s*\}?\.?|\{[^{}]*\}")


class Assembly:
    """What is read of a problem's sections, and the program that it comes to.

    Args:
        text: the whole text.
        outlined: its outline.
        strict: mend nothing.
        question: the question in natural language, if it is known.
    """

    def __init__(self, text: str, outlined: Outline, strict: bool, question: str) -> None:
        self.text = text
        self.outlined = outlined
        self.strict = strict
        self.question = question
        self.exact = False
        self.declared = Declarations()
        self.semantics: list[tuple[Semantics, Span]] = []
        self.predicates: list[Predicate] = []
        self.constants: list[Constant] = []
        self.premises: list[Statement] = []
        self.strongest: dict[int, Formula] = {}
        self.strong: Program | None = None
        self.rules: dict[str, list[Default]] = {DEFAULTS: [], DEFEASIBLE: []}
        self.exceptions: list[Statement] = []
        self.preferences: list[tuple[str, str, Span]] = []
        self.goal: Statement | None = None
        self.asked = False
        self.open_variables: tuple[str, ...] = ()
        self.values: tuple[str, ...] = ()
        self.diagnostics: list[Diagnostic] = []
        self.total = 0
        self.read = 0

    def read_problem(self, problem: list[Section], dialect: Dialect | None) -> Dialect:
        """Read the sections of the problem that is asked; return the dialect that its formulas show."""
        out = gather(problem, self.outlined, self.text)
        strict = (Level.MENDED,) if self.strict else ()
        self.diagnostics += [replace(d, level=Level.ERROR) if d.level in strict else d for d in out.diagnostics]
        self.asked = out.unread > 0
        self.total += out.unread
        if (cut := cut_off(out, self.text, self.outlined.flat, self.question)) is not None:
            self.diagnostics.append(cut)
            self.asked = True
            self.total += 1
        end = self.outlined.sections[-1]
        if end is problem[-1] and end.kind in (PREMISES, GOAL) and not end.lines and asks(problem[:-1]):
            message, hint = (
                f"nothing stands under '{end.name}'; was the output cut?",
                "Leave the heading out, or go on.",
            )
            self.diagnostics.append(Diagnostic("cut-off", Level.ERROR, message, end.span, hint))
        self.diagnostics += passed_over(self.outlined.passed + out.passed)
        count = sum(len(lines) for _, lines in out.groups)
        if count > MAX_FORMULAS:
            message = f"the text holds {count} formulas; at most {MAX_FORMULAS} are read"
            self.diagnostics.append(Diagnostic("too-long", Level.ERROR, message, None, "Split the program."))
            self.asked = True
            return UNICODE
        for _, lines in out.groups:
            for one in lines:
                if len(one.text) > MAX_LENGTH:
                    span = Span(one.start, one.start + 40)
                    message = f"a formula of more than {MAX_LENGTH} characters"
                    self.diagnostics.append(Diagnostic("too-long", Level.ERROR, message, span, "Split it."))
                    self.asked = True
                    return UNICODE
        if dialect is None:
            dialect = detect("\n".join(one.text for _, lines in out.groups for one in lines))
        self.declare(out.others, dialect)
        self.formulas(out, dialect)
        return dialect

    def declare(self, sections: list[Section], dialect: Dialect) -> None:
        """Read what is no formula: declarations, preferences, the semantics."""
        for section in sections:
            for one in section.lines:
                if is_nothing(one) and len(section.lines) == 1:
                    continue
                if one.prose and section.kind in (headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY):
                    self.diagnostics += passed_over([Span(one.start, one.end)])
                elif section.kind == headings.PREDICATES:
                    declared, found = predicates(one, dialect)
                    self.predicates += declared
                    self.diagnostics += found
                elif section.kind == headings.CONSTANTS:
                    named, found = constants(one, dialect)
                    self.constants += named
                    self.diagnostics += found
                elif section.kind == headings.VOCABULARY:
                    self.vocabulary(one, dialect)
                elif section.kind == headings.PREFERENCES:
                    self.preference(one)
                elif section.kind == headings.SEMANTICS:
                    self.meaning(one)
                elif section.kind == headings.SPELLING:
                    self.spelling(one)
                elif section.kind == headings.SORTS:
                    behind = self.text.find("\n", one.end)
                    line = self.text[one.start : behind if behind >= 0 else len(self.text)]
                    sorts, found = read_sort_line(line, one.start)
                    self.declared += sorts
                    self.diagnostics += found
                elif section.kind == headings.DOMAIN:
                    self.domain(one)

    def vocabulary(self, one: Line, dialect: Dialect) -> None:
        """Read a declaration that may be of a predicate or of a constant."""
        if "(" in one.text.partition(":")[0] or one.text[:1].isupper():
            declared, found = predicates(one, dialect)
            self.predicates += declared
        else:
            named, found = constants(one, dialect)
            self.constants += named
        self.diagnostics += found

    def domain(self, one: Line) -> None:
        """Refuse a domain of named things: nothing else may be in it, which no formula says here."""
        if _NAMES.fullmatch(one.text.partition("=")[2].strip() or one.text) is None:
            self.diagnostics += passed_over([Span(one.start, one.end)])
            return
        message = "a list of the things in the domain is not read: it says that there are no others"
        hint = "State that as a premise, such as ∀x (x = a ∨ x = b), or write 'Constants:' if others may be there."
        span = Span(one.start, one.end)
        self.diagnostics.append(Diagnostic("domain-listed", Level.ERROR, message, span, hint))

    def formulas(self, out: Gathered, dialect: Dialect) -> None:
        """Read all formulas together, and put each where it belongs."""
        for one, note in preferences_among(out.groups, strict=self.strict):
            self.diagnostics.append(note)
            self.preference(one)
        self.diagnostics += labelled(out.groups)
        lines = [(kind, one) for kind, group in out.groups for one in group]
        sources = [Source(one.text, one.start, kind == GOAL) for kind, one in lines]
        asks = {i: asking(one.text) for i, one in enumerate(sources) if one.goal}
        sources = [one._replace(text=asks[i].text) if i in asks else one for i, one in enumerate(sources)]
        sorts = frozenset(sort.name for sort in self.declared.sorts)
        letters = [Constant(one.name) for one in self.declared.typed if UNBOUND_LETTER.fullmatch(one.name)]
        declared = Declared(tuple(self.predicates), (*self.constants, *letters), sorts)
        found, said = read_formulas(sources, dialect, declared, strict=self.strict)
        self.total += len(sources)
        self.diagnostics += said
        goals = [(lines[i][1], found[i], one.variables) for i, one in asks.items()]
        for (kind, one), read in zip(lines, found, strict=True):
            if read.formula is None:
                continue
            self.read += 1
            if kind == GOAL:
                continue
            if read.strongest is not None:
                self.strongest[len(self.premises) if kind == PREMISES else -1] = read.strongest
            made = self.statement(one, read)
            self.remark(made, one, kind)
            if kind == PREMISES:
                self.premises.append(made)
            elif kind == EXCEPTIONS:
                self.exceptions.append(made)
            else:
                self.rules[kind].append(Default(one.label, made.formula, made.gloss, made.span))
        self.conclude(goals)

    def statement(self, one: Line, read: Read) -> Statement:
        """Return the statement of a line: what its formula left of the text is its gloss."""
        assert read.formula is not None
        text, gloss = one.text, one.gloss
        if 0 < read.end < len(text):
            rest = self.text[one.start + read.end : one.end]
            gloss = gloss or one_line(rest).strip(" :—–-").removeprefix("(").removesuffix(")")
            text = text[: read.end].rstrip()
        return Statement(read.formula, gloss, Span(one.start, one.start + len(text)))

    def remark(self, made: Statement, one: Line, kind: str) -> None:
        """Refuse a statement whose gloss denies it, or makes it depend on something."""
        if not made.gloss or made.span is None:
            return
        span, text = made.span, one.text[: made.span.end - made.span.start]
        self.diagnostics += remarked(made.gloss, text, span, kind)
        if word := left_open(made.gloss, text):
            message = f"'{word}' behind the formula makes it depend on something that it does not say"
            hint = "Write the condition with →, or leave the words out."
            self.diagnostics.append(Diagnostic("suspended-formula", Level.ERROR, message, span, hint))

    def conclude(self, goals: list[tuple[Line, Read, int]]) -> None:
        """Take the one conclusion as the goal; several are an error that shows them."""
        if not goals:
            return
        self.asked = True
        if len(goals) > 1 and (at := which_asks([one.gloss for one, *_ in goals], self.question)) is not None:
            first = goals[at][0]
            message = f"of {len(goals)} conclusions the one is read that the question asks"
            span = Span(first.start, first.end)
            self.diagnostics.append(Diagnostic("several-conclusions", Level.WARNING, message, span, "Write one."))
            goals = [goals[at]]
        first, read, count = goals[0]
        if (answer := _ANSWERED.search(first.text)) is not None:
            message = f"'{answer.group().strip()}' may be a part of what is asked, or the answer to it"
            span, hint = Span(first.start, first.end), "Leave the answer out; or write ¬ for what is to be denied."
            self.diagnostics.append(Diagnostic("answered-goal", Level.ERROR, message, span, hint))
        if read.formula is not None:
            self.goal = self.statement(first, read)
            self.remark(self.goal, first, GOAL)
            self.open_variables = read.open_variables
            self.values, found = asked(read.formula, count, self.goal.span or Span(first.start, first.end))
            self.diagnostics += found
        for other, again, more in goals[1:]:
            span = Span(other.start, other.end)
            if again.formula is not None and again.formula == read.formula and count == more:
                message = "the conclusion is written twice"
                level = Level.ERROR if self.strict else Level.MENDED
                self.diagnostics.append(Diagnostic("repeated-conclusion", level, message, span, "Write it once."))
                continue
            message = f"there is more than one conclusion: '{_short(first.text)}', and '{_short(other.text)}'"
            hint = "Join them with ∧ to ask for all of them at once, or ask them one by one."
            self.diagnostics.append(Diagnostic("extra-conclusion", Level.ERROR, message, span, hint, "one conclusion"))

    def meaning(self, one: Line) -> None:
        """Read which semantics is meant."""
        word = one.text.strip(" \t-•*.").lower()
        span = Span(one.start, one.end)
        if word in tuple(Semantics):
            self.semantics.append((Semantics(word), span))
            return
        message, hint = f"there is no semantics '{word}'", f"Write {' or '.join(Semantics)}."
        self.diagnostics.append(Diagnostic("unknown-semantics", Level.ERROR, message, span, hint, "a semantics", word))

    def spelling(self, one: Line) -> None:
        """Read whether names are spelt as they are meant."""
        word = one.text.strip(" \t-•*.").lower()
        self.exact = word == "exact"
        if not self.exact:
            message, hint = f"there is no spelling '{word}'", "Write exact, or leave the line out."
            span = Span(one.start, one.end)
            self.diagnostics.append(Diagnostic("unknown-spelling", Level.ERROR, message, span, hint, "exact", word))

    def preference(self, one: Line) -> None:
        """Read which rules win over which."""
        found, said = preferences(one)
        self.preferences += found
        self.diagnostics += said

    def result(self) -> Result:
        """Return the program, if there is one, and what is wrong."""
        if not self.asked:
            end = len(self.text.rstrip())
            message, hint = (
                "the program asks nothing; was the output cut?",
                "Add a section 'Conclusion:' with one formula.",
            )
            span = Span(end, end + 1)
            self.diagnostics.append(Diagnostic("no-goal", Level.ERROR, message, span, hint, "a conclusion"))
        semantics = self.semantics[0][0] if self.semantics else Semantics.CLASSICAL
        for other, span in self.semantics[1:]:
            if other is not semantics:
                message = f"the program has two semantics, {semantics} and {other}"
                self.diagnostics.append(Diagnostic("two-semantics", Level.ERROR, message, span, "Name one of them."))
        if semantics is Semantics.RULES and any(self.rules.values()):
            message = "forward chaining knows no defaults and no defeasible rules"
            hint = "Leave out 'Semantics: rules', or write the rules as premises."
            self.diagnostics.append(Diagnostic("two-semantics", Level.ERROR, message, self.semantics[0][1], hint))
        self.diagnostics += check_labels(
            self.rules[DEFAULTS], self.rules[DEFEASIBLE], self.exceptions, self.preferences
        )
        if self.strongest and (-1 in self.strongest or semantics is Semantics.RULES or any(self.rules.values())):
            # What lies between two readings is only known of what grows with its premises.
            self.diagnostics[:] = [replace(d, level=Level.ERROR) if has_readings(d) else d for d in self.diagnostics]
        goal, premises = self.goal, list(self.premises)
        weak = self.program(semantics)
        if weak is not None and self.strongest:
            said = len(self.diagnostics)
            strong = (replace(p, formula=self.strongest.get(i, p.formula)) for i, p in enumerate(premises))
            self.goal, self.premises = goal, list(strong)
            self.strong = self.program(semantics)
            del self.diagnostics[said:]
        return weak, self.diagnostics, self.read, self.total

    def program(self, semantics: Semantics) -> Program | None:
        """Return the program of what was read, if nothing is wrong."""
        if self.goal is None or has_errors(self.diagnostics):
            return None
        self.settle_sorts(self.goal)
        if has_errors(self.diagnostics):
            return None
        try:
            return Program(
                tuple(self.premises),
                self.goal,
                semantics=semantics,
                predicates=tuple(self.predicates),
                open_variables=self.open_variables,
                asked=self.values,
                constants=tuple(self.constants),
                defaults=tuple(self.rules[DEFAULTS]),
                defeasible=tuple(self.rules[DEFEASIBLE]),
                exceptions=tuple(self.exceptions),
                preferences=tuple((winner, loser) for winner, loser, _ in self.preferences),
                declared=self.declared,
            )
        except InvalidProgram as fault:
            self.diagnostics.append(Diagnostic("invalid-program", Level.ERROR, str(fault), self.goal.span, fault.hint))
            return None

    def settle_sorts(self, goal: Statement) -> None:
        """Tell quantifiers over sorts from those that a predicate guards, and say where two sorts meet."""
        rules = [rule for kind in self.rules.values() for rule in kind]
        ones: list[Statement | Default] = [*self.premises, *rules, goal]
        if not self.declared and not says_sorts(one.formula for one in ones):
            return
        formulas = settle_binders([one.formula for one in ones], self.declared)
        ones = [replace(one, formula=formula) for one, formula in zip(ones, formulas, strict=True)]
        self.diagnostics += check_sorts(ones, self.declared)
        count = len(self.premises)
        self.premises = [one for one in ones[:count] if isinstance(one, Statement)]
        for kind, old in self.rules.items():
            found = [one for one in ones[count : count + len(old)] if isinstance(one, Default)]
            self.rules[kind], count = found, count + len(old)
        self.goal = goal if formulas[-1] is goal.formula else replace(goal, formula=formulas[-1])


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= 60 else text[:60] + "…"


def passed_over(spans: list[Span]) -> list[Diagnostic]:
    """Return what says that lines were passed over; it is told once, with all places."""
    what, hint = "this is prose, and no part of the program", "If it is a formula, put it under 'Premises:'."
    return [Diagnostic("prose", Level.WARNING, what, span, hint) for span in spans]
