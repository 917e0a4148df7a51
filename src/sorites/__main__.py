"""``python -m sorites``: the command line."""

from sorites.eval.cli.main import main

main()
