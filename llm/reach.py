"""Checks of what an edit reaches for: the network, the shell, files outside of the work folder, other code's inner parts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from llm.change import Change, Check
from llm.code import WRITES, Notebook, calls, dotted, leaf, walk
from llm.records import Objection

_NET_MODULES = {"requests", "urllib", "urllib2", "urllib3", "http", "httpx", "aiohttp", "socket", "ftplib", "smtplib", "wget",
                "boto3", "paramiko", "kaggle", "huggingface_hub", "datasets", "gdown", "webbrowser"}  # fmt: skip
_NET_CALLS = {"urlopen", "urlretrieve", "fetch_openml", "load_dataset", "from_pretrained", "get_file", "download",
              "snapshot_download", "load_state_dict_from_url", "load_from_hub"}  # fmt: skip
_URL = re.compile(r"^(?:https?|ftp|s3|gs|hdfs)://", re.IGNORECASE)
_SHELL_CALLS = {"os.system", "os.popen", "os.execv", "os.execvp", "os.spawnl", "os.fork", "os.kill", "pty.spawn"}
_SHELL_MODULES = {"subprocess", "pexpect", "sh", "pty", "ctypes"}
_REMOVALS = {"os.remove", "os.unlink", "os.rmdir", "os.removedirs", "os.rename", "os.replace", "os.chmod", "os.symlink",
             "os.link", "os.truncate", "shutil.rmtree", "shutil.move", "shutil.copytree"}  # fmt: skip
_INNER = {"eval", "exec", "compile", "__import__", "setattr", "delattr", "globals", "locals", "vars"}
_OUTSIDE = re.compile(r"^(?:/|~|\.\./|[A-Za-z]:[\\/]|\\\\)")
_ALLOWED_ROOTS = ("/kaggle/working", "/kaggle/input", "../input")


def network(change: Change) -> Iterator[Objection]:
    reaches = not _NET_MODULES.isdisjoint(_modules(change.before))  # as it did before, perhaps by a module's old name
    for cell, module in _imports(change.new):
        if module in _NET_MODULES and not reaches:
            yield Objection("network", cell, f"{module} reaches for the network")
    old = {name for _, name, _ in calls(change.before)}
    for cell, name, _ in calls(change.new):
        if name in _NET_CALLS and name not in old:
            yield Objection("network", cell, f"{name}() reaches for the network")
    for cell, text in _new_texts(change):
        if _URL.match(text):
            yield Objection("network", cell, f"{text[:60]!r} is an address on the network")


def shell(change: Change) -> Iterator[Objection]:
    old = {magic for code in change.before.values() for magic in code.magics}
    for cell in change.edited:
        for magic in change.after[cell].magics:
            if magic not in old:
                yield Objection("shell", cell, f"the notebook command `{magic}` is new")
    known = _modules(change.before)
    for cell, module in _imports(change.new):
        if module in _SHELL_MODULES and module not in known:
            yield Objection("shell", cell, f"{module} starts other programs")
    called = {dotted(call.func) for _, _, call in calls(change.before)}
    for cell, name, call in calls(change.new):
        path = dotted(call.func)
        if (path in _SHELL_CALLS or name in ("run_line_magic", "run_cell_magic", "get_ipython")) and path not in called:
            yield Objection("shell", cell, f"{path or name}() runs a command")


def files(change: Change) -> Iterator[Objection]:
    """Nothing is removed or renamed, nothing outside of the work folder is named."""
    called = {dotted(call.func) for _, _, call in calls(change.before)}
    for cell, name, call in calls(change.new):
        path = dotted(call.func)
        if path in _REMOVALS and path not in called:
            yield Objection("files", cell, f"{path}() removes or moves files")
        elif name in ("unlink", "rmdir", "rmtree", "symlink_to", "chmod") and path not in called:
            yield Objection("files", cell, f".{name}() removes or changes files")
    for cell, text in _new_texts(change):
        if _OUTSIDE.match(text) and len(text) > 1 and " " not in text and not text.startswith(_ALLOWED_ROOTS):
            yield Objection("files", cell, f"{text[:60]!r} is outside of the work folder")
    opened = {(name, text) for _, name, text in _written(change.before)}
    for cell, name, text in _written(change.new):
        if (name, text) not in opened:
            yield Objection("files", cell, f"{name}() writes {text[:60]!r}, which the notebook did not write")


def inner_parts(change: Change) -> Iterator[Objection]:
    """No code from text, nothing that changes what library code or the notebook's own names mean."""
    old = {name for _, name, _ in calls(change.before)}
    for cell, name, call in calls(change.new):
        if isinstance(call.func, ast.Name) and name in _INNER and name not in old:
            yield Objection("tamper", cell, f"{name}() runs or changes code that can't be seen")
        if dotted(call.func) in ("importlib.reload", "sys.settrace", "sys.setprofile") and name not in old:
            yield Objection("tamper", cell, f"{dotted(call.func)}() changes what code means")
    modules = {alias for alias, _ in _bound_modules(change.after)}
    patched = {_patched(node, modules) for _, node in walk(change.before)}
    for cell, node in walk(change.new):
        if (what := _patched(node, modules)) and what not in patched:
            yield Objection("tamper", cell, f"`{what}` changes a library for everything: repair the code that uses it")
    imported = {name for name, _ in _bound_names(change.after)}
    for cell in change.edited:
        tree, before = change.after[cell].tree, change.before[cell].tree
        for name in _defined(tree) - _defined(before):
            if name in imported:
                yield Objection("tamper", cell, f"{name} is defined anew in place of the library's")


