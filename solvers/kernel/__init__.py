"""The kernel that checks certificates. It depends on the language alone: on no engine."""
