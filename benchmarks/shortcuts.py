"""Whether anything but reasoning tells the label: gradient boosting on what can be counted in a text.

    uv run python -m benchmarks.shortcuts 3000                   # all of SETTINGS, some minutes
    uv run python -m benchmarks.shortcuts 1000 "provergen?level=hard" --seed 5
    uv run python -m benchmarks.shortcuts --data FILE            # generated problems of a file, in its order

What is counted takes no reasoning: sentences, words, how many are said once, twice and so on, negations, words that
question and context share, the place in the file; of games, the rules for and against what is asked. Accuracy is
cross-validated (five folds, questions about one context in the same), chance is the share of the commonest label,
intervals are Wilson's (95 %). ``tells`` names the counts that do best alone.

A game with no rule against what is asked is never disproved, by the paper's own algorithm. So games are guessed a
second time without the counts that show this (``MECHANISM``), and it is said how many labels can be guessed at best by
the rules for and against and their preferences: those that are commonest among games that are the same in them.

Others guess beside it (``--all``), with what they get: the same trees over ``words``; over runs of up to five words
whose content is masked (``masked``: Q is a word of the question, X any other, W one that stands twice in its sentence);
and where the answers are yes and no, ``signs``: yes where each letter that is asked stands somewhere in what is said
with the sign that is asked of it, one look at one word and its *not*; and ``steps``: yes where what is asked follows by
one step less than the problem has, each step all that single facts give (unit propagation). Twins, problems of one
context or of one question, are in one fold. What these attackers are, and ``SEED``, was fixed before the generators
were changed so that chains count.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.second_reader import made
from sorites.eval.generators.problem import ProblemRecord
from sorites.eval.generators.writing import read_problems
from sorites.eval.scoring.statistics import wilson
from sorites.solvers import Program, read_program
from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Xor

SETTINGS: Final = (
    "provergen?level=easy",
    "provergen?level=medium",
    "provergen?level=hard",
    "multi-logieval",
    "multi-logieval?answers=both&depths=2,3,4,5",
    "multi-logieval?answers=both&logics=nm&depths=2,3,4,5",
    "multi-logieval?answers=both&logics=pl,fol&depths=2,3",
    "multi-logieval?answers=both&logics=pl,fol&depths=4,5",
    "logicasker?balanced=true",
    "logicasker?length=4&balanced=true",
    "boardgameqa?depth=1",
    "boardgameqa?depth=2",
    "boardgameqa?depth=3",
    "boardgameqa?depth=1&binary=true",
    "boardgameqa?depth=2&binary=true",
    "boardgameqa?depth=1&p_conflict=1",
    "boardgameqa?depth=2&p_conflict=1",
)
"""Where the papers, or our own options, claim balance; of Multi-LogiEval's own shares chance is .725."""
SEED: Final = 1
COUNT: Final = 2000
NEAR: Final = 0.03
"""How far above chance the upper end of an interval is near enough."""
_KEPT: Final = 500
"""How many words, or runs of words, trees look at: the commonest."""
RANKED: Final = ("rules for", "rules against", "for preferred", "against preferred")
"""What algorithm 1 of BoardgameQA gives a question: a rule, by chance one for the opposite, and a preference."""
MECHANISM: Final = (*RANKED, "negations", "negative sentences", "negative near")
"""What shows it: a rule against what is asked is a denial."""
_NEGATIVE: Final = re.compile(r"\b(?:not|no|neither|nor|nobody|cannot|never)\b")
_LITTLE: Final = frozenset(
    "a an the is are was were will be it that this they does do did if then and or not but both either neither nor of "
    "to in for there at least one all some someone everyone based on above information following statement true false "
    "uncertain can we infer answer yes no suppose by state rules preferences claim cannot imply fact which".split()
)
_WORDS: Final = ("if", "or", "and", "either", "someone", "only", "all", "every", "at", "normally", "neither", "cannot")