NETWORK: tuple[Check, ...] = (network,)
SHELL: tuple[Check, ...] = (shell,)
ALWAYS: tuple[Check, ...] = (files, inner_parts)


# --- what the checks look at -------------------------------------------------------------------------------------------


def _imports(notebook: Notebook) -> Iterator[tuple[int, str]]:
    for cell, node in walk(notebook):
        match node:
            case ast.Import(names=names):
                yield from ((cell, a.name.partition(".")[0]) for a in names)
            case ast.ImportFrom(module=str(module)):
                yield cell, module.partition(".")[0]
            case _:
                pass


def _modules(notebook: Notebook) -> frozenset[str]:
    return frozenset(module for _, module in _imports(notebook))


def _bound_modules(notebook: Notebook) -> Iterator[tuple[str, str]]:
    for _, node in walk(notebook):
        if isinstance(node, ast.Import):
            yield from ((a.asname or a.name.partition(".")[0], a.name) for a in node.names)


def _bound_names(notebook: Notebook) -> Iterator[tuple[str, str]]:
    for _, node in walk(notebook):
        if isinstance(node, ast.ImportFrom):
            yield from ((a.asname or a.name, a.name) for a in node.names)


def _new_texts(change: Change) -> Iterator[tuple[int, str]]:
    old = {n.value for _, n in walk(change.before) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    for cell, node in walk(change.new):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in old:
            yield cell, node.value


def _written(notebook: Notebook) -> Iterator[tuple[int, str, str]]:
    """(cell, what writes, the path or expression that it writes to)."""
    for cell, name, call in calls(notebook):
        if name in WRITES and call.args:
            yield cell, name, ast.unparse(call.args[-1] if name == "dump" else call.args[0])
        elif name == "open" and leaf(call.func) == "open" and call.args:
            mode = next((k.value for k in call.keywords if k.arg == "mode"), call.args[1] if len(call.args) > 1 else None)
            if isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax+"):
                yield cell, name, ast.unparse(call.args[0])


def _patched(node: ast.AST, modules: set[str]) -> str:
    """`module.name = …` or `module.Class.name = …`, as written; "" for anything else."""
    if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
        return ""
    targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]
    for target in targets:
        inner = target.value if isinstance(target, ast.Subscript) else target
        path = dotted(inner)
        if "." in path and path.partition(".")[0] in modules and ".options." not in path and "rcParams" not in path:
            return ast.unparse(node)[:80]
        if isinstance(target, ast.Subscript) and path in ("sys.modules", "globals", "__builtins__"):
            return ast.unparse(node)[:80]
    return ""


def _defined(tree: ast.Module | None) -> frozenset[str]:
    if tree is None:
        return frozenset()
    made = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    made |= {t.id for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    return frozenset(made)
