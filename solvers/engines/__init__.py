"""The engines, one module for each; the table in ``sorites.solvers.registry`` says what each can do.

An engine is a ``Solver``: from a program and limits to an outcome.
Its module is imported when it is first used.
"""
