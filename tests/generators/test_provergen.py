"""ProverGen's problems: labels and depths against a second implementation, and what each option changes."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest

from sorites.eval.generators.forms import GOAL_RULES, RULES, form_of, solutions
from sorites.eval.generators.inference import letters_of
from sorites.eval.generators.problem import ProblemRecord
from sorites.eval.generators.provergen import ProverGen
from sorites.eval.generators.registry import make_generator
from sorites.eval.generators.skeletons import STEPS, Growth, Level
from sorites.eval.generators.writing import make, problems
from sorites.solvers import Program, UserError, Verdict, read_program
from sorites.solvers.logic.rewriting import substitute
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Or, Xor
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula

from .foreign import classical

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


class Tables:
    """Truth tables as numbers: a bit for each row, so that formulas are operations on bits."""

    def __init__(self, atoms: Sequence[Atom]) -> None:
        self.all = (1 << (1 << len(atoms))) - 1
        self.of = {atom: self.all // ((1 << (1 << i)) + 1) for i, atom in enumerate(atoms)}

    def rows(self, formula: Formula) -> int:
        """Return the rows in which a formula is true."""
        match formula:
            case Atom():
                return self.of[formula]
            case Not(body):
                return self.all ^ self.rows(body)
            case And(parts):
                found = self.all
                for part in parts:
                    found &= self.rows(part)
                return found
            case Or(parts):
                found = 0
                for part in parts:
                    found |= self.rows(part)
                return found
            case Implies(left, right):
                return self.all ^ self.rows(left) | self.rows(right)
            case Xor(left, right):
                return self.rows(left) ^ self.rows(right)
        raise AssertionError(formula)

    def every(self, formulas: Sequence[Formula]) -> int:
        found = self.all
        for formula in formulas:
            found &= self.rows(formula)
        return found


def atoms_of(formulas: Sequence[Formula]) -> list[Atom]:
    return list(dict.fromkeys(node for f in formulas for node in walk(f) if isinstance(node, Atom)))


def program_of(record: ProblemRecord) -> Program:
    program = read_program(record.program).program
    assert program is not None
    return program


def about(program: Program) -> dict[str, list[Formula]]:
    """Return the premises about each person; what is said of one bears on no other."""
    found: dict[str, list[Formula]] = {name: [] for name in program.signature.constants}
    for premise in program.premises:
        formula = premise.formula
        for name, said in found.items():
            if isinstance(formula, Forall):
                said.append(substitute(formula.body, {formula.var: Fn(name)}))
            elif Fn(name) in set(walk(formula)):
                said.append(formula)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_labels_agree_with_a_second_implementation(level: Level) -> None:
    for record in problems(ProverGen((level,)), 15, 21):
        assert classical(program_of(record)) is record.verdict, record.program
        low, high = STEPS[level]
        assert low <= record.depth <= high


def least(rules: Sequence[Formula], facts: Sequence[Formula], target: Formula) -> int:
    """Return how many rules a target takes, by trying all sets of them, small ones first."""
    tables = Tables(atoms_of([*rules, *facts, target]))
    stated, fails, rows = tables.every(facts), ~tables.rows(target), [tables.rows(rule) for rule in rules]
    for size in range(len(rules) + 1):
        for taken in combinations(rows, size):
            left = stated
            for one in taken:
                left &= one
            if not left & fails:
                return size
    raise AssertionError("it does not follow")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_as_many_rules_are_needed_as_the_record_says(level: Level) -> None:
    """All sets of the text's rules are tried, distractions among them: none that is smaller gives the answer."""
    for record in problems(ProverGen((level,)), 18, 8):
        if record.verdict is Verdict.UNKNOWN:
            continue
        program = program_of(record)
        goal = program.goal.formula
        [who] = {node.name for node in walk(goal) if isinstance(node, Fn)}
        said = about(program)[who]
        facts = [f for f in said if isinstance(f, Atom | Not)]
        rules = [f for f in said if f not in facts]
        target = goal if record.verdict is Verdict.ENTAILED else Not(goal)
        assert least(rules, facts, target) == record.depth == int(record.tags["steps"])


