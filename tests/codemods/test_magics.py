"""What IPython allows beyond Python: what becomes of it in `Cell.python`, and that it comes back."""

from __future__ import annotations

import ast
import json
from textwrap import dedent

import pytest

from codemods.document import Cell, read


def cell(source: str) -> Cell:
    content = {"cells": [{"cell_type": "code", "source": source}], "metadata": {}, "nbformat": 4}
    found = read(json.dumps(content).encode(), "a.ipynb").cells[0]
    if found.python is not None:
        ast.parse(found.python)
        assert found.python.count("\n") == source.count("\n")
        assert found.unmask(found.python) == source
    return found


@pytest.mark.parametrize(
    ("source", "python"),
    [
        # Python that looks like a magic stays as it is.
        ("x = (10\n% 3)", "x = (10\n% 3)"),
        ("s = '''\n%matplotlib inline\n!ls\n'''", "s = '''\n%matplotlib inline\n!ls\n'''"),
        ("get_ipython().magic('time x')", "get_ipython().magic('time x')"),
        ("ls = 3\nls -1", "ls = 3\nls -1"),
        ("await f()", "await f()"),
        ("plt.show();", "plt.show();"),
        # Line magics and shell lines.
        ("%matplotlib inline\nx = 1", "__magic_0__\nx = 1"),
        ("% matplotlib inline", "__magic_0__"),
        ("!pip install 'x\nx = 1", "__magic_0__\nx = 1"),
        ("if x:\n    !ls\n    y = 1", "if x:\n    __magic_0__\n    y = 1"),
        ("if x:\n\t%cd ..\n\ty = 1", "if x:\n\t__magic_0__\n\ty = 1"),
        ("!a \\\n  b \\\n  c\nx = 1", "__magic_0__(\n\n)\nx = 1"),
        ("files = !ls *.csv\nn = 1", "files = __magic_0__\nn = 1"),
        ("r = %timeit -o f(x)", "r = __magic_0__"),
        ("a, b[0] = !ls \\\n  x", "a, b[0] = __magic_0__(\n)"),
        ("s = '''\n%x\n'''\n%y\nz = [1,\n2]", "s = '''\n%x\n'''\n__magic_0__\nz = [1,\n2]"),
        ("x = (10\n  % 3)\n%who", "x = (10\n  % 3)\n__magic_0__"),
        ("s = 'a\\\n%b'\n%who", "s = 'a\\\n%b'\n__magic_0__"),
        ("x = 1\n;", "x = 1\n__magic_0__"),
        # Help.
        ("df.plot?", "__magic_0__"),
        ("?df", "__magic_0__"),
        ("x = 1\nnp.random.rand??\ny", "x = 1\n__magic_0__\ny"),
        ("%time?", "__magic_0__"),
        ("*int*?", "__magic_0__"),
        # Without the %: only a line that is no Python by itself.
        ("ls -lh ../data\nx = 1", "__magic_0__\nx = 1"),
        ("pip install pandas==0.25", "__magic_0__"),
        ("%who\nls = [1,\n  2]\nls [0]\ncat -1", "__magic_0__\nls = [1,\n  2]\nls [0]\ncat -1"),
        # Code inside a magic is code.
        ("%time x = f()", "__magic_0__; x = f()"),
        ("%timeit -n 10 -r3 f(x)", "__magic_0__; f(x)"),
        ("%prun -s cumulative f(x)", "__magic_0__; f(x)"),
        ("%timeit -n 10 (x)", "__magic_0__; (x)"),
        ("%lprun -f f -f g.h f(x)", "__magic_0__; f(x)"),
        ("%time for i in x: f(i)", "for i in x: f(i)  # __magic_0__"),
        ("%time", "__magic_0__"),
        ("for i in x:\n    %time f(i)", "for i in x:\n    __magic_0__; f(i)"),
        ("%time f(a,\n  b)", "__magic_0__; f(a,\n  b)"),
        ("time f()", "__magic_0__; f()"),
        # Cell magics over Python.
        ("%%time\nx = f()", "__magic_0__\nx = f()"),
        ("\n# why\n%%timeit -n 3 y = 1\nf(y)", "\n# why\n__magic_0__; y = 1\nf(y)"),
        ("%%capture out\n%%time\n%who\nx", "__magic_0__\n__magic_1__\n__magic_2__\nx"),
        # What the code itself could be called.
        ("__magic_0__ = 1\n%who", "__magic_0__ = 1\n___magic_0__"),
        # Indented cells and pasted prompts, as IPython reads them.
        ("    x = 1\n    if x:\n\n        y", "x = 1\nif x:\n\n    y"),
        ("  x = 1\n  %who", "x = 1\n__magic_0__"),
        (">>> x = 1\n>>> for i in x:\n...     f(i)", "x = 1\nfor i in x:\n    f(i)"),
        ("In [3]: for i in x:\n   ...:     f(i)", "for i in x:\n    f(i)"),
    ],
)
def test_python_of_a_cell(source: str, python: str) -> None:
    assert cell(source).python == python


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("%%bash\nls", "%%bash"),
        ("%%html\n<p>", "%%html"),
        ("# load\n\n%%writefile a.py\nx = 1", "%%writefile"),
        ("%%unheard_of\nx = 1", "%%unheard_of"),
        ("The mean is what?", "not valid Python"),
        ("SELECT * FROM t", "not valid Python"),
        ("x = '", "unterminated string literal (detected at line 1) (line 1)"),
        ("\x00", "null"),
    ],
)
def test_no_python(source: str, reason: str) -> None:
    found = cell(source)
    assert found.python is None
    assert reason in found.reason


