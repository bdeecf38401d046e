"""Values of any library, in any of its releases, as plain JSON: what a computation gave, so that it can be compared.

Runs on Python 2.7 and newer, within the environment that made the values (`fork_server.py`); needs the standard library
only. Missing values in pandas containers are all NaN; what has no value of its own (a model, a function) is
`{"opaque": class name}`.
"""

import datetime
import decimal
import fractions
import json
import math
import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEPEST = 12
TEXT = (str, type(b"".decode("ascii")))  # both kinds of Python 2
INTEGERS = (int, type(sys.maxsize + 1))
DIGITS = 12  # of a float


def plain(value, depth=0):
    # type: (Any, int) -> Any
    """A value as None, bool, int, float, str, list or dict."""
    if depth > DEEPEST:
        return opaque(value)
    if value is None or isinstance(value, (bool, TEXT)):
        return value
    if isinstance(value, INTEGERS):
        return int(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, complex):
        return {"complex": [number(value.real), number(value.imag)]}
    for maker in (of_python, of_library):
        try:
            found = maker(value, depth)
        except Exception:
            found = None
        if found is not None:
            return found
    return opaque(value)


def number(value):
    # type: (float) -> Any
    if math.isnan(value) or math.isinf(value):
        return {"number": str(float(value))}  # apart from the text "nan"
    return float("%.*g" % (DIGITS, value))


def opaque(value):
    # type: (Any) -> Any
    kind = type(value)
    return {"opaque": getattr(kind, "__name__", str(kind))}


def many(values, depth):
    # type: (Any, int) -> list[Any]
    return [plain(v, depth + 1) for v in values]


def order(value):
    # type: (Any) -> str
    return json.dumps(value, sort_keys=True)


def of_python(value, depth):
    # type: (Any, int) -> Any
    """The standard library's containers and scalars; None for anything else."""
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).decode("latin-1")}
    if isinstance(value, (set, frozenset)):
        return {"set": sorted(many(value, depth), key=order)}
    if isinstance(value, dict):
        pairs = [[plain(k, depth + 1), plain(v, depth + 1)] for k, v in value.items()]
        return {"dict": sorted(pairs, key=order)}
    if isinstance(value, (list, tuple)):
        return many(value, depth)
    if type(value).__name__ in ("range", "xrange", "map", "filter", "zip", "dict_keys", "dict_values", "dict_items",
                                "generator", "enumerate", "reversed", "deque", "islice", "chain", "zip_longest"):  # fmt: skip
        return many(value, depth)
    if type(value) in (datetime.datetime, datetime.date, datetime.time):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, fractions.Fraction, datetime.timedelta)):
        return str(value)
    if isinstance(value, type):
        return {"opaque": "type"}
    if isinstance(value, BaseException):
        return {"error": type(value).__name__}
    return None


def of_library(value, depth):
    # type: (Any, int) -> Any
    """Values of numpy, pandas, scipy, matplotlib, torch, tensorflow, by the names of their classes; None for others."""
    names = [c.__name__ for c in type(value).__mro__]
    home = str(type(value).__module__).partition(".")[0]
    if home == "pandas":
        return of_pandas(value, names, depth)
    if home == "numpy" or "ndarray" in names:
        return of_numpy(value, names, depth)
    if home == "scipy" and hasattr(value, "toarray"):
        return plain(value.toarray(), depth)
    if home in ("matplotlib", "mpl_toolkits"):
        return of_matplotlib(value, names, depth)
    if home == "seaborn" and hasattr(value, "axes"):
        return {"axes": plain(value.axes, depth)}
    if home in ("torch", "tensorflow") and hasattr(value, "numpy"):
        value = value.detach() if hasattr(value, "detach") else value
        return plain(value.numpy(), depth)
    return None


def of_numpy(value, names, depth):
    # type: (Any, list[str], int) -> Any
    if "dtype" in names:
        return str(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in "mM" and kind:
        return plain(value.astype("M8[us]" if kind == "M" else "m8[us]").astype(str).tolist(), depth)
    if hasattr(value, "tolist"):
        return plain(value.tolist(), depth)
    return None


def of_pandas(value, names, depth):
    # type: (Any, list[str], int) -> Any
    if "DataFrame" in names:
        rows = [missing(value[c] if value.columns.is_unique else value.iloc[:, i], depth) for i, c in enumerate(value.columns)]
        return {"frame": rows, "columns": plain(value.columns, depth), "index": plain(value.index, depth)}
    if "Series" in names:
        return {"series": missing(value, depth), "index": plain(value.index, depth)}
    if "NaTType" in names or "NAType" in names:
        return number(float("nan"))
    if "Timestamp" in names:
        return value.isoformat()
    if "Index" in names or "Categorical" in names or hasattr(value, "to_numpy") or "ExtensionArray" in names:
        return missing(value, depth)
    if "Timedelta" in names or "Period" in names or "Interval" in names or hasattr(value, "freqstr"):
        return str(value)
    return None


def missing(values, depth):
    # type: (Any, int) -> list[Any]
    """The items of a pandas container, with one spelling for what is missing."""
    return [number(float("nan")) if v is None else v for v in many(list(values), depth)]


def of_matplotlib(value, names, depth):
    # type: (Any, list[str], int) -> Any
    if "FigureBase" in names or "Figure" in names:
        return {"axes": many(value.axes, depth)}
    if "Axes" in names:
        texts = [value.get_title(), value.get_xlabel(), value.get_ylabel()] + [t.get_text() for t in value.texts]
        legend = value.get_legend()
        drawn = [a for kind in (value.lines, value.patches, value.collections, value.images) for a in kind]
        found = {"texts": plain(texts), "drawn": many(drawn, depth)}
        if legend is not None:
            found["legend"] = plain([t.get_text() for t in legend.get_texts()])
        return found
    if "Line2D" in names:
        return {"x": plain(value.get_xdata(orig=False), depth), "y": plain(value.get_ydata(orig=False), depth)}
    if "Text" in names:
        return value.get_text()
    if "Rectangle" in names:
        return many((value.get_x(), value.get_y(), value.get_width(), value.get_height()), depth)
    if "Patch" in names:
        return plain(value.get_path().vertices, depth)
    if "Collection" in names:
        array = value.get_array()
        return {"offsets": plain(value.get_offsets(), depth), "array": plain(array, depth)}
    if "AxesImage" in names:
        return plain(value.get_array(), depth)
    return None


def everything(space, last, printed):
    # type: (dict[str, Any], str, str) -> dict[str, Any]
    """All that a snippet leaves: names it bound, its last value, open figures, what it printed."""
    skipped = (types.ModuleType, types.FunctionType, type)
    found = {}
    for name, value in list(space.items()):
        if not name.startswith("_") and not isinstance(value, skipped) and type(value).__name__ != "classobj":
            found[name] = plain(value)
    left = {"names": found}  # type: dict[str, Any]
    if space.get(last) is not None:
        left["last"] = plain(space[last])
    if printed.strip():
        left["printed"] = " ".join(printed.split())
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None and pyplot.get_fignums():
        left["figures"] = [plain(pyplot.figure(n)) for n in pyplot.get_fignums()]
    return left
