"""Problems one after the other: in order, without duplicates, by several processes, into a file that can be resumed."""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

from sorites.solvers import UserError
from sorites.translators.files import checked, json_of

from .cards import finish
from .exporting import TABLES, Export, Written
from .problem import Generator, ProblemRecord, Questioning, record_of, turn_of, verified
from .retelling import Retold
from .specification import Split

BATCH: Final = 512
"""Problems that are handed to the processes at a time, so that memory stays flat."""
_ATTEMPTS: Final = 20
_STEM: Final = 4
"""As many letters as the forms of a word share."""
_LITTLE: Final = frozenset("a an the is are was were be will do does did".split())


def make(generator: Generator, seed: int, number: int, attempt: int, verify: bool) -> ProblemRecord:
    """Return the problem of a place in a run.

    Raises:
        Disagreement: the engines do not agree on it.
    """
    turn = turn_of(generator, seed, number)
    # What is shared is made from the same draws.
    first = generator.context(turn) if isinstance(generator, Questioning) else number
    rng = random.Random(f"{generator.name}/{seed}/{generator.mixed}/{first}/{attempt}")  # noqa: S311  # reproducible, nothing secret
    problem = generator.problem(rng, turn)
    return record_of(generator, seed, number, verified(problem) if verify else problem)


def problems(
    generator: Generator,
    count: int,
    seed: int,
    *,
    start: int = 0,
    verify: bool = False,
    workers: int = 1,
    seen: set[bytes] | None = None,
) -> Iterator[ProblemRecord]:
    """Yield problems in order, the same ones whatever the number of workers.

    Args:
        generator: makes them.
        count: how many there are in all.
        seed: the seed of the run.
        start: the place of the first one that is wanted.
        verify: have the kernel check the certificate of each answer.
        workers: processes; threads, if a model finds the words.
        seen: digests of the problems before ``start``.

    Raises:
        Disagreement: engines do not agree on a problem.
        UserError: there are not so many different problems.
    """
    known = seen if seen is not None else set()
    numbers = iter(range(start, count))
    pool = _pool(generator, workers) if workers > 1 else None
    try:
        while batch := list(islice(numbers, BATCH)):
            made: Iterable[ProblemRecord]
            if pool is None:
                made = (make(generator, seed, n, 0, verify) for n in batch)
            else:
                made = pool.map(
                    make, *zip(*((generator, seed, n, 0, verify) for n in batch), strict=True), chunksize=16
                )
            for number, record in zip(batch, made, strict=True):
                attempt = 0
                while (digest := digest_of(record)) in known:
                    attempt += 1
                    if attempt > _ATTEMPTS:
                        raise UserError(f"{generator.name} has no more than {len(known)} different problems")
                    record = make(generator, seed, number, attempt, verify)
                known.add(digest)
                yield record
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _pool(generator: Generator, workers: int) -> Executor:
    waits = isinstance(generator, Retold)
    return ThreadPoolExecutor(workers) if waits else ProcessPoolExecutor(workers)


def digest_of(record: ProblemRecord) -> bytes:
    """Return eight bytes that tell a problem from others.

    Nearly the same counts as the same (Multi-LogiEval, appendix F, repetition of samples):
    the same words in another order, with other articles, or in another tense. Twins, which say the same words of one
    context and have other answers, do not.
    """
    words = re.findall(r"\w+", f"{record.context} {record.question} {record.label}".lower())
    bag = " ".join(sorted(word[:_STEM] for word in words if word not in _LITTLE))
    return hashlib.blake2b(bag.encode(), digest_size=8).digest()


