"""`migrate llm serve MODEL` and `migrate llm check`."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from migrator.app import new_app
from migrator.cli import Format
from migrator.errors import FAILED, MigrateError

app = new_app(name="llm", help="The model server: start one, or see what works with one.", no_args_is_help=True)

DEFAULT_URL = "http://127.0.0.1:8000/v1"
UrlOption = Annotated[str, typer.Option("--llm-url", metavar="URL", help="The server's address, up to /v1.")]
ModelOption = Annotated[str, typer.Option("--llm-model", metavar="NAME", help="The model; the first served if not given.")]


@app.command()
def serve(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A folder with the weights, or a name that vLLM can load.")],
    python: Annotated[Path | None, typer.Option("--python", help="An interpreter that has vLLM.")] = None,
    host: Annotated[str, typer.Option("--host", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Where to listen.")] = 8000,
    context: Annotated[int | None, typer.Option("--context", help="Tokens of context; the model's own if not given.")] = None,
    in_flight: Annotated[int, typer.Option("--in-flight", help="Requests at once.")] = 8,
    ready_within: Annotated[float, typer.Option("--ready-within", help="Seconds to wait for it.")] = 900,
    log: Annotated[Path | None, typer.Option("--log", help="Where the server's words go.")] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="-- ARGS…", help="Passed to vLLM as they are.")] = None,
) -> None:
    """Start a local vLLM, wait until it is ready, and keep it until interrupted."""
    import sys

    from llm.errors import LlmError
    from llm.serve import Serving, start, stop, wait

    serving = Serving(
        model, python or Path(sys.executable), host, port, context, in_flight, ready_within, tuple(more or ())
    )  # fmt: skip
    log = log or Path(tempfile.gettempdir()) / f"migrate-llm-{port}.log"
    process = None
    try:
        process = start(serving, log)
        typer.echo(f"starting {model}; its words go to {log}", err=True)
        seconds = wait(process, serving, log)
        typer.echo(f"ready after {seconds:.0f} s: --llm-url {serving.url}")
        raise typer.Exit(process.wait())
    except LlmError as error:
        raise MigrateError(str(error)) from error
    except OSError as error:
        raise MigrateError(f"{log}: can't be written ({error.strerror or error})") from error
    finally:
        if process is not None:
            stop(process)


@app.command()
def check(
    url: UrlOption = DEFAULT_URL,
    model: ModelOption = "",
    timeout: Annotated[float, typer.Option("--llm-timeout", help="Seconds for one answer.")] = 120,
    format: Annotated[Format, typer.Option("--format", help="How to report.")] = Format.TEXT,
) -> None:
    """Say what works with a server: models, context length, answers, structured output."""
    from llm.checkup import check as points
    from llm.client import KEY_VARIABLE, Connection

    connection = Connection(url, model, os.environ.get(KEY_VARIABLE, ""), timeout=timeout, patience=5)
    found = []
    for point in points(connection):
        found.append(point)
        if format is Format.TEXT:
            mark = {True: "ok  ", False: "FAIL", None: "    "}[point.fine]
            typer.echo(f"{mark} {point.what:8} {point.detail}")
    if format is Format.JSON:
        typer.echo(json.dumps([{"what": p.what, "fine": p.fine, "detail": p.detail} for p in found], indent=2))
    raise typer.Exit(FAILED if any(p.fine is False for p in found) else 0)
