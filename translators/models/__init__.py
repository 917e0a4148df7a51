"""Chat models: how they are reached and told what to write, and a translator that asks them.

The seam is ``ChatModel``: messages in, a filled schema out.
Modules that need an extra are imported where they are used, so the rest of the room works without.
"""
