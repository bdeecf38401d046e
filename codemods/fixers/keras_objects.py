"""Arrays of objects given to a model, which Keras 3 refuses and older releases cast; the order of dimensions.

    X = frame.values              # numbers and truth values side by side: an array of objects
    model.predict(X)          →   model.predict(X.astype("float32"))

    K.set_image_dim_ordering("th")      →   K.set_image_data_format("channels_first")
    K.image_dim_ordering() == "th"      →   K.image_data_format() == "channels_first"

Only where a frame of the document gets a column of truth values, which is what makes such arrays, and where no layer takes
whole numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codemods.fixers._arrays import bindings
from codemods.fixers._keras import methods, spelled
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Instance

_FRAME, _SERIES = "pandas.DataFrame", "pandas.Series"
_HEAD = """
import pandas as pd
from keras.models import Sequential
from keras.layers import Dense
df = pd.read_csv("people.csv")
X = pd.DataFrame()
X["known"] = df["age"].notnull()
X["age"] = df["age"].fillna(0.0)
"""
_MODEL = 'm = Sequential([Dense(1, input_shape=(2,))])\nm.compile("sgd", "mse")\n'


@fixer(
    "KR046",
    on=methods("call", "fit", "evaluate", "predict", "train_on_batch", "predict_on_batch"),
    library="keras",
    until="3.0",
    silent=True,  # whether the array holds objects can't be told: only where old releases would have cast it
    why="arrays of objects are refused; they were cast to float32",
    examples=(
        Example(
            _HEAD + "A = X.values\n" + _MODEL + "p = m.predict(A)",
            _HEAD + "A = X.values\n" + _MODEL + 'p = m.predict(A.astype("float32"))',
            was={"keras": "2.2.4", "pandas": "0.23.4"},
        ),
        Same(_HEAD + 'A = X[["age"]].astype(float).values\n' + _MODEL + "p = m.predict(A)", {"keras": "2.2.4"}),
        Same(_HEAD.replace('X["known"]', "known") + "A = X.values\n" + _MODEL + "p = m.predict(A)", {"keras": "2.2.4"}),
    ),
)
def cast(node: ast.Call, context: Context) -> Answer:
    if not _truth_values(context) or any(n.attr == "Embedding" for n in context.nodes(ast.Attribute)):
        return None
    if any(n.id == "Embedding" for n in context.nodes(ast.Name)):
        return None
    edits = tuple(
        context.replace(array, '{x}.astype("float32")', x=array) for array in _given(node, context) if _of_frame(array, context)
    )
    return Fix(edits) if edits else None


def _given(node: ast.Call, context: Context) -> Iterator[ast.expr]:
    """The arrays that a call gets: inputs and targets, those of the validation among them."""
    yield from node.args[:2]
    yield from (k.value for k in node.keywords if k.arg in ("x", "y"))
    validation = context.keyword(node, "validation_data")
    if isinstance(validation, ast.Tuple | ast.List):
        yield from validation.elts


def _of_frame(node: ast.expr, context: Context) -> bool:
    """The values of a frame whose columns are not known to be of one kind."""
    if not isinstance(node, ast.Name):
        return _values(node, context)
    return context.instance(node, "numpy.ndarray") is not None and any(_values(v, context) for _, v in bindings(node.id, context))


def _values(node: ast.expr | None, context: Context) -> bool:
    match node:
        case ast.Attribute(value=frame, attr="values"):
            pass
        case ast.Call(func=ast.Attribute(value=frame, attr="as_matrix" | "to_numpy"), args=[], keywords=[]):
            pass
        case _:
            return False
    if isinstance(frame, ast.Call) and isinstance(frame.func, ast.Attribute) and frame.func.attr == "astype":
        return False
    kind = context.only(frame)
    return isinstance(kind, Instance) and kind.name == _FRAME and kind.fact("dtype") is None


def _truth_values(context: Context) -> bool:
    """Whether a column of truth values is put into a frame anywhere."""
    for statement in context.nodes(ast.Assign):
        match statement.targets:
            case [ast.Subscript(value=frame)] if context.instance(frame, _FRAME) is not None:
                kind = context.only(statement.value)
                if isinstance(kind, Instance) and kind.name == _SERIES and kind.fact("dtype") == "bool":
                    return True
            case _:
                pass
    return False


_ORDERS = {"th": '"channels_first"', "tf": '"channels_last"'}


@fixer(
    "KR047",
    on=spelled("call", "backend.set_image_dim_ordering", "backend.image_dim_ordering"),
    library="keras",
    until="2.3",
    why="the order of dimensions is called data format",
    examples=(
        Example(
            'from keras import backend as K\nK.set_image_dim_ordering("th")\nfirst = K.image_dim_ordering() == "th"',
            'from keras import backend as K\nK.set_image_data_format("channels_first")\n'
            'first = K.image_data_format() == "channels_first"',
            "first",
        ),
        Same('from keras import backend as K\nK.set_image_data_format("channels_first")'),
    ),
)
def dim_ordering(call: ast.Call, context: Context) -> Answer:
    path = context.symbol(call.func) or ""
    function = "{@" + path.replace("image_dim_ordering", "image_data_format") + "}"
    if path.endswith(".set_image_dim_ordering"):
        order = call.args[0] if call.args else context.keyword(call, "dim_ordering")
        new = _ORDERS.get(str(context.literal(order)))
        return Fix((context.replace(call, f"{function}({new})"),)) if new else Decline("th is channels_first, tf channels_last")
    above = context.parent(call)
    if not isinstance(above, ast.Compare) or len(above.comparators) != 1:
        return Decline("image_data_format() gives channels_first for th, channels_last for tf")
    other = above.comparators[0] if above.left is call else above.left
    new = _ORDERS.get(str(context.literal(other)))
    if new is None:
        return Decline("image_data_format() gives channels_first for th, channels_last for tf")
    return Fix((context.replace(call, f"{function}()"), context.replace(other, new)))
