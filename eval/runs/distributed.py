"""A Ray cluster as an executor: samples go out, records come back (the extra ``ray``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

from sorites.solvers import UserError, require

if TYPE_CHECKING:
    from .cells import Cell


class RayExecutor(Executor):
    """Sends samples to a cluster: the one of ``RAY_ADDRESS``, or one on this machine."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        """Connect, and send the cells once.

        Raises:
            UserError: Ray is not installed, or does not start.
        """
        require("ray", "ray")
        import ray

        self.ray = ray
        self.ours = not ray.is_initialized()
        if self.ours:
            try:
                ray.init(logging_level=logging.WARNING, log_to_driver=False, include_dashboard=False)
            except Exception as error:  # a bad address, no such cluster, no room for one: Ray has no root for them
                raise UserError(f"Ray does not start: {error}") from error
        self.cells: Any = ray.put(list(cells))

        def answer(cells: Sequence[Cell], number: int, sample: Any) -> Any:
            return cells[number].of(sample)

        self.answer = ray.remote(answer)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a sample out; ``fn`` is what a local worker would do with it."""
        return self.answer.remote(self.cells, *args).future()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, and end it if it is ours."""
        if self.ours and self.ray.is_initialized():
            self.ray.shutdown()