def write(
    generator: Generator,
    count: int,
    seed: int,
    path: Path,
    *,
    verify: bool = False,
    workers: int = 1,
    export: Export | None = None,
) -> Iterator[ProblemRecord]:
    """Write problems to a file, each as soon as it is made, and yield them; a file of ours is gone on with.

    Args:
        generator: makes them.
        count: how many there will be in the file.
        seed: the seed of the run.
        path: the file.
        verify: have the kernel check the certificate of each answer.
        workers: processes.
        export: the form, and what is asked; JSON lines of problems if it is not said.

    Raises:
        UserError: the file is of another run, or can't be written.
        Disagreement: engines do not agree on a problem.
    """

    def made(start: int, seen: set[bytes]) -> Iterator[ProblemRecord]:
        return problems(generator, count, seed, start=start, verify=verify, workers=workers, seen=seen)

    def begun(target: Path, seen: set[bytes]) -> int:
        return _resumed(target, generator, seed, seen)

    yield from save(made, path, generator.split, seed, export or Export(), begun)


def save(
    made: Callable[[int, set[bytes]], Iterator[ProblemRecord]],
    path: Path,
    split: Split,
    seed: int,
    export: Export,
    begun: Callable[[Path, set[bytes]], int] | None = None,
) -> Iterator[ProblemRecord]:
    """Write problems to a file or, as tables, into a folder, and yield them.

    Args:
        made: returns the problems from a place on, other ones than those of some digests.
        path: the file or the folder.
        split: the split that they are.
        seed: the seed of what is drawn from them.
        export: the form, and what is asked.
        begun: returns how many problems a file has already, and adds their digests; ``None`` to go on with none.

    Raises:
        UserError: the file is of another run, or can't be written.
    """
    seen: set[bytes] = set()
    table, new = export.to in TABLES, False
    target = path / f"{split}.jsonl" if table else path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        names = (target, target.with_suffix(".parquet")) if table else (target,)
        there = next((one for one in names if one.exists()), None)
        if there is not None and (begun is None or export.to != "jsonl"):
            raise UserError(f"{there} exists; only files of the form jsonl, of one generator, are gone on with")
        new = there is None
        start = begun(target, seen) if begun is not None and not new else 0
        with target.open("a", encoding="utf-8") as file:
            written = Written(file, export, seed)
            complete = False
            try:
                for record in made(start, seen):
                    written.add(record)
                    yield record
                complete = True
            finally:
                written.close(complete=complete)
        if table:
            finish(path, target, export.to)
    except OSError as error:
        raise UserError(f"can't write {target}: {error.strerror or error}") from error
    finally:
        if new and target.is_file() and not target.stat().st_size:  # refused before a line: the name stays free
            target.unlink()


def begun(path: Path, generator: Generator) -> int:
    """Return the seed of a file that is gone on with, or else a new one."""
    first = next(read_problems(path), None) if path.is_file() and path.stat().st_size else None
    return first.seed if first is not None and first.generator == generator.name else drawn_seed()


def drawn_seed() -> int:
    """Return a seed that nobody has seen, to be said and recorded."""
    return secrets.randbelow(1 << 31)


def _resumed(path: Path, generator: Generator, seed: int, seen: set[bytes]) -> int:
    """Return how many problems a file holds, with a line that was cut off taken away.

    Raises:
        UserError: the file is of another run.
    """
    count = good = 0
    with path.open("rb") as file:
        for line in file:
            try:
                record = ProblemRecord.model_validate_json(line)
            except ValueError:
                if line.endswith(b"\n"):
                    raise UserError(f"{path}, line {count + 1}, is no problem of ours; name another file") from None
                break
            told = 2, generator.name, generator.settings, seed
            if (record.version, record.generator, record.settings, record.seed) != told:
                raise UserError(f"{path} was made with other options, another seed or version; name another file")
            seen.add(digest_of(record))
            count, good = count + 1, good + len(line)
    with path.open("r+b") as file:
        file.truncate(good)
    return count


def read_problems(path: Path) -> Iterator[ProblemRecord]:
    """Yield the problems of a file.

    Raises:
        UserError: it can't be read, or is no file of problems.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    yield ProblemRecord.model_validate_json(line)
                except ValueError:
                    where = f"{path}, line {number}"
                    yield checked(ProblemRecord, json_of(line, where), where)
    except FileNotFoundError as error:
        raise UserError(f"there is no file {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"can't read {path}: {getattr(error, 'strerror', None) or error}") from error
