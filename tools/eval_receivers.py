"""How many receivers does inference know, and how often is it right?

    python -m tools.eval_receivers RECEIVERS [--knowledge none|tables|catalog] [--show wrong|unknown|part]
    python -m tools.eval_receivers RECEIVERS --cmd "migrate types {} --format json" [--show …]

RECEIVERS is a folder with `scripts/` (notebook-like files) and `labels/` (for each attribute access in them the classes
that the receiver really had). Classes are compared by identity: both sides go through the same aliases. With --cmd a command is
measured that prints {line, col, end_line, end_col, attr, types} for each access; `{}` stands for the script.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import resource
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codemods.infer import Knowledge, Nothing, infer
from codemods.infer.rules.aliases import class_identity
from codemods.spans import Lines, span_of
from codemods.types import (
    Class,
    Function,
    Instance,
    Method,
    Module,
    Symbolic,
    Type,
    UserClass,
    UserFunction,
    UserInstance,
    class_name,
)

NUMBERS = {"int", "float", "bool", "complex", "long", "float64", "float32", "int64", "int32", "bool_", "uint8"}
GROUPS = ("lib", "drift", "homonym", "builtin", "user", "module")
# Bases that say nothing about what the object can do.
COARSE = {"builtins.object", "sklearn.base.BaseEstimator", "matplotlib.artist.Artist"}


@dataclass(frozen=True, slots=True)
class Probe:
    script: str
    line: int
    text: str
    group: str
    verdict: str
    said: tuple[str, ...]
    truth: tuple[str, ...]


def normal(name: str) -> str:
    """One name for each class, whatever its module was at the time: library and last part."""
    if name.startswith(("module:", "class:", "function:")):
        return name
    if name.startswith(("nb_", "__main__")) or re.match(r"s\d\d_", name):
        return "user." + name.rpartition(".")[2]
    name = class_identity(name) or name
    library, _, _ = name.partition(".")
    last = name.rpartition(".")[2]
    if last in NUMBERS and library in ("numpy", "builtins"):
        return "number"
    if last == "AxesSubplot":
        last = "Axes"
    if library == "statsmodels" and last.endswith("Wrapper"):
        last = last.removesuffix("Wrapper")
    if library in ("tensorflow", "tensorflow_core", "keras") and "keras" in name.lower():
        library = "keras"
    library = {"mpl_toolkits": "matplotlib", "_io": "io", "tensorflow_core": "tensorflow"}.get(library, library)
    return f"{library}.{last}"


def said(kind: Type) -> str:
    match kind:
        case Module(path=path):
            return f"module:{path}"
        case Class(name=name):
            return f"class:{name}"
        case UserInstance(name=name):
            return f"user.{name}"
        case Instance(name=name):
            return normal(name)
        case Symbolic(path=path):
            return f"symbol:{path}"
        case UserClass(name=name):
            return f"class:__main__.{name}"
        case Function() | Method() | UserFunction():
            return "function"
        case _:
            return normal(class_name(kind) or "?")


def judge(names: Collection[str], truth: list[dict[str, Any]]) -> tuple[str, tuple[str, ...]]:
    """right, part (one of several is right), wrong, or unknown."""
    names = tuple(sorted({name for name in names if name != "function" and not name.startswith(("symbol:", "function:"))}))
    if not names:
        return "unknown", ()
    lines = [{normal(item["name"]), *map(normal, item["mro"])} - COARSE for item in truth]
    good = [name for name in names if any(name in line for line in lines)]
    if len(good) == len(names):
        return "right", names
    return ("part" if good else "wrong"), names


Answers = dict[tuple[int, int, str], set[str]]  # end line and column of the receiver, attribute -> classes


def inferred(path: Path, knowledge: Knowledge) -> tuple[Answers, float]:
    """What inference, called here, says of a script; and the CPU seconds that it took."""
    tree = ast.parse(path.read_text())
    start = time.process_time()
    inference = infer([(0, tree)], knowledge)
    spent = time.process_time() - start
    lines = Lines(path.read_text())
    answers = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            span = span_of(node.value, lines)
            answers[span.end_line, span.end_col, node.attr] = {said(kind) for kind in inference.receiver(node.value)}
    return answers, spent


def commanded(path: Path, command: str) -> tuple[Answers, float]:
    """What a command says of a script; and the CPU seconds that it took, its start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [word.replace("{}", str(path)) for word in shlex.split(command)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = {(r["end_line"], r["end_col"], r["attr"]): set(map(normal, r["types"])) for r in json.loads(done.stdout)}
    return answers, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def probes(folder: Path, ask: Callable[[Path], tuple[Answers, float]]) -> tuple[list[Probe], float]:
    """Judge every labelled access; also the CPU seconds of the answers."""
    found: list[Probe] = []
    spent = 0.0
    for path in sorted((folder / "scripts").glob("*.py")):
        labels = json.loads((folder / "labels" / f"{path.stem}.json").read_text())
        answers, seconds = ask(path)
        spent += seconds
        for label in labels["probes"]:
            answer = answers.get((label["end_line"], label["end_col"], label["attr"]))
            if answer is None or not label.get("truth"):
                continue
            verdict, names = judge(answer, label["truth"])
            truth = tuple(item["name"] for item in label["truth"])
            for group in GROUPS:
                if label["kind"] == group or label.get(group):
                    text = f"{label['recv']}.{label['attr']}"[-60:]
                    found.append(Probe(path.stem, label["line"], text, group, verdict, names, truth))
    return found, spent


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("receivers", type=Path)
    parser.add_argument("--knowledge", choices=("none", "tables", "catalog"), default="tables")
    parser.add_argument("--cmd", help="measure this command; {} stands for the script")
    parser.add_argument("--show", nargs="*", default=[], choices=("wrong", "unknown", "part"))
    options = parser.parse_args(arguments)
    if options.cmd:
        found, spent = probes(options.receivers, lambda path: commanded(path, options.cmd))
    else:
        knowledge = _knowledge(options.knowledge)
        probes(options.receivers, lambda path: inferred(path, knowledge))  # warm: rules and tables are loaded once a process
        found, spent = probes(options.receivers, lambda path: inferred(path, knowledge))
    for group in GROUPS:
        count = Counter(probe.verdict for probe in found if probe.group == group)
        total = sum(count.values())
        if total:
            answered = count["right"] + count["part"] + count["wrong"]
            print(
                f"{group:8} n={total:5} right {count['right'] / total:6.1%} part {count['part'] / total:5.1%} "
                f"wrong {count['wrong'] / total:5.1%} unknown {count['unknown'] / total:5.1%} | precision "
                f"{count['right'] / max(1, answered):6.1%}"
            )
    scripts = len({probe.script for probe in found})
    print(f"{spent / max(1, scripts) * 1000:.1f} ms CPU a script")
    for probe in found:
        if probe.verdict in options.show and probe.group in ("lib", "homonym", "builtin", "user"):
            print(f"{probe.verdict:8}{probe.script}:{probe.line} {probe.text}  said {probe.said} truth {probe.truth}")
    return 0


def _knowledge(kind: str) -> Knowledge:
    if kind == "none":
        return Nothing()
    from codemods.infer.tables import Tables

    if kind == "catalog":
        from apidb import Catalog
        from codemods.known import Known

        return Known(Catalog())
    return Tables()


if __name__ == "__main__":
    sys.exit(main())
