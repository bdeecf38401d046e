"""What an object is, without running any code of the notebook's. Runs under the notebook's own Python, 2.7 or newer."""

import ast
import types

from _nbmigrate_cells import bases_of, class_name, short

NAMES = 100  # names told of one frame
COLUMNS = 200  # columns told of one table
LARGE = 2000000  # values, beyond which they are not counted
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)


def told(value):
    """Kind, bases and facts of an object: `pandas.DataFrame`, `class x.Y`, `module x`, `function x.y`."""
    if isinstance(value, types.ModuleType):
        return {"kind": "module " + value.__name__, "bases": [], "facts": {}}
    if isinstance(value, type):
        return {"kind": "class " + class_name(value), "bases": bases_of(value), "facts": {}}
    if isinstance(value, FUNCTIONS):
        name = "%s.%s" % (getattr(value, "__module__", None), getattr(value, "__qualname__", value.__name__))
        return {"kind": "function " + name, "bases": [], "facts": {}}
    try:
        facts = facts_of(value)
    except Exception:
        facts = {}
    return {"kind": class_name(type(value)), "bases": bases_of(type(value)), "facts": facts}


def held(cell, frame):
    """What the names hold that the frame's code reads: of a function its own, at the top of a cell all of the cell."""
    try:
        top = frame.f_locals is frame.f_globals or frame.f_code.co_name.startswith(("<module", "<cell"))
        if top:
            names = {n.id for n in ast.walk(cell.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        else:
            names = set(frame.f_code.co_varnames) | set(frame.f_code.co_freevars)
        space = frame.f_globals if top else frame.f_locals
        return {name: told(space[name]) for name in sorted(n for n in names if n in space)[:NAMES]}
    except Exception:
        return {}


def facts_of(value):
    """What rewrites that depend on values ask: dtype, shape, labels of rows and columns, dtypes of columns, classes."""
    if not class_name(type(value)).startswith(("pandas.", "numpy.")):
        return {}
    found = {}
    for name in ("dtype", "shape", "ndim"):
        if isinstance(getattr(type(value), name, None), (property, types.GetSetDescriptorType)) or hasattr(value, name):
            found[name] = short(getattr(value, name), 100)
    for name in ("index", "columns"):
        axis = getattr(value, name, None)
        if axis is not None and hasattr(axis, "dtype"):
            found[name] = "%s %s" % (type(axis).__name__, axis.dtype)
            found[name + " kind"] = labels(axis)
    if hasattr(value, "inferred_type"):
        found["kind"] = labels(value)
    dtypes = getattr(value, "dtypes", None)
    if hasattr(dtypes, "items") and hasattr(value, "columns"):
        for name, dtype in list(dtypes.items())[:COLUMNS]:
            if isinstance(name, str):
                found["column " + name] = short(dtype, 40)
    classes = count(value)
    if classes is not None:
        found["classes"] = str(classes)
    return found


def labels(axis):
    """What the labels of an axis are: range (0-based, without gaps), or what pandas infers (integer, string, mixed, ...)."""
    name = type(axis).__name__
    if name == "RangeIndex":
        start, step = (getattr(axis, part, getattr(axis, "_" + part, None)) for part in ("start", "step"))
        return "range" if start == 0 and step == 1 else "integer"
    return "multi" if name == "MultiIndex" else str(getattr(axis, "inferred_type", ""))


def count(value):
    """How many different values there are in one dimension; None where that is much work, or says nothing."""
    shape = getattr(value, "shape", None)
    if not isinstance(shape, tuple) or len(shape) != 1 or shape[0] > LARGE or not hasattr(value, "dtype"):
        return None
    if getattr(value.dtype, "kind", "O") not in "iubOSU":
        return None
    return len(set(value.tolist() if hasattr(value, "tolist") else value))
