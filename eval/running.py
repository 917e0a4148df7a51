"""``run``: a dataset through translators, provers and baselines, as the command ``bench`` does it."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sorites.agent.options import meant
from sorites.agent.voting import Rule
from sorites.solvers import Limits, Semantics, Solver, UserError
from sorites.solvers.clock import Stop
from sorites.solvers.notation.readings import Readings
from sorites.translators import EnglishOptions, LabelScheme, ModelOptions, Translator
from sorites.translators.models.prices import Price, load_prices
from sorites.translators.readback import run_of

from .reports.figures import Gathering, Run
from .runs.execution import Budget, Execution, Workers, check_prices
from .runs.making import Making
from .runs.manifest import MANIFEST, Identity, files_read, identity, read_manifest, rule_of
from .runs.store import Store
from .scoring.metrics import Tally
from .tasks.columns import parted
from .tasks.datasets import FAMILIES, check_name, load_dataset, located
from .tasks.sample import Dataset
from .tasks.selection import Selection, Where

if TYPE_CHECKING:
    from sorites.agent.answerers import Answerer

    from .runs.plans import CellIn


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a cell of a run is.

    Attributes:
        cell: its name.
        done: the problems that it has answered.
        total: of how many.
        tally: its figures so far.
    """

    cell: str
    done: int
    total: int
    tally: Tally


def run(  # noqa: PLR0913  # a keyword for each option of the command bench
    dataset: Dataset | str,
    *,
    translators: Sequence[Translator | str] = (),
    answerers: Sequence[Answerer | str] = (),
    models: Sequence[str] = (),
    cells: Mapping[str, Mapping[str, Any] | CellIn] = MappingProxyType({}),
    data: Path | str | None = None,
    labels: LabelScheme | Sequence[str] | str | None = None,
    where: Where | None = None,
    draw: int = 0,
    limit: int = 0,
    shard: str = "",
    solver: Solver | str = "portfolio",
    semantics: Semantics | str | None = None,
    limits: Limits = Limits(),
    samples: int = 0,
    max_repairs: int = 3,
    check: bool = False,
    strict: bool = False,
    readings: Readings = "agree",
    by_story: bool = False,
    fallback: str = "wrong",
    model: ModelOptions = ModelOptions(),
    english: EnglishOptions = EnglishOptions(),
    prices: Mapping[str, Price] | Path | str | None = None,
    rule: Rule = "vote",
    out: Path | str | None = None,
    resume: bool = False,
    keep: bool = True,
    workers: Workers = Workers(),
    budget: Budget = Budget(),
    watch: Callable[[Standing], None] | None = None,
    say: Callable[[str], None] = lambda _: None,
    stop: Stop | None = None,
) -> Run:
    """Run a dataset through translators, provers and baselines, and say how well each did.

    Args:
        dataset: a dataset or its name, as ``sorites.eval.load_dataset`` knows it.
        translators: translators or their names, ``gold`` for the programs that the dataset
            comes with, which is what a generated one gets if nobody is named.
        answerers: baselines beside the provers, or their names: ``direct``, ``cot``, ``answers:FILE``.
        models: the models of the baselines; those among the translators if none is named.
        cells: cells with names and options of their own: who answers (``translator``, or ``answerer`` with its
            ``model``), and the options of ``sorites bench`` that differ, such as ``temperature`` or ``prompt``.
        data: the dataset's file or folder; the authors' files, downloaded once, if none is named.
        labels: the labels of a dataset that is read from files; its own if none are named.
        where: the values that tags of the samples must have, by their tags, or texts such as ``depth=1,2`` and
            ``logic!=nm``.
        draw: how many samples to draw at random, by the model's seed; 0 for all.
        limit: how many to take at most; 0 for all.
        shard: which part of these, such as ``2/8``; runs of all parts are put together by ``sorites merge``.
        solver: a solver or its name.
        semantics: what following means; ``None`` for what the dataset says.
        limits: the limits of each program.
        samples: programs or answers of each problem; 0 for one of a model, all that are recorded.
        max_repairs: how often a model is told what is wrong.
        check: check every certificate.
        strict: mend nothing in programs.
        readings: what becomes of a text with several readings: answered is what they ``agree`` on, what the
            ``likely`` one says, as a guess, or nothing (``one``).
        by_story: let models read each text once, and translate only the question of all others about it.
        fallback: who answers where no program does: ``wrong`` (nobody, so it counts as wrong), ``random``,
            ``direct`` or ``cot`` (the model by itself), or ``answers:FILE``.
        model: how models are reached and asked.
        english: how the grammar reads.
        prices: what a million tokens cost, by the model's name, or the file that says so.
        rule: how several programs of a problem decide.
        out: the folder for the records; a temporary one, which goes with the run, if none is named.
        resume: go on with the records that the folder holds.
        keep: write programs and explanations into the records.
        workers: who takes the samples, and how many at the same time.
        budget: when to stop early.
        watch: is told how far each cell is, after each problem.
        say: is told what is downloaded, and the first fault of each cell.
        stop: asks the run to end, from another thread or a signal: what is begun has a second to come back.

    Returns:
        The run: its records, its figures, its reports.

    Raises:
        UserError: a name that there is not, a file that can't be read, a folder that holds
            another run; what was done until then is kept in ``out``.
        Interrupted: ``stop`` was asked for, or Ctrl-C was pressed; what was done until then is kept in ``out``.
    """
    if resume and out is None:
        raise UserError("say which run to go on with: the folder of its records, --out")
    if isinstance(dataset, str):
        check_name(dataset)
        dataset = _with_seed(dataset, Path(out) if resume and out is not None else None, say)
    names = _names(dataset, translators, answerers or cells)
    path = _data(dataset, names, data, say)
    if not isinstance(dataset, str) and labels is not None:
        raise UserError(f"{dataset.name} has labels of its own; others can be named for files")
    whole = load_dataset(dataset, path, labels) if isinstance(dataset, str) else dataset
    for note in getattr(whole, "notes", ()):
        say(note)
    part = Selection(whole, where or (), draw, model.seed or 0, limit, meant(semantics), shard)
    known = load_prices(Path(prices)) if isinstance(prices, Path | str) else prices or {}
    making = Making(
        part, solver, limits, samples, max_repairs, check, strict, readings, keep, by_story, fallback,
        model, english, known, rule, tuple(models), say,
    )  # fmt: skip
    made = making.cells(names, answerers, cells)
    check_prices(made, budget)
    named = dataset if isinstance(dataset, str) else whole.name
    read = files_read((*names, *answerers), model, english, prices)
    what = identity(named, part, path, made, read, kept=keep or out is not None)
    execution = Execution(made, part, workers, budget, stop or Stop(), say)
    if out is not None:
        return _gathered(Path(out), what, resume, execution, watch)
    folder = Path(tempfile.mkdtemp(prefix="sorites-run-"))
    try:
        found = _gathered(folder, what, False, execution, watch, alone=True)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(found, shutil.rmtree, folder, ignore_errors=True)
    return found


