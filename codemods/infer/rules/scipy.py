"""scipy: sparse matrices, statistics, hierarchical clustering."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, ITEMS, attributes, functions, methods
from codemods.infer.values import BOOL, INT, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, Instance, Types

KINDS = ("csr_matrix", "csc_matrix", "coo_matrix", "lil_matrix", "dok_matrix", "dia_matrix", "bsr_matrix")
BASE = "scipy.sparse.spmatrix"
NUMBER = one("numpy.float64")
TABLE = one(ARRAY, ndim="2")
VECTOR = one(ARRAY, ndim="1")


def itself(call: Call) -> Types:
    return frozenset({call.own}) if call.own is not None else UNKNOWN


def transposed(own: Instance) -> Types:
    turned = {"csr_matrix": "csc_matrix", "csc_matrix": "csr_matrix"}
    kind = own.name.rpartition(".")[2]
    return one(f"scipy.sparse.{turned.get(kind, kind)}")


def item(own: Instance, shape: str) -> Types:
    return (
        one(own.name) if shape in ("slice", "mask", "many") or (shape == "one" and own.name.endswith("csr_matrix")) else UNKNOWN
    )


def stacked(call: Call) -> Types:
    """hstack, vstack: coo unless a format is given (csr since scipy 1.11 for csr blocks)."""
    form = call.literal(1, "format", None)
    return (
        one(f"scipy.sparse.{form}_matrix")
        if isinstance(form, str)
        else UNKNOWN
        if form is not None
        else one("scipy.sparse.spmatrix")
    )


def summed(call: Call) -> Types:
    return one("numpy.matrix") if call.arg(0, "axis") is not None else UNKNOWN


def register() -> None:
    # Once, scipy had all of numpy's functions too.
    for name in [name for name in FUNCTIONS if name.startswith("numpy.") and name.count(".") == 1]:
        FUNCTIONS.setdefault(f"scipy.{name.removeprefix('numpy.')}", FUNCTIONS[name])
    for kind in KINDS:
        path = f"scipy.sparse.{kind}"
        CONSTRUCTORS[path] = lambda call, path=path: one(path)  # type: ignore[misc]
        methods(BASE, f"to{kind.removesuffix('_matrix')}", one(path))
    ITEMS[BASE] = item
    methods(BASE, "toarray", TABLE)
    attributes(BASE, "A", TABLE)
    methods(BASE, "todense", one("numpy.matrix"))
    methods(BASE, "copy astype abs sqrt log1p power", itself)
    methods(BASE, "multiply", lambda call: one("scipy.sparse.csr_matrix"))
    methods(BASE, "transpose", lambda call: transposed(call.own) if isinstance(call.own, Instance) else UNKNOWN)
    attributes(BASE, "T", transposed)
    methods(BASE, "getrow", one("scipy.sparse.csr_matrix"))
    methods(BASE, "getcol", UNKNOWN)
    methods(BASE, "sum mean", summed)
    methods(BASE, "nonzero", tuple_of(VECTOR, VECTOR))
    methods(BASE, "getnnz", lambda call: VECTOR if call.arg(0, "axis") is not None else INT)
    methods(BASE, "diagonal", VECTOR)
    methods(BASE, "max min", UNKNOWN)
    attributes(BASE, "shape", tuple_of(INT, INT))
    attributes(BASE, "nnz", INT)
    attributes(BASE, "data indices indptr row col", VECTOR)
    attributes(BASE, "dtype", one("numpy.dtype"))
    functions("scipy.sparse", "hstack vstack", stacked)
    functions("scipy.sparse", "issparse isspmatrix", BOOL)
    functions("scipy.sparse", "csr_array", one("scipy.sparse.csr_array"))
    functions("scipy.sparse", "load_npz", one("scipy.sparse.spmatrix"))
    functions("scipy.sparse.linalg", "svds", tuple_of(TABLE, VECTOR, TABLE))
    functions("scipy.cluster.hierarchy", "linkage", TABLE)
    functions("scipy.cluster.hierarchy", "fcluster", VECTOR)
    functions("scipy.cluster.hierarchy", "dendrogram", dict_of(STR, list_of(UNKNOWN)))
    functions("scipy.spatial.distance", "pdist", VECTOR)
    functions("scipy.spatial.distance", "cdist squareform", one(ARRAY))
    functions("scipy.io", "loadmat", dict_of(STR, UNKNOWN))
