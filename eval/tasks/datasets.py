"""Datasets by name: what each benchmark's labels mean, and how its files are read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Final, cast

from sorites.solvers import Semantics, UserError
from sorites.translators import (
    PROVED,
    TRUE_FALSE,
    TRUE_FALSE_UNCERTAIN,
    TRUE_FALSE_UNKNOWN,
    YES_NO,
    LabelScheme,
    Problem,
    scheme_of,
)
from sorites.translators.files import refuse_doubled
from sorites.translators.plugins import is_own, made, names_of
from sorites.translators.problem import option_of, statements_of, text_of

from .columns import Columns, parted, told
from .downloads import BOARDGAMEQA, SOURCES, cached, fetched
from .exact import read_exact
from .formats import (
    Entry,
    read_bbeh_boardgame_qa,
    read_bbeh_zebra_puzzles,
    read_boardgameqa,
    read_folio,
    read_logicasker,
    read_multi_logieval,
    read_recorded,
    read_zebralogic,
)
from .plain import read_hub, read_plain
from .proverqa import read_proverqa
from .sample import Dataset, Sample


@dataclass(frozen=True, slots=True)
class Family:
    """What all files of a benchmark share.

    Attributes:
        name: the benchmark's name.
        scheme: its labels.
        semantics: what following means in it; ``None`` for what a program says.
        read: reads its files.
        shots: how many demonstrations its paper shows to models that answer by themselves.
        demonstrations: the kind of ours that is shown; ``auto`` for what each problem looks like.
        whole: whether what has no options asks for a whole assignment, which is its label.
    """

    name: str
    scheme: LabelScheme
    semantics: Semantics | None
    read: Callable[[Path], Iterator[Entry]]
    shots: int = 0
    demonstrations: str = "auto"
    whole: bool = False


_SPLIT: Final = re.compile(r"(?<![a-z])(?:test|dev|valid|validation)(?![a-z])")
"""What the names of the parts that are evaluated say of themselves."""
GROUP: Final = "sorites.datasets"
"""Entry points of other packages: callables that take a path, or ``None``, and return a dataset."""
FAMILIES: Final = {
    family.name: family
    for family in (
        Family("folio", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_folio),
        # ProofWriter's labels come from forward chaining with explicit negation
        # (Tafjord et al. 2021, section 3): no rule is used backwards.
        Family("proofwriter", TRUE_FALSE_UNKNOWN, Semantics.RULES, read_recorded),
        Family("prontoqa", TRUE_FALSE, Semantics.CLASSICAL, read_recorded),
        # Logic-LM's selection (Pan et al. 2023): options, of which exactly one fits.
        *(Family(name, TRUE_FALSE, None, read_recorded) for name in ("logicaldeduction", "ar-lsat")),
        Family("bbeh-boardgame-qa", PROVED, Semantics.CLASSICAL, read_bbeh_boardgame_qa, 3, "preferences"),
        Family("bbeh-zebra-puzzles", TRUE_FALSE, None, read_bbeh_zebra_puzzles),
        Family("zebralogic", TRUE_FALSE, None, read_zebralogic, whole=True),
        # Qi et al. 2025, appendix E: two, for direct answers and for chains of thought.
        Family("proverqa", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_proverqa, 2, "general"),
        Family("proverqa-train", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_proverqa, 2, "general"),
        # Wan et al. 2024, section 4.5: none, but where demonstrations are the question: four, balanced.
        Family("logicasker", YES_NO, Semantics.CLASSICAL, read_logicasker, 0, "inference"),
        # Kazemi et al. 2023, appendix B: one for each label, with both kinds of conflicts.
        *(Family(name, PROVED, Semantics.CLASSICAL, read_boardgameqa, 3, "preferences") for name in BOARDGAMEQA),
        # Patel et al. 2024, section 4: none.
        # The file's labels; a question with options has an option, or Unknown where none of them follows.
        Family("exact", scheme_of("Yes,No,Unknown"), Semantics.CLASSICAL, read_exact),
        Family("multi-logieval", YES_NO, Semantics.CLASSICAL, read_multi_logieval),
        # Appendix H: figures of their own, beside those of the 1,556.
        Family("multi-logieval-relations", YES_NO, Semantics.CLASSICAL, read_multi_logieval),
    )
}


@dataclass(frozen=True, slots=True)
class FileDataset:
    """A benchmark's file, or all files of a folder.

    Attributes:
        family: the benchmark.
        samples: its samples, in the order of the file.
        mended: what was faulty in the file and taken as it was meant, and how often.
        notes: what the user should know of how it was read.
        path: the file or folder.
    """

    family: Family
    samples: tuple[Sample, ...]
    mended: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    path: Path = Path()

    @property
    def name(self) -> str:
        """The benchmark's name."""
        return self.family.name

    @property
    def scheme(self) -> LabelScheme:
        """The benchmark's labels."""
        return self.family.scheme

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples in the order of the file."""
        return iter(self.samples)


def located(name: str, path: Path | None, say: Callable[[str], None] = lambda _: None) -> Path | None:
    """Return the file or folder of a dataset: what the user says, or the authors' files, downloaded once.

    Args:
        name: the dataset.
        path: what the user says.
        say: is told what is downloaded.

    Raises:
        UserError: a benchmark's files can't be downloaded.
    """
    kind, place, _ = parted(name)
    if kind:
        return Path(place) if kind == "file" else None
    return fetched(name, say) if path is None and name in SOURCES else path


def check_name(name: str) -> None:
    """Refuse a name that no dataset has.

    Raises:
        UserError: there is none; the error lists all, and the nearest.
    """
    kind = name.partition(":")[0]
    ours = ("sample", *FAMILIES)
    if name in ours or kind in {"file", "hf", "generated"} or is_own(name):
        return
    known = [*ours, *names_of(GROUP)]  # all that is installed is gone through for these
    if name in known:
        return
    near = get_close_matches(name, known, 1)
    raise UserError(
        f"there is no dataset '{name}'{f' (did you mean {near[0]}?)' if near else ''}; there are {', '.join(known)}, "
        "file:PATH, hf:ORG/NAME, FILE.py:NAME, and generated:NAME?n=100&seed=0 with a generator's options"
    )


def load_dataset(
    name: str, path: Path | str | None = None, labels: LabelScheme | Sequence[str] | str | None = None
) -> Dataset:
    """Return a dataset by name.

    Args:
        name: one of the benchmarks, ``sample``, ``file:PATH``, ``hf:ORG/NAME`` or ``generated:NAME``; behind a path or
            a name on the Hub stands what its columns are called, as in ``file:PATH?question=input,answer=target``.
        path: a benchmark's file or folder; ``None`` for that of its authors, which is downloaded
            once. A name that begins with ``file:`` has its own.
        labels: the labels of a file, such as ``yes,no`` (``sorites.translators.scheme_of``); the benchmark's own if
            none are named, and of a file of yours True, False and Unknown.

    Returns:
        The dataset, its samples in the order of its files.

    Raises:
        UserError: there is no such benchmark, or its file can't be had or read.
    """
    check_name(name)
    path = Path(path) if path is not None else None
    scheme = scheme_of(labels) if labels is not None else None
    if parted(name)[0]:
        return _plain(name, scheme)
    if name in FAMILIES:
        family = FAMILIES[name] if scheme is None else replace(FAMILIES[name], scheme=scheme)
        return _read(family, path or fetched(name))
    if scheme is not None:
        raise UserError(f"'{name}' has labels of its own; others can be named for files")
    if name == "sample":
        from ..generators.chains import SampleDataset

        return SampleDataset()
    if name.startswith("generated"):
        from ..generators.dataset import generated_dataset

        return generated_dataset(name, path)
    found = made(GROUP, name, "dataset", path)
    if not all(hasattr(found, part) for part in ("name", "scheme", "__iter__", "__len__")):
        raise UserError(f"'{name}' is no dataset: it needs a name, a scheme, a length, and samples to go through")
    return cast("Dataset", found)


def training_split(dataset: FileDataset) -> tuple[str, FileDataset] | None:
    """Return the authors' training split, and what it is called; ``None`` if it is not here.

    It is the file or folder whose name says ``train`` where the dataset's says ``test``, ``dev`` or ``valid``, or a
    benchmark ``NAME-train`` in the cache.

    Args:
        dataset: the part that is evaluated, as it was read.

    Raises:
        UserError: the split can't be read.
    """
    path = dataset.path
    for place in (path, *path.parents[:2]):
        name = _SPLIT.sub("train", place.name)
        found = place.with_name(name) / path.relative_to(place)
        if name != place.name and found.exists():
            return f"the training split {found.relative_to(place.parent)}", _read(dataset.family, found)
    name = f"{dataset.family.name}-train"
    kept = cached(name) if name in FAMILIES else None
    return (f"the training split {name}", _read(FAMILIES[name], kept)) if kept is not None else None


def _plain(name: str, scheme: LabelScheme | None) -> FileDataset:
    """Return a file of anybody's, or a dataset on the Hub, as a dataset."""
    kind, place, options = parted(name)
    path, said = Path(place), told(options)
    of_hub = ["config", "split", "revision"] if kind == "hf" else []
    hub = {key: said.pop(key) for key in of_hub if key in said}
    columns = Columns.of(said) if said else None
    read = partial(read_hub, said=hub, columns=columns) if kind == "hf" else partial(read_plain, columns=columns)
    found = _read(Family(path.stem, scheme or TRUE_FALSE_UNKNOWN, None, read), path)
    open_ = found.scheme.unknown
    asked = [sample.gold for sample in found.samples if not statements_of(sample.problem.options)]
    if scheme is None and asked and open_ not in asked:
        note = (
            f"{path}: the labels are taken for {', '.join(found.scheme.labels.values())}, and none is {open_}; if what "
            "does not follow counts as false or no there, say so: --labels True,False or --labels yes,no"
        )
        return replace(found, notes=(note,))
    return found


