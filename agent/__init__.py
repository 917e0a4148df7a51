"""From a problem to its answer: the one path, the Runnable, the tools, and the commands about one problem."""

if __name__ != "sorites.agent":
    raise ImportError("this folder is the package sorites.agent; import it by that name")
