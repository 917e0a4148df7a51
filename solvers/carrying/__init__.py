"""Certificates outside of this process: files that are saved, sent, read again and exported."""
