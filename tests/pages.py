"""Runs what a page shows: its commands, its Python, and what both are said to print.

A page is a story: its blocks run in order, in one folder with the examples in it, with one set of
names and one environment. What is run, and how:

- ``sh``: commands, a line each. ``# exit code N`` behind one says how it ends.
- ``python``: in one namespace. A comment behind a bare expression shows its value.
- ``text`` after either: what it prints. ``…`` is anything; times may differ.
- any block with ``title="FILE"``: is written to that file.
- ``<!-- not run: REASON -->`` before a block: neither run nor compared.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .command import Ended, sorites

_FENCE = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```$", re.S | re.M)
_INSTALLS = re.compile(r"(pip|uv) (install|sync|pip|run (pytest|ruff|python|zensical|lint-imports))|git clone|\.ci/run")
_ANY = r"(?:.*\n)*?"
COMMANDS = {"sorites": "sorites", "inspect": "inspect_ai"}
"""The modules of commands that run in process, in a fraction of the time."""
_ENDS = re.compile(r"# exit code (\d)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes:
        kind: the word behind the fence.
        text: its lines.
        title: the file that it stands for; empty for none.
        skipped: why it is not run; empty if it is.
        line: where it begins.
    """

    kind: str
    text: str
    title: str
    skipped: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        indent, kind, head, body = found.groups()
        title = re.search(r'title="([^"]+)"', head)
        before = text[: found.start()].rstrip()
        why = re.search(r"<!-- not run: ([^>]+) -->$", before)
        lines = "\n".join(line.removeprefix(indent) for line in body.splitlines())
        line = text.count("\n", 0, found.start()) + 1
        yield Block(kind, lines, title[1] if title else "", why[1] if why else "", line)


@dataclass
class Story:
    """A page that is being run.

    Attributes:
        folder: where its commands run.
        model: the address of the endpoint that speaks for every model of the page.
        names: what its Python has defined.
    """

    folder: Path
    model: str
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})

    def run(self, page: Path) -> None:
        printed: tuple[str, str] | None = None
        for block in blocks(page):
            where = f"{page.name}:{block.line}"
            if block.skipped:
                printed = None
            elif block.title:
                target = self.folder / block.title
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(self._here(block.text) + "\n", encoding="utf-8")
            elif block.kind == "sh":
                printed = self._shell(block.text, where)
            elif block.kind == "python":
                printed = self._python(block.text, where), ""
            elif block.kind == "text" and printed is not None:
                out, err = printed
                assert shows(block.text, out) or shows(block.text, out + err), f"{where}\n{out}{err}"
                printed = None
            else:
                printed = None

    def _shell(self, text: str, where: str) -> tuple[str, str]:
        out = err = ""
        for command in commands(text):
            ends = _ENDS.search(command)
            line = self._here(re.sub(r"uv run (--no-dev )?sorites", "sorites", command))
            line = line.removeprefix("pip install uv && ")
            if line.startswith("export "):
                name, _, value = arguments(line)[0].partition("=")
                os.environ[name] = value.replace("…", "none")  # a key, which stands for itself
            elif not _INSTALLS.match(line):
                module = COMMANDS.get(line.split()[0], "")
                here = module and simple(line)
                ended = sorites(*self._words(line), folder=self.folder, module=module) if here else self._bash(line)
                assert ended.returncode == int(ends[1] if ends else 0), f"{where}: {command}\n{ended}"
                out, err = out + ended.stdout, err + ended.stderr
        return out, err

    def _words(self, line: str) -> Iterator[str]:
        """Yield what stands behind a command, with the files that a pattern names."""
        for word in arguments(line):
            found = sorted(self.folder.glob(word)) if "/*" in word else []
            yield from [str(path.relative_to(self.folder)) for path in found] or [word]

    def _here(self, text: str) -> str:
        return re.sub(r"http://localhost:\d+/v1", self.model, text)

    def _bash(self, line: str) -> Ended:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        ended = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def _python(self, text: str, where: str) -> str:
        lines = text.splitlines()
        with contextlib.redirect_stdout(io.StringIO()) as out:
            for statement in ast.parse(text, where).body:
                last = lines[(statement.end_lineno or 1) - 1]
                comment = last[statement.end_col_offset or 0 :].partition("# ")[2]
                if isinstance(statement, ast.Expr) and comment:
                    value = eval(compile(ast.Expression(statement.value), where, "eval"), self.names)
                    assert shows(comment, repr(value)), f"{where}: {last}\n{value!r}"
                else:
                    exec(compile(ast.Module([statement], []), where, "exec"), self.names)
        return out.getvalue()


def commands(text: str) -> list[str]:
    """Return the commands of a block: lines, those that go on joined, here-documents whole."""
    found: list[str] = []
    end = ""
    for line in text.replace("\\\n", " ").splitlines():
        if end:
            found[-1] += f"\n{line}"
            end = "" if line == end else end
        elif line.strip() and not line.startswith("#"):
            found.append(line)
            document = re.search(r"<<'?(\w+)'?", line)
            end = document[1] if document else ""
    return found


def arguments(line: str) -> list[str]:
    """Return what stands behind a command."""
    return shlex.split(line, comments=True)[1:]


def simple(line: str) -> bool:
    """Tell whether a line is nothing but one command."""
    return not set(arguments(line)) & {"|", ">", "<", "&&"}


def shows(shown: str, printed: str) -> bool:
    """Tell whether what is shown is what was printed, but for times, widths and what ``…`` stands for."""
    pattern = "".join(_ANY if line.strip() == "…" else _pattern(line) for line in shown.strip().splitlines())
    return re.fullmatch(pattern, "".join(f"{_plain(line)}\n" for line in printed.strip().splitlines())) is not None


def _plain(line: str) -> str:
    return re.sub(r"─+", "─", re.sub(r"\s+", " ", line.strip()))


def _pattern(line: str) -> str:
    found = re.escape(_plain(line)).replace("\\ ", " ").replace("…", ".*?")
    return re.sub(r"[\d\\.]+ (ms|s)\b", r"[\\d.]+ \1", found) + "\n"
