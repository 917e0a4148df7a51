"""Benchmarks from where their authors publish them, kept in a cache with their checksums.

Addresses name a revision where the host has any, so that everybody reads the same files. A checksum that is known is
demanded; others are remembered at the first download. What is in the cache is checked whenever
it is used.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sorites.solvers import UserError, require
from sorites.translators.models.cache import cache_folder

if TYPE_CHECKING:
    import httpx

MAX_BYTES: Final = 512 << 20
"""The most bytes of a file, packed or not."""
SUMS: Final = ".checksums"
"""The file that says what a folder of the cache should hold; it is written last."""
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Source:
    """Where a benchmark is published.

    Attributes:
        files: the address of each file, by the name that it gets.
        terms: the licence, or where it is said.
        members: of an archive, a pattern for the members that are taken; its groups in a row
            name the file.
        checksums: the SHA-256 of files that is known.
        count: of an archive, how many files are taken; 0 if that is not known.
        programs: where programs that models wrote for it are published, for ``recorded:FILE``.
        part: the folder of what is evaluated, beside others such as ``train``; nothing if all is.
    """

    files: Mapping[str, str]
    terms: str
    members: str = ""
    checksums: Mapping[str, str] = field(default_factory=dict)
    count: int = 0
    programs: Sequence[str] = ()
    part: str = ""


BOARDGAMEQA: Final[Mapping[str, str]] = {
    "boardgameqa": "Main",
    **{
        f"boardgameqa-{variant}": variant if variant != "NoConflict" else "ZeroConflict"
        for variant in (
            "NoConflict LowConflict HighConflict EasyConflict DifficultConflict KnowledgeLight KnowledgeHeavy "
            "SomeDistractors ManyDistractors Binary"
        ).split()
    },
}
"""What the authors' archive calls each variant; at depth 2, Main is their MediumConflict, KnowledgeMedium and
NoDistractors, too."""


SOURCES: Final[Mapping[str, Source]] = {
    name: Source(**said)
    for name, said in json.loads(Path(__file__).with_name("sources.json").read_text("utf-8")).items()
}
"""Where the benchmarks are published. Multi-LogiEval's authors uploaded it in several commits, of which the last with
data has all depths and the relations. GitHub does not promise that archives stay the same byte for byte, so that the
number of files is demanded. Of BIG-Bench Extra Hard there are no revisions beside the branch."""


def cached(name: str) -> Path | None:
    """Return the folder of a benchmark in the cache, if it is there."""
    folder = cache_folder() / "datasets" / name
    return folder if (folder / SUMS).is_file() else None


def fetched(name: str, say: Callable[[str], None] = lambda _: None, source: Source | None = None) -> Path:
    """Return the folder of a benchmark, from the cache or downloaded into it.

    Args:
        name: the benchmark.
        say: is told what is downloaded, from where and on what terms.
        source: where it is published; the authors' address by default.

    Raises:
        UserError: it can't be downloaded, or is not what it should be.
    """
    if source is None and not SOURCES[name].files:
        raise UserError(f"{name} is downloaded from nowhere: say where it is, --data FILE_OR_FOLDER")
    try:
        folder = _fetched(name, say, source or SOURCES[name])
        evaluated = folder / (source or SOURCES[name]).part
        return evaluated if evaluated.is_dir() else folder  # one that was kept earlier has no parts
    except (OSError, ValueError) as error:
        raise UserError(f"{name} can't be kept in {cache_folder() / 'datasets'}: {error}") from error


def _fetched(name: str, say: Callable[[str], None], source: Source) -> Path:
    if (folder := cached(name)) is not None:
        _compare(folder)
        return folder
    require("eval", "httpx", "tenacity")
    home = cache_folder() / "datasets"
    home.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=home))
    try:
        for file, address in source.files.items():
            say(f"downloading {address} ({source.terms})")
            _download(name, address, made / file)
            _demand(name, made / file, source.checksums.get(file, ""))
            if source.members:
                _unpack(name, made / file, source)
        sums = {str(p.relative_to(made)): _sha256(p) for p in sorted(made.rglob("*")) if p.is_file()}
        (made / SUMS).write_text(json.dumps(sums, indent=1) + "\n", "utf-8")
        try:
            made.rename(home / name)
        except OSError:  # another process was quicker
            if cached(name) is None:
                raise
        return home / name
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _download(name: str, address: str, path: Path) -> None:
    import httpx
    from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

    retrying = Retrying(
        stop=stop_after_attempt(_TRIES),
        wait=wait_random_exponential(max=4),
        retry=retry_if_exception_type(httpx.TransportError),
        reraise=True,
    )
    try:
        for attempt in retrying:
            with attempt, httpx.stream("GET", address, follow_redirects=True, timeout=30) as response:
                response.raise_for_status()
                _keep(name, response, path)
    except httpx.HTTPStatusError as error:
        raise UserError(_by_hand(name, address, f"the server says {error.response.status_code}")) from error
    except httpx.HTTPError as error:
        raise UserError(_by_hand(name, address, str(error) or type(error).__name__)) from error


def _keep(name: str, response: httpx.Response, path: Path) -> None:
    size = 0
    with path.open("wb") as out:
        for chunk in response.iter_bytes():
            size += len(chunk)
            if size > MAX_BYTES:
                raise UserError(f"what is published of {name} is larger than {MAX_BYTES >> 20} MB")
            out.write(chunk)


def _by_hand(name: str, address: str, why: str) -> str:
    return (
        f"{name} can't be downloaded from {address}: {why}. "
        "Get it in another way, and say where it is: --data FILE_OR_FOLDER"
    )


def _demand(name: str, path: Path, checksum: str) -> None:
    if checksum and (found := _sha256(path)) != checksum:
        raise UserError(f"{name}: {path.name} has the SHA-256 {found}, and should have {checksum}; it is not kept")


def _unpack(name: str, archive: Path, source: Source) -> None:
    """Take members of an archive out, under names of our own making."""
    taken = count = 0
    try:
        with zipfile.ZipFile(archive) as opened:
            for member in opened.infolist():
                if (match := re.fullmatch(source.members, member.filename)) is None:
                    continue
                taken, count = taken + member.file_size, count + 1
                if taken > MAX_BYTES:
                    raise UserError(f"what is published of {name} is larger than {MAX_BYTES >> 20} MB")
                path = archive.parent / "".join(match.groups())
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(opened.read(member))
    except zipfile.BadZipFile as error:
        raise UserError(f"{name}: what was downloaded is no archive: {error}") from error
    if not taken:
        raise UserError(f"{name}: the archive has no files of the benchmark; it is laid out in another way by now")
    if source.count and count != source.count:
        raise UserError(f"{name}: the archive has {count} files of the benchmark, and should have {source.count}")
    archive.unlink()


def _compare(folder: Path) -> None:
    """Check a folder of the cache.

    Raises:
        UserError: it does not hold what was downloaded.
    """
    sums: dict[str, str] = json.loads((folder / SUMS).read_text("utf-8"))
    for file, checksum in sums.items():
        path = folder / file
        if not path.is_file() or _sha256(path) != checksum:
            raise UserError(f"{path} is not what was downloaded; remove {folder}, and it is downloaded again")


def _sha256(path: Path) -> str:
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
