"""Lists the public names of an installed library and the members of its public classes, as JSON on standard output.

Runs in the interpreter that has the library, without this package: `python survey.py IMPORTS DISTRIBUTIONS INTERNAL`.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

LEFT_OUT = ("tests", "test", "testing", "conftest", "setup", "externals", "_")


def version_of(distributions: list[str]) -> str | None:
    """The version of the first of the distributions that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    for name in distributions:
        try:
            return version(name)
        except PackageNotFoundError:
            pass
    return None


def public_modules(top: str, internal: str) -> Iterator[Any]:
    """The package and its public submodules, as far as they can be imported; `internal` matches what is not public."""
    try:
        package = importlib.import_module(top)
    except Exception:
        return
    yield package
    for found in pkgutil.walk_packages(getattr(package, "__path__", []), top + ".", onerror=lambda name: None):
        if any(part.startswith(LEFT_OUT) for part in found.name.split(".")[1:]) or (internal and re.match(internal, found.name)):
            continue
        try:
            yield importlib.import_module(found.name)
        except BaseException:  # a script that exits, a backend that isn't there
            continue


def public_names(module: Any, tops: list[str]) -> list[str]:
    """What the module offers: `__all__`, else what it defines itself, a package also what it shows of the library's."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if isinstance(name, str) and hasattr(module, name)]
    out = []
    for name in dir(module):
        origin = str(getattr(getattr(module, name, None), "__module__", None) or "")
        own = origin == module.__name__ or (hasattr(module, "__path__") and origin.split(".")[0] in tops)
        if own and not name.startswith("_"):
            out.append(name)
    return out


def is_anothers(value: type, name: str, tops: list[str]) -> bool:
    """Is a member what another library has put into the class, as scikit-learn's `set_fit_request` in its subclasses?"""
    kind = type(inspect.getattr_static(value, name, None))
    made_in = kind.__module__.split(".")[0]
    standard = getattr(sys, "stdlib_module_names", ("abc", "builtins", "enum", "functools", "operator", "types", "typing"))
    return hasattr(kind, "__get__") and made_in not in tops and made_in not in standard and "cython" not in made_in


def is_nameless(value: type, name: str) -> bool:
    """Is a member a function that code made in passing, under a name of its own, like pandas' `visit_Lambda`, which refuse?"""
    made = inspect.getattr_static(value, name, None)
    return inspect.isfunction(made) and "<locals>" in made.__qualname__ and made.__name__ != name


def main(tops: list[str], distributions: list[str], internal: str) -> dict[str, Any]:
    """Names, and the members of each class by its shortest name, with the installed version."""
    names: list[str] = []
    classes: dict[int, tuple[str, Any]] = {}
    for top in tops:
        if top.startswith("_"):
            continue
        for module in public_modules(top, internal):
            for name in public_names(module, tops):
                try:
                    value = getattr(module, name)
                except Exception:
                    continue
                path = module.__name__ + "." + name
                names.append(path)
                if inspect.isclass(value) and value.__module__.split(".")[0] in tops:
                    known = classes.get(id(value))
                    if known is None or len(path) < len(known[0]):
                        classes[id(value)] = (path, value)
    members = {}
    for path, value in classes.values():
        inherited = {n for base in value.__mro__ if base.__module__.split(".")[0] not in tops for n in vars(base)}
        members[path] = [
            n
            for n in dir(value)
            if not n.startswith("_") and n not in inherited and not is_anothers(value, n, tops) and not is_nameless(value, n)
        ]
    return {"version": version_of(distributions), "names": names, "members": members}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    os.environ.setdefault("MPLBACKEND", "Agg")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    sys.path[:] = sys.path[1:]  # the folder of this file
    answer = main(json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3])
    sys.stdout.flush()
    print("\n" + json.dumps(answer))
