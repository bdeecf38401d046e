"""What a notebook's saved outputs tell of the releases that made them, without naming one.

pandas changed twice how it writes a table for the browser; an estimator of scikit-learn, XGBoost or LightGBM shows all its
parameters, so the names of those that it had tell its release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from codemods.notebook import StoredCell
from codemods.patterns import later

_MOST = 200  # outputs looked at
_LONGEST = 3_000  # characters of an estimator's text
_BEGINNING = 1_200  # characters of a table: its style stands before its rows

# What `DataFrame._repr_html_` begins with; seen in pandas 0.19.2, 0.20.3, 0.21.1, 0.22, 0.23, 0.25.3 and 1.1.5.
_TABLES: tuple[tuple[re.Pattern[str], str | None, str | None], ...] = (
    (re.compile(r'<div(?: style="[^"]*")?>\s*<table border="1" class="dataframe">'), None, "0.19.2"),
    (re.compile(r"<div>\s*<style>\s*\.dataframe thead tr:only-child th"), "0.20", "0.20.3"),
    (re.compile(r"<div>\s*<style scoped>\s*\.dataframe tbody tr th:only-of-type"), "0.21", None),
)
_SHOWN = later(r"\b([A-Z]\w+)\(\s*([a-zA-Z]\w*)=")
_NAME = later(r"\s*([a-zA-Z]\w*)=")


@dataclass(frozen=True, slots=True)
class Printed:
    """`tables`: the oldest and the newest release of pandas that write tables as the saved ones are (None: no bound).
    `parameters`: class name → the sets of parameters with which its objects were shown."""

    tables: tuple[str | None, str | None] = (None, None)
    parameters: Mapping[str, frozenset[frozenset[str]]] = field(default_factory=dict)


def printed(cells: Iterable[StoredCell]) -> Printed:
    """Read the saved outputs of code cells; of very many outputs only the first are looked at."""
    forms: set[int] = set()
    shown: dict[str, set[frozenset[str]]] = {}
    for number, data in enumerate(_results(cells)):
        if number >= _MOST:
            break
        html = _text(data.get("text/html"), _BEGINNING)
        if "dataframe" in html:
            forms |= {form for form, (pattern, _, _) in enumerate(_TABLES) if pattern.match(html.lstrip())}
        for name, names in _parameters(_text(data.get("text/plain"), _LONGEST)):
            shown.setdefault(name, set()).add(names)
    tables = (_TABLES[min(forms)][1], _TABLES[max(forms)][2]) if forms else (None, None)
    return Printed(tables, {name: frozenset(found) for name, found in shown.items()})


def _results(cells: Iterable[StoredCell]) -> Iterator[Mapping[str, object]]:
    for cell in cells:
        outputs = cell.content.get("outputs") if cell.type == "code" else None
        for output in outputs if isinstance(outputs, list) else []:
            if isinstance(output, dict) and output.get("output_type") in ("execute_result", "display_data", "pyout"):
                data = output.get("data")
                old = {f"text/{kind}": output.get(key) for kind, key in (("html", "html"), ("plain", "text"))}  # format 3
                yield data if isinstance(data, dict) else old
            elif isinstance(output, dict) and output.get("output_type") == "stream":
                yield {"text/plain": output.get("text")}


def _text(value: object, most: int) -> str:
    if isinstance(value, list):
        value = "".join(part for part in value[:60] if isinstance(part, str))
    return value[:most] if isinstance(value, str) else ""


def _parameters(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Each `Name(a=1, b=Other(…))` in a text that is closed: the names given directly."""
    for match in _SHOWN.finditer(text) if "=" in text else ():
        depth, start, names = 1, match.end(1) + 1, set()
        at = start
        while at < len(text) and depth:
            char = text[at]
            if char in "\"'" and (end := text.find(char, at + 1)) > 0:
                at = end
            depth += (char in "([{") - (char in ")]}")
            if depth == 1 and (at == start or char == ",") and (name := _NAME.match(text, at + (char == ","))):
                names.add(name[1])
            at += 1
        if not depth and names:
            yield match[1], frozenset(names)
