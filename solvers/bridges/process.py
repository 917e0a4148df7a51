"""The only place that starts processes.

A prover gets its problem on standard input from an unnamed file, writes to a pipe that is read up to a bound, and runs
in a process group of its own, which is killed when it is done, late or unwanted. A shell around it sets its limits, and
kills the group if this process ends, in whatever way: then our end of a pipe closes that a child of the shell reads.
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
_SHELL: Final = """
{ ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; } 2>/dev/null  # what the system has of these
exec 4<"/dev/fd/$3"; shift 3
exec 3<&0
{ read -r _ <&3; kill -s KILL 0; } >/dev/null 2>&1 &
"$@" <&4 3<&- 4<&-
"""
_SPENT: Final = frozenset({128 + signal.SIGXCPU, 128 + signal.SIGKILL})
"""How a shell says that a process used up its processor time."""
_NOT_STARTED: Final = frozenset({126, 127})
"""How a shell says that there is no such program."""
_POLL_SECONDS: Final = 0.05


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
        code: its exit code, 128 and its number for a signal.
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
    with tempfile.TemporaryFile() as problem:
        problem.write(job.text.encode())
        problem.flush()
        given = str(int(seconds) + 2), str(megabytes * 1024), str(problem.fileno()), *job.command
        process = subprocess.Popen(  # noqa: S603  # the one place where processes start; the shell runs our own script
            ("/bin/sh", "-c", _SHELL, "sh", *given),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
            cwd=tempfile.gettempdir(),
            pass_fds=[problem.fileno()],
        )
    chunks: list[bytes] = []
    with process:
        try:
            assert process.stdout is not None
            killed = _read(process.stdout, chunks, deadline, unwanted)
            if not killed:
                process.wait(max(deadline - time.monotonic(), 0.0))
        except subprocess.TimeoutExpired:  # it said that it would say no more, and went on
            killed = "time"
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # the group outlives its leader
    output = b"".join(chunks).decode(errors="replace")
    if process.returncode in _NOT_STARTED and not killed:
        raise OSError(output.strip())
    return Finished(process.returncode, output, killed or ("time" if process.returncode in _SPENT else ""))


def _read(pipe: IO[bytes], chunks: list[bytes], deadline: float, unwanted: threading.Event | None) -> str:
    """Read all that a process writes, and return why it is to be killed, if it is."""
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if unwanted is not None and unwanted.is_set():
                return "unwanted"
            if selector.select(left if unwanted is None else min(left, _POLL_SECONDS)):
                chunks.append(chunk := os.read(pipe.fileno(), 1 << 16))
                size += len(chunk)
                if not chunk:
                    return ""
                if size > MAX_OUTPUT:
                    return "output"
    return "time"
