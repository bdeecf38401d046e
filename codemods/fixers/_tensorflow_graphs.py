"""What a document of TensorFlow 1 uses of names that tensorflow.compat.v1 has lost, and what can stand in for each.

Layers and cells of recurrent networks get definitions, from `data/definitions`, that the document then calls: they are made of
what compat.v1 still has.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, takewhile

from codemods.fixers._keras import imported_path, path_of
from codemods.fixers._tensorflow_definitions import VARIANTS, closed, parameters_of
from codemods.fixing import Context
from codemods.uses import uses_of

TENSORFLOW = "tensorflow"
V1 = "tensorflow.compat.v1"
_LAYERS = ("dense", "conv2d_transpose", "dropout", "flatten", "batch_normalization", *VARIANTS)
_CONTRIB_LAYERS = ("flatten", "fully_connected", "batch_norm", "convolution2d", "max_pool2d", "l1_regularizer", "l2_regularizer")
_CELLS = ("RNNCell", "BasicRNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell", "LSTMStateTuple", "MultiRNNCell", "DropoutWrapper")
# Path below tensorflow → the definition that stands in for it.
DEFINED: Mapping[str, str] = {
    **{f"layers.{name}": name for name in _LAYERS},
    **{f"contrib.layers.{name}": name for name in _CONTRIB_LAYERS},
    "contrib.layers.conv2d": "convolution2d",
    **{f"{place}.{name}": name for place in ("nn.rnn_cell", "contrib.rnn") for name in _CELLS},
    "contrib.rnn.OutputProjectionWrapper": "OutputProjectionWrapper",
    "examples.tutorials.mnist.input_data.read_data_sets": "read_data_sets",
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
    statement after which the definitions stand, `early` the first use where it comes before that,
    `alias` the document's name of tensorflow. With a `reason` nothing is done."""

    names: Mapping[str, str]
    home: ast.stmt | None = None
    early: ast.expr | None = None
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
    found = {path for _, path in references(context, TENSORFLOW)}
    return sorted(p for p in found if p.partition(".")[0] in _GRAPH or (p in _ANSWERED and not _within(p, ("examples",))))


def plan_of(context: Context, root: str) -> Plan:
    """What is to be done with the lost names that a document has from `root`; asked once a round."""
    return context.once(_PLANS[root])


def _plan(context: Context, root: str) -> Plan:
    places = ("layers", "nn.rnn_cell") if root == V1 else _ANSWERED  # compat.v1 never had a contrib
    found = [(node, path) for node, path in references(context, root) if path in _ANSWERED and _within(path, places)]
    if not found:
        return Plan({})
    homes = [n for n in context.nodes(ast.Import) for a in n.names if a.name == root and a.asname]
    aliases = {a.asname for home in homes for a in home.names if a.name == root}
    first = next((h for h in homes if isinstance(context.parent(h), ast.Module) and len(h.names) == 1), None)
    if len(aliases) != 1 or first is None:
        return Plan({}, reason="for which tensorflow must be imported under one name, by itself and at the top")
    names = {}
    wanted = {DEFINED[path] for node, path in found if path in DEFINED and refused(node, path, context) is None}
    for name in sorted(closed(wanted)):
        free = next((n for n in (name, f"tf_{name}") if _is_free(n, context)), None)
        if free is None:
            return Plan({}, reason=f"where a definition of {name} must stand, but {name} and tf_{name} are other things here")
        names[name] = free
    position = uses_of(context).position
    done = [n for n, path in found if path not in DEFINED or refused(n, path, context) is None]
    early = next((n for n in sorted(done, key=position)[:1] if position(n) < position(first)), None)
    return Plan(names, first, early, next(iter(aliases)) or "")


_PLANS: Mapping[str, Callable[[Context], Plan]] = {root: partial(_plan, root=root) for root in (TENSORFLOW, V1)}


def parameters() -> frozenset[str]:
    """Every parameter that a definition has."""
    return frozenset().union(*(found[1] for name in DEFINED.values() if (found := parameters_of(name)) is not None))


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


def _within(path: str, places: Iterable[str]) -> bool:
    return any(path == place or path.startswith(f"{place}.") for place in places)


def refused(node: ast.expr, path: str, context: Context) -> str | None:
    """What the use of a lost name asks for that its definition has not."""
    found = parameters_of(DEFINED[path])
    call, given = context.is_called(node), 0
    above = context.parent(node)
    if (
        call is None
        and isinstance(above, ast.Call)
        and node in above.args[:1]
        and context.symbol(above.func) == "functools.partial"
    ):
        call, given = above, 1
    if call is None or found is None:
        return None
    positional, all_of_them = found
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
