"""The only place that starts processes.

A prover gets its problem on standard input from an unnamed file, writes to a pipe
that is read up to a bound, runs in a process group of its own under limits on time
and memory, and is killed with all its children when it is done, late or unwanted,
or when this process ends, in whatever way. Nothing is left behind.

A process that is killed cleans nothing up, and its provers, in sessions of their own, hear
neither of that nor of a closed terminal. So a shell sets the limits, leaves a watcher in the
prover's group, which is no child of its own (E waits for all that it has), and becomes the
prover; when our end of the watcher's pipe closes, which no way of dying prevents, it kills
the group. Linux's own means to the same
(``PR_SET_PDEATHSIG``) goes by threads, and takes code between fork and exec.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import IO, Final

MAX_OUTPUT: Final = 16 * 1024 * 1024
"""The most bytes that are read from a process; one that writes more is killed."""
_SPENT: Final = frozenset({-signal.SIGXCPU, -signal.SIGKILL})
"""How a process ends that has used up its processor time."""
_NOT_STARTED: Final = (126, 127)
"""With what a shell ends that could not become the program."""
_POLL_SECONDS: Final = 0.05
_SCRIPT: Final = """
exec 3<&2 2>&1
ulimit -c 0 2>/dev/null; ulimit -t "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null
shift 2
((read -r _; kill -s KILL 0) <&3 >/dev/null 2>&1 &)
exec 3<&-
exec "$@"
"""
"""What comes before a program: its processor seconds and kilobytes, as far as the system can bound them; a watcher."""


@dataclass(frozen=True, slots=True)
class Job:
    """A process to run.

    Attributes:
        command: the program's path and its arguments; never a shell line.
        text: what it reads from standard input.
    """

    command: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """How a process ended.

    Attributes:
        code: its exit code, negative for a signal.
        output: what it wrote to standard output and standard error.
        killed: why it was killed: ``time``, ``output`` or ``unwanted``; empty if it ended by itself.
    """

    code: int
    output: str
    killed: str = ""


def run(job: Job, seconds: float, megabytes: int, unwanted: threading.Event | None = None) -> Finished:
    """Run a process and return how it ended.

    Args:
        job: the process.
        seconds: its wall time.
        megabytes: its memory.
        unwanted: when set by another thread, it is killed at once.

    Raises:
        OSError: the program can't be started.
    """
    deadline = time.monotonic() + seconds
    process = _Running(job, seconds, megabytes)
    try:
        _read([process], deadline, unwanted)
        finished = process.finished(deadline)
        if finished.code in _NOT_STARTED:
            raise OSError(finished.output)
        return finished
    finally:
        process.kill()


class _Running:
    def __init__(self, job: Job, seconds: float, megabytes: int) -> None:
        self.chunks: list[bytes] = []
        self.size = 0
        self.killed = ""
        watched, ours = os.pipe()
        self.watch = os.fdopen(ours, "wb")
        limits = str(int(seconds) + 2), str(megabytes * 1024)
        try:
            with tempfile.TemporaryFile() as problem:
                problem.write(job.text.encode())
                problem.seek(0)
                self.process = subprocess.Popen(  # noqa: S603  # the one place where processes start
                    ("/bin/sh", "-c", _SCRIPT, "sh", *limits, *job.command),
                    stdin=problem,
                    stdout=subprocess.PIPE,
                    stderr=watched,
                    bufsize=0,
                    start_new_session=True,
                    cwd=tempfile.gettempdir(),
                )
        finally:
            os.close(watched)
        assert self.process.stdout is not None
        self.pipe: IO[bytes] = self.process.stdout

    def read(self) -> bool:
        """Read what is there and return whether there may be more."""
        chunk = os.read(self.pipe.fileno(), 1 << 16)
        self.chunks.append(chunk)
        self.size += len(chunk)
        if self.size > MAX_OUTPUT:
            self.kill("output")
            return False
        return bool(chunk)

    def kill(self, why: str = "") -> None:
        self.killed = self.killed or why
        # The group outlives its leader if a child does, so it is always signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.pipe.close()
        self.watch.close()

    def finished(self, deadline: float) -> Finished:
        try:
            code = self.process.wait(max(deadline - time.monotonic(), 0.0))
        except subprocess.TimeoutExpired:  # it said that it would say no more, and went on
            self.kill("time")
            code = self.process.wait()
        if code in _SPENT:  # it was ended by its limits
            self.killed = self.killed or "time"
        return Finished(code, b"".join(self.chunks).decode(errors="replace"), self.killed)


def _read(running: list[_Running], deadline: float, unwanted: threading.Event | None) -> None:
    with selectors.DefaultSelector() as selector:
        for process in running:
            selector.register(process.pipe, selectors.EVENT_READ, process)
        while selector.get_map():
            left = deadline - time.monotonic()
            why = "time" if left <= 0 else "unwanted" if unwanted is not None and unwanted.is_set() else ""
            if why:
                for key in list(selector.get_map().values()):
                    key.data.kill(why)
                return
            for key, _ in selector.select(left if unwanted is None else min(left, _POLL_SECONDS)):
                process = key.data
                if not process.read():
                    selector.unregister(key.fileobj)
