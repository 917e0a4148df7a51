"""The kernel that checks certificates. It depends on logic alone: on no engine."""
