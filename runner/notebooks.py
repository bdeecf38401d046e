"""Notebooks as they are run: read, emptied of the outputs of former runs, and saved."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

from runner.errors import BadNotebook, MissingPart


def _nbformat() -> Any:
    try:
        import nbformat
    except ImportError:
        raise MissingPart("running notebooks needs nbclient, nbformat and ipykernel: pip install 'nbmigrate[run]'") from None
    return nbformat


def _parse(data: bytes, name: str) -> Any:
    nbformat = _nbformat()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of cells without ids
            notebook = nbformat.reads(data.decode("utf-8-sig"), as_version=4)
        if not isinstance(notebook.cells, list):
            raise TypeError("no cells")
    except Exception as error:
        raise BadNotebook(f"{name}: can't be read as a notebook: {(str(error).splitlines() or [''])[0][:300]}") from None
    return notebook


def read(data: bytes, name: str) -> Any:
    """A notebook as nbformat 4, without outputs.

    Raises:
        BadNotebook: it is none.
        MissingPart: the group `run` is not installed.
    """
    notebook = _parse(data, name)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    return notebook


def of_cells(sources: list[str]) -> Any:
    """A notebook of code cells, for scripts."""
    form = _nbformat().v4
    return form.new_notebook(cells=[form.new_code_cell(source) for source in sources])


def stream(name: str, text: str) -> Any:
    """An output of text."""
    return _nbformat().v4.new_output("stream", name=name, text=text)


def read_file(path: Path) -> Any:
    """`read` of a file; raises BadNotebook also where it can't be opened."""
    return read(_bytes(path), str(path))


def with_outputs(path: Path) -> dict[str, Any]:
    """A notebook as it is saved, outputs and all, as JSON data of nbformat 4; raises as `read_file` does."""
    return plain(_parse(_bytes(path), str(path)))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadNotebook(f"{path}: can't be read: {error.strerror or error}") from None


def plain(notebook: Any) -> dict[str, Any]:
    """The notebook as plain JSON data."""
    found: dict[str, Any] = json.loads(json.dumps(notebook))
    return found


def save(notebook: dict[str, Any], path: Path) -> None:
    """Write a notebook, whole or not at all. Raises OSError."""
    from tempfile import NamedTemporaryFile

    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        file.write(text)
    temporary = Path(file.name)
    temporary.chmod(0o644)
    temporary.replace(path)
