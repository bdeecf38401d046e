"""`migrate docker build TAG`: an image that notebooks run in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from migrator.app import new_app
from migrator.errors import BadOption
from migrator.run_cli import told

app = new_app(help="Images that notebooks run in.", no_args_is_help=True)
_BASE = "python:3.12-slim"


@app.callback()
def docker() -> None:
    """Images that notebooks run in (`migrate run NOTEBOOK --docker IMAGE`)."""


@app.command()
def build(
    tag: Annotated[str, typer.Argument(metavar="TAG", help="The name of the image.")],
    base: Annotated[
        str | None, typer.Option("--base", metavar="IMAGE", help=f"An image with Python and pip; {_BASE} if not said.")
    ] = None,
    rootfs: Annotated[
        Path | None, typer.Option("--rootfs", metavar="TAR", help="A root file system, in the place of a base image.")
    ] = None,
    requirements: Annotated[
        Path | None, typer.Option("--requirements", metavar="FILE", help="What the notebooks need: pip's requirements.")
    ] = None,
    certificates: Annotated[
        Path | None, typer.Option("--certificates", metavar="FILE", help="What pip must trust; SSL_CERT_FILE if not said.")
    ] = None,
) -> None:
    """Make an image from a requirements file and a base; ipykernel is added.

    Exit codes: 0 it is there, 2 it could not be built.
    """
    from runner import engine

    if base is not None and rootfs is not None:
        raise BadOption("--base and --rootfs exclude each other")
    with told("docker"):
        found = engine.build(
            tag,
            base=base or (None if rootfs is not None else _BASE),
            rootfs=rootfs,
            requirements=requirements,
            certificates=certificates,
        )
    typer.echo(f"{tag}: built ({found.removeprefix('sha256:')[:12]}); use it: migrate run NOTEBOOK --docker {tag}")
