"""Figures as they are shown: on a terminal, in Markdown, on the page. What comes from data is put as ``Text``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from sorites.solvers.showing import plain

from ..scoring.metrics import GROUPS, LEAF
from ..scoring.summary import Group, Measured, Summary
from .data import LogFigures
from .pairs import DECIDES, Pair

if TYPE_CHECKING:
    from rich.console import Console

Shown = tuple[str, str]
"""A figure, and what is said below or behind it."""
PAIRS: Final = 28
"""The most pairs that a table on a terminal shows."""
_NOTHING: Final = ("", "")
_REASON: Final = 200
"""The most characters of a reason why a problem could not be asked."""
_ROWS: Final = 12
"""The most rows of a table by tag."""
_WRAPS: Final = 10
"""What a column of words has beside its longest word, at least."""


def literal(text: str, style: str = "") -> Text:
    """Return what a user, a file or a model wrote, as it is."""
    return Text(plain(text), style)


def interval(low_high: tuple[float, float]) -> str:
    """Return an interval of shares."""
    low, high = low_high
    return f"{low:.1%} to {high:.1%}"


def share(value: float | None, digits: int = 1) -> str:
    """Return a share in percent; of nothing a dash."""
    return "–" if value is None else f"{value:.{digits}%}"


def between(found: Measured) -> str:
    """Return the interval of a mean."""
    low, high = found.interval
    return f"{low:.4g} to {high:.4g}"


def _share_of(name: str) -> Callable[[Summary], Shown]:
    return lambda one: (share(getattr(one, name)), interval(one.intervals[name]) if name in one.intervals else "")


def _vote_by(rule: str) -> Callable[[Summary], Shown]:
    return lambda one: (share(vote.accuracy), interval(vote.interval)) if (vote := one.votes.get(rule)) else _NOTHING


def _measured(name: str) -> Callable[[Summary], Shown]:
    return lambda one: (f"{of.mean:.4g}", between(of)) if (of := one.metrics.get(name)) else _NOTHING


def _unasked(one: Summary) -> Shown:
    if not one.unscored:
        return _NOTHING
    why = next(iter(one.reasons))[:_REASON]
    return str(one.unscored), f"in no figure; accuracy with them {interval(one.bounds['accuracy'])}; {why}"


def _guesses(one: Summary) -> Shown:
    return (str(one.guesses.samples), f"{share(one.guesses.accuracy)} right") if one.guesses else _NOTHING


def _likely(one: Summary) -> Shown:
    if (by := one.with_guesses) is None:
        return _NOTHING
    rates = f"ER {share(by.executable_rate)}, EA {share(by.executable_accuracy)}"
    return share(by.accuracy), f"{rates}; {by.guessed} texts are answered by the likeliest of their readings"


def _proofs(one: Summary) -> Shown:
    if (by := one.proof_f1) is None:
        return _NOTHING
    conflicts = f"of conflicts {share(by.conflicts)}" if by.conflicts is not None else ""
    unread = f"{share(by.unread)} of the proofs could not be read" if by.unread else ""
    return share(by.rules), "; ".join(filter(None, (conflicts, unread)))


def _tokens(one: Summary) -> Shown:
    if (usage := one.usage) is None:
        return _NOTHING
    kept = f", {usage.replayed} answers from the cache" if usage.replayed else ""
    return f"{usage.input_tokens:,} + {usage.output_tokens:,}", f"{usage.requests} requests{kept}"


_COLUMNS: Final[Mapping[str, Callable[[Summary], Shown]]] = {
    "samples": lambda one: (str(one.samples), ""),
    "executable rate": _share_of("executable_rate"),
    "executable accuracy": _share_of("executable_accuracy"),
    "coverage": _share_of("coverage"),
    "precision": _share_of("precision"),
    "accuracy": _share_of("accuracy"),
    "majority": _vote_by("majority"),
    "vote": _vote_by("vote"),
    "not asked": _unasked,
    "guesses": _guesses,
    "as Logic-LM counts": _likely,
    "macro F1": lambda one: _NOTHING if one.macro_f1 is None else (f"{one.macro_f1:.2f}", ""),
    "ambiguous": lambda one: (
        (str(one.ambiguous), "readings that are not answered alike") if one.ambiguous else _NOTHING
    ),
    "certificates checked": lambda one: _NOTHING if one.checked is None else (f"{one.checked} of {one.decided}", ""),
    "disputes": lambda one: (
        (str(len(one.disputes)), f"a certificate against the label: {_few(one.disputes)}") if one.disputes else _NOTHING
    ),
    "rules of proofs, F1": _proofs,
    "ms, median": lambda one: (
        (f"{1000 * one.latency[0]:.0f}", f"one in twenty from {1000 * one.latency[1]:.0f}") if one.latency else _NOTHING
    ),
    "tokens": _tokens,
    "cost": lambda one: (f"{one.usage.cost:.4f}", "") if one.usage and one.usage.cost is not None else _NOTHING,
}
"""The figures of a cell that can stand beside those of others."""
_TERMINAL: Final = {
    "executable rate": "ER", "executable accuracy": "EA", "coverage": "coverage", "precision": "precision",
    "accuracy": "accuracy", "majority": "majority", "vote": "vote", "macro F1": "macro F1", "cost": "cost",
    "guesses": "guesses", "as Logic-LM counts": "likely", "not asked": "not asked", "disputes": "disputes",
}  # fmt: skip
"""Which of these tables have that are narrow, and what they call them."""
_BELOW: Final = {
    "executable rate": "ER: executable rate; EA: executable accuracy, of answers the response accuracy",
    "coverage": "coverage: what is answered, without guesses; precision: how much of it is right",
    "guesses": "guesses: answers of the fallback; they count in the accuracy only",
    "as Logic-LM counts": "likely: the accuracy if the likeliest of several readings answers, as Logic-LM counts",
    "disputes": "disputes: a certificate that was checked says something else than the label",
}
"""What is to be said below such a table of some columns."""


def columns_of(cells: Sequence[Summary]) -> dict[str, list[Shown]]:
    """Return the figures of cells by their columns; those that nobody fills are left out."""
    measured = dict.fromkeys(name for one in cells for name in one.metrics)
    columns = {**_COLUMNS, **{name: _measured(name) for name in measured}}
    found = {name: [of(one) for one in cells] for name, of in columns.items()}
    return {name: shown for name, shown in found.items() if any(figure for figure, _ in shown)}


def table_of(cells: Sequence[Summary]) -> tuple[list[str], list[list[str]], list[str]]:
    """Return a narrow table of cells: its heads, a row for each, and what is to be said below."""
    columns = columns_of(cells)
    if all((one.coverage, one.precision) == (one.executable_rate, one.executable_accuracy) for one in cells):
        del columns["coverage"], columns["precision"]  # all that ran is answered, and they say the same again
    kept = {name: shown for name, shown in columns.items() if name in _TERMINAL or name not in _COLUMNS}
    heads, rows = list[str](), [list[str]() for _ in cells]
    for name in sorted(kept, key=lambda name: [*_TERMINAL, name].index(name)):
        sure = name in {"accuracy", "majority", "vote"} or name not in _TERMINAL
        heads += [_TERMINAL.get(name, name), *["95 %"] * sure]
        for row, (figure, below) in zip(rows, kept[name], strict=True):
            row += [figure, *[below] * sure]
    return heads, rows, [said for name, said in _BELOW.items() if name in kept]


def show_run(console: Console, cells: Mapping[str, Summary], pairs: Sequence[Pair] = (), rule: str = "") -> None:
    """Print the figures of a run's cells, and how they compare.

    Args:
        console: where.
        cells: the cells.
        pairs: the cells beside each other, if that is wanted.
        rule: the rule by which several samples of a problem answered.
    """
    if len(several := list(cells.values())) == 1:
        show_summary(console, several[0])
        return
    show_cells(console, several)
    if pairs:
        show_pairs(console, pairs, dict.fromkeys(cells, rule))


def show_cells(console: Console, summaries: Sequence[Summary], numbers: Sequence[int] = ()) -> None:
    """Print the figures of several cells beside each other, each by its number.

    Args:
        console: where.
        summaries: the cells.
        numbers: their numbers; from 1 if none are said.
    """
    first, numbered = summaries[0], list(zip(numbers or range(1, len(summaries) + 1), summaries, strict=True))
    for number, one in numbered:
        console.print(Text.assemble((str(number), "bold"), "  ", literal(one.translator)))
    heads, rows, below = table_of(summaries)
    table = _table(f"{first.dataset}, {_counted(summaries)}", ["", *heads], left=())
    for (number, _), row in zip(numbered, rows, strict=True):
        table.add_row(f"[bold]{number}[/]", *map(literal, row))
    _print(console, table, ("cost", "macro F1", "likely", "guesses", "EA", "ER", "precision", "majority", "95 %"))
    for line in (*below, f"always the most frequent label: {share(first.baseline)}"):
        console.print(f"[dim]{line}[/]")
    for number, one in numbered:
        if one.unread:
            console.print(literal(f"{number}: nothing could be read; the first begins: {' '.join(one.unread.split())}"))


def show_logs(console: Console, logs: Mapping[int, tuple[str, LogFigures]]) -> None:
    """Print the figures of logs of other tools beside each other.

    Args:
        console: where.
        logs: by its number, what each is called, and its figures.
    """
    for number, (name, _) in logs.items():
        console.print(Text.assemble((str(number), "bold"), "  ", literal(name)))
    _, first = next(iter(logs.values()))
    table = _table(f"{first.task}, by {first.scorer}", ("", *OF_LOGS), left=())
    for number, (_, one) in logs.items():
        table.add_row(f"[bold]{number}[/]", *figures_of_log(one))
    _print(console, table, ("epochs", "errors", "unscored", "95 %"))


OF_LOGS: Final = ("mean", "95 %", "samples", "epochs", "errors", "unscored", "")
"""The columns of ``figures_of_log``."""


def figures_of_log(one: LogFigures) -> tuple[str, ...]:
    """Return the figures of a log of another tool."""
    score = one.score
    mean = (f"{score.mean:.3f}", between(score), str(score.problems)) if score else ("–", "", "0")
    return *mean, str(one.epochs), str(one.errors), str(one.unscored), "" if one.whole else "not finished"


def _counted(summaries: Sequence[Summary]) -> str:
    """Return how many samples there are, and how many programs or answers if there are several of each."""
    several = max((vote.problems for one in summaries for vote in one.votes.values()), default=0)
    records = max(one.samples for one in summaries)
    if several:
        return f"{several} samples, {records} programs or answers"
    return f"{records} sample{'' if records == 1 else 's'}"


def show_pairs(console: Console, pairs: Sequence[Pair], rules: Mapping[str, str]) -> None:
    """Print how cells compare, pair by pair, by their numbers, and the rule for what is said.

    Args:
        console: where.
        pairs: the cells beside each other; of more than ``PAIRS`` those with the smallest p are shown.
        rules: by cell, in the order of their numbers, the rule by which several samples of a problem answered.
    """
    numbers = {name: str(number) for number, name in enumerate(rules, 1)}
    by = ", ".join(f"{rule} ({', '.join(numbers[c] for c in rules if rules[c] == rule)})" for rule in _unique(rules))
    decided = by if len(_unique(rules)) > 1 else _unique(rules)[0]
    shown = sorted(pairs, key=lambda pair: (pair.p, pair.found.p))[:PAIRS]
    shares = all(pair.shares for pair in pairs)
    unit = "points" if shares else pairs[0].unit
    title = f"beside each other, on the same samples, in {unit}; several of a problem by {decided}"
    table = _table(title, ["", "", "samples", "points" if shares else "difference", "95 %", "p (Holm)", ""], left=("",))
    for pair in (pair for pair in pairs if pair in shown):
        first, second = numbers[pair.first], numbers[pair.second]
        figures = (str(pair.found.samples), pair.difference, pair.interval, f"{pair.p:.2g}")
        table.add_row(f"[bold]{first}[/]", f"[bold]{second}[/]", *figures, pair.said(first, second))
    _print(console, table, ("samples", "95 %"))
    for line in _remarks(pairs, numbers):
        console.print(Text(line, "dim"))


def _remarks(pairs: Sequence[Pair], numbers: Mapping[str, str]) -> Iterator[str]:
    """Yield what is to be said below a table of pairs."""
    yield DECIDES
    if len(pairs) > PAIRS:
        yield f"{PAIRS} of {len(pairs)} pairs, those with the smallest p, corrected for all; all are in --json"
    if left := [pair for pair in pairs if pair.left_out]:
        told = "; ".join(f"{numbers[pair.first]} and {numbers[pair.second]} {pair.left_out}" for pair in left)
        yield f"samples left out, which only one of the two has scored: {told}"


def _unique(rules: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(rules.values()))


def show_summary(console: Console, summary: Summary) -> None:
    """Print the figures of one cell."""
    title = literal(f"{summary.dataset}, {summary.translator}", "italic")
    figures = Table(title=title, title_justify="left", show_header=False)
    for name, figure, remark in figures_of(summary):
        figures.add_row(name, Text.assemble(literal(figure), "  ", literal(remark, "dim")))
    console.print(figures)
    elsewhere = []
    for tag, values in summary.groups.items():
        if len(values) <= _ROWS and tag not in {"label", "diagnostic", LEAF}:
            _print(console, _group(tag, values.items()), ("executable", "accuracy of these", "95 %"))
        else:
            elsewhere.append(tag)
    if elsewhere:
        console.print(literal(f"also told apart by {', '.join(elsewhere)}: see --json and the page of report", "dim"))
    if summary.wide:
        console.print(literal(f"not told apart by {too_many(summary)}", "dim"))


def too_many(summary: Summary) -> str:
    """Return the tags by which figures are not told apart, and why."""
    return f"{', '.join(summary.wide)}: more than {GROUPS} values; the records have them"


def figures_of(summary: Summary) -> Iterator[tuple[str, str, str]]:
    """Yield the figures of a cell: the name, the figure, and a remark."""
    for name, [(figure, below)] in columns_of([summary]).items():
        yield name, figure, below
    if summary.unread:
        yield "none could be read", "", f"the first begins: {' '.join(summary.unread.split())}"
    yield "always the most frequent label", share(summary.baseline), ""
    for least, covered, sound in at_least(summary):
        yield f"from a confidence of {least:.0%}", f"coverage {covered:.1%}, precision {sound:.1%}", ""
    asked = summary.asked if set(summary.asked) - {"ask", "cache"} else {}
    counted = {"verdicts": summary.verdicts, "diagnostics": summary.diagnostics, "why the model was asked": asked}
    for name, counts in counted.items():
        if counts:
            yield name, ", ".join(f"{one} {count}" for one, count in counts.items()), ""
    if summary.solver:
        yield "solver, semantics", f"{summary.solver}, {summary.semantics}", ""
    yield "labels", ", ".join(f"{verdict} → {label}" for verdict, label in summary.label_scheme.items()), ""


def _few(names: Sequence[str], most: int = 2) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more: see --json" if len(names) > most else "")


def at_least(summary: Summary) -> Iterator[tuple[float, float, float]]:
    """Yield for each confidence of a vote what share of problems reach it, and how much of these is right."""
    problems = sum(vote.problems for vote in list(summary.votes.values())[:1])
    taken = right = 0.0
    for level in sorted(summary.confidence_levels, key=lambda one: -one.confidence):
        taken, right = taken + level.problems, right + level.problems * level.accuracy
        yield level.confidence, taken / problems, right / taken


def _group(tag: str, values: Iterable[tuple[str, Group]]) -> Table:
    """Return the table of the samples that share a tag."""
    columns = (tag, "samples", "executable", "accuracy of these", "accuracy", "95 %")
    table = _table(f"by {tag}", columns, left=(tag,))
    for value, group in values:
        figures = map(share, (group.executable_rate, group.executable_accuracy, group.accuracy))
        table.add_row(literal(value), str(group.samples), *figures, interval(group.interval))
    return table


def _table(title: str, columns: Sequence[str], left: Sequence[str]) -> Table:
    table = Table(title=literal(title, "italic"), title_justify="left", box=None)
    for column in columns:
        wraps = column in left
        table.add_column(literal(column), justify="left" if wraps else "right", no_wrap=not wraps)
    return table


def _print(console: Console, table: Table, least: Sequence[str]) -> None:
    """Print a table, and where the terminal is too narrow for it leave whole columns out, and say which.

    Args:
        console: where.
        table: the table.
        least: the columns that may be left out, the first one first.
    """
    left, wide = list[str](), console.options.update(max_width=10_000)
    for name in least:
        if Measurement.get(console, wide, table).minimum + _WRAPS <= console.width:
            break
        kept = [column for column in table.columns if str(column.header) != name]
        left += [name] * (len(kept) < len(table.columns))
        table.columns[:] = kept
    console.print(table)
    if left:
        told = f"left out, since the terminal has {console.width} columns only: {', '.join(left)}; --json has them"
        console.print(Text(told, "dim"))
