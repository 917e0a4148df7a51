"""A run as one page that needs no network: figures, and every sample.

The page's parts are files beside this one (``template/``): HTML that Jinja fills and escapes, a style, scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import require

from ..runs.manifest import SETTINGS
from ..runs.store import PROMPTS
from ..scoring.summary import Summary
from .browsing import Shown, packed, parts_of
from .pairs import DECIDES
from .tables import columns_of, figures_of, share, too_many

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SCRIPTS: Final = ("dagre.min.js", "proof.js", "sample.js", "browser.js")
"""The scripts of the page, in the order in which they build on each other."""
COLOURS: Final = 8
"""The colours of cells in the page's style, which take turns."""
_LEVELS: Final = {"easy": 0.0, "medium": 1.0, "hard": 2.0}


def page(run: Shown) -> str:
    """Return the page of a run."""
    told = [(number, name, list(figures_of(one))) for number, (name, one) in enumerate(run.cells.items())]
    index, parts = parts_of(run)
    groups = list(_groups(run))
    places = {
        "figures": "Figures",
        "pairs": "Beside each other" if len(run.cells) > 1 else "",
        "samples": "Samples",
        "all": "All figures",
        "confusions": "Confusions",
        "parts": "Parts" if groups or any(one.wide for one in run.cells.values()) else "",
        "settings": "Settings",
    }
    return _environment().get_template("page.html").render(
        **_figures(run),
        head=_head(run),
        places=[(place, name) for place, name in places.items() if name],
        told=told,
        confusions=list(_confusions(run)),
        groups=groups,
        wide=list(dict.fromkeys(too_many(one) for one in run.cells.values() if one.wide)),
        settings=list(_flat(run.manifest)),
        prompts=list(_prompts(run)),
        style=_file("page.css"),
        scripts=[_file(name) for name in SCRIPTS],
        index=packed(index),
        parts=map(packed, parts),
    )  # fmt: skip


def summary_of(run: Shown) -> str:
    """Return the figures of a run, and its cells beside each other, as HTML for a notebook."""
    return _environment().get_template("summary.html").render(**_figures(run))


@cache
def _environment() -> Environment:
    require("eval", "jinja2")
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.globals |= {"cell": _cell, "share": share}
    return made


def _source(name: str) -> str:
    return (files(__package__) / "template" / name).read_text("utf-8")


def _file(name: str) -> Markup:
    """Return a style or a script, which is ours and is put into the page as it is."""
    from markupsafe import Markup

    return Markup(_source(name))  # noqa: S704  # a file of ours


def _cell(number: int, name: str) -> Markup:
    """Return a cell's number, in its colour, and its name, which breaks where it can."""
    from markupsafe import Markup

    return Markup('<span class="cell"><span class="number c{}">{}</span><span>{}</span></span>').format(
        number % COLOURS, number + 1, name
    )


def _head(run: Shown) -> list[tuple[str, str]]:
    """Return what the run is, in a few lines."""
    versions, changed = run.manifest.get(SETTINGS, {}).get("versions", {}), run.manifest.get("dirty")
    ours, commit, cells = (
        versions.get("sorites", "").partition("+")[0],
        run.manifest.get("commit", "")[:12],
        run.cells.values(),
    )
    counts = {one.samples + one.unscored for one in cells}
    told = [
        ("records of a cell", " to ".join(str(n) for n in sorted({min(counts, default=0), max(counts, default=0)}))),
        ("not finished", f"{run.left} samples are left" if run.left else ""),
        ("labels", "; ".join(dict.fromkeys(_scheme(one) for one in cells))),
        ("solver", ", ".join(dict.fromkeys(one.solver for one in cells if one.solver))),
        ("semantics", ", ".join(dict.fromkeys(one.semantics for one in cells if one.semantics))),
        ("begun", run.manifest.get("started", "")),
        ("sorites", " ".join(filter(None, (ours, commit, "changed since" if changed else "")))),
        ("command", " ".join(run.manifest.get("command", [])[1:])),
    ]
    return [(name, value) for name, value in told if value]


def _scheme(one: Summary) -> str:
    return ", ".join(f"{verdict} → {label}" for verdict, label in one.label_scheme.items())


def _figures(run: Shown) -> dict[str, Any]:
    """Return what the tables of figures and of pairs show."""
    columns = columns_of(list(run.cells.values()))
    rows = [(place, name, [figures[place] for figures in columns.values()]) for place, name in enumerate(run.cells)]
    return {
        "run": run,
        "columns": list(columns),
        "rows": rows,
        "base": share(next(iter(run.cells.values())).baseline) if run.cells else "",
        "decides": DECIDES,
        "several": any(one.votes for one in run.cells.values()),
    }


def _confusions(run: Shown) -> Iterator[tuple[int, str, list[str], list[tuple[str, list[tuple[str, int, float]]]]]]:
    for number, (name, one) in enumerate(run.cells.items()):
        given = sorted({label for row in one.confusion.values() for label in row}, key=lambda x: (x == "none", x))
        rows = []
        for gold, row in one.confusion.items():
            total = sum(row.values()) or 1
            rows.append((gold, [(label, row.get(label, 0), row.get(label, 0) / total) for label in given]))
        yield number, name, given, rows


def _groups(run: Shown) -> Iterator[tuple[str, list[tuple[str, list[Any]]]]]:
    """Yield for each tag a row for each value, with what each cell came to."""
    tags = dict.fromkeys(tag for one in run.cells.values() for tag in one.groups)
    for tag in tags:
        of_cells = [one.groups.get(tag, {}) for one in run.cells.values()]
        values = sorted({value for groups in of_cells for value in groups}, key=_rank)
        yield tag, [(value, [groups.get(value) for groups in of_cells]) for value in values]


def _rank(value: str) -> tuple[float, str]:
    """Return what puts values of a tag in their order: numbers, levels, words."""
    try:
        return float(value), value
    except ValueError:
        return _LEVELS.get(value, 1e9), value


def _flat(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what a manifest says, a line for each setting."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name} › ")
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            yield f"{before}{name}", " ".join(value) if name == "command" else ", ".join(value)
        elif value not in (None, "", [], {}):
            yield f"{before}{name}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _prompts(run: Shown) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield what models were told, each text under the name by which records call it."""
    folder = run.folder / PROMPTS
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            told = json.loads(path.read_text("utf-8"))
            named = f"{told['name']}:{told['version']}, {told['hash']}"
        except (OSError, ValueError, KeyError, TypeError) as error:
            yield path.name, [("can't be read", str(error))]
            continue
        yield named, [one for one in _flat(told) if one[0] not in {"name", "version", "hash"}]