def test_hard_problems_reason_from_right_to_left_too() -> None:
    """Goals stand at every place of every form of the authors, also before the arrow of (a ∨ b) → c."""
    growth = Growth(True, tuple(map(form_of, RULES)), tuple(map(form_of, GOAL_RULES)), 0.25, 0.4, 2)
    seen = set()
    for number in range(520):
        made = growth.skeleton(random.Random(number), (Verdict.ENTAILED, Verdict.REFUTED)[number % 2], 9)
        for step in made.steps:
            assert step.given is not None
            letters = [node.name for node in walk(step.rule) if isinstance(node, Atom)]
            seen.add((step.form.text, letters.index(step.given[0])))
    possible = {
        (text, place)
        for text in RULES
        for place in range(len(form_of(text).letters))
        if solutions(form_of(text), place, True) or solutions(form_of(text), place, False)
    }
    assert len(possible) == 24
    assert seen == possible


def test_the_goal_stays_open_at_its_own_rule() -> None:
    """The reasoning of an Uncertain problem leads to facts that make the one rule about the goal idle."""
    maker = ProverGen(("medium",), rule_goals=0.0, p_answers=(0.0, 0.0, 1.0))
    for number in range(12):
        record = make(maker, 3, number, 0, False)
        *before, last = record.steps
        assert record.label == "Uncertain"
        assert last.conclusion == ""
        assert len(record.steps) == record.depth
        known = {fact for step in before for fact in (*step.facts, step.conclusion)} | {
            p.gloss for p in program_of(record).premises
        }
        assert set(last.facts) <= known
        assert record.chain[-1].endswith(f"Therefore it stays uncertain: {record.question.split('? ')[1]}")


def asked_about(record: ProblemRecord) -> tuple[list[Formula], list[Formula], list[str]]:
    """Return the facts and the rules that name a letter of the question, and the letters of it that none names."""
    program = program_of(record)
    goal = program.goal.formula
    [who] = {node.name for node in walk(goal) if isinstance(node, Fn)}
    said = about(program)[who]
    letters = {node.name for node in walk(goal) if isinstance(node, Atom)}
    near = [f for f in said if letters & {node.name for node in walk(f) if isinstance(node, Atom)}]
    names = {node.name for f in near for node in walk(f) if isinstance(node, Atom)}
    facts: list[Formula] = [f for f in near if isinstance(f, Atom | Not)]
    return facts, [f for f in near if f not in facts], sorted(letters - names)


def test_what_is_said_of_the_question_does_not_tell_the_answer() -> None:
    """Every letter that is asked about is in the text, and as many rules of the same forms lead to what it hangs on."""
    maker = ProverGen(("medium",), noise1=False, rule_goals=0.5, p_universal=0.0)
    shapes: dict[str, Counter[str]] = {}
    for record in problems(maker, 240, 4):
        facts, rules, unnamed = asked_about(record)
        assert not unnamed, record.context
        if record.tags["goal"] == "fact":
            assert not facts
            assert len(rules) == 2
            for rule in rules:
                shapes.setdefault(record.label, Counter())[re.sub(r"[^→∧∨⊕]", "", print_formula(rule))] += 1
    assert len(shapes) == 3
    for form in {form for found in shapes.values() for form in found}:
        shares = [found[form] / found.total() for found in shapes.values()]
        assert max(shares) - min(shares) < 0.2, (form, shares)


def test_facts_denials_and_words_that_are_said_once_are_as_many_whatever_the_answer() -> None:
    """One step, so that none is derived: what the three rules come with is even."""
    growth = Growth(False, tuple(map(form_of, RULES)), tuple(map(form_of, GOAL_RULES)), 0.0, 0.4, 2)
    means = []
    for verdict in (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN):
        counts = Counter[str]()
        for number in range(300):
            made = growth.skeleton(random.Random(number), verdict, 1)
            assert len(made.others) == 2
            facts = [*made.leaves, *(fact for one in made.others for fact in one.facts)]
            rules = [*(step.rule for step in made.rules), *(one.rule for one in made.others)]
            said = Counter(letter for letter, _ in facts) + Counter(x for rule in rules for x in letters_of([rule]))
            counts += Counter(known=len(facts), once=[*said.values()].count(1), denied=sum(not v for _, v in facts))
        means.append([counts[name] / 300 for name in ("known", "denied", "once")])
    for one in zip(*means, strict=True):
        assert max(one) - min(one) < 0.25, means