@pytest.mark.parametrize(
    ("source", "edit", "expected"),
    [
        # (old text, new text) in the Python of the cell
        ("%matplotlib inline\nx = f()", ("x = f()", "import g\nx = g()"), "%matplotlib inline\nimport g\nx = g()"),
        ("%time x = f()", ("__magic_0__; x = f()", "import g\n__magic_0__; x = g()"), "import g\n%time x = g()"),
        ("!a \\\n b\nx", ("__magic_0__(\n)", "import g\n__magic_0__(\n)"), "import g\n!a \\\n b\nx"),
        ("%time for i in x: f(i)", ("f(i)", "g(i)"), "%time for i in x: g(i)"),
        ("  x = f()\n  y", ("x = f()", "import g\nif g:\n    x = g()"), "  import g\n  if g:\n      x = g()\n  y"),
        (">>> x = f()\n>>> y", ("x = f()", "x = g()"), ">>> x = g()\n>>> y"),
        ("a = 1\r\n%who\r\nb = 2", ("b = 2", "b = 3\nc = 4"), "a = 1\r\n%who\r\nb = 3\r\nc = 4"),
    ],
)
def test_edits_survive(source: str, edit: tuple[str, str], expected: str) -> None:
    found = cell(source) if "\r" not in source else _cell_with_line_ends(source)
    assert found.python is not None
    assert edit[0] in found.python
    assert found.unmask(found.python.replace(*edit)) == expected


def _cell_with_line_ends(source: str) -> Cell:
    content = {"cells": [{"cell_type": "code", "source": source}], "metadata": {}, "nbformat": 4}
    return read(json.dumps(content).encode(), "a.ipynb").cells[0]


def test_edits_by_libcst_survive() -> None:
    import libcst

    source = dedent(
        """\
        %matplotlib inline
        files = !ls  # all
        if files:
            !wget x \\
                y
            %time z = f(1)
        """
    )
    found = cell(source)
    assert found.python is not None

    class Rename(libcst.CSTTransformer):
        def leave_Integer(self, original_node: libcst.Integer, updated_node: libcst.Integer) -> libcst.Integer:
            return updated_node.with_changes(value="2")

    module = libcst.parse_module(found.python).visit(Rename())
    module = module.with_changes(body=[libcst.parse_statement("import g\n"), *module.body])
    assert found.unmask(module.code) == "import g\n" + source.replace("f(1)", "f(2)")


def test_columns_are_mapped_to_the_source() -> None:
    source = "if x:\n    %timeit -n 10 f(x)\ny = 1"
    found = cell(source)
    assert found.python is not None
    lines = found.python.split("\n")
    assert {line: lines[line - 1].index("f(x)") + shift for line, shift in found.shifts.items()} == {
        2: source.split("\n")[1].index("f(x)")
    }
    assert dict(cell("  x = 1\n  %time y").shifts) == {1: 2, 2: 2 + len("%time ") - len("__magic_0__; ")}
