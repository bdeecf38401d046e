"""Starts the kernel and has its cells watched: `python start.py -f CONNECTION_FILE`.

Runs under the notebook's own Python, 2.7 or newer, with nothing but ipykernel: hence the old idioms in this folder.
"""

import os
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("cells", "dataflow", "values", "failures", "watch")
MEMORY_LIMIT = int(os.environ.pop("NBMIGRATE_MEMORY_LIMIT", "0"))


def load(part):
    """A file of this folder as a module: by hand, so that the folder is not on the notebook's path."""
    place = os.path.join(HERE, part + ".py")
    module = types.ModuleType("_nbmigrate_" + part)
    module.__file__ = place
    sys.modules[module.__name__] = module
    with open(place, "rb") as opened:
        exec(compile(opened.read(), place, "exec"), module.__dict__)
    return module


def main():
    if sys.path and os.path.abspath(sys.path[0]) == HERE:
        del sys.path[0]
    if MEMORY_LIMIT:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    sys.modules["debugpy"] = None  # the kernel's debugger: nobody attaches to it, and loading it takes a third of the start
    try:
        from ipykernel.kernelapp import IPKernelApp
    except ImportError as error:
        sys.stderr.write("NO IPYKERNEL: %s\n" % error)
        sys.exit(3)
    app = IPKernelApp.instance()
    app.initialize(sys.argv[1:])
    del sys.modules["debugpy"]
    try:
        watch = [load(part) for part in PARTS][-1]
        watch.Watch(app.shell).install()
    except Exception as error:
        sys.stderr.write("nbmigrate: cells are not watched: %r\n" % error)
    app.start()


if __name__ == "__main__":
    main()
