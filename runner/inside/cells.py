"""The text of the notebook's cells, and the syntax nodes in it. Runs under the notebook's own Python, 2.7 or newer."""

import ast
import itertools
import os
import sys

MAGICS = ("run_cell_magic", "run_line_magic", "magic")
text_type = type("")


def short(value, limit=2000):
    text = value if isinstance(value, text_type) else text_type(str(value))
    return text if len(text) <= limit else text[:limit] + "\u2026"


def class_name(cls):
    module = getattr(cls, "__module__", None)
    module = {"__builtin__": "builtins", None: "builtins"}.get(module, module)
    return "%s.%s" % (module, getattr(cls, "__qualname__", cls.__name__))


def bases_of(cls):
    mro = getattr(cls, "__mro__", (cls,))
    return [class_name(base) for base in mro[1:] if base is not object]


class Cell(object):
    """The text of one executed cell, as IPython transformed it, under the name that its code objects carry."""

    def __init__(self, run, source):
        self.run = run
        self.source = source
        self.lines = source.split("\n")
        self._tree = None

    @property
    def tree(self):
        if self._tree is None:
            try:
                self._tree = ast.parse(self.source)
            except Exception:
                self._tree = ast.parse("")
        return self._tree


def char(line, column):
    """A byte column, as ast and code objects count, as a character column."""
    try:
        return len(line.encode("utf-8")[:column].decode("utf-8", "replace"))
    except UnicodeDecodeError:  # bytes, in Python 2
        return column


def exact(traceback):
    """(line, end line, column, end column) of the failing instruction; None before Python 3.11."""
    code = traceback.tb_frame.f_code
    if not hasattr(code, "co_positions"):
        return None
    found = next(itertools.islice(code.co_positions(), traceback.tb_lasti // 2, None), None)
    return found if found and None not in found else None


def names_line(node):
    return getattr(node, "lineno", None)


def statement_at(tree, line):
    """The innermost statement that a line belongs to."""
    best = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line and (best is None or node.lineno >= best.lineno):
            best = node
    return best


def node_of(cell, traceback, wanted):
    """The syntax node that failed: by its exact place, else the only one of its statement that `wanted` accepts."""
    place = exact(traceback)
    if place is not None:
        line, end_line, column, end_column = place
        for node in ast.walk(cell.tree):
            if (names_line(node), getattr(node, "end_lineno", None)) == (line, end_line) and (
                node.col_offset,
                node.end_col_offset,
            ) == (column, end_column):
                if not isinstance(node, ast.Expr):
                    return node
    statement = statement_at(cell.tree, traceback.tb_lineno)
    if statement is None or wanted is None:
        return None
    held = [n for n in ast.walk(statement) if isinstance(n, ast.expr) and wanted(n)]
    return held[0] if len(held) == 1 else None


def segment(cell, node):
    """The node's place and text, if this Python tells where nodes end."""
    end = getattr(node, "end_lineno", None)
    if end is None:
        return None
    first, last = cell.lines[node.lineno - 1], cell.lines[end - 1]
    start, stop = char(first, node.col_offset), char(last, node.end_col_offset)
    if node.lineno == end:
        text = first[start:stop]
    else:
        text = "\n".join([first[start:]] + cell.lines[node.lineno : end - 1] + [last[:stop]])
    return [node.lineno, start, end, stop, text]


def literal(node):
    value = getattr(node, "value", None) if type(node).__name__ == "Constant" else getattr(node, "s", None)
    return value if isinstance(value, (str, text_type)) else None


def module_of(filename):
    """The name of the loaded module that a file holds; the file's own name if none does."""
    stem = filename[:-1] if filename.endswith((".pyc", ".pyo")) else filename
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == stem:
            return name
    return os.path.basename(stem)