def _read(family: Family, path: Path) -> FileDataset:
    """Return the samples of a file.

    Raises:
        UserError: there are none, or two of one id.
    """
    entries = list(family.read(path))
    if not entries:
        raise UserError(f"{path} holds no problems")
    places = ((entry.id, entry.place or f"entry {number}") for number, entry in enumerate(entries, 1))
    refuse_doubled(places, path, "give each problem one of its own; without a column 'id' they are numbered")
    mended = Counter(what for entry in entries for what in entry.mended)
    return FileDataset(family, _samples(entries, family, path), dict(mended), path=path)


def _samples(entries: Sequence[Entry], family: Family, path: Path) -> tuple[Sample, ...]:
    """Return the samples of a file, with their stories if some share one."""
    told = [entry.context for entry in entries if entry.context]  # LINC's files have no texts
    shared = len(set(told)) < len(told)
    return tuple(_sample(entry, family, path, shared) for entry in entries)


def _sample(entry: Entry, family: Family, path: Path, shared: bool) -> Sample:
    gold = entry.label if family.whole and not entry.options else _gold(entry, family.scheme)
    if gold is None:
        labels = dict.fromkeys((*map(text_of, entry.options), *family.scheme.labels.values()))
        if statements_of(entry.options):
            labels = dict.fromkeys(entry.options)
        place = f"{path}, {entry.place}" if entry.place else f"{path}: '{entry.id}'"
        told = "; name others with --labels" if family.name not in FAMILIES and not entry.options else ""
        raise UserError(f"{place} has the label {entry.label!r}, which is none of {', '.join(labels)}{told}")
    problem = Problem(entry.id, entry.context, entry.question, family.scheme, entry.options, family.semantics)
    story = entry.story
    if shared and entry.context and not story:
        story = hashlib.blake2b(entry.context.encode(), digest_size=6).hexdigest()
    return Sample(problem, gold, path.name, entry.tags, entry.proof, entry.program, story, entry.reasoning)


def _gold(entry: Entry, scheme: LabelScheme) -> str | None:
    """Return the gold label in the words of the scheme, or of multiple choice the option; ``None`` if it is neither."""
    chosen = option_of(entry.options, entry.label) if entry.options else None
    if not statements_of(entry.options):
        return scheme.read(chosen or entry.label)
    return chosen or (scheme.unknown if scheme.read(entry.label) == scheme.unknown else None)  # none of them follows