def counted(record: ProblemRecord, place: int) -> dict[str, float]:
    """Return what can be counted in a problem.

    Args:
        record: the problem.
        place: its place in the file.
    """
    context, question = record.context.lower(), record.question.lower().rsplit(":", 1)[-1]
    asked = question.rsplit("?", 2)[-2 if question.rstrip().endswith("?") else -1] or question
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", context) if s]
    said = [_content(s) for s in sentences]
    wanted = _content(asked)
    near = [s for s, words in zip(sentences, said, strict=True) if words & wanted]
    often = Counter(Counter(word[:5] for word in re.findall(r"[a-z]+", context) if word not in _LITTLE).values())
    found = {
        **{f"words said {times} times": often[times] for times in range(1, 6)},
        "place": place,
        "place mod 2": place % 2,
        "place mod 3": place % 3,
        "place mod 208": place % 208,
        "sentences": len(sentences),
        "words": len(context.split()),
        "characters": len(context),
        "negations": len(_NEGATIVE.findall(context)),
        "negative sentences": sum(bool(_NEGATIVE.search(s)) for s in sentences),
        "facts": sum(not re.search(r"\b(?:if|or|all|every|someone)\b", s) for s in sentences),
        "words asked": len(question.split()),
        "negations asked": len(_NEGATIVE.findall(question)),
        "shared words": len(wanted & set().union(*said)) if said else 0,
        "share of words asked": len(wanted & set().union(*said)) / max(len(wanted), 1) if said else 0,
        "sentences near": len(near),
        "facts near": sum(" if " not in f" {s}" and " or " not in s for s in near),
        "negative near": sum(bool(_NEGATIVE.search(s)) for s in near),
        "words near": sum(len(s.split()) for s in near),
        "first place near": next((i for i, words in enumerate(said) if words & wanted), -1),
        "last place near": max((i for i, words in enumerate(said) if words & wanted), default=-1),
        "how often": sum(context.count(word) for word in wanted),
    }
    for word in _WORDS:
        found[f"'{word}'"] = len(re.findall(rf"\b{word}\b", context))
        found[f"'{word}' asked"] = len(re.findall(rf"\b{word}\b", question))
    return found | _game(context, asked)


def _content(sentence: str) -> set[str]:
    """Return the stems of the words of a sentence that carry its content."""
    return {word[:5] for word in re.findall(r"[a-z]+", sentence) if word not in _LITTLE}


def _game(context: str, asked: str) -> dict[str, float]:
    """Return how many rules of a game end in what is asked or in its opposite, and which are preferred."""
    literal = re.search(r"does (?:the|a) \w+ (?:not )?([a-z]+)(.*)", asked)
    rules = dict(re.findall(r"(rule\d+): (.*?)(?=\brule\d+[: ]|$)", context, re.DOTALL))
    if literal is None or not rules:
        return {}
    act = rf"{re.escape(literal[1][: max(3, len(literal[1]) - 1)])}\w*{re.escape(literal[2].rstrip(' .?'))}\b"
    against = {r for r, text in rules.items() if re.search(rf"\b(?:not|never)(?: going to)? {act}", text)}
    in_favour = {r for r, text in rules.items() if re.search(rf"\b{act}", text)} - against
    preferred = re.findall(r"(rule\d+) is preferred over (?:the )?(rule\d+)", context)
    return {
        "rules": len(rules),
        "preferences": len(preferred),
        "rules for": len(in_favour),
        "rules against": len(against),
        "for preferred": sum(a in in_favour and b in against for a, b in preferred),
        "against preferred": sum(a in against and b in in_favour for a, b in preferred),
    }


@dataclass(frozen=True, slots=True)
class Guessed:
    """How well labels can be guessed.

    Attributes:
        problems: how many there were.
        chance: the share of the commonest label.
        accuracy: the share that was guessed right, by all counts.
        interval: its interval.
        tells: the counts that do best alone, with their accuracy.
        without: the share that was guessed right without ``MECHANISM``; ``None`` for what are no games.
        ranked: the share that nobody can surpass who knows ``RANKED`` alone; ``None`` for what are no games.
        by: the share that each other attacker guesses right.
    """

    problems: int
    chance: float
    accuracy: float
    interval: tuple[float, float]
    tells: tuple[tuple[str, float], ...]
    without: float | None = None
    ranked: float | None = None
    by: Mapping[str, float] = field(default_factory=dict)

    @property
    def near(self) -> bool:
        """Whether all attackers stay near chance; of games, by what is counted beside the mechanism."""
        shares = (self.accuracy if self.without is None else self.without, *self.by.values())
        return all(self._upper(share) <= self.chance + NEAR for share in shares)

    def _upper(self, share: float) -> float:
        return wilson(round(share * self.problems), self.problems)[1]

    def __str__(self) -> str:
        """In one line."""
        low, high = self.interval
        parts = [f"{self.problems} problems", f"chance {self.chance:.3f}"]
        parts += [f"guessed {self.accuracy:.3f} [{low:.3f}, {high:.3f}]"]
        if self.without is not None:
            parts += [f"without the mechanism's {self.without:.3f}", f"by it alone at best {self.ranked:.3f}"]
        parts += [f"{name} {share:.3f} (to {self._upper(share):.3f})" for name, share in self.by.items()]
        tells = ", ".join(f"{name} {share:.3f}" for name, share in self.tells)
        return f"{', '.join(parts)}{'' if self.near else ' TOO MUCH'}; tells: {tells}"


