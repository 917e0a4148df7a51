"""Figures on a terminal. What comes from data is put as ``Text``, which has no markup to be taken for ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sorites.solvers.showing import plain

from ..scoring.metrics import GROUPS, LEAF
from ..scoring.summary import Group, Measured, Summary
from .data import LogFigures
from .pairs import DECIDES, Pair

if TYPE_CHECKING:
    from rich.console import Console

Numbered = Sequence[tuple[int, Summary]]
"""Cells with the numbers that they are called by."""
PAIRS: Final = 28
"""The most pairs that a table on a terminal shows."""
_BARS: Final = 30
_RULES: Final = ("majority", "vote")
_REASON: Final = 200
"""The most characters of a reason why a problem could not be asked."""
_ROWS: Final = 12
"""The most rows of a table by tag."""
_WRAPPED: Final = 20
"""How narrow a column of words may become."""


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
    more = {
        name: figures
        for name, of in (
            ("cost", cost),
            ("guesses", guesses),
            ("likely", likely),
            ("not asked", unasked),
            ("disputes", disputed),
        )
        if any(figures := [of(one) for one in summaries])
    }
    rates = ["executable_rate", "executable_accuracy"]
    if any((one.coverage, one.precision) != (one.executable_rate, one.executable_accuracy) for one in summaries):
        rates += ["coverage", "precision"]  # else all that ran is answered, and they say the same again
    columns = ("", "ER", "EA", *rates[2:], "accuracy", "95 %", "macro F1", *more)
    table = _table(f"{first.dataset}, {_counted(summaries)}", columns, left=())
    for place, (number, one) in enumerate(numbered):
        shares = (share(getattr(one, name)) for name in rates)
        sure = interval(one.intervals["accuracy"]) if one.samples else "–"
        f1 = "–" if one.macro_f1 is None else f"{one.macro_f1:.2f}"
        rest = (figures[place] for figures in more.values())
        table.add_row(f"[bold]{number}[/]", *shares, f"[bold]{share(one.accuracy)}[/]", sure, f1, *rest)
    _print(console, table, ("cost", "macro F1", "likely", "guesses", "EA", "ER", "precision"))
    told = "ER: executable rate; EA: accuracy of these, of answers the response accuracy; most frequent label"
    console.print(f"[dim]{told}: {share(first.baseline)}[/]")
    if rates[2:]:
        console.print("[dim]coverage: what is answered, without guesses; precision: how much of it is right[/]")
    for number, one in numbered:
        if one.unread:
            console.print(literal(f"{number}: nothing could be read; the first begins: {' '.join(one.unread.split())}"))
    for name, said in _BELOW.items():
        if name in more:
            console.print(f"[dim]{said}[/]")
    if any(one.votes for one in summaries):
        _print(console, _votes(numbered), ("95 %",))
    if any(one.metrics for one in summaries):
        _print(console, _metrics(numbered), ("problems", "95 %"))


def cost(one: Summary) -> str:
    """Return what the model cost, in the currency of its prices."""
    return f"{one.usage.cost:.4f}" if one.usage is not None and one.usage.cost is not None else ""


def guesses(one: Summary) -> str:
    """Return how many answers a fallback gave, and how many of them are right."""
    return f"{one.guesses.samples}, {share(one.guesses.accuracy, 0)}" if one.guesses else ""


def likely(one: Summary) -> str:
    """Return how many texts the likeliest of several readings would answer, and the accuracy with them."""
    return f"{one.with_guesses.guessed}, {share(one.with_guesses.accuracy)}" if one.with_guesses else ""


def unasked(one: Summary) -> str:
    """Return how many problems could not be asked."""
    return str(one.unscored or "")


def disputed(one: Summary) -> str:
    """Return of how many problems a certificate says something else than the label."""
    return str(len(one.disputes) or "")


_BELOW: Final = {
    "guesses": "guesses: answers of the fallback, and how many of them are right; they count in the accuracy only",
    "likely": "likely: texts that the likeliest of several readings would answer, and the accuracy with them",
    "disputes": "disputes: a certificate that was checked says something else than the label",
}
"""What is to be said below a table of some columns."""


def _votes(numbered: Numbered) -> Table:
    """Return the table of what several samples of a problem answer together, by each rule."""
    rules = [rule for rule in _RULES if any(rule in one.votes for _, one in numbered)]
    columns = ("", *(column for rule in rules for column in (rule, "95 %")))
    table = _table("several samples of a problem together, accuracy", columns, left=())
    for number, one in numbered:
        found = [one.votes.get(rule) for rule in rules]
        row = (text for v in found for text in ((f"{v.accuracy:.1%}", interval(v.interval)) if v else ("", "")))
        table.add_row(f"[bold]{number}[/]", *row)
    return table


def _metrics(numbered: Numbered) -> Table:
    """Return the table of metrics of the user's own, a row for each, so that there may be many."""
    names = dict.fromkeys(name for _, one in numbered for name in one.metrics)
    table = _table("metrics of your own, means over problems", ("", "", "problems", "mean", "95 %"), left=("",))
    for name in names:
        for number, one in numbered:
            if (found := one.metrics.get(name)) is not None:
                figures = (str(found.problems), f"{found.mean:.4g}", between(found))
                table.add_row(literal(name), f"[bold]{number}[/]", *figures)
    return table


