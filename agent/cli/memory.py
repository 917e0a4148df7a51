"""Settings of the memory of the whole process: for a command line, never for a library."""

from __future__ import annotations

import gc
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""glibc's numbers of the settings (malloc.h)."""
_YOUNG: Final = 500_000
"""How many objects may be new before garbage is looked for: 700 is few for who loads hundreds of modules."""


def keep_memory() -> None:
    """Have the C library keep what contexts give back, up to 64 megabytes; else each new one asks the system anew.

    Z3 is asked for a new context for each record of a benchmark. Python looks for garbage less often.
    """
    import ctypes

    gc.set_threshold(_YOUNG)
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library, which may do without
        return
    for setting, value in ((_TRIM_THRESHOLD, 64 << 20), (_MMAP_THRESHOLD, 32 << 20)):
        mallopt(setting, value)
