"""How long the questions to a model are, against showing it the whole notebook.

    python -m tools.bench.prompts FOLDER [--llm-url URL]

FOLDER is what `tools.bench.run_hybrid` wrote: `hybrid.json` and the migrated notebooks. With the address of a vLLM the tokens
are counted by its own vocabulary (its `/tokenize`), without they are estimated.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

from llm.prompts import Message, messages, tokens
from llm.records import Attempt, Cell, CellEdit, Fact, Question, Repair


def question_of(data: dict[str, Any]) -> Question:
    """The question that was recorded."""
    attempts = (Attempt(tuple(CellEdit(**edit) for edit in attempt["edits"]), attempt["led_to"]) for attempt in data["attempts"])
    return Question(
        Repair(data["repair"]),
        tuple(Cell(**cell) for cell in data["cells"]),
        tuple(Fact(**fact) for fact in data["facts"]),
        data["environment"],
        tuple(attempts),
        data["goal"],
    )


def whole(question: Question, notebook: Path) -> Question:
    """The same question with every code cell of the notebook."""
    errors = {cell.index: cell.error for cell in question.cells}
    stored = json.loads(notebook.read_bytes())
    cells = stored["cells"] if "cells" in stored else [c for sheet in stored["worksheets"] for c in sheet["cells"]]
    code = [(i, c.get("source", c.get("input", ""))) for i, c in enumerate(cells) if c["cell_type"] == "code"]
    return replace(question, cells=tuple(Cell(i, "".join(source), errors.get(i, "")) for i, source in code))


def counted(conversation: list[Message], url: str | None) -> int:
    """The tokens of a conversation."""
    if url is None:
        return tokens(conversation)
    request = urllib.request.Request(
        f"{url.removesuffix('/v1').rstrip('/')}/tokenize",
        json.dumps({"messages": conversation}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return int(json.load(answer)["count"])


def main() -> int:
    """Print the tokens of each question, and the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--llm-url")
    args = parser.parse_args()
    rows: list[tuple[int, int]] = []
    for name, found in sorted(json.loads((args.folder / "hybrid.json").read_text()).items()):
        if found["question"] is None:
            continue
        question = question_of(found["question"])
        asked = counted(messages(question), args.llm_url)
        everything = counted(messages(whole(question, args.folder / f"{name}.ipynb"), limit=10**9), args.llm_url)
        rows.append((asked, everything))
        print(f"{name}: {asked} tokens for {len(question.cells)} cells, {everything} for the whole notebook")
    if not rows:
        print("no question was left")
        return 0
    ours, theirs = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"{len(rows)} questions: median {ours:g} tokens, most {max(a for a, _ in rows)}; whole notebooks: median {theirs:g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