def without(option: str) -> Iterator[tuple[ProblemRecord, ProblemRecord]]:
    whole, less = (make_generator("provergen", {"level": "medium", option: value}) for value in ("true", "false"))
    for number in range(6):
        yield make(whole, 6, number, 0, False), make(less, 6, number, 0, False)


def sentences(record: ProblemRecord) -> list[str]:
    return [premise.gloss for premise in program_of(record).premises]


@pytest.mark.parametrize("option", ["noise1", "noise2"])
def test_each_kind_of_distraction_is_left_out_alone(option: str) -> None:
    for whole, less in without(option):
        left_out = [s for s in sentences(whole) if s not in sentences(less)]
        assert [s for s in sentences(whole) if s not in left_out] == sentences(less)
        assert left_out
        assert set(left_out) <= set(whole.distractors)
        about_others = {whole.subject["name"] not in s for s in left_out}
        assert about_others == {True} if option == "noise1" else False in about_others or "one" in left_out[0]
        assert (less.question, less.label, less.chain) == (whole.question, whole.label, whole.chain)


def test_distractions_copy_rules_and_facts_for_up_to_three_others() -> None:
    names: list[int] = []
    rules = facts = 0
    for record in problems(ProverGen(("hard",)), 12, 2):
        program, name = program_of(record), record.subject["name"]
        found = {s.gloss: s.formula for s in program.premises if s.gloss in record.distractors}
        copies = {gloss: f for gloss, f in found.items() if name not in gloss and not isinstance(f, Forall)}
        others = {node.name for f in copies.values() for node in walk(f) if isinstance(node, Fn)}
        names.append(len(others))
        rules += sum(not isinstance(f, Atom | Not) for f in copies.values())
        facts += sum(isinstance(f, Atom | Not) for f in copies.values())
        said = {s.formula for s in program.premises}
        constant = name[0].lower() + name[1:]
        for formula in copies.values():
            assert any(renamed(formula, other, constant) in said for other in others)
    assert set(names) == {1, 2, 3}
    assert rules > 10 < facts


def renamed(formula: Formula, old: str, new: str) -> Formula:
    from sorites.solvers.logic.rewriting import rewrite

    return rewrite(formula, lambda f: f, lambda term: Fn(new) if term == Fn(old) else term)


def test_ordered_premises_stand_step_by_step() -> None:
    for whole, ordered in without("shuffled"):
        assert sorted(sentences(whole)) == sorted(sentences(ordered))
        core = [s for s in sentences(ordered) if s not in ordered.distractors]
        assert sentences(ordered)[: len(core)] == core
        rules = [core.index(step.rule) for step in ordered.steps if step.rule]
        assert rules == sorted(rules)
        for step in ordered.steps:
            stated = [core.index(fact) for fact in step.facts if fact in core]
            assert not step.rule or all(place < core.index(step.rule) for place in stated)


def test_without_universal_rules_the_label_stays() -> None:
    """Table 6 compares accuracy on the same labels; the record's verdict says what the rest gives."""
    changed = 0
    for whole, less in without("universal"):
        removed = [s for s in sentences(whole) if s not in sentences(less)]
        assert less.label == whole.label
        assert less.tags["removed"] == str(len(removed))
        assert all(s.startswith(("Everyone ", "If someone ")) for s in removed)
        assert classical(program_of(less)) is less.verdict
        changed += less.verdict is not whole.verdict
    assert changed


def test_levels_and_forms_by_name() -> None:
    found = list(problems(ProverGen(("easy", "medium", "hard"), rule_goals=1.0), 30, 1))
    assert Counter((r.tags["level"], r.label) for r in found[:27]) == dict.fromkeys(
        product(LEVELS, ("True", "False", "Uncertain")), 3
    )
    assert {r.tags["goal"] for r in found} == {"rule"}
    maker = make_generator("provergen", {"rules": "a ↔ b,(a ∧ b) → c", "rule_goals": "0", "level": "medium"})
    assert {rule for r in problems(maker, 12, 1) for rule in r.rules} == {"a ↔ b", "(a ∧ b) → c"}
    faults = {"a → a": "no form", "a": "no form", "a →": "no form", "a ⊕ (b ∧ c)": "between compounds"}
    for wrong, words in faults.items():
        with pytest.raises(UserError, match=words):
            make_generator("provergen", {"rules": wrong})
