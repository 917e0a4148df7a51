"""A watcher that outlives this process, and kills what it would leave behind, however it ends.

A process that is killed cleans nothing up, and its provers, in sessions of their own, hear
neither of that nor of a closed terminal. So a shell, which costs some milliseconds once, is
told each group of processes that starts and ends; when our end of its pipe closes, which no
way of dying prevents, it kills those that are left, and ends. Linux's own means to the same
(``PR_SET_PDEATHSIG``) goes by threads, and takes code between fork and exec.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import threading
from typing import Final

_SCRIPT: Final = """
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"""


class _Guard:
    """The watcher of this process, started with the first group."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.groups: set[int] = set()
        self.shell: subprocess.Popen[bytes] | None = None

    def ready(self) -> None:
        """Have the watcher run before there is a group, which would else be left behind by who dies meanwhile."""
        with self.lock:
            if self.shell is None:
                self._start()

    def watch(self, group: int) -> None:
        """Have a group killed when this process ends."""
        with self.lock:
            self.groups.add(group)
            if self.shell is None or not self._tell(f"+ {group}\n"):
                self._start()

    def release(self, group: int) -> None:
        """Let a group be: it has ended."""
        with self.lock:
            if group in self.groups:
                self.groups.remove(group)
                self._tell(f"- {group}\n")

    def end(self) -> None:
        """End the watcher, and with it the groups that are left."""
        shell, self.shell = self.shell, None
        if shell is not None and shell.stdin is not None:
            shell.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                shell.wait(1)

    def forget(self) -> None:
        """Leave the watcher to the process that this one was forked from; its groups are that one's."""
        if self.shell is not None and self.shell.stdin is not None:
            self.shell.stdin.close()
            self.shell.returncode = 0  # it is no child of this process
        self.lock, self.groups, self.shell = threading.Lock(), set(), None  # another thread may have held the lock

    def _start(self) -> None:
        """Start the watcher, and tell it of the groups there are; where there is no shell, nobody watches."""
        self.shell = None
        with contextlib.suppress(OSError):
            self.shell = subprocess.Popen(  # noqa: S603  # our own script
                ("/bin/sh", "-c", _SCRIPT),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                cwd="/",
            )
        self._tell("".join(f"+ {group}\n" for group in self.groups))

    def _tell(self, lines: str) -> bool:
        """Tell the watcher something and return whether it is there."""
        if self.shell is None or self.shell.stdin is None:
            return False
        try:
            os.write(self.shell.stdin.fileno(), lines.encode())
        except OSError:
            return False
        return True


_guard: Final = _Guard()
ready: Final = _guard.ready
watch: Final = _guard.watch
release: Final = _guard.release
atexit.register(_guard.end)
os.register_at_fork(after_in_child=_guard.forget)
