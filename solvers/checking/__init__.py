"""The check of certificates, by code that shares nothing with the engines that made them.

:func:`~sorites.solvers.checking.certificates.check` is the only place that marks a certificate as checked.
"""
