"""``python -m sorites``: the command line."""

from .eval.cli.main import main

if __name__ == "__main__":
    main()
