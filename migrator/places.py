"""Where notebooks run: with an interpreter of this machine, or in a container."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from migrator.errors import BadOption

if TYPE_CHECKING:
    from runner.records import Limits, Run
    from runner.scores import Grader

# Prints the versions of all that is installed, as JSON.
_ASK = """
import json, platform
from importlib.metadata import distributions
found = {d.metadata["Name"]: d.version for d in distributions()}
print(json.dumps({"python": platform.python_version(), **{k: v for k, v in found.items() if k and v}}))
"""


@dataclass(frozen=True, slots=True)
class Place:
    """An interpreter (None: this tool's own), or an image and what its container may have; and the limits of a run."""

    bounds: Limits
    python: Path | None = None
    image: str | None = None
    data: Path | None = None
    kaggle: bool = False
    cpus: float = 2.0
    gpus: bool = False

    def __post_init__(self) -> None:
        """Raises BadOption where the options don't fit together."""
        if self.image is None and (self.data is not None or self.kaggle or self.gpus):
            raise BadOption("--data, --kaggle and --gpus need --docker IMAGE")
        if self.image is not None and self.python is not None:
            raise BadOption("--docker and --python exclude each other: the image has its own Python")
        if self.data is not None and not self.data.is_dir():
            raise BadOption(f"--data {self.data}: no such folder")

    def run(self, path: Path, notebook: Any, *, grader: Grader | None = None, files: Mapping[str, bytes] | None = None) -> Run:
        """Run a notebook (nbformat's) in a copy of the folder of `path`; the arguments and errors are those of `run_local`
        and `run_docker`."""
        if self.image is None:
            from runner.local import run_local

            return run_local(path, self.python, self.bounds, notebook=notebook, grader=grader, files=files)
        from runner.container import Container, run_docker

        container = Container(self.image, self.data, self.kaggle, self.cpus, gpus=self.gpus)
        return run_docker(path, container, self.bounds, notebook=notebook, grader=grader, files=files)

    def interpreter(self) -> Path | None:
        """The interpreter whose versions are the target; None for an image."""
        return None if self.image is not None else self.python or Path(sys.executable)

    def versions(self) -> dict[str, str]:
        """What is installed in the image, by distribution name; empty without one. Raises as `run_docker` does."""
        if self.image is None:
            return {}
        from tempfile import TemporaryDirectory

        from runner.container import Container, run_docker
        from runner.errors import NoKernel
        from runner.notebooks import of_cells
        from runner.scores import shown

        with TemporaryDirectory() as home:
            run = run_docker(Path(home, "versions.ipynb"), Container(self.image), self.bounds, notebook=of_cells([_ASK]))
        try:
            found: dict[str, str] = json.loads(shown(run.notebook))
        except ValueError:
            raise NoKernel(f"image {self.image}: it does not tell what is installed in it") from None
        return found
