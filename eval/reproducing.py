"""The recorded programs of Logic-LM and LINC, answered by our provers, beside what the authors' own made of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import Limits, UserError
from sorites.translators.problem import option_of

from .running import Standing, run
from .scoring.summary import Summary
from .tasks.datasets import FAMILIES

_SETS: Final = ("FOLIO", "ProofWriter", "ProntoQA", "LogicalDeduction", "AR-LSAT")
"""Logic-LM's names of the sets; ours are these in small letters."""
_MODELS: Final = ("gpt-4", "gpt-3.5-turbo", "text-davinci-003")
_EXECUTED: Final = ("{stem}_backup-random.json", "{stem}_backup-LLM.json", "{stem}.logic_lm_executor.json")
"""What Logic-LM's ``outputs/logic_inference`` calls what its executor made of a file; the last has no guesses in it."""
_LINC: Final = "FOLIO_gpt-3.5_neurosymbolic_10samples.json"
SECONDS: Final = 10.0


class Figures(BaseModel):
    """The shares of a file: of all programs those that ran, and of these and of all what is right."""

    executable_rate: float
    executable_accuracy: float | None
    accuracy: float


class Reproduced(BaseModel):
    """A file of recorded programs.

    Attributes:
        paper: whose they are.
        dataset: of which set.
        model: who wrote them.
        theirs: what the authors' own executor made of them, without guesses; ``None`` if its file is not there.
        ours: the figures of ours; ``None`` where the set is none that is read.
        command: what makes ours again.
    """

    paper: str
    dataset: str
    model: str
    theirs: Figures | None
    ours: Summary | None
    command: str


def reproduce(
    folder: Path, say: Callable[[str], None] = lambda _: None, watch: Callable[[Standing], None] | None = None
) -> list[Reproduced]:
    """Answer all recorded programs of a folder, such as one with clones of the papers' repositories.

    Args:
        folder: where they are, at any depth.
        say: is told which file is taken.
        watch: is told how far it is, after each problem.

    Raises:
        UserError: there are none.
    """
    found = []
    for paper, dataset, model, path, theirs in _files(folder):
        say(f"{paper}, {dataset}, {model}")
        name, ours, command = dataset.lower(), None, ""
        if name in FAMILIES:
            by, limits = [f"recorded:{path}"], Limits(SECONDS)
            done = run(name, data=path, translators=by, check=True, keep=False, limits=limits, watch=watch)
            [ours] = done.cells.values()
            command = f"sorites bench {name} --translator recorded:{path} --check"
        told = {"paper": paper, "dataset": dataset, "model": model, "command": command}
        found.append(Reproduced(**told, theirs=_figures(list(theirs)), ours=ours))
    if not found:
        raise UserError(f"{folder} holds no recorded programs, such as FOLIO_dev_gpt-4.json; clone Logic-LLM into it")
    return found


def _files(folder: Path) -> Iterator[tuple[str, str, str, Path, Iterator[tuple[bool, bool]]]]:
    """Yield each file with its paper, set and model, and whether each program ran and is right by the authors."""
    there = {path.name: path for path in sorted(folder.rglob("*.json"))}
    for name in _SETS:
        for model in _MODELS:
            stem = f"{name}_dev_{model}"
            if (path := there.get(f"{stem}.json")) is not None:
                made = next((there[f] for e in _EXECUTED if (f := e.format(stem=stem)) in there), None)
                yield "Logic-LM", name, model, path, _executed(path, made)
    if (path := there.get(_LINC)) is not None:
        yield "LINC", "FOLIO", "gpt-3.5, ten samples", path, _scored(path)


def _read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return found


def _executed(path: Path, made: Path | None) -> Iterator[tuple[bool, bool]]:
    """Yield what Logic-LM's executor made of each program; what did not run was guessed, and counts as wrong."""
    gold = {one["id"]: one for one in _read(path)}
    for one in _read(made) if made is not None else ():
        ran = one["flag"] == "success" if "flag" in one else one["ran"]
        asked = gold.get(one["id"], one)
        said = option_of(tuple(asked["options"]), str(one.get("predicted_answer", one.get("label"))))
        yield ran, ran and said == option_of(tuple(asked["options"]), asked["answer"])


def _scored(path: Path) -> Iterator[tuple[bool, bool]]:
    """Yield what LINC made of each of its samples."""
    for one in _read(path):
        for said in one.get("scored_as", ()):
            yield said != "Error", said == one["label"]


def _figures(made: list[tuple[bool, bool]]) -> Figures | None:
    ran, right = sum(r for r, _ in made), sum(r for _, r in made)
    if not made:
        return None
    of_these = right / ran if ran else None
    return Figures(executable_rate=ran / len(made), executable_accuracy=of_these, accuracy=right / len(made))


HEADS: Final = ["", "", "", "n", *"ER EA accuracy ER EA coverage precision accuracy vote disputes".split()]


def rows_of(found: list[Reproduced]) -> Iterator[list[str]]:
    """Yield the rows of the table, by ``HEADS``: first the authors' figures, then ours."""
    from .reports.tables import share

    for one in found:
        theirs, ours = one.theirs, one.ours
        told = [share(getattr(theirs, name) if theirs else None) for name in Figures.model_fields]
        names = ("executable_rate", "executable_accuracy", "coverage", "precision", "accuracy")
        mine = [share(getattr(ours, name) if ours else None) for name in names]
        vote = share(ours.votes["vote"].accuracy) if ours and ours.votes else ""
        count = str(ours.samples) if ours else ""
        yield [one.paper, one.dataset, one.model, count, *told, *mine, vote, str(len(ours.disputes)) if ours else ""]


def as_markdown(found: list[Reproduced]) -> str:
    """Return the table in Markdown, with the commands that make each row."""
    from .reports.frames import grid

    commands = [f"- `{one.command}`" for one in found if one.command]
    return "\n".join([grid(HEADS, list(rows_of(found))), *commands, ""])
