"""One event loop in a thread of its own, in which all endpoints are talked to.

Connections belong to the loop that opened them. With one loop for a process there is one client for each
endpoint, whether its callers block, as threads of a benchmark do, or await.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, Final, TypeVar

T = TypeVar("T")
_lock: Final = threading.Lock()
_loops: Final[dict[int, asyncio.AbstractEventLoop]] = {}
"""The loop of this process, by its number; a process that was forked starts one of its own."""


def loop() -> asyncio.AbstractEventLoop:
    """Return the loop of this process, which is started when it is first needed."""
    with _lock:
        found = _loops.get(os.getpid())
        if found is None:
            found = asyncio.new_event_loop()
            threading.Thread(target=found.run_forever, name="sorites-endpoints", daemon=True).start()
            _loops.clear()
            _loops[os.getpid()] = found
        return found


def blocking(work: Coroutine[Any, Any, T]) -> T:
    """Return what comes of some work, which is done in the loop, in this context.

    Args:
        work: the work; it is given up if waiting for it is interrupted.
    """
    future = _begun(work)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


async def awaiting(work: Coroutine[Any, Any, T]) -> T:
    """Do as ``blocking`` does, without blocking the loop of the caller."""
    return await asyncio.wrap_future(_begun(work))


async def in_thread(call: Callable[..., T], *given: Any, **named: Any) -> T:
    """Return what a call that blocks gives, made in a thread of its own, in this context.

    Nobody waits for the thread once the work is given up, the end of the process neither; and a ``StopIteration``,
    which no coroutine may raise, is an error like any other.

    Args:
        call: what blocks.
        given: its arguments.
        named: those with names.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()
    context = contextvars.copy_context()

    def run() -> None:
        try:
            done.set_result(context.run(call, *given, **named))
        except StopIteration as error:
            done.set_exception(RuntimeError(f"it raised StopIteration, as if it had no more answers: {error!r}"))
        except BaseException as error:  # whoever waits is told
            done.set_exception(error)

    threading.Thread(target=run, name="sorites-model", daemon=True).start()
    return await asyncio.wrap_future(done)


def _begun(work: Coroutine[Any, Any, T]) -> Future[T]:
    return asyncio.run_coroutine_threadsafe(work, loop())
