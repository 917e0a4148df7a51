"""The check of certificates, by code that shares nothing with the engines that made them.

``check`` is the only place that marks a certificate as checked.
"""
