"""How a program reaches an engine and how its answer comes back: scripts, ground rules, processes, models.

What several engines, or an engine and the checker, have in common is here; what is one engine's own is in its module
under ``sorites.solvers.engines``.
"""
