"""Programs as text: one table of signs, one reader of formulas, one reader of sections, one printer."""
