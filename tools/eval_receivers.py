"""How many receivers does inference know, and how often is it right?

    python -m tools.eval_receivers RECEIVERS [--knowledge none|tables|catalog] [--show wrong|unknown|part]

RECEIVERS is a folder with `scripts/` (notebook-like files) and `labels/` (for each attribute access in them the classes
that the receiver really had). Classes are compared by identity: both sides go through the same aliases.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codemods.infer import Inference, Knowledge, Nothing, infer
from codemods.infer.rules.aliases import class_identity
from codemods.types import Class, Function, Instance, Method, Module, Symbolic, Type, UserInstance, class_name

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
    if name.startswith(("module:", "class:")):
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
        case Function() | Method():
            return "function"
        case _:
            return normal(class_name(kind) or "?")


def judge(inference: Inference, node: ast.expr, truth: list[dict[str, Any]]) -> tuple[str, tuple[str, ...]]:
    """right, part (one of several is right), wrong, or unknown."""
    names = tuple(sorted({said(kind) for kind in inference.receiver(node)}))
    names = tuple(name for name in names if name not in ("function",) and not name.startswith("symbol:"))
    if not names:
        return "unknown", ()
    lines = [{normal(item["name"]), *map(normal, item["mro"])} - COARSE for item in truth]
    good = [name for name in names if any(name in line for line in lines)]
    if len(good) == len(names):
        return "right", names
    return ("part" if good else "wrong"), names


def probes(folder: Path, knowledge: Knowledge) -> tuple[list[Probe], float]:
    """Judge every labelled access; also the CPU seconds of inference alone."""
    found: list[Probe] = []
    spent = 0.0
    for path in sorted((folder / "scripts").glob("*.py")):
        labels = json.loads((folder / "labels" / f"{path.stem}.json").read_text())
        tree = ast.parse(path.read_text())
        start = time.process_time()
        inference = infer([(0, tree)], knowledge)
        spent += time.process_time() - start
        lines = path.read_text().split("\n")
        at: dict[tuple[int | None, int, str], ast.Attribute] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                value = node.value
                text = lines[(value.end_lineno or 1) - 1].encode()
                column = len(text[: value.end_col_offset].decode())
                at[value.end_lineno, column, node.attr] = node
        for label in labels["probes"]:
            access = at.get((label["end_line"], label["end_col"], label["attr"]))
            if access is None or not label.get("truth"):
                continue
            verdict, names = judge(inference, access.value, label["truth"])
            truth = tuple(item["name"] for item in label["truth"])
            for group in GROUPS:
                if label["kind"] == group or label.get(group):
                    found.append(Probe(path.stem, label["line"], ast.unparse(access)[-60:], group, verdict, names, truth))
    return found, spent


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("receivers", type=Path)
    parser.add_argument("--knowledge", choices=("none", "tables", "catalog"), default="tables")
    parser.add_argument("--show", nargs="*", default=[], choices=("wrong", "unknown", "part"))
    options = parser.parse_args(arguments)
    knowledge = _knowledge(options.knowledge)
    probes(options.receivers, knowledge)  # warm: rules and tables are loaded once a process
    found, spent = probes(options.receivers, knowledge)
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
        from codemods.infer import knowledge_of

        return knowledge_of(Catalog())
    return Tables()


if __name__ == "__main__":
    sys.exit(main())
