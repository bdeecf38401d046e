"""What a document of TensorFlow 1 uses of names that tensorflow.compat.v1 has lost, and what can stand in for each.

Layers and cells of recurrent networks get definitions, from `data/definitions`, that the document then calls: they are made of
what compat.v1 still has.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, takewhile

from apidb.paths import data_dir
from codemods.fixers._keras import imported_path, path_of
from codemods.fixing import Context
from codemods.uses import uses_of

TENSORFLOW = "tensorflow"
V1 = "tensorflow.compat.v1"
_POOLING = {
    f"{kind}_pooling{n}d": ("max_pooling2d", {"max_pooling2d": f"{kind}_pooling{n}d", "MAX": how})
    for kind, how in (("max", "MAX"), ("average", "AVG")) for n in (1, 2, 3)
}  # fmt: skip
# A definition that is written once for several: the one that is written, and the words in which it differs.
_WRITTEN: Mapping[str, tuple[str, Mapping[str, str]]] = {
    **_POOLING,
    **{f"conv{n}d": ("conv2d", {"conv2d": f"conv{n}d"}) for n in (1, 2, 3)},
}
_LAYERS = ("dense", "conv2d_transpose", "dropout", "flatten", "batch_normalization", *_WRITTEN)
_CONTRIB_LAYERS = ("flatten", "fully_connected", "l1_regularizer", "l2_regularizer")
_CELLS = ("RNNCell", "BasicRNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell", "LSTMStateTuple", "MultiRNNCell", "DropoutWrapper")
# Path below tensorflow → the definition that stands in for it.
DEFINED: Mapping[str, str] = {
    **{f"layers.{name}": name for name in _LAYERS},
    **{f"contrib.layers.{name}": name for name in _CONTRIB_LAYERS},
    **{f"{place}.{name}": name for place in ("nn.rnn_cell", "contrib.rnn") for name in _CELLS},
    "contrib.rnn.OutputProjectionWrapper": "OutputProjectionWrapper",
}
# Path below tensorflow → where compat.v1 has the same thing.
MOVED: Mapping[str, str] = {f"contrib.rnn.{n}": f"nn.{n}" for n in ("static_rnn", "static_bidirectional_rnn")}
INITIALIZERS = tuple(f"contrib.layers.{n}" for n in ("xavier_initializer", "xavier_initializer_conv2d",
                                                     "variance_scaling_initializer"))  # fmt: skip
_GRAPH = frozenset(("placeholder", "Session", "InteractiveSession", "get_variable", "global_variables_initializer",
          "initialize_all_variables", "reset_default_graph", "get_default_graph", "variable_scope", "placeholder_with_default",
          "local_variables_initializer", "get_default_session"))  # fmt: skip
_ANSWERED = frozenset((*DEFINED, *MOVED, *INITIALIZERS))
_GRAPHLESS = ("keras.datasets", "keras.utils", "keras.preprocessing")  # of keras: what makes nothing that trains
_EAGER = ("enable_eager_execution", "contrib.eager")
# Arguments that TensorFlow 1 also took by name, as text.
_OBJECTS = re.compile("activation|.*_(initializer|regularizer|constraint)")


@dataclass(frozen=True, slots=True)
class Plan:
    """How the names that were lost are had: `names` gives the local name of each definition that is used, `home` is the import
    statement after which the definitions stand, `alias` the document's name of tensorflow. With a `reason` nothing is done."""

    names: Mapping[str, str]
    home: ast.stmt | None = None
    alias: str = ""
    reason: str = ""


def below(path: str, root: str) -> str | None:
    """A path without the `tensorflow` or `tensorflow.compat.v1` that it begins with; None if it begins otherwise."""
    if not path.startswith(f"{root}.") or (root == TENSORFLOW and path.startswith(f"{V1}.")):
        return None
    return path.removeprefix(f"{root}.")


def references(context: Context, root: str) -> Iterator[tuple[ast.expr, str]]:
    """The names and dotted paths, each as a whole, that denote something below `root`, with the path below it."""
    nodes: Iterator[ast.Name | ast.Attribute] = chain(context.nodes(ast.Name), context.nodes(ast.Attribute))
    for node in nodes:
        if isinstance(node.ctx, ast.Load) and (path := below(path_of(node, context) or "", root)) is not None:
            above = context.parent(node)
            if not isinstance(above, ast.Attribute) or path_of(above, context) is None:
                yield node, path


def graph_names(context: Context) -> list[str]:
    """The names of graph mode that a document uses of tensorflow."""
    return context.once(_graph_names)


def _graph_names(context: Context) -> list[str]:
    return sorted({path.partition(".")[0] for _, path in references(context, TENSORFLOW)} & _GRAPH)


def plan_of(context: Context, root: str) -> Plan:
    """What is to be done with the lost names that a document has from `root`; asked once a round."""
    return context.once(_PLANS[root])


