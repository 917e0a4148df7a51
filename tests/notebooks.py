"""The example notebook: run in a real kernel, and shown as a page of the site.

``python -m tests.notebooks`` runs it, keeps what it showed, and writes the page.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
PAGE = ROOT / "docs" / "guides" / "notebook.md"
_TIMES = re.compile(r"\d+(\.\d+)? (ms|s)\b|(?<=<td data-of=\"ms, median\">)\d+|(?<=one in twenty from )\d+")
"""Times: with their unit, and in a column of a run's figures."""


def run(notebook: Any) -> Any:
    """Run all cells in a kernel, in the folder of the notebook; a cell that fails is an error."""
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran
        for out in cell.get("outputs", ()):
            if "text/html" in out.get("data", {}):
                out.data.pop("text/plain", None)  # a long line that says where it ran
    return notebook


def shown(notebook: Any) -> list[str]:
    """Return what its cells show, but for times."""
    return [_TIMES.sub("#", _output(out)) for cell in notebook.cells for out in cell.get("outputs", ())]


def page(notebook: Any) -> str:
    """Return the notebook as a page of the site."""
    blocks = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            blocks.append(cell.source)
            continue
        blocks.append(f"```python\n{cell.source}\n```")
        for out in cell.outputs:
            html = out.get("data", {}).get("text/html")
            blocks.append(
                f'<div class="notebook">\n{html}\n</div>' if html else f"```text\n{_output(out).strip()}\n```"
            )
    return "\n\n".join(blocks) + "\n"


def _output(out: Any) -> str:
    data = out.get("data", {})
    return str(data.get("text/html") or data.get("text/plain") or out.get("text", ""))


if __name__ == "__main__":
    made = run(nbformat.read(NOTEBOOK, as_version=4))
    nbformat.write(made, NOTEBOOK)
    PAGE.write_text(page(made), encoding="utf-8")
