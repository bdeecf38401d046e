"""Python 2 in a document: before and after."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest

from codemods.document import Document, read


def doc(*sources: str, version: str | None = None, outputs: dict[int, list[dict[str, Any]]] | None = None) -> Document:
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": (outputs or {}).get(n, []), "source": source}
        for n, source in enumerate(sources)
    ]
    metadata = {"language_info": {"name": "python", "version": version}} if version else {}
    return read(json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}).encode(), "a.ipynb")


def converted(*sources: str, version: str | None = "2.7.12") -> list[str | None]:
    return [cell.python for cell in doc(*map(dedent, sources), version=version).cells]


# --- syntax ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print 'a', b", "print('a', b)"),
        ("print 'a',", "print('a', end=' ')"),
        ("print", "print()"),
        ("print >>f, x", "print(x, file=f)"),
        ("print 'a'\nprint ('a', b)", "print('a')\nprint(('a', b))"),
        ("print ('a', b)", "print ('a', b)"),  # nothing else says that it prints a tuple
        ("print (x.y + 1)", "print (x.y + 1)"),
        ("print(x)", "print(x)"),
        ("exec 'x = 1'", "exec('x = 1')"),
        ("raise ValueError, 'no'", "raise ValueError('no')"),
        ("try:\n    f()\nexcept (A, B), e:\n    g(e)", "try:\n    f()\nexcept (A, B) as e:\n    g(e)"),
        ("if a <> b: x = `a`", "if a != b: x = repr(a)"),
        ("x = 0777 + 10L", "x = 0o777 + 10"),
        ("f = lambda (k, v): -v", "f = lambda k_v: -k_v[1]"),
        ("s = ur'\\d'", "s = r'\\d'"),
        ("s = u'x'", "s = u'x'"),
    ],
)
def test_syntax(before: str, after: str) -> None:
    assert converted(before) == [after]


# --- what syntax can't tell ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for k, v in d.iteritems(): f(k)", "for k, v in d.items(): f(k)"),
        ("d.has_key('a')", "'a' in d"),
        ("k = d.keys()\nk.sort()", "k = list(d.keys())\nk.sort()"),
        ("x = d.values()[0]", "x = list(d.values())[0]"),
        # Views do where they are only gone through …
        ("for k in d.keys(): f(k)", "for k in d.keys(): f(k)"),
        ("x = sorted(d.items(), key=f)", "x = sorted(d.items(), key=f)"),
        ("n = len(d.keys())", "n = len(d.keys())"),
        ("b = x in d.keys()", "b = x in d.keys()"),
        # … but not where the dict changes meanwhile.
        ("for k in d.keys():\n    del d[k]", "for k in list(d.keys()):\n    del d[k]"),
        # What no list has is no dict's method result.
        ("x = df.keys().tolist()", "x = df.keys().tolist()"),
        ("for i in xrange(3): f(i)", "for i in range(3): f(i)"),
        ("x = range(3) + [4]", "x = list(range(3)) + [4]"),
        ("for a, b in folds.split(range(6)): f(a)", "for a, b in folds.split(range(6)): f(a)"),
        ("x = map(f, y)[0]", "x = list(map(f, y))[0]"),
        ("x = sorted(map(f, y), reverse=True)", "x = sorted(map(f, y), reverse=True)"),
        ("x = map(str, range(3))", "x = list(map(str, range(3)))"),
        ("x = it.next()", "x = next(it)"),
        ("x = zip(a, b)", "x = list(zip(a, b))"),
        ("d = dict(zip(a, b))", "d = dict(zip(a, b))"),
        ("x = filter(None, y)", "x = [_f for _f in y if _f]"),
        ("s = unicode(x)\nt = raw_input()\nisinstance(s, basestring)", "s = str(x)\nt = input()\nisinstance(s, str)"),
        ("import cPickle as pickle", "import pickle"),
        ("from StringIO import StringIO", "from io import StringIO"),
        ("import urllib, urlparse", "import urllib.request, urllib.parse, urllib.error"),
        ("from itertools import izip\nfor a in izip(b, c): f(a)", "\nfor a in zip(b, c): f(a)"),
        ("x = 1\nx = reduce(f, y)", "from functools import reduce\nx = 1\nx = reduce(f, y)"),
        ("%%time\n# sum\nx = reduce(f, y)", "__magic_0__\n# sum\nfrom functools import reduce\nx = reduce(f, y)"),
        ("import a\nx = reduce(f, y)", "from functools import reduce\nimport a\nx = reduce(f, y)"),
        ("from functools import reduce\nx = reduce(f, y)", "from functools import reduce\nx = reduce(f, y)"),
        # Code that cares for both languages itself.
        (
            "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle",
            "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle",
        ),
        (
            "if sys.version_info[0] < 3:\n    f = d.iteritems\n    r = xrange(3)",
            "if sys.version_info[0] < 3:\n    f = d.iteritems\n    r = xrange(3)",
        ),
        ("v = six.iteritems(d)", "v = six.iteritems(d)"),
    ],
)
def test_meaning(before: str, after: str) -> None:
    assert converted(before) == [after]


def test_an_import_in_one_cell_counts_in_the_others() -> None:
    assert converted("import cPickle\nimport urllib2", "cPickle.load(f)", "urllib2.urlopen(x)") == [
        "import pickle\nimport urllib.request, urllib.error, urllib.parse",
        "pickle.load(f)",
        "urllib.request.urlopen(x)",
    ]


def test_print_function_from_the_future_holds_for_the_following_cells() -> None:
    assert converted("print 'a'", "from __future__ import print_function", "print('a', 'b')") == [
        "print('a')",
        "from __future__ import print_function",
        "print('a', 'b')",
    ]


# --- division ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 7 / 2", "x = 7 // 2"),
        ("x = -7 / 2", "x = -7 // 2"),
        ("n = 9\nhalf = n / 2", "n = 9\nhalf = n // 2"),
        ("a, b = 7, 2\nx = a / b", "a, b = 7, 2\nx = a // b"),
        ("x = len(y) / 2", "x = len(y) // 2"),
        ("x = (len(y) + 1)  /  2", "x = (len(y) + 1)  //  2"),
        ("x = sum([1, 2, 4]) / 3", "x = sum([1, 2, 4]) // 3"),
        ("n, m = X.shape\nk = n / 2", "n, m = X.shape\nk = n // 2"),
        ("k = X.shape[0] / 2", "k = X.shape[0] // 2"),
        ("for i in range(3):\n    print(i / 2)", "for i in range(3):\n    print(i // 2)"),
        ("n = 1\nwhile n < 9:\n    n += 2\nx = n / 2", "n = 1\nwhile n < 9:\n    n += 2\nx = n // 2"),
        ("n = 9\nn /= 2", "n = 9\nn //= 2"),
        ("x = 8 / 2 / 2", "x = 8 // 2 // 2"),
        ("s = 'é'; x = 7 / 2", "s = 'é'; x = 7 // 2"),
        # Not an integer, or nobody knows.
        ("x = 7 / 2.0", "x = 7 / 2.0"),
        ("x = float(n) / 2", "x = float(n) / 2"),
        ("x = y / 2", "x = y / 2"),
        ("n = 9\nn = f()\nx = n / 2", "n = 9\nn = f()\nx = n / 2"),
        ("n = 9\nn += 0.5\nx = n / 2", "n = 9\nn += 0.5\nx = n / 2"),
        ("def f(n):\n    return n / 2", "def f(n):\n    return n / 2"),
        ("n = 9\ndef f(n):\n    return n / 2", "n = 9\ndef f(n):\n    return n / 2"),
        ("def len(x):\n    return 1.5\nx = len(y) / 2", "def len(x):\n    return 1.5\nx = len(y) / 2"),
        ("from __future__ import division\nx = 7 / 2", "from __future__ import division\nx = 7 / 2"),
    ],
)
def test_integer_division(before: str, after: str) -> None:
    assert converted(before) == [after]


def test_names_are_followed_through_the_cells() -> None:
    assert converted("n = 9", "x = n / 2", "m = 9", "m = g()", "x = m / 2")[1::3] == ["x = n // 2", "x = m / 2"]


def test_doubts_are_told() -> None:
    cell = doc("x = y / 2\nz = round(x)\nw = y / 2.0", version="2.7").cells[0]
    assert cell.conversions == ()
    assert cell.doubts == (
        "/ floors in Python 2 if both sides are integers (line 1)",
        "round() rounds halves to even and gives an int in Python 3 (line 2)",
    )


# --- files ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pickle.dump(x, open('a', 'w'))", "pickle.dump(x, open('a', \"wb\"))"),
        ("f = open('a')\nx = pickle.load(f)", "f = open('a', \"rb\")\nx = pickle.load(f)"),
        ("with open('a', 'r') as f:\n    x = pickle.load(f)", "with open('a', \"rb\") as f:\n    x = pickle.load(f)"),
        ("f = open(a, 'wb')\nw = csv.writer(f)", 'f = open(a, "w", newline="")\nw = csv.writer(f)'),
        ("pickle.dump(x, open('a', 'wb'))", "pickle.dump(x, open('a', 'wb'))"),
        ("r = csv.reader(open('a'))", "r = csv.reader(open('a'))"),
        ("f = open('a')\nx = pickle.load(g)", "f = open('a')\nx = pickle.load(g)"),
    ],
)  # fmt: skip
def test_file_modes(before: str, after: str) -> None:
    assert converted(before) == [after]


# --- is it Python 2? ---


def test_unchanged_cells_are_not_converted() -> None:
    document = doc("x = 1", "print x", version="2.7.12")
    assert document.python2
    assert [cell.converted_from_python2 for cell in document.cells] == [False, True]
    assert document.cells[1].conversions == ("print statement (line 1)",)
    assert doc("x = it.next()", version="2.7").cells[0].conversions == ("next() method (line 1)",)


def test_one_cell_with_python2_syntax_makes_the_document_python2() -> None:
    assert converted("print 'a'", "x = 7 / 2", version=None) == ["print('a')", "x = 7 // 2"]


@pytest.mark.parametrize("source", ["import cPickle", "x = xrange(3)", "from StringIO import StringIO"])
def test_gone_names_make_a_document_python2(source: str) -> None:
    assert doc(source).python2


@pytest.mark.parametrize(
    "source",
    [
        "x = list(range(10))[len(a) / 2]",
        "n = 10 / 4\ni = np.random.choice(10, n)",
        "for i in range(n / 2, 7 / 2): f(i)",
        "s = '-' * (7 / 2)",
    ],
)
def test_halves_where_only_integers_will_do_make_a_document_python2(source: str) -> None:
    assert doc(source, version=None).python2
    assert not doc(source, version="3.6").python2
    assert not doc("from __future__ import division\n" + source, version=None).python2


@pytest.mark.parametrize(
    "source", ["x = d[7 / 2]", "x = np.arange(7 / 2)", "s = '-' * (n / 2)", "x = 3 * (7 / 2)", "r = range(int(7 / 2))"]
)
def test_halves_elsewhere_do_not(source: str) -> None:
    assert not doc(source, version=None).python2


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    import cPickle\nexcept ImportError:\n    import pickle as cPickle",
        "xrange = range\nfor i in xrange(3): f(i)",
        "def f(unicode): return unicode",
        "from six.moves import *\nx = xrange(3)",
        "s = 'xrange'",
        "x = d.iteritems()",
    ],
)
def test_guarded_or_defined_names_do_not(source: str) -> None:
    document = doc(source)
    assert not document.python2
    assert document.cells[0].python == source


def test_python3_document_is_left_alone() -> None:
    sources = ["print ('a', 'b')", "x = 7 / 2", "k = d.keys()", "x = map(f, y)"]
    assert converted(*sources, version="3.6.1") == sources
    assert converted(*sources, version=None) == sources


def test_division_is_doubtful_where_the_metadata_say_python3_and_the_cells_were_not_run() -> None:
    cells = doc("print 'a'", "x = 7 / 2", version="3.6.1").cells
    assert [cell.python for cell in cells] == ["print('a')", "x = 7 / 2"]
    assert cells[1].doubts == ("/ floors in Python 2 if both sides are integers (line 1)",)


def test_python3_syntax_elsewhere_leaves_the_meaning_alone() -> None:
    assert converted("x = f'{y}'", "print 'a'", "x = 7 / 2", version="3.6.1") == [
        "x = f'{y}'",
        "print('a')",
        "x = 7 / 2",
    ]


def test_a_syntax_error_that_was_shown_on_purpose_stays() -> None:
    failed = [{"output_type": "error", "ename": "SyntaxError", "evalue": "", "traceback": []}]
    document = doc("print 'a'", "x = 7 / 2", version="3.6.1", outputs={0: failed})
    assert not document.python2
    assert [cell.python for cell in document.cells] == [None, "x = 7 / 2"]
    assert document.cells[0].reason.startswith("not valid Python: Missing parentheses")


def test_the_user_can_say_it() -> None:
    assert read(b"x = 7 / 2\n", "a.py", python2=True).cells[0].python == "x = 7 // 2\n"
    assert read(b"x = xrange(3)\n", "a.py", python2=False).cells[0].python == "x = xrange(3)\n"


def test_script_says_it_in_its_first_line() -> None:
    assert read(b"#!/usr/bin/env python2.7\nx = 7 / 2\n", "a.py").python2
    assert not read(b"#!/usr/bin/env python\nx = 7 / 2\n", "a.py").python2


def test_no_language_at_all() -> None:
    document = doc("print 'a'", "if (x) { y }", version="2.7")
    assert [cell.python for cell in document.cells] == ["print('a')", None]


# --- writing ---


def test_conversions_are_written_when_asked() -> None:
    document = doc("%matplotlib inline\nprint 'a'\n!ls", version="2.7")
    cell = document.cells[0]
    assert cell.python == "__magic_0__\nprint('a')\n__magic_1__"
    assert document.write({}) == document.write({0: cell.python_before or ""})
    written = json.loads(document.write({0: cell.python}))
    assert written["cells"][0]["source"] == "%matplotlib inline\nprint('a')\n!ls"


@pytest.mark.parametrize(
    "source",
    [
        "print 'a', 7 / 2\nprint ('a', b)\nprint",
        "import cPickle as pickle\nx = pickle.load(open('a'))",
        "k = d.keys()\nfor a, b in d.iteritems(): f(a, b)\nit = d.itervalues()",
        "x = raw_input()\ny = input()",
        "n = 9\nx = n / 2\ny = map(f, range(3))\nz = reduce(f, y)",
        "import csv\nw = csv.writer(open('a', 'wb'))",
        "x = it.next()\nfor i in xrange(3): print i,",
    ],
)
def test_a_second_reading_converts_nothing(source: str) -> None:
    document = doc(source, version="2.7.12")
    python = document.cells[0].python
    assert python is not None
    assert python != source
    again = read(document.write({0: python}), "a.ipynb")  # the metadata still say 2.7.12
    assert [cell.python for cell in again.cells] == [python]


def test_python2_by_the_metadata_alone() -> None:
    before = ["print('a', b)", "x = 7 / 2", "k = d.keys()\nk.sort()", "y = input()"]
    assert converted(*before) == ["print('a', b)", "x = 7 // 2", "k = list(d.keys())\nk.sort()", "y = input()"]


def test_converted_code_under_python2_metadata_is_python3() -> None:
    sources = ["print('a', end=' ')", "x = 7 / 2"]
    assert converted(*sources) == sources