def _plan(context: Context, root: str) -> Plan:
    found = [(node, path) for node, path in references(context, root) if path in _ANSWERED]
    if not found:
        return Plan({})
    homes = [n for n in context.nodes(ast.Import) for a in n.names if a.name == root and a.asname]
    aliases = {a.asname for home in homes for a in home.names if a.name == root}
    first = next((h for h in homes if isinstance(context.parent(h), ast.Module) and len(h.names) == 1), None)
    if len(aliases) != 1 or first is None:
        return Plan({}, reason="for which tensorflow must be imported under one name, by itself and at the top")
    names = {}
    wanted = {DEFINED[path] for node, path in found if path in DEFINED and refused(node, path, context) is None}
    for name in sorted(_closed(wanted)):
        free = next((n for n in (name, f"tf_{name}") if _is_free(n, context)), None)
        if free is None:
            return Plan({}, reason=f"where a definition of {name} must stand, but {name} and tf_{name} are other things here")
        names[name] = free
    return Plan(names, first, next(iter(aliases)) or "")


_PLANS: Mapping[str, Callable[[Context], Plan]] = {root: partial(_plan, root=root) for root in (TENSORFLOW, V1)}


def hindrance(context: Context) -> str | None:
    """What a document does that graph mode for the whole process would break."""
    for _, path in references(context, TENSORFLOW):
        if _within(path, ("keras",)) and not _within(path, _GRAPHLESS):
            return f"with which tf.{path} does not work on the target"
        if _within(path, _EAGER):
            return f"which tf.{path} ends"
    for alias in context.nodes(ast.alias):
        path = imported_path(alias, context)
        if _within(path, ("keras",)) and not _within(path, _GRAPHLESS):
            return f"with which {path} does not work on the target"
    return None


def _within(path: str, places: tuple[str, ...]) -> bool:
    return any(path == place or path.startswith(f"{place}.") for place in places)


def refused(node: ast.expr, path: str, context: Context) -> str | None:
    """What the use of a lost name asks for that its definition has not."""
    parameters = _parameters(DEFINED[path])
    call, given = context.is_called(node), 0
    above = context.parent(node)
    if (
        call is None
        and isinstance(above, ast.Call)
        and node in above.args[:1]
        and context.symbol(above.func) == "functools.partial"
    ):
        call, given = above, 1
    if call is None or parameters is None:
        return None
    positional, all_of_them = parameters
    if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) - given > len(positional):
        return f"{len(call.args) - given} arguments by position"
    arguments = {**dict(zip(positional, call.args[given:], strict=False)), **{k.arg: k.value for k in call.keywords if k.arg}}
    for key, value in arguments.items():
        if key not in all_of_them:
            return f"{key}="
        if key == "state_is_tuple" and context.literal(value) is not True:
            return "state_is_tuple=False"
        if _OBJECTS.fullmatch(key) and isinstance(context.literal(value), str):
            return f"text for {key}="
    return None


def _is_free(name: str, context: Context) -> bool:
    uses = uses_of(context)
    return not uses.bindings(name) and not uses.uses_of_name(name)


def last_import(statement: ast.stmt, context: Context) -> ast.stmt:
    """The last of the imports that follow one another from `statement` on."""
    module = context.parent(statement)
    assert isinstance(module, ast.Module)
    after = module.body[module.body.index(statement) :]
    *_, last = takewhile(lambda each: isinstance(each, ast.Import | ast.ImportFrom), after)
    return last


# --- the definitions ---


@cache
def _sources() -> Mapping[str, str]:
    """The definitions that are written, by name."""
    found: dict[str, str] = {}
    for file in ("tensorflow_layers.py", "tensorflow_cells.py"):
        text = (data_dir() / "definitions" / file).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = ast.get_source_segment(text, node) or ""
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.targets[0].id] = ast.get_source_segment(text, node) or ""
    return found


def source(name: str) -> str:
    """The text of a definition."""
    written, words = _WRITTEN.get(name, (name, {}))
    text = _sources()[written]
    for old, new in words.items():
        text = text.replace(old, new)
    return text


@cache
def _parameters(name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
    """The parameters of a definition by position, and all of them; None where it is no function or class of its own."""
    [node] = ast.parse(source(name)).body
    functions = [n for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n.name in (name, "__init__")]
    if not functions:
        return None
    arguments = functions[0].args
    positional = tuple(a.arg for a in arguments.args if a.arg != "self")
    return positional, frozenset((*positional, *(a.arg for a in arguments.kwonlyargs)))


def parameters() -> frozenset[str]:
    """Every parameter that a definition has."""
    return frozenset().union(*(found[1] for name in DEFINED.values() if (found := _parameters(name)) is not None))


def _closed(names: set[str]) -> set[str]:
    """Definitions with those that they are made of."""
    todo, found = list(names), set(names)
    while todo:
        for node in ast.walk(ast.parse(source(todo.pop()))):
            if isinstance(node, ast.Name) and node.id in _sources() and node.id not in found:
                found.add(node.id)
                todo.append(node.id)
    return found


def definitions(plan: Plan) -> str:
    """The text of all definitions that a document needs, in the order in which they are written."""
    order = list(_sources())
    texts = []
    for name in sorted(plan.names, key=lambda n: (order.index(_WRITTEN.get(n, (n, {}))[0]), n)):
        text = re.sub(r"\btf\.", f"{plan.alias}.", source(name))
        for old, new in plan.names.items():
            if old != new:
                text = re.sub(rf"(?<=def ){old}\b" if old.islower() else rf"\b{old}\b", new, text)
        texts.append(f"import collections\n\n{text}" if "collections." in text else text)
    return "\n\n\n".join(texts)


def template(text: str) -> str:
    """Text as a template without holes."""
    return text.replace("{", "{{").replace("}", "}}")