def _with_seed(dataset: str, begun: Path | None, say: Callable[[str], None]) -> str:
    """Return a dataset's name with the seed that is drawn for it, which is said, or that of the run that goes on."""
    if not dataset.startswith("generated:"):
        return dataset
    from .generators.dataset import seeded

    kept = read_manifest(begun)["settings"] if begun is not None and (begun / MANIFEST).exists() else {}
    found = seeded(dataset, str(kept.get("dataset", "")))
    if found != dataset:
        say(f"no seed is said: {found}")
    return found


def _names(
    dataset: Dataset | str, translators: Sequence[Translator | str], others: object
) -> Sequence[Translator | str]:
    """Return who translates.

    Raises:
        UserError: nobody is named, and the dataset does not go without saying.
    """
    if "recorded:" in translators:
        raise UserError("say which file holds the programs: recorded:FILE")
    if translators or others:
        return translators
    if isinstance(dataset, str) and (dataset == "sample" or dataset.startswith("generated")):
        return ["gold"]
    raise UserError(
        "say who translates (--translator): english, recorded:FILE, openai:MODEL or gold; "
        "or who answers (--answerer): direct, cot or answers:FILE"
    )


def _data(
    dataset: Dataset | str,
    names: Sequence[Translator | str],
    data: Path | str | None,
    say: Callable[[str], None],
) -> Path | None:
    """Return the dataset's file: what the user says, that of recorded programs, or the authors'.

    Raises:
        UserError: a file is named for a dataset that takes none.
    """
    if not isinstance(dataset, str):
        return None
    if data is not None and (dataset == "sample" or parted(dataset)[0]):
        raise UserError(f"'{dataset}' takes no file beside it, so --data {data} would not be read")
    files = (n.partition(":")[2] for n in names if isinstance(n, str) and n.startswith("recorded:"))
    recorded = (file for file in files if run_of(file) is None)  # records hold no problems
    given = data or (next(recorded, None) if dataset in FAMILIES else None)
    return located(dataset, Path(given) if given else None, say)


def _gathered(
    folder: Path,
    what: Identity,
    resume: bool,
    execution: Execution,
    watch: Callable[[Standing], None] | None,
    *,
    alone: bool = False,
) -> Run:
    """Return the run, after it has been done in a folder, of which nobody else may know."""
    gathering = Gathering(rule_of(what.manifest), {cell.name: Tally() for cell in execution.cells})
    total = len(execution.samples)

    def tell(cell: str) -> None:
        if watch is not None:
            tally = gathering.tallies[cell]
            watch(Standing(cell, tally.problems + tally.unscored, total, tally))

    store = Store(folder, what, resume=resume, alone=alone)
    try:
        for several in store.records_of(store.done):
            gathering.add(several)
        for cell in execution.cells:
            tell(cell.name)
        used = [tally.used.cost or 0.0 for tally in gathering.tallies.values() if tally.used is not None]
        try:
            for cell, records in execution.into(store, sum(used)):
                if (cell.name, records[0].id) not in store.waiting:  # else what was there says more
                    gathering.add(records)
                tell(cell.name)
        finally:
            for several in store.records_of(store.waiting):
                gathering.add(several)
        found = gathering.run(folder, store.manifest)
        found = replace(found, ended_by=execution.ended_by)
        store.summarise(found.summary.model_dump_json(indent=2))
        return found
    finally:
        store.close()
