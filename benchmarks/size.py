"""Lines of code by room, beside the budgets of ``docs/design.md``: ``python -m benchmarks.size``.

Blanks, comments and docstrings are no code. A line is one of at most so many tokens: longer ones count for more.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
TOKENS: Final = 10.5
"""How many tokens a line has at most; more of them are more lines."""
_NO_CODE: Final = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
                             tokenize.ENDMARKER, tokenize.ENCODING})  # fmt: skip


def measured(source: str) -> tuple[int, int]:
    """Return how many lines of a module hold code, and how many tokens these have."""
    told = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for one in node.body
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
        for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)
    }
    tokens = [
        token for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in _NO_CODE and token.start[0] not in told
    ]  # fmt: skip
    return len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - told), len(tokens)


def main() -> None:
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    print(f"{'rooms':40} {'lines':>7} {'budget':>7} {'tokens a line':>14}")
    for rooms, budget in re.findall(r"(?m)^\| ((?:`[\w/]+`(?:, )?)+) \| ([\d,]+) \|$", page):
        files = [path for room in re.findall(r"[\w/]+", rooms) for path in sorted((ROOT / room).rglob("*.py"))]
        each = [measured(path.read_text("utf-8")) for path in files]
        lines, tokens = sum(one for one, _ in each), sum(one for _, one in each)
        counted = max(lines, round(tokens / TOKENS))
        over = "" if counted <= int(budget.replace(",", "")) else "  over"
        print(f"{rooms.replace('`', ''):40} {counted:7,} {budget:>7} {tokens / max(lines, 1):14.1f}{over}")


if __name__ == "__main__":
    main()
