"""What repair, prompts and wordings are worth with a model of yours: ``python -m benchmarks.models openai:NAME``.

Each variant is a cell of one run, which goes on where it was stopped (``--out``), so a night may be two. The table that
is printed at the end is the one of docs/benchmarks.md. ``--sizes`` asks nobody: it says how large requests are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sorites.eval import Run, run
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Problem
from sorites.translators.models.chat import Message
from sorites.translators.models.prompts import load_prompt
from sorites.translators.models.prompts.shots import built_in
from sorites.translators.models.schema import asked_for
from sorites.translators.models.structure import asking, rendered
from sorites.translators.options import Mode

PLAIN: Final = """version: plain-1

Translate the text and the question into first-order logic: a premise for each sentence, and a goal for the question.
"""
TEXTS: Final = {
    "two sentences": ("Kind people are nice. Anne is kind.", "Is Anne nice?"),
    "normally": ("Birds normally fly. Pip is a bird.", "Does Pip fly?"),
    "preferences": ("Rule1: If something sees the cat, it runs. Rule1 is preferred over Rule2.", "Does the dog run?"),
}


def variants(model: str, folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the cells by name: what is asked by default, and what differs from that."""
    plain, first = folder / "plain.md", folder / "first.json"
    plain.write_text(PLAIN, "utf-8")
    shown = [one.model_dump(include={"context", "question", "program", "notes"}) for one in built_in("general")[:2]]
    first.write_text(json.dumps(shown), "utf-8")
    different: dict[str, dict[str, Any]] = {
        "as it is": {},
        "no repair": {"max_repairs": 0},
        "one repair": {"max_repairs": 1},
        "no demonstrations": {"shots": 0},
        "the same two demonstrations for all": {"demonstrations": str(first)},
        "six demonstrations": {"shots": 6},
        "instructions of one sentence": {"prompt": str(plain)},
        "a program as text": {"mode": "text"},
    }
    cells: dict[str, dict[str, Any]] = {name: {"translator": model, **more} for name, more in different.items()}
    return cells | {name: {"answerer": name, "model": model} for name in ("direct", "cot")}


def table(found: Run) -> Iterator[str]:
    """Yield the lines of the table of what was measured."""
    yield "| | executable | right of these | accuracy (95 %) | requests, tokens out a problem |"
    yield "|---|---|---|---|---|"
    for name, cell in found.cells.items():
        low, high = cell.intervals.get("accuracy", (0.0, 1.0))
        cost, count = cell.usage, max(cell.samples, 1)
        asked = f"{cost.requests / count:.1f}, {cost.output_tokens / count:.0f}" if cost is not None else ""
        shares = f"{cell.executable_rate:.1%} | {cell.executable_accuracy:.1%} | {cell.accuracy:.1%}"
        yield f"| {name} | {shares} ({low:.1%} to {high:.1%}) | {asked} |"


def sizes() -> Iterator[str]:
    """Yield the lines of the table of how large a request is, in characters."""
    yield "| | messages | schema | both |"
    yield "|---|---|---|---|"
    modes: tuple[Mode, ...] = ("tools", "markdown")
    for called, (text, question) in TEXTS.items():
        problem = Problem("p", text, question, TRUE_FALSE_UNCERTAIN)
        prompt = load_prompt()
        schema = asked_for(prompt.fields(problem))
        for mode in modes:
            messages: list[Message] = prompt.messages(problem)
            told = json.dumps(rendered(messages, schema, mode), ensure_ascii=False)
            asked = json.dumps(asking(schema, mode), ensure_ascii=False) if mode == "tools" else ""
            yield f"| {called}, {mode} | {len(told):,} | {len(asked):,} | {len(told + asked):,} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="?", help="as for sorites bench: openai:NAME, or openai:NAME@URL")
    parser.add_argument("--dataset", default="folio")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("models-measured"))
    parser.add_argument("--sizes", action="store_true")
    given = parser.parse_args()
    if given.sizes or not given.model:
        print("\n".join(sizes()))
        return
    folder = given.out.with_name(f"{given.out.name}-told")
    folder.mkdir(parents=True, exist_ok=True)
    found = run(
        given.dataset, cells=variants(given.model, folder), data=given.data, limit=given.limit,
        model=ModelOptions(cache=True), out=given.out, resume=given.out.exists(), say=print,
    )  # fmt: skip
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
