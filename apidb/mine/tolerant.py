"""Signatures as they are enforced: a decorator that still tolerates the old way of calling keeps it in force."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

Params = tuple[tuple[str, str, str | None], ...]  # name, kind, default

POSITIONS = re.compile(r"deprecate_?\w*_positional|positional\w*deprec|require_keyword_args\(False\)", re.I)
RENAMES = re.compile(r"renam|deprecate_kwarg|deprecated_kwarg|_deprecate_argument|deprecate_parameter", re.I)


def renamed(decorator: str) -> tuple[str, str] | None:
    """Old and new keyword of a decorator such as `@rename_parameter("3.5", "old", "new")`; None: no such decorator."""
    try:
        call = ast.parse(decorator, mode="eval").body
    except SyntaxError:
        return None
    if not isinstance(call, ast.Call) or not RENAMES.search(ast.unparse(call.func)):
        return None
    named = {k.arg: k.value.value for k in call.keywords if k.arg and isinstance(k.value, ast.Constant)}
    words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str) and a.value.isidentifier()]
    old = named.get("old_arg_name") or named.get("old") or named.get("old_name") or (words[0] if words else None)
    new = named.get("new_arg_name") or named.get("new") or named.get("new_name") or (words[1] if len(words) > 1 else None)
    return (old, new) if isinstance(old, str) and isinstance(new, str) else None


def enforced(params: Params, decorators: Sequence[str]) -> Params:
    """The parameters that a caller can use without an error in this release."""
    for decorator in decorators:
        if POSITIONS.search(decorator):
            params = _positional(params)
        if "_preprocess_data" in decorator and "data" not in [name for name, _, _ in params]:
            params = _with_keyword(params, ("data", "ko", "None"))  # matplotlib
        if pair := renamed(decorator):
            old, new = pair
            names = [name for name, _, _ in params]
            if new in names and old not in names:
                params = _with_keyword(params, (old, "ko", "'deprecated'"))
    return params


def _positional(params: Params) -> Params:
    if any(kind == "va" for _, kind, _ in params):
        return params
    return tuple((name, "pk" if kind == "ko" else kind, default) for name, kind, default in params)


def _with_keyword(params: Params, extra: tuple[str, str, str | None]) -> Params:
    return (*(p for p in params if p[1] != "vk"), extra, *(p for p in params if p[1] == "vk"))
