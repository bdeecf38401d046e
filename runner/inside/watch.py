"""Watches the cells of a shell. Runs under the notebook's own Python, 2.7 or newer.

After each cell a record of it goes out as one display message of the type MIME, which the other side takes out of the
outputs again. Whatever goes wrong in here must not be seen by the notebook.
"""

import os
import sys
import time
import warnings

from _nbmigrate_cells import Cell, module_of, short
from _nbmigrate_dataflow import effects
from _nbmigrate_failures import failure

MIME = "application/vnd.nbmigrate.cell+json"
STREAM_LIMIT = int(os.environ.pop("NBMIGRATE_STREAM_LIMIT", "10000000"))
START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start.py")
CUT = "\n[migrate: more output than the limit, the rest was dropped]\n"


class Nothing(object):
    """A context that does nothing."""

    def __init__(self, channel):
        self.channel = channel

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class Watch(object):
    """The events of one shell."""

    def __init__(self, shell):
        self.shell = shell
        self.runs = 0
        self.cells = {}
        self.now = None  # the name of the code that runs
        self.notices = []
        self.failed = False
        self.last = None
        self.start = 0.0
        self.written = 0

    # --- events ---

    def install(self):
        compiler = self.shell.compile
        cache = compiler.cache

        def watched(code, *args, **kwargs):
            name = cache(code, *args, **kwargs)
            try:
                self.now = name
                self.cells[name] = Cell(self.runs, code)
            except Exception:
                pass
            return name

        compiler.cache = watched
        self.shell.events.register("pre_run_cell", self.before)
        self.shell.events.register("post_run_cell", self.after)
        show = warnings.showwarning

        def shown(message, category, filename, lineno, file=None, line=None):
            if file is None:
                self.note(message, category, filename, lineno)
            return show(message, category, filename, lineno, file, line)

        warnings.showwarning = shown
        for stream in (sys.stdout, sys.stderr):
            self.bound(stream)
        if hasattr(self.shell, "_tee"):  # IPython 9 keeps all that is printed, without bound, for its history
            self.shell._tee = Nothing

    def bound(self, stream):
        write = stream.write

        def bounded(text):
            if self.written > STREAM_LIMIT:
                return len(text)
            self.written += len(text)
            if self.written > STREAM_LIMIT:
                write(text[: max(0, len(text) - (self.written - STREAM_LIMIT))])
                write(CUT)
                return len(text)
            return write(text)

        try:
            stream.write = bounded
        except AttributeError:
            pass

    def before(self, *_):
        self.runs += 1
        self.now = None
        self.notices = []
        self.written = 0
        self.last = getattr(sys, "last_traceback", None)
        reset_peak()
        self.start = time.time()

    def after(self, *_):
        try:
            record = {"seconds": time.time() - self.start, "peak": peak(), "cut": self.written > STREAM_LIMIT}
            record["run"] = self.runs
            record["notices"] = self.notices[:200]
            cell = self.cells.get(self.now)
            traceback = getattr(sys, "last_traceback", None)
            new = traceback is not None and traceback is not self.last
            if new:
                self.failed = True
                record["failure"] = failure(self.cells, self.now, self.shell.user_ns, sys.last_type, sys.last_value, traceback)
            if cell is not None and self.failed:
                record["effects"] = effects(cell.tree, self.shell.user_ns)
            if cell is not None:
                record["blank"] = len(cell.source) - len(cell.source.lstrip("\n"))
            publish(self.shell, record)
        except Exception:
            if os.environ.get("NBMIGRATE_DEBUG"):
                raise

    def note(self, message, category, filename, lineno):
        try:
            if os.path.abspath(filename) == os.path.join(
                os.path.dirname(os.path.abspath(__file__)), "start.py"
            ):  # what old Pythons take for the file of __main__
                filename = None
            line = lineno if filename in self.cells else None
            name = filename
            if line is None:
                frame = sys._getframe(2)
                while frame is not None and frame.f_code.co_filename not in self.cells:
                    frame = frame.f_back
                name, line = (frame.f_code.co_filename, frame.f_lineno) if frame is not None else (self.now, None)
            where = self.cells[name].run if name in self.cells else None
            self.notices.append(
                {
                    "category": category.__name__,
                    "message": short(message, 500),
                    "module": "__main__" if filename is None or filename in self.cells else module_of(filename),
                    "run": where,
                    "line": line,
                }
            )
        except Exception:
            pass


def reset_peak():
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except (IOError, OSError):
        pass


def peak():
    """The most memory that the process had resident since the cell began, in bytes; of the process's life elsewhere."""
    try:
        with open("/proc/self/status") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (IOError, OSError):
        pass
    try:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    except ImportError:
        return None


def publish(shell, record):
    shell.display_pub.publish(data={MIME: record}, metadata={})
