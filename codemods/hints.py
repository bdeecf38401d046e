"""What a notebook says about when, and with which releases, it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from codemods.notebook import StoredCell
from codemods.patterns import later
from codemods.printed import Printed, printed

_PER_OUTPUT = 6_000  # characters looked at in each saved output: versions are printed briefly
_IN_ALL = 400_000
_DISTRIBUTIONS = {
    "scikit-learn": "sklearn",
    "scikit-image": "skimage",
    "opencv-python": "cv2",
    "pillow": "PIL",
    "beautifulsoup4": "bs4",
    "tensorflow-gpu": "tensorflow",
    "tensorflow-cpu": "tensorflow",
    "pytorch": "torch",
    "pyyaml": "yaml",
}
_LIBRARIES = (
    "numpy|pandas|scipy|scikit-learn|sklearn|matplotlib|seaborn|statsmodels|tensorflow|keras|torch|torchvision|xgboost|"
    "lightgbm|catboost|nltk|gensim|spacy|plotly|bokeh|networkx|sympy|theano|lasagne|pymc3|patsy|dask|tsfresh|fastai|"
    "transformers|imbalanced-learn|imblearn|mlxtend|h5py|geopandas|ipython|jupyter"
)
_NUMBER = r"(\d+\.\d+(?:\.\d+)*(?:(?:a|b|rc|\.?dev|\.post)\d+)?)"
_VERSION = later(rf"(?<![\w.])v?{_NUMBER}(?:\+\w+)?(?![\w.]*\w)")
_LABELLED = later(
    rf"(?<![\w./-])({_LIBRARIES})(?:[ ._-]*__version__|[ _]*version(?: is)?|[ _]*library)?"
    rf"[\"']?[ \t]*[:=,]*[ \t]*[\"'(]?v?{_NUMBER}(?![\w.]*\w)",
    re.IGNORECASE,
)
_ASKS = later(r"version|watermark|\bpip\b|\bconda\b|freeze", re.IGNORECASE)
_ATTRIBUTE = later(r"\b([A-Za-z_]\w*)\.(?:__version__|VERSION\b|version\.version\b)")
_ALIAS = later(r"^[ \t]*import[ \t]+([\w.]+)[ \t]+as[ \t]+(\w+)", re.MULTILINE)
_PINNED = later(r"^[ \t]*[!%]?[ \t]*(?:pip3?|conda|python3? -m pip)\b.*?\binstall\b(.*)$", re.MULTILINE)
_PIN = later(rf"([A-Za-z][\w.-]*)(?:\[[\w,]*\])?==?{_NUMBER}")
_INSTALLED = later(r"(?:Successfully installed|Requirement already satisfied:)(.*)")
_INSTALLED_ITEM = later(rf"([A-Za-z][\w.]*(?:-[A-Za-z][\w.]*)*)(?:-|==){_NUMBER}(?=\s|$)")
_PYTHON_PATH = later(r"[/\\][Pp]ython-?(\d\.\d+|[23]\d{1,2})(?:\.\d+)?[/\\]")
_PYTHON_PRINTED = later(r"(?:^|Python(?: version)?:?[ \t]*|CPython[ \t]+)([23]\.\d+\.\d+)\+?[ \t]*(?:\||\(|:: |$)", re.MULTILINE)
_DATE = later(r"\b((?:19|20)\d\d-[01]\d-[0-3]\d)(?:[T ]\d\d:\d\d|\b)")
_SUMMARY_DATE = later(r"^Date:\s+\w{3}, (\d\d) (\w{3}) (\d{4})", re.MULTILINE)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Hints:
    """Traces of the time a document is from.

    `python`: version of the language ("2.7.12", "3.6", "3"). `versions`: import name → version. `evidence`: import
    name (or "python") → where that stands. `dates`: ISO dates (of running, saving, creating), oldest first. `printed`: what
    the form of the saved outputs tells.
    """

    python: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[str, ...] = ()
    printed: Printed = field(default_factory=Printed)


def collect(metadata: Mapping[str, object], cells: Iterable[StoredCell]) -> Hints:
    """Gather the hints of a notebook from its metadata, its install lines and its saved outputs.

    Args: `metadata`: the notebook's; `cells`: as stored. A version found twice stays the first one found, in the order
    of the cells. Only the beginnings and ends of outputs are looked at, so the cost is bounded.
    """
    code = [cell for cell in cells if cell.type == "code"]
    finder = _Finder()
    finder.metadata(metadata)
    aliases = {alias: name for cell in code for name, alias in _ALIAS.findall(cell.source)}
    budget = _IN_ALL
    for cell in code:
        finder.cell_metadata(cell)
        finder.install_lines(cell)
        text = "\n".join(_texts(cell)) if budget > 0 else ""
        budget -= len(text)
        if text:
            finder.output(cell, text, aliases)
    return Hints(finder.python, finder.versions, finder.evidence, tuple(sorted(finder.dates)), printed(code))


class _Finder:
    def __init__(self) -> None:
        self.python: str | None = None
        self.versions: dict[str, str] = {}
        self.evidence: dict[str, str] = {}
        self.dates: set[str] = set()

    def metadata(self, metadata: Mapping[str, object]) -> None:
        """The language's version, and dates that tools leave (papermill, jupytext, Kaggle, Colab …)."""
        info, kernel = metadata.get("language_info"), metadata.get("kernelspec")
        version = info.get("version") if isinstance(info, dict) else None
        if isinstance(version, str) and re.match(r"[23]\.", version):
            self.found_python(version, f"metadata: language_info.version {version}")
        names = [str(kernel.get(key, "")) for key in ("name", "display_name")] if isinstance(kernel, dict) else []
        for name in names:
            match = re.search(r"(?:python|py)[ -]?([23](?:\.\d+)?)\b", name, re.IGNORECASE)
            if match:
                self.found_python(match[1], f"metadata: kernelspec {name}")
        for key, value in metadata.items():
            if key not in ("kernelspec", "language_info", "toc", "widgets"):
                self.dates_in(value)

    def dates_in(self, value: object, depth: int = 3) -> None:
        if isinstance(value, str):
            self.dates.update(date for date in _DATE.findall(value[:200]))
        elif isinstance(value, dict) and depth:
            for inner in list(value.values())[:50]:
                self.dates_in(inner, depth - 1)

    def cell_metadata(self, cell: StoredCell) -> None:
        metadata = cell.content.get("metadata")
        for key in ("ExecuteTime", "execution", "papermill", "executionInfo"):
            value = metadata.get(key) if isinstance(metadata, dict) else None
            self.dates_in(value)
            stamp = value.get("timestamp") if isinstance(value, dict) else None
            if isinstance(stamp, (int, float)) and 1e12 < stamp < 4e12:  # Colab: milliseconds
                from datetime import UTC, datetime

                self.dates.add(datetime.fromtimestamp(stamp / 1000, UTC).date().isoformat())

    def install_lines(self, cell: StoredCell) -> None:
        """!pip install pandas==0.25.3"""
        if "install" in cell.source:
            for line in _PINNED.finditer(cell.source):
                for name, version in _PIN.findall(line[1]):
                    self.found(name, version, f"cell {cell.index} installs {name}=={version}")

    def output(self, cell: StoredCell, text: str, aliases: Mapping[str, str]) -> None:
        where = f"saved output of cell {cell.index}"
        path = _PYTHON_PATH.search(text)
        if path:
            digits = path[1]
            version = digits if "." in digits else f"{digits[0]}.{digits[1:]}"
            self.found_python(version, f"{where}: a path with {path[0].strip('/')}")
        for day, month, year in _SUMMARY_DATE.findall(text):
            if month in _MONTHS:
                self.dates.add(f"{year}-{_MONTHS.index(month) + 1:02d}-{day}")
        for line in _INSTALLED.finditer(text):
            for name, number in _INSTALLED_ITEM.findall(line[1].partition(" in ")[0]):
                self.found(name, number, f"{where}: {name} {number} installed")
        if not _ASKS.search(cell.source):
            return
        printed = _PYTHON_PRINTED.search(text)
        if printed and re.search(r"\bsys\b|watermark|python|platform|versions", cell.source):
            self.found_python(printed[1], f"{where}: {printed[0].strip()}")
        for name, number in _LABELLED.findall(text):
            self.found(name, number, f"{where}: {name} {number}")
        if "watermark" in cell.source:
            self.dates.update(_DATE.findall(text))
        self._attributes(cell, text, aliases, where)

    def _attributes(self, cell: StoredCell, text: str, aliases: Mapping[str, str], where: str) -> None:
        """`print(pd.__version__)`: as many versions in the output as asked for, in the same order."""
        asked = [aliases.get(name, name) for name in _ATTRIBUTE.findall(cell.source)]
        numbers = _VERSION.findall(text)
        if asked and len(asked) == len(numbers):
            for name, number in zip(asked, numbers, strict=True):
                self.found(name.partition(".")[0], number, f"{where}: {name}.__version__ {number}")

    def found(self, name: str, version: str, evidence: str) -> None:
        name = name.lower()
        if name in ("python", "sys"):
            self.found_python(version, evidence)
            return
        name = _DISTRIBUTIONS.get(name, name.replace("-", "_"))
        if name not in self.versions and version != "0.0":  # the empty package `sklearn` on PyPI
            self.versions[name] = version
            self.evidence[name] = evidence

    def found_python(self, version: str, evidence: str) -> None:
        """Keep the first version found; a longer one that agrees with it is more exact."""
        if self.python is None or (version != self.python and version.startswith(self.python + ".")):
            self.python = version
            self.evidence.setdefault("python", evidence)


def _texts(cell: StoredCell) -> Iterator[str]:
    """The text outputs of a cell: streams, text/plain results, tracebacks; of long ones the beginning and the end."""
    outputs = cell.content.get("outputs")
    for output in outputs[:50] if isinstance(outputs, list) else []:
        if not isinstance(output, dict):
            continue
        data = output.get("data")
        for value in (
            output.get("text"),
            data.get("text/plain") if isinstance(data, dict) else None,
            output.get("traceback"),
        ):
            text = value if isinstance(value, str) else _beginning(value) if isinstance(value, list) else ""
            yield text if len(text) <= _PER_OUTPUT else text[: _PER_OUTPUT // 2] + "\n" + text[-_PER_OUTPUT // 2 :]


def _beginning(lines: list[object]) -> str:
    chosen = lines if len(lines) <= 200 else [*lines[:100], *lines[-100:]]
    return "".join(line[:2_000] for line in chosen if isinstance(line, str))
