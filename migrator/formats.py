"""The report for other programs: SARIF, GitHub's workflow commands, JUnit. All from the data of `--format json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

File = Mapping[str, Any]  # one of the objects that `--format json` prints


def sarif(files: Sequence[File]) -> str:
    """SARIF 2.1.0 (OASIS): a result for each finding; what was rewritten has its fix as text.

    Lines and columns (1-based there) are those of the cell's source, and the cell is the logical location: the lines of
    a notebook's JSON tell nobody anything.
    """
    from migrator.version import version

    found = [(file, finding, edit) for file in files for finding, edit in _findings(file)]
    rules = {finding["code"]: finding["message"] for _, finding, _ in found}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "migrate",
                        "version": version(),
                        "rules": [{"id": code, "shortDescription": {"text": text}} for code, text in sorted(rules.items())],
                    }
                },
                "invocations": [
                    {
                        "executionSuccessful": not any("error" in file for file in files),
                        "toolExecutionNotifications": [
                            {"level": "error", "message": {"text": file["error"]}} for file in files if "error" in file
                        ],
                    }
                ],
                "columnKind": "unicodeCodePoints",
                "results": [_result(file, finding, edit) for file, finding, edit in found],
            }
        ],
    }
    return json.dumps(log, indent=1, ensure_ascii=False)


def _result(file: File, finding: dict[str, Any], edit: dict[str, Any] | None) -> dict[str, Any]:
    text = f"{finding['message']}: rewritten" if edit else _left(finding)
    return {
        "ruleId": finding["code"],
        "level": "note" if edit else "warning",
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": PurePath(file["path"]).as_posix()},
                    "region": {
                        "startLine": finding["line"],
                        "startColumn": finding["col"] + 1,
                        "endLine": finding["end_line"],
                        "endColumn": finding["end_col"] + 1,
                    },
                },
                "logicalLocations": [{"name": f"cell {finding['cell']}", "kind": "cell"}],
            }
        ],
        "properties": {
            "release": finding["release"], "evidence": finding["evidence"],
            **({"before": edit["before"], "after": edit["after"]} if edit else {}),
        },
    }  # fmt: skip


def github(files: Sequence[File]) -> str:
    """Workflow commands, which GitHub shows as annotations."""
    lines = []
    for file in files:
        if "error" in file:
            lines.append(_command("error", file, "migrate", file["error"]))
        for finding, edit in _findings(file):
            where = "" if file["path"].endswith(".py") else f"cell {finding['cell']}, line {finding['line']}: "
            text = where + (f"{finding['message']}: rewritten" if edit else _left(finding))
            lines.append(_command("notice" if edit else "warning", file, finding["code"], text, finding))
    return "\n".join(dict.fromkeys(lines))  # one import line may need the same edit for several names


def _command(kind: str, file: File, title: str, text: str, finding: dict[str, Any] | None = None) -> str:
    place = {"file": file["path"], "title": title}
    if finding is not None and file["path"].endswith(".py"):
        place |= {"line": str(finding["line"]), "col": str(finding["col"] + 1)}
    told = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in place.items())
    return f"::{kind} {told}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def junit(files: Sequence[File]) -> str:
    """JUnit's XML: a test case for each file, failed where something is left for the user."""
    from xml.etree import ElementTree as Xml

    failed = [file for file in files if "error" not in file and file["left"]]
    broken = [file for file in files if "error" in file]
    root = Xml.Element(
        "testsuite", name="migrate", tests=str(len(files)), failures=str(len(failed)), errors=str(len(broken)), skipped="0"
    )
    for file in files:
        case = Xml.SubElement(root, "testcase", classname="migrate", name=file["path"])
        if "error" in file:
            Xml.SubElement(case, "error", message=_clean(file["error"]))
        elif file["left"]:
            lines = [f"cell {f['cell']}, line {f['line']}: {f['code']} {_left(f)}" for f in file["left"]]
            Xml.SubElement(case, "failure", message=f"{len(lines)} findings left").text = _clean("\n".join(lines))
        edits = [f"cell {e['cell']}, line {e['line']}: {e['code']} {e['message']}" for e in file.get("edits", ())]
        if edits:
            Xml.SubElement(case, "system-out").text = _clean("\n".join(edits))
    Xml.indent(root, " ")
    return Xml.tostring(root, "unicode", xml_declaration=True)


def _clean(text: str) -> str:
    """Without the control characters that XML can't hold."""
    return "".join(c for c in text if c >= " " or c in "\t\n")


def _findings(file: File) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """(finding, the edit that it led to or None)."""
    yield from ((edit, edit) for edit in file.get("edits", ()))
    yield from ((finding, None) for finding in file.get("left", ()))


def _left(finding: dict[str, Any]) -> str:
    return f"{finding['message']}: {finding['reason']}" if finding["reason"] else str(finding["message"])


def plain(files: Sequence[File]) -> str:
    return json.dumps(list(files), indent=1, ensure_ascii=False)


FORMATS: dict[str, Callable[[Sequence[File]], str]] = {"json": plain, "sarif": sarif, "github": github, "junit": junit}