def between(found: Measured) -> str:
    """Return the interval of a mean."""
    low, high = found.interval
    return f"{low:.4g} to {high:.4g}"


def show_logs(console: Console, logs: Mapping[int, tuple[str, LogFigures]]) -> None:
    """Print the figures of logs of other tools beside each other.

    Args:
        console: where.
        logs: by its number, what each is called, and its figures.
    """
    for number, (name, _) in logs.items():
        console.print(Text.assemble((str(number), "bold"), "  ", literal(name)))
    _, first = next(iter(logs.values()))
    columns = ("", "mean", "95 %", "samples", *(["epochs"] if any(one.epochs > 1 for _, one in logs.values()) else []))
    table = _table(f"{first.task}, by {first.scorer}", (*columns, "errors", "unscored", ""), left=())
    for number, (_, one) in logs.items():
        score = one.score
        figures = (f"{score.mean:.3f}", between(score), str(score.problems)) if score else ("–", "", "0")
        epochs = [str(one.epochs)] if "epochs" in columns else []
        left = (str(one.errors), str(one.unscored), "" if one.whole else "not finished")
        table.add_row(f"[bold]{number}[/]", *figures, *epochs, *left)
    _print(console, table, ("epochs", "errors", "unscored", "95 %"))


def _counted(summaries: Sequence[Summary]) -> str:
    """Return how many samples there are, and how many programs or answers if there are several of each."""
    several = max((vote.problems for one in summaries for vote in one.votes.values()), default=0)
    records = max(one.samples for one in summaries)
    if several:
        return f"{several} samples, {records} programs or answers"
    return f"{records} sample{'' if records == 1 else 's'}"


def show_pairs(console: Console, pairs: Sequence[Pair], rules: Mapping[str, str], metric: str = "") -> None:
    """Print how cells compare, pair by pair, by their numbers, and the rule for what is said.

    Args:
        console: where.
        pairs: the cells beside each other; of more than ``PAIRS`` those with the smallest p are shown.
        rules: by cell, in the order of their numbers, the rule by which several samples of a problem answered.
        metric: the metric of the user's own that is compared; empty for right answers.
    """
    numbers = {name: str(number) for number, name in enumerate(rules, 1)}
    by = ", ".join(f"{rule} ({', '.join(numbers[c] for c in rules if rules[c] == rule)})" for rule in _unique(rules))
    decided = by if len(_unique(rules)) > 1 else _unique(rules)[0]
    shown = sorted(pairs, key=lambda pair: (pair.p, pair.found.p))[:PAIRS]
    stories = any(pair.found.mcnemar not in {None, pair.found.p} for pair in pairs)
    how = f"by {metric}" if metric else f"several of a problem by {decided}"
    shares = all(pair.shares for pair in pairs)
    unit = "points" if shares else pairs[0].unit
    title = f"beside each other, on the same samples, in {unit}; {how}"
    few = any(_needs(pair) for pair in pairs)
    optional = [*(["McNemar"] if stories else []), *(["needed"] if few else [])]
    table = _table(
        title, ["", "", "samples", "points" if shares else "difference", "95 %", "p (Holm)", *optional, ""], left=("",)
    )
    for pair in (pair for pair in pairs if pair in shown):
        one = pair.found
        independent = "" if one.mcnemar is None else f"{one.mcnemar:.2g}"
        tests = [f"{pair.p:.2g}", *([independent] if stories else []), *([_needs(pair)] if few else [])]
        figures = (pair.difference, pair.interval, *tests)
        first, second = numbers[pair.first], numbers[pair.second]
        cells = (f"[bold]{first}[/]", f"[bold]{second}[/]", str(one.samples))
        table.add_row(*cells, *figures, pair.said(first, second))
    _print(console, table, ("McNemar", "needed", "samples", "95 %"))
    for line in _remarks(pairs, numbers):
        console.print(Text(line, "dim"))


