"""What stands around formulas in a text, such as Markdown: see ``language.markdown``, which this room takes over."""

from ..language.markdown import FENCE, Row, flatten, is_rule, restored, row

__all__ = ["FENCE", "Row", "flatten", "is_rule", "restored", "row"]
