"""Builds the playground with all that it runs on: ``python -m tests.playground site/playground``.

Pyodide comes from npm and the wheels from PyPI, by their own clients (``npm``, and ``pip`` by ``uvx``); our wheel is
built here and goes in unchanged. What is built asks nothing of other hosts.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from sorites.agent.playground.desk import reply

ROOT: Final = Path(__file__).resolve().parents[1]
HERE: Final = ROOT / "agent" / "playground"
PYODIDE: Final = "314.0.7"
PYTHON, PLATFORM, ABI = "3.14", "pyemscripten_2026_0_wasm32", "cp314"
_RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_NEEDED: Final = {"engines": ("z3-solver",), "models": ("pydantic", "json-repair")}
"""What is loaded beside our wheel: for answers, and for models."""
_LEFT_OUT: Final = ("z3/include/", "bin/", "z3/lib/libz3.so.")
"""Of Z3's wheel: headers, and its library once more."""


def build(folder: Path) -> dict[str, int]:
    """Build the page into a folder, which is made anew.

    Args:
        folder: where it goes.

    Returns:
        The bytes of each file that the page loads for a part of it: ``base``, ``engines``, ``models``.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "engine"))
    engine = folder / "engine"
    engine.mkdir()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        _run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", at=place)
        with tarfile.open(place / f"pyodide-{PYODIDE}.tgz") as archive:
            for file in (*_RUNTIME, "pyodide-lock.json"):
                archive.extract(f"package/{file}", place, filter="data")
        for file in _RUNTIME:
            shutil.move(place / "package" / file, engine / file)
        lock = json.loads((place / "package" / "pyodide-lock.json").read_text("utf-8"))
        _run("uv", "build", "--quiet", "--wheel", "--out-dir", place / "base", ROOT, at=place)
        parts = {"base": _moved(place / "base", engine)}
        for part, names in _NEEDED.items():
            target = ("--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", ABI)
            binary = ("--only-binary=:all:", "--quiet", "--disable-pip-version-check", "--dest", place / part)
            _run("uvx", "pip", "download", *target, *binary, *names, at=place)
            parts[part] = _moved(place / part, engine)
    _certificates(folder / "examples.json")
    told = {**parts, "lock": json.dumps({"info": lock["info"], "packages": {}}), "build": _name(engine)}
    (engine / "parts.json").write_text(json.dumps(told), "utf-8")
    sizes = {part: sum((engine / file).stat().st_size for file in files) for part, files in parts.items()}
    sizes["base"] += sum((engine / file).stat().st_size for file in _RUNTIME)
    return sizes


def _run(*command: str | Path, at: Path) -> None:
    try:
        subprocess.run([*map(str, command)], cwd=at, check=True)
    except FileNotFoundError:
        sys.exit(f"error: the page is built by '{command[0]}', which is not here")
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: {command[0]} {command[1]} ended with exit code {error.returncode}")


def _moved(source: Path, engine: Path) -> list[str]:
    """Take wheels to where the page finds them; of Z3's only what it loads."""
    wheels = sorted(source.glob("*.whl"))
    for wheel in wheels:
        if not wheel.name.startswith("z3_solver"):
            shutil.copy(wheel, engine)
            continue
        with ZipFile(wheel) as old, ZipFile(engine / wheel.name, "w", ZIP_DEFLATED, compresslevel=9) as new:
            for one in old.infolist():
                if not any(part in one.filename for part in _LEFT_OUT):
                    new.writestr(one, old.read(one), ZIP_DEFLATED)
    return [wheel.name for wheel in wheels]


def _certificates(examples: Path) -> None:
    """Add a certificate to the examples, and one that claims the opposite: of this version, which reads no other."""
    listed = json.loads(examples.read_text("utf-8"))
    proved = next(one for one in listed if one["do"] == "prove" and one["expect"] == "entailed")
    good = reply(proved)["certificate"]
    forged = good.replace('"verdict": "entailed"', '"verdict": "refuted"')
    for title, expect, text in (("A proof", "accepted", good), ("A forgery", "refused", forged)):
        listed.append({"title": title, "do": "check", "expect": expect, "certificate": text})
    examples.write_text(json.dumps(listed), "utf-8")


def _name(engine: Path) -> str:
    """Name the build by what is in it: what browsers keep of another one is fetched anew."""
    told = hashlib.sha256()
    for file in sorted(engine.iterdir()):
        told.update(file.read_bytes())
    return told.hexdigest()[:12]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.playground FOLDER")
    for part, size in build(Path(sys.argv[1]).resolve()).items():
        print(f"{part}: {size / 1e6:.1f} MB")