def _remarks(pairs: Sequence[Pair], numbers: Mapping[str, str]) -> Iterator[str]:
    """Yield what is to be said below a table of pairs."""
    yield DECIDES
    if any(_needs(pair) for pair in pairs):
        yield "needed: so many samples would show such a difference with a power of 80 %"
    if len(pairs) > PAIRS:
        yield f"{PAIRS} of {len(pairs)} pairs, those with the smallest p, corrected for all; all are in --json"
    if left := [pair for pair in pairs if pair.left_out]:
        told = "; ".join(f"{numbers[pair.first]} and {numbers[pair.second]} {pair.left_out}" for pair in left)
        yield f"samples left out, which only one of the two has scored: {told}"


def _needs(pair: Pair) -> str:
    """Return how many samples would show the difference, where it is not shown."""
    needed = pair.found.needed
    return f"{needed:,}" if pair.better is None and needed is not None and needed > pair.found.samples else ""


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
    most = max([*summary.verdicts.values(), 1])
    bars = [(name, str(count), "█" * round(_BARS * count / most)) for name, count in summary.verdicts.items()]
    console.print(_list("verdicts", bars))
    if summary.diagnostics:
        console.print(_list("diagnostics", ((code, str(n)) for code, n in summary.diagnostics.items())))


def too_many(summary: Summary) -> str:
    """Return the tags by which figures are not told apart, and why."""
    return f"{', '.join(summary.wide)}: more than {GROUPS} values; the records have them"


_NONE: Final = {"executable_accuracy": "none was executable", "precision": "nothing was answered"}
"""Why there is no such figure."""


def figures_of(summary: Summary) -> Iterator[tuple[str, str, str]]:
    """Yield the figures of a cell: the name, the figure, and a remark."""
    yield "samples", str(summary.samples), ""
    if summary.unscored:
        yield "not asked, in no figure", str(summary.unscored), next(iter(summary.reasons))[:_REASON]
        worst, best = summary.bounds["accuracy"]
        yield "  accuracy with them", f"{worst:.2%} to {best:.2%}", "the worst and the best case"
    if summary.unread:
        yield "none could be read", "", f"the first begins: {' '.join(summary.unread.split())}"
    answers = summary.response_accuracy is not None
    for shown, name, value in (
        ("answered as asked" if answers else "executable rate", "executable_rate", summary.executable_rate),
        ("response accuracy" if answers else "executable accuracy", "executable_accuracy", summary.executable_accuracy),
        ("coverage, without guesses", "coverage", summary.coverage),
        ("precision of these", "precision", summary.precision),
        ("accuracy", "accuracy", summary.accuracy),
    ):
        sure, none = summary.intervals.get(name), _NONE.get(name, "") if summary.samples else "nothing is scored"
        yield shown, share(value, 2), interval(sure) if sure else none
    if summary.macro_f1 is not None:
        yield "macro F1", f"{summary.macro_f1:.3f}", f"always the most frequent label: {share(summary.baseline)}"
    for name, measured in summary.metrics.items():
        yield name, f"{measured.mean:.4g}", between(measured)
    if (by := summary.with_guesses) is not None:
        shares = (by.executable_rate, by.executable_accuracy, by.accuracy)
        told = f"{by.guessed} texts are answered by the likeliest of their readings"
        yield "as Logic-LM counts", " / ".join(share(one, 2) for one in shares), told
    if summary.guesses is not None:
        yield "of it guessed", f"{summary.guesses.samples}", f"{summary.guesses.accuracy:.1%} of the guesses are right"
    if summary.ambiguous:
        yield "not answered, ambiguous", f"{summary.ambiguous}", "readings that are not answered alike"
    yield from _of_several(summary)
    yield from _beside_gold(summary)
    yield from _of_the_model(summary)
    if summary.solver:
        yield "solver, semantics", f"{summary.solver}, {summary.semantics}", ""
    yield "labels", ", ".join(f"{verdict} → {label}" for verdict, label in summary.label_scheme.items()), ""
    if summary.checked is not None:
        yield "certificates checked", f"{summary.checked} of {summary.decided}", "answers that were decided"
    if summary.disputes:
        yield "disputes", f"{len(summary.disputes)}", f"a certificate against the label: {_few(summary.disputes)}"
    if summary.latency is not None:
        median, slow = (1000 * second for second in summary.latency)
        yield "milliseconds a sample", f"{median:.0f}", f"one in twenty from {slow:.0f}"
    if summary.problems_per_second:
        yield "problems a second", f"{summary.problems_per_second:.0f}", ""


