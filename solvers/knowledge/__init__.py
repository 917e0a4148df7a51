"""Premises and what is asked of them, once or many times: whether something follows, and of whom."""
