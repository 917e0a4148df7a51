"""What must hold of every sentence that is read, whatever rule has read it; no label is needed to see it.

Each word with a content of its own is in some symbol of the formula, and no part of a formula is always true or always
false (``words``). What denies in the sentence denies in the formula, and nothing else does (``denials``). The formula
said back in English is read as the same formula again (``echo``). What fails one of these is refused.
"""