def _few(names: Sequence[str], most: int = 6) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more: see --json" if len(names) > most else "")


def at_least(summary: Summary) -> Iterator[tuple[float, float, float]]:
    """Yield for each confidence of a vote what share of problems reach it, and how much of these is right."""
    problems = sum(vote.problems for vote in list(summary.votes.values())[:1])
    taken = right = 0.0
    for level in sorted(summary.confidence_levels, key=lambda one: -one.confidence):
        taken, right = taken + level.problems, right + level.problems * level.accuracy
        yield level.confidence, taken / problems, right / taken


def _of_several(summary: Summary) -> Iterator[tuple[str, str, str]]:
    for rule, one in summary.votes.items():
        yield f"accuracy of the {rule}", f"{one.accuracy:.2%}", interval(one.interval)
    if summary.vote_gains:
        yield "  over the first samples", ", ".join(f"{g.samples}: {g.accuracy:.1%}" for g in summary.vote_gains), ""
    for least, covered, sound in at_least(summary):
        yield f"  from a confidence of {least:.0%}", f"coverage {covered:.1%}, precision {sound:.1%}", ""
    if summary.calibration_error is not None:
        yield "  calibration error", f"{summary.calibration_error:.3f}", ""


def _beside_gold(summary: Summary) -> Iterator[tuple[str, str, str]]:
    if summary.proof_f1 is not None:
        left_out = f"{summary.proof_f1.unread:.1%} of the proofs could not be read" if summary.proof_f1.unread else ""
        yield "rules of the proofs, F1", f"{summary.proof_f1.rules:.2%}", left_out
        if summary.proof_f1.conflicts is not None:
            yield "their conflicts, F1", f"{summary.proof_f1.conflicts:.2%}", "where the dataset's proof settles one"
    if summary.aligned is not None:
        one = summary.aligned
        told = f"exact {one.exact:.1%}, equivalent {one.equivalent:.1%}, formulas recalled {one.recall:.1%}"
        yield "beside the gold formulas", told, f"of {one.programs} programs"


def _of_the_model(summary: Summary) -> Iterator[tuple[str, str, str]]:
    for gain in summary.rounds:
        told = f"  after {gain.repairs} repair{'' if gain.repairs == 1 else 's'}"
        yield told, f"executable {gain.executable_rate:.1%}, accuracy {gain.accuracy:.1%}", ""
    if (usage := summary.usage) is not None:
        cost = f", cost {usage.cost:.4f}" if usage.cost is not None else ""
        kept = f", {usage.replayed} answers from the cache" if usage.replayed else ""
        counted = usage.input_tokens + usage.output_tokens
        tokens = f"{usage.input_tokens} + {usage.output_tokens} tokens" if counted else "tokens not told"
        told = f"{usage.requests} requests, {tokens if usage.requests else '0 + 0 tokens'}{cost}{kept}"
        yield "the model", told, ""
    if set(summary.asked) - {"ask", "cache"}:
        yield "why it was asked", ", ".join(f"{reason} {count}" for reason, count in summary.asked.items()), ""


def _group(tag: str, values: Iterable[tuple[str, Group]]) -> Table:
    """Return the table of the samples that share a tag."""
    columns = (tag, "samples", "executable", "accuracy of these", "accuracy", "95 %")
    table = _table(f"by {tag}", columns, left=(tag,))
    for value, group in values:
        figures = map(share, (group.executable_rate, group.executable_accuracy, group.accuracy))
        table.add_row(literal(value), str(group.samples), *figures, interval(group.interval))
    return table


def _list(title: str, rows: Iterable[tuple[str, ...]]) -> Table:
    table = Table(title=literal(title, "italic"), title_justify="left", show_header=False, box=None)
    for row in rows:
        table.add_row(*map(literal, row))
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
    left: list[str] = []
    for name in least:
        if _width(table) <= console.width:
            break
        kept = [column for column in table.columns if str(column.header) != name]
        left += [name] * (len(kept) < len(table.columns))
        table.columns[:] = kept
    console.print(table)
    if left:
        told = f"left out, since the terminal has {console.width} columns only: {', '.join(left)}; --json has them"
        console.print(Text(told, "dim"))


def _width(table: Table) -> int:
    """Return how wide a table must be at least: what wraps may be as narrow as ``_WRAPPED``."""
    return sum(
        2 + (min(width, _WRAPPED) if column.justify == "left" else width)
        for column in table.columns
        for width in [max(cell_len(_plain(part)) for part in (column.header, *column.cells))]
    )


def _plain(part: RenderableType) -> str:
    return part.plain if isinstance(part, Text) else Text.from_markup(str(part)).plain
