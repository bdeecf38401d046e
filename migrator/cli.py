"""The command line: `migrate PATH…`, and the commands beside it."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from migrator.app import collect_seldom, new_app
from migrator.batch_options import Again, ExecutorOption, Jobs, QueueFile, batching
from migrator.completion import VARIABLE, complete
from migrator.errors import FAILED, BadOption, MigrateError
from migrator.model_options import (
    AllowSemantic,
    DryRun,
    GpuPrice,
    LlmContext,
    LlmModel,
    LlmRequests,
    LlmTimeout,
    LlmUrl,
    LlmVerdicts,
    MaxCalls,
    MaxCost,
    MaxModelTime,
    MaxTokens,
    TokenPrices,
    asking,
)
from migrator.run_options import CellLimit, Cpus, Data, Docker, Gpus, Kaggle, Memory, TimeLimit, VerifyAgainst, limits
from migrator.score_options import (
    Answers,
    LowerIsBetter,
    Metric,
    OwnGrader,
    Runs,
    ScorePattern,
    ScoreVariable,
    Submission,
    TargetScore,
)

app = new_app(name="migrate", help="Migrate old machine-learning notebooks to today's libraries.", add_completion=True)

# The commands beside the main one, and the modules that have them: loaded only when called.
COMMANDS = {
    "apidb": "migrator.apidb_cli",
    "types": "migrator.types_cli",
    "rules": "migrator.rules_cli:rules_app",
    "explain": "migrator.rules_cli:explain_app",
    "run": "migrator.run_cli",
    "compare": "migrator.compare_cli",
    "docker": "migrator.docker_cli",
    "backport": "migrator.backport_cli",
    "replay": "migrator.replay_cli",
    "llm": "migrator.llm_cli",
    "status": "migrator.batch_cli:status_app",
    "results": "migrator.batch_cli:results_app",
}


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


class ReportFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    JUNIT = "junit"


def pairs(values: list[str], option: str) -> dict[str, str]:
    """`LIB==VERSION` values as a mapping.

    Raises:
        BadOption: a value is not of that form, or its version is no version.
    """
    from apidb.versions import release_of

    found = {}
    for value in values:
        name, separator, version = value.partition("==")
        try:
            release_of(version)
        except ValueError:
            separator = ""
        if not separator or not name.strip():
            raise BadOption(f"{option} {value}: expected LIB==VERSION, for instance {option} pandas==0.25.3")
        found[name.strip()] = version.strip()
    return found


def day(value: str | None) -> str | None:
    """An ISO date as given.

    Raises:
        BadOption: it is none.
    """
    from datetime import date

    if value is None:
        return None
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise BadOption(f"--as-of {value}: expected a date, for instance --as-of 2018-03-01") from None


def _version(asked: bool) -> None:
    if asked:
        from migrator.version import told

        typer.echo(told())
        raise typer.Exit


def _named(context: typer.Context, incomplete: str) -> list[str]:
    """What a shell offers as the first word, beside files."""
    return [] if context.params.get("paths") else [name for name in COMMANDS if name.startswith(incomplete)]


@app.command()
def run(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="Notebooks, scripts or folders; - reads standard input.", autocompletion=_named),
    ],
    codemods_only: Annotated[
        bool, typer.Option("--codemods-only", help="Static rewrites only: no kernel, no network, no model.")
    ] = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="PATH", help="Write the result to this file or folder.")
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Overwrite the input (atomically).")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print a diff; write nothing.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only tell whether something would change; write nothing.")] = False,
    python: Annotated[
        Path | None,
        typer.Option("--python", help="The interpreter that the notebook will run in: its versions are the target."),
    ] = None,
    target: Annotated[list[str] | None, typer.Option("--target", metavar="LIB==VERSION", help="A target version.")] = None,
    was: Annotated[
        list[str] | None,
        typer.Option("--was", metavar="LIB==VERSION", help="A version that the notebook was written for."),
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="When the notebook was written.")] = None,
    select: Annotated[list[str] | None, typer.Option("--select", metavar="CODE", help="Only these codes (prefixes).")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="CODE", help="Not these codes (prefixes).")] = None,
    unsafe_fixes: Annotated[bool, typer.Option("--unsafe-fixes", help="Also apply rewrites that need a review.")] = False,
    object_strings: Annotated[
        bool, typer.Option("--object-strings", help="Keep text in dtype object under pandas 3: one line for the whole notebook.")
    ] = False,
    docker: Docker = None,
    data: Data = None,
    kaggle: Kaggle = False,
    cpus: Cpus = 2.0,
    gpus: Gpus = False,
    time_limit: TimeLimit = 600,
    cell_limit: CellLimit = None,
    memory: Memory = None,
    max_rounds: Annotated[int, typer.Option("--max-rounds", metavar="N", help="Run it at most so often.")] = 16,
    fix_deprecations: Annotated[
        bool, typer.Option("--fix-deprecations", help="Also repair what the target only warns of, where that is certain.")
    ] = False,
    verify_against: VerifyAgainst = None,
    submission: Submission = None,
    answers: Answers = None,
    metric: Metric = None,
    score_pattern: ScorePattern = None,
    score_variable: ScoreVariable = None,
    grader: OwnGrader = None,
    lower_is_better: LowerIsBetter = False,
    target_score: TargetScore = None,
    runs: Runs = 10,
    llm_url: LlmUrl = None,
    llm_model: LlmModel = "",
    llm_timeout: LlmTimeout = 300,
    llm_context: LlmContext = 8192,
    llm_requests: LlmRequests = 8,
    llm_verdicts: LlmVerdicts = False,
    max_calls: MaxCalls = 16,
    max_tokens: MaxTokens = 200_000,
    max_model_time: MaxModelTime = None,
    max_cost: MaxCost = None,
    gpu_price: GpuPrice = 0.0,
    token_prices: TokenPrices = None,
    allow_semantic_changes: AllowSemantic = False,
    dry_run: DryRun = False,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep what happened, for migrate replay: JSON lines.")
    ] = None,
    format: Annotated[ReportFormat, typer.Option("--format", help="How to report.")] = ReportFormat.TEXT,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Also write a report to look at: one HTML file.")
    ] = None,
    jobs: Jobs = None,
    queue: QueueFile = None,
    again: Again = False,
    executor: ExecutorOption = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="The version, and how far the databases reach.")
    ] = False,
) -> None:
    """Migrate notebooks and scripts: what changed in the libraries is rewritten, the rest is reported."""
    from migrator.pipeline import Options
    from migrator.work import Job, work

    if in_place and output is not None:
        raise BadOption("--in-place and --output exclude each other")
    options = Options(
        python=python,
        target=pairs(target or [], "--target"),
        was=pairs(was or [], "--was"),
        as_of=day(as_of),
        select=codes(select),
        ignore=codes(ignore),
        unsafe=unsafe_fixes,
        object_strings=object_strings,
    )
    running = None
    if not codemods_only:
        from migrator.hybrid_work import Running
        from migrator.places import Place
        from migrator.scoring import Scoring

        if max_rounds < 1:
            raise BadOption(f"--max-rounds {max_rounds}: expected 1 or more")
        bounds = limits(time_limit, cell_limit, memory)
        where = Place(bounds, python, docker, data, kaggle, cpus, gpus)
        model = asking(
            llm_url, llm_model, llm_timeout, llm_context, llm_verdicts, requests=llm_requests, calls=max_calls, tokens=max_tokens,
            seconds=max_model_time, cost=max_cost, gpu_price=gpu_price, token_prices=token_prices,
            semantic=allow_semantic_changes, dry=dry_run,
        )  # fmt: skip
        scoring = Scoring(submission, answers, metric, score_pattern, score_variable, grader, lower_is_better, target_score, runs)
        running = Running(where, max_rounds, fix_deprecations, verify_against, record, model, scoring)
    form = None if format is ReportFormat.TEXT else format.value
    place = Path(output) if output is not None else None
    into_folder = output is not None and output.endswith(("/", os.sep))
    batch = batching(jobs, queue, again, executor)
    job = Job(tuple(paths), options, place, in_place, diff, check, form, running, report, into_folder, batch)
    raise typer.Exit(work(job))


def codes(values: list[str] | None) -> tuple[str, ...]:
    """Codes given as several options or separated by commas."""
    return tuple(c.strip() for v in values or () for c in v.split(",") if c.strip())


def _beside(name: str) -> typer.Typer:
    """One of the commands beside the main one."""
    from importlib import import_module

    module, _, attribute = COMMANDS[name].partition(":")
    command: typer.Typer = getattr(import_module(module), attribute or "app")
    return command


def main() -> None:
    """The entry point: errors become one line on standard error and exit code 2."""
    collect_seldom()
    arguments = sys.argv[1:]
    try:
        if VARIABLE in os.environ:
            complete(app, COMMANDS, _beside)
        elif arguments and arguments[0] in COMMANDS:
            _beside(arguments[0])(args=arguments[1:], prog_name=f"migrate {arguments[0]}")
        else:
            app(prog_name="migrate")
    except MigrateError as error:
        typer.echo(f"migrate: {error}", err=True)
        raise SystemExit(FAILED) from None
    except KeyboardInterrupt:
        typer.echo("migrate: interrupted", err=True)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