def agrees(program: Program | None) -> bool:
    """Return whether each letter that is asked stands somewhere in what is said, with the sign that is asked of it."""
    if program is None:
        return False
    said = {sign for one in _said(program) for sign in _literals(_plain(one))}
    return _literals(_plain(program.goal.formula)) <= said


def _said(program: Program) -> list[Formula]:
    return [*(s.formula for s in program.premises), *(rule.formula for rule in program.defaults)]


@dataclass(frozen=True, slots=True)
class Plain:
    """A formula of letters that are affirmed or denied.

    Attributes:
        letter: the letter; empty of one that has parts.
        holds: whether the letter is affirmed; of parts, whether all of them hold, and not only one.
        parts: the parts.
    """

    letter: str
    holds: bool
    parts: tuple[Plain, ...] = ()


def _plain(formula: Formula, positive: bool = True) -> Plain:
    """Return a formula, or its denial, of letters that are affirmed or denied; a quantifier is of the one thing."""
    match formula:
        case Atom(name):
            return Plain(name, positive)
        case Not(body):
            return _plain(body, not positive)
        case Forall(body=body) | Exists(body=body):
            return _plain(body, positive)
        case And(parts) | Or(parts):
            return Plain("", isinstance(formula, And) is positive, tuple(_plain(part, positive) for part in parts))
        case Implies(left, right):
            return Plain("", not positive, (_plain(left, not positive), _plain(right, positive)))
        case Iff(left, right) | Xor(left, right):
            same = isinstance(formula, Iff) is positive
            ways = (Plain("", False, (_plain(left, not one), _plain(right, one is same))) for one in (True, False))
            return Plain("", True, tuple(ways))
    raise TypeError(formula)


def _literals(plain: Plain) -> set[tuple[str, bool]]:
    if plain.letter:
        return {(plain.letter, plain.holds)}
    return {one for part in plain.parts for one in _literals(part)}


def follows(program: Program | None, steps: int) -> bool:
    """Return whether what is asked follows by so many steps, of which each is all that single facts give at once."""
    if program is None:
        return False
    said, goal = _said(program), program.goal.formula
    while isinstance(goal, Forall | Exists | Implies):  # a rule that is asked is asked of what it starts from
        said += [goal.left] if isinstance(goal, Implies) else []
        goal = goal.right if isinstance(goal, Implies) else goal.body
    if isinstance(goal, Or):
        said += [Not(part) for part in goal.parts[:-1]]
    plain, known = [_plain(one) for one in said], set[tuple[str, bool]]()
    for _ in range(steps + 1):
        known |= {literal for one in plain for literal in _given(one, frozenset(known))}
    return _value(_plain(goal), known) is True


def _value(plain: Plain, known: Set[tuple[str, bool]]) -> bool | None:
    """Return whether letters of which it is known make a formula true or false."""
    if plain.letter:
        affirmed = next((sign for sign in (True, False) if (plain.letter, sign) in known), None)
        return None if affirmed is None else affirmed is plain.holds
    values = [_value(part, known) for part in plain.parts]
    return (not plain.holds) if (not plain.holds) in values else None if None in values else plain.holds


