"""What a notebook needed in its time: the libraries it imports, their distributions, the day, and the Python."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from migrator.errors import BadOption

if TYPE_CHECKING:
    from codemods.document import Document
    from codemods.era import Vintage
    from runner.past import Lacking, Wanted

# What Python 2 had beside the standard library of today.
_PYTHON2 = frozenset({
    "BaseHTTPServer", "CGIHTTPServer", "ConfigParser", "Cookie", "HTMLParser", "Queue", "SimpleHTTPServer", "SocketServer",
    "StringIO", "Tkinter", "UserDict", "UserList", "__builtin__", "anydbm", "cPickle", "cStringIO", "commands", "cookielib",
    "copy_reg", "dummy_thread", "exceptions", "httplib", "imp", "md5", "sets", "sha", "string", "thread", "tkMessageBox",
    "urllib2", "urlparse", "xmlrpclib", "distutils", "asyncore", "asynchat", "cgi", "pipes",
})  # fmt: skip
# Import names whose distribution is known to have the same name, beside the libraries of the database: what may be
# installed unasked. Any other name could be anybody's package.
_SAME = frozenset({
    "arch", "bokeh", "boto3", "bs4", "cartopy", "catboost", "corner", "cvxopt", "cvxpy", "cycler", "cython", "dask",
    "datashader", "deap", "descartes", "ephem", "eli5", "emcee", "fastai", "fastcluster", "fbprophet", "feather", "flask",
    "folium", "fuzzywuzzy", "geopandas", "geopy", "gensim", "ggplot", "gmaps", "graphviz", "gym", "h5py", "hdbscan",
    "holoviews", "hyperopt", "implicit", "ipython", "ipywidgets", "jinja2", "joblib", "keras", "lasagne", "librosa",
    "lifelines", "lime", "lxml", "markdown", "mlxtend", "missingno", "mpld3", "nbconvert", "nbformat", "networkx", "nilearn",
    "nltk", "nose", "numba", "numexpr", "openpyxl", "pandas_datareader", "pandas_profiling", "patsy", "peewee", "pingouin",
    "plotly", "plotnine", "progressbar", "psutil", "psycopg2", "pycountry", "pydot", "pydotplus", "pymc3", "pymongo",
    "pyspark", "pystan", "pytest", "pytz", "pywt", "quandl", "rasterio", "redis", "requests", "scikitplot", "scrapy", "shap",
    "shapely", "simplejson", "six", "spacy", "sqlalchemy", "squarify", "surprise", "sympy", "tables", "tabulate",
    "tensorflow", "textblob", "theano", "toolz", "torch", "torchvision", "tornado", "tqdm", "transformers",
    "treeinterpreter", "tsfresh", "tweepy", "ujson", "vaderSentiment", "vincent", "watermark", "wordcloud", "xarray", "xlrd",
    "xlsxwriter", "yellowbrick",
})  # fmt: skip
_OTHER = {
    "pywt": "PyWavelets",
    "scikitplot": "scikit-plot",
    "surprise": "scikit-surprise",
    "pandas_datareader": "pandas-datareader",
    "pandas_profiling": "pandas-profiling",
    "fbprophet": "fbprophet",
    "progressbar": "progressbar2",
    "feather": "feather-format",
    "graphviz": "graphviz",
    "dateutil": "python-dateutil",
    "Crypto": "pycryptodome",
    "dotenv": "python-dotenv",
}


_WATERMARK = re.compile(r"^\s*%watermark\b.*?(?:-p|--packages)\s+([\w.,-]+)", re.MULTILINE)
_IN_USE = timedelta(days=540)
# What old releases need and do not declare.
_UNDECLARED = {
    "sklearn": ("numpy", "scipy"),
    "seaborn": ("matplotlib", "numpy", "pandas", "scipy"),
    "statsmodels": ("numpy", "pandas", "patsy", "scipy"),
    "xgboost": ("numpy", "scipy"),
    "lightgbm": ("numpy", "scipy", "sklearn"),
    "imblearn": ("numpy", "scipy", "sklearn"),
}
_BUILT_IN = ("autoreload", "storemagic")  # extensions of IPython itself
_EXTENSION = re.compile(r"^\s*%(?:re)?load_ext\s+([A-Za-z]\w*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Needs:
    """`day` and `python` as told or inferred (`because` says from what), what to install, and what is not known."""

    wanted: tuple[Wanted, ...]
    unknown: tuple[Lacking, ...]
    day: date
    python: str | None
    because: str


def needs(path: Path, as_of: str | None, was: Mapping[str, str], also: Iterable[str] = ()) -> Needs:
    """What the notebook at `path` needed.

    Args: `as_of`: an ISO date, None: from the notebook's vintage. `was`: versions told by the user, `python` among them.
    `also`: distributions to install beside what is imported.
    Raises:
        DocumentError: the file can't be read.
        BadOption: nothing tells how old it is.
    """
    from migrator.pipeline import Options, migrate_file
    from runner.past import Lacking, Wanted

    options = Options(was=dict(was), as_of=as_of)
    result = migrate_file(path, options)
    document, vintage = _document(path), result.vintage
    python = was.get("python") or document.hints.python or ("2.7" if document.python2 else None)
    day, because = _day(as_of, vintage, document)
    wanted, unknown = [], []
    modules = imported(document, path.parent)
    for module in sorted(modules | {needed for one in modules for needed in _UNDECLARED.get(one, ())}):
        found = distributions_of(module)
        if found is None:
            unknown.append(Lacking(module, f"which distribution brings it is not known; name it: --with {module}"))
        else:
            wanted.append(Wanted(module, found, _specifier(module, vintage, was)))
    names = {one.module for one in wanted}
    if "keras" in names and not names & {"tensorflow", "theano"}:
        # What keras computes with; its releases before 2.4 were for tensorflow 1.
        old = not vintage.since("keras", "2.4")
        wanted.append(Wanted("tensorflow", ("tensorflow",), "<2" if old else ""))
    wanted += [Wanted(name, (name,)) for name in also]
    return Needs(tuple(wanted), tuple(unknown), day, python, because)


def _document(path: Path) -> Document:
    from codemods.document import read_file

    return read_file(path)


def _day(as_of: str | None, vintage: Vintage, document: Document) -> tuple[date, str]:
    """The day, and what it is taken from: told, a date in the notebook, or its newest possible releases."""
    if as_of is not None:
        return date.fromisoformat(as_of), "told by the user"
    # The tightest bound says most; but the releases that it must have had were out.
    latest, earliest = _dates(vintage, newest=True), _dates(vintage, newest=False)
    if latest:
        return max([min([*latest, *_usual(document.hints.python)]), *earliest])
    if document.hints.dates:
        return date.fromisoformat(document.hints.dates[-1]), "a date in the notebook"
    raise BadOption(f"{document.name}: nothing in it tells when it was written; say it: --as-of 2018-03-01")


def _usual(python: str | None) -> list[tuple[date, str]]:
    """The day by which most had moved on from a Python 3, which was in use for years after."""
    from runner.past import BORN

    minor = ".".join((python or "").split(".")[:2])
    if not minor.startswith("3.") or minor not in BORN:
        return []
    return [(date.fromisoformat(BORN[minor]) + _IN_USE, f"Python {minor}, by when most had moved on from it")]


def _dates(vintage: Vintage, *, newest: bool) -> list[tuple[date, str]]:
    """The days of the newest (or oldest) releases that each library may have had, with what says so."""
    from apidb import Catalog

    catalog, known = Catalog(), list[tuple[date, str]]()
    for name, bound in vintage.bounds.items():
        version = bound.newest if newest else bound.oldest
        library = catalog.library(name) if version and name != "python" else None
        release = library and next((r for r in library.releases if r.version == library.nearest(version or "")), None)
        if release:
            what = bound.because if newest else f"it uses what came with {name} {version}"
            known.append((date.fromisoformat(release.date), f"{name} {version}: {what}"))
    return known


def _specifier(module: str, vintage: Vintage, was: Mapping[str, str]) -> str:
    from apidb.names import import_name

    told = {import_name(name): version for name, version in was.items()}
    if module in told:
        return f"=={told[module]}"
    bound = vintage.bounds.get(module)
    if bound is None or bound.newest is None:
        return ""
    if bound.newest == bound.oldest:
        return f"=={bound.newest}"
    # A mined release stands for its minor: later patches of it are in the interval too.
    from packaging.version import Version

    try:
        release = Version(bound.newest).release
    except ValueError:
        return ""
    return f"<{release[0]}.{(release[1] if len(release) > 1 else 0) + 1}"


def imported(document: Document, beside: Path) -> set[str]:
    """The libraries that a notebook imports, by import name; the standard library and the user's own modules left out."""
    from apidb.names import import_name, library_of

    found: set[str] = set()
    for cell in document.cells:
        found.update(_EXTENSION.findall(cell.source))
        found.update(import_name(name) for listed in _WATERMARK.findall(cell.source) for name in listed.split(",") if name)
        for node in ast.walk(ast.parse(cell.python)) if cell.python is not None else ():
            if isinstance(node, ast.Import):
                found.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    own = {name for name in found if (beside / f"{name}.py").exists() or (beside / name).is_dir()}
    return {library_of(n) for n in found - own - _PYTHON2 - set(sys.stdlib_module_names)} - {"__future__", *_BUILT_IN}


def distributions_of(module: str) -> tuple[str, ...] | None:
    """The distributions that bring an import name; None where that is not known."""
    from apidb import Catalog
    from apidb.names import distributions

    if module in _OTHER:
        return (_OTHER[module],)
    if (library := Catalog().library(module)) is not None:
        return (library.name,)
    found = distributions(module)
    if module in _SAME:
        return tuple(sorted(found, key=lambda name: name.lower() != module.lower()))
    return found if len(found) > 1 else None
