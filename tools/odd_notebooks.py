"""Notebooks as nobody writes them: hypothesis strategies over structure, sources, encodings, magics and sizes.

Code comes from the examples of the rules, so that there is much to rewrite, between all that Jupyter lets people write.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

ODD = (
    "",
    " ",
    "\n\n",
    "\t",
    "# only a comment",
    "'''only a text'''",
    "x = 1;",
    "x",
    ";",
    "pass  # noqa",
    "x = (1,\n     2)",
    "%matplotlib inline",
    "% matplotlib inline",
    "%%time\nx = 1",
    "%%bash\nls -la | grep np.float",
    "%%html\n<b>np.int</b>",
    "%%capture out",
    "!pip install pandas==0.20",
    "files = !ls",
    "x = %timeit -o f()",
    "?x",
    "x.append?",
    "ls",
    "%%writefile a.py\nimport imp",
    "%load_ext x",
    "print 'hello'",
    "print x, y",
    "exec 'x = 1'",
    "raise ValueError, 'no'",
    "except:\n    pass",
    "x = 0777",
    "d.has_key('a')",
    "`x`",
    "x <> y",
    "if True:\n\tx = 1\n        y = 2",
    "  indented = 1\n  too = 2",
    "def f(:\n",
    "x = [",
    "x = 'unclosed",
    "return 3",
    "await g()",
    "yield 1",
    "async def f():\n    async with a as b:\n        await c",
    "with open('a') as f, open('b') as g:\n    pass",
    "lambda: (yield)",
    "match x:\n    case {'a': [b, *c]} if d: pass",
    "if (n := len(x)) > 3: pass",
    "x: int = 3",
    "def f(a, /, b, *, c): pass",
    "f'{x!r:>{w}} {np.float(3)}'",
    "rb'\\x00'",
    "'\\N{BULLET}'",
    "'''a\nb''' + \"\"\"c\nd\"\"\"",
    "x = \\\n    1",
    "x = 1 \\\n+ 2  # end\\",
    "ä = 'ü'; λ = 3",
    "名前 = np.float(名前)",
    "x\u00a0= 1",
    "x = '\u2028'",
    "x = 'a\x0cb'",
    "\x0cx = 1",
    "x = '\x00'",
    "\ufeffx = 1",
    "x = '\U0001f600'",
    "x = '\\ud800'",
    "a\rb",
    "x = 1\r\ny = 2\r\n",
    "x = 1\n\r\n",
    "from numpy import *",
    "from . import a",
    "import numpy as np, pandas as pd",
    "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle",
    "class A(object):\n    __metaclass__ = M\n    def f(self): return self.f()",
    "globals()['x'] = 1",
    "exec('x = 1')",
    "del x",
    "x = x = x",
    "x, (y, [*z]) = a",
    "for x in y:\n  for z in x:\n    break\nelse: pass",
    "@a.b(c)[d]\ndef f(): pass",
    ">>> x = 1\n>>> y = 2",
    "In [3]: x = 1",
    "$x^2$",
    "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other",
    "x = " + "(" * 80 + "1" + ")" * 80,
    "x = " + " + ".join(["np.float(1)"] * 60),
    "x = '" + "a" * 5000 + "'",
    "-" * 300 + "x",
    "a" + ".b" * 200,
)


@cache
def old_code() -> tuple[str, ...]:
    """What the rules rewrite: the code of their examples."""
    from codemods.rulebook import entries

    return tuple(sorted({example.before.rstrip("\n") for entry in entries() for example in entry.examples}))


def sources() -> st.SearchStrategy[str]:
    """The source of a cell: a few pieces of code, old, odd or random, with what people put around it."""
    pieces = st.one_of(
        st.sampled_from(old_code()), st.sampled_from(old_code()).map(_one_line), st.sampled_from(ODD), st.text(max_size=30)
    )
    code = st.lists(pieces, min_size=1, max_size=4).map("\n".join)
    return st.one_of(code, st.builds(_changed, code, st.sampled_from(tuple(_CHANGES))))


def _one_line(code: str) -> str:
    """The last line, without what it needs."""
    return code.rpartition("\n")[2]


_CHANGES: dict[str, Callable[[str], str]] = {
    "indented": lambda code: "\n".join(f"    {line}" for line in code.split("\n")),
    "in a function": lambda code: "def f(x, np=None):\n" + "\n".join(f"    {line}" for line in code.split("\n")),
    "in a try": lambda code: "try:\n" + "\n".join(f"    {line}" for line in code.split("\n")) + "\nexcept Exception: pass",
    "tabs": lambda code: code.replace("    ", "\t"),
    "windows": lambda code: code.replace("\n", "\r\n"),
    "mac": lambda code: code.replace("\n", "\r"),
    "semicolon": lambda code: code + ";",
    "comment": lambda code: code.replace("\n", "  # é\n"),
    "no end": lambda code: code[: len(code) * 2 // 3],
    "magic": lambda code: "%%time\n" + code,
    "blank": lambda code: "\n\n" + code + "\n\n\n",
    "continued": lambda code: code.replace(", ", ", \\\n  "),
}


def _changed(code: str, change: str) -> str:
    return _CHANGES[change](code)


_SELDOM = st.sampled_from([False] * 30 + [True])
_TEXT = st.text(max_size=20)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_OUTPUT = st.one_of(
    st.fixed_dictionaries({"output_type": st.just("stream"), "name": st.just("stdout"), "text": st.lists(_TEXT, max_size=3)}),
    st.fixed_dictionaries({"output_type": st.just("execute_result"), "data": _JSON, "metadata": _JSON, "execution_count": _JSON}),
    st.fixed_dictionaries(
        {
            "output_type": st.just("error"),
            "ename": st.sampled_from(["SyntaxError", "KeyError"]),
            "evalue": _TEXT,
            "traceback": _JSON,
        }
    ),
    _JSON,
)


@st.composite
def _cell(draw: st.DrawFn, version: int) -> dict[str, Any]:
    kind = draw(st.sampled_from(["code"] * 6 + ["markdown", "raw", "heading", "strange"]))
    source: Any = draw(sources())
    if draw(st.booleans()):
        source = source.splitlines(keepends=True) if draw(st.booleans()) else [source]
    if draw(_SELDOM):
        source = draw(_JSON)
    cell = {"cell_type": kind, "metadata": draw(st.just({}) | st.fixed_dictionaries({"tags": _JSON}) | _JSON)}
    cell["input" if version == 3 and kind == "code" else "source"] = source
    if kind == "code":
        cell |= {"execution_count": draw(st.none() | st.integers(0, 99)), "outputs": draw(st.lists(_OUTPUT, max_size=2))}
    cell |= draw(st.dictionaries(st.sampled_from(["id", "attachments", "collapsed", "language"]), _JSON, max_size=2))
    names = draw(st.permutations(list(cell)))
    return {name: cell[name] for name in names if not draw(_SELDOM)}


_METADATA = st.fixed_dictionaries(
    {},
    optional={
        "kernelspec": st.fixed_dictionaries({"name": st.sampled_from(["python2", "python3", "ir", ""]), "display_name": _TEXT})
        | _JSON,
        "language_info": st.fixed_dictionaries({"name": st.just("python"), "version": st.sampled_from(["2.7.6", "3.6.1", "x"])})
        | _JSON,
        "jupytext": st.fixed_dictionaries({"formats": st.sampled_from(["ipynb,py:percent", ""])}),
    },
)


@st.composite
def notebooks(draw: st.DrawFn, largest: int = 6) -> bytes:
    """The bytes of a notebook file."""
    version = draw(st.sampled_from([4, 4, 4, 3]))
    cells = draw(st.lists(_cell(version), min_size=1, max_size=largest))
    content: dict[str, Any] = {"metadata": draw(_METADATA), "nbformat": version, "nbformat_minor": draw(st.integers(0, 5))}
    content |= {"cells": cells} if version == 4 else {"worksheets": [{"cells": cells, "metadata": {}}]}
    order = draw(st.permutations(list(content)))
    text = json.dumps(
        {key: content[key] for key in order},
        indent=draw(st.sampled_from([1, None, 2, 4, "\t"])),
        ensure_ascii=draw(st.booleans()) or not _encodable(content),
        separators=draw(st.sampled_from([None, (",", ":"), (" , ", " : ")])),
    )
    if draw(_SELDOM):
        text = text.replace("\n", "\r\n")
    mark, encoding = draw(
        st.sampled_from([(b"", "utf-8")] * 8 + [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le")])
    )
    data = mark + (text + draw(st.sampled_from(["\n", "", "\n\n "]))).encode(encoding)
    return data[: draw(st.integers(0, len(data)))] if draw(_SELDOM) else data


def _encodable(content: Any) -> bool:
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


_HEADS = [("utf-8", "")] * 9 + [("utf-8", "#!/usr/bin/python2\n"), ("latin-1", "# coding: latin-1\n"), ("utf-8", "# coding: x\n")]


@st.composite
def scripts(draw: st.DrawFn) -> bytes:
    """The bytes of a script, with `# %%` or without."""
    parts = draw(st.lists(sources(), min_size=1, max_size=4))
    text = draw(st.sampled_from(["\n", "\n# %%\n", "\n# %% [markdown]\n", "\r\n#%% x\r\n"])).join(parts)
    encoding, head = draw(
        st.sampled_from(
            [("utf-8", ""), ("utf-8", "#!/usr/bin/python2\n"), ("latin-1", "# coding: latin-1\n"), ("utf-8", "# coding: x\n")]
        )
    )
    return draw(st.sampled_from([b"", codecs.BOM_UTF8])) + (head + text).encode(encoding, "replace")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, bytes]:
    """A name and the bytes of a file."""
    if draw(_SELDOM):
        return draw(st.sampled_from(["a.ipynb", "a.py", "-"])), draw(st.binary(max_size=200))
    form = draw(st.sampled_from([("a.ipynb", notebooks())] * 3 + [("a.py", scripts())]))
    return form[0], draw(form[1])
