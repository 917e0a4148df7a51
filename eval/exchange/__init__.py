"""Exchange with other tools of evaluation: inspect_ai both ways, and the sample logs of lm-evaluation-harness.

inspect_ai takes seconds to import, so that no module here imports it before it is needed, but those that
``plugin`` names, which inspect_ai itself loads.
"""