def _given(plain: Plain, known: Set[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Yield the letters that a formula gives beside others."""
    if plain.letter:
        yield plain.letter, plain.holds
    for place, part in enumerate(plain.parts):
        if plain.holds or all(_value(one, known) is False for i, one in enumerate(plain.parts) if i != place):
            yield from _given(part, known)


def masked(record: ProblemRecord) -> str:
    """Return a text whose words of content are masked: by whether the question has them, or their sentence twice."""
    question = record.question.lower()
    wanted = _content(question)
    told = []
    for sentence in re.split(r"(?<=[.!?])\s+", f"{record.context.lower()} {question}"):
        found = re.findall(r"[a-z]+", sentence)
        stems = Counter(word[:5] for word in found)
        for word in found:
            stem = word[:5]
            free = word in _LITTLE or _NEGATIVE.fullmatch(word) or word in _WORDS
            told.append(word if free else "Q" if stem in wanted else "W" if stems[stem] > 1 else "X")
        told.append("END")
    return " ".join(told)


def twins(records: Sequence[ProblemRecord]) -> list[int]:
    """Return a number for each problem, the same one for those that share a context or a question."""
    first: dict[str, int] = {}
    found = []
    for number, record in enumerate(records):
        keys = (record.context, f"asked: {record.question}")
        group = min((first[key] for key in keys if key in first), default=number)
        for key in keys:
            first.setdefault(key, group)
        found.append(group)
    return found


def guess(records: Sequence[ProblemRecord], seed: int = 0, *, others: bool = False) -> Guessed:
    """Return how well the labels of problems can be guessed from what is counted in them.

    Args:
        records: the problems.
        seed: the seed of the folds.
        others: let the other attackers guess, too.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier  # takes a second to import
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier
    from threadpoolctl import threadpool_limits

    rows = [counted(record, place) for place, record in enumerate(records)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    labels = np.array([record.label for record in records])
    groups = twins(records)  # of two questions about one context, one answer tells the other
    folds = list(StratifiedGroupKFold(5, shuffle=True, random_state=seed).split(table, labels, groups))

    def right(counts: np.ndarray) -> int:
        boosting = HistGradientBoostingClassifier(max_iter=100, learning_rate=0.06, max_depth=5, random_state=seed)
        with threadpool_limits(1):  # more threads than free cores wait for each other
            return int((cross_val_predict(boosting, counts, labels, cv=folds) == labels).sum())

    def frequent(texts: Sequence[str], most: int) -> np.ndarray:
        from sklearn.feature_extraction.text import TfidfVectorizer

        found = TfidfVectorizer(ngram_range=(1, most), max_features=_KEPT, token_pattern=r"\w+", min_df=3)
        counts: np.ndarray = found.fit_transform(texts).toarray()
        return counts

    alone = {}
    for i, name in enumerate(names):
        tree = DecisionTreeClassifier(max_leaf_nodes=8, min_samples_leaf=10, random_state=seed)
        if np.ptp(table[:, i]) > 0:
            alone[name] = float((cross_val_predict(tree, table[:, [i]], labels, cv=folds) == labels).mean())
    best = sorted(alone.items(), key=lambda pair: -pair[1])[:4]
    total, found = len(labels), right(table)
    chance = Counter(labels.tolist()).most_common(1)[0][1] / total
    by = {}
    if others:
        by["words"] = right(frequent([f"{r.context} {r.question}" for r in records], 1)) / total
        by["masked"] = right(frequent([masked(record) for record in records], 5)) / total
    if set(labels.tolist()) <= {"yes", "no"}:
        programs = [(read_program(r.program).program, r.depth, r.label == "yes") for r in records]
        by["signs"] = sum(agrees(program) is yes for program, _, yes in programs) / total
        by["steps"] = sum(follows(program, depth - 1) is yes for program, depth, yes in programs) / total
    guessed = Guessed(total, chance, found / total, wilson(found, total), tuple(best), by=by)
    if "rules for" not in names:
        return guessed
    beside = [i for i, name in enumerate(names) if name not in MECHANISM]
    return replace(guessed, without=right(table[:, beside]) / total, ranked=_at_best(rows, labels.tolist()))


def _at_best(rows: Sequence[Mapping[str, float]], labels: Sequence[str]) -> float:
    """Return the share of labels that are the commonest one among games with the same rules for and against."""
    same: dict[tuple[float, ...], Counter[str]] = {}
    for row, label in zip(rows, labels, strict=True):
        same.setdefault(tuple(row.get(name, 0.0) for name in RANKED), Counter())[label] += 1
    return sum(max(found.values()) for found in same.values()) / len(labels)


def main() -> None:
    """Print a line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=COUNT, help="problems of each setting")
    parser.add_argument("settings", nargs="*", default=list(SETTINGS))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--all", action="store_true", help="let all attackers guess, not only what is counted")
    parser.add_argument("--data", type=Path, help="a file of generated problems instead")
    options = parser.parse_args()
    sources = [str(options.data)] if options.data else options.settings
    for source in sources:
        records = list(read_problems(options.data)) if options.data else made(source, options.count, options.seed)
        print(f"{source}: {guess(records, options.seed, others=options.all)}", flush=True)


if __name__ == "__main__":
    main()
