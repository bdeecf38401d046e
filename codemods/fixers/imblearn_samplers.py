"""Samplers of imbalanced-learn: their methods, their arguments, and what they return.

    SMOTE(ratio="auto", kind="regular").fit_sample(X, y)
    SMOTE(sampling_strategy="auto").fit_resample(X, y)

    SMOTE(kind="borderline1")  →  BorderlineSMOTE(kind="borderline-1")         SMOTE(kind="svm")  →  SVMSMOTE()

    rus = RandomUnderSampler(return_indices=True)
    X_rus, y_rus, id_rus = rus.fit_sample(X, y)

    rus = RandomUnderSampler()
    X_rus, y_rus = rus.fit_resample(X, y)
    id_rus = rus.sample_indices_

fit_sample was renamed in 0.4 and removed in 0.8; ratio, kind and return_indices went in 0.6. Before 0.6 the results were
arrays, also for a DataFrame: where the code is that old, arrays are passed in.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.uses import uses_of

_OVER = ("ADASYN", "BorderlineSMOTE", "KMeansSMOTE", "RandomOverSampler", "SMOTE", "SMOTENC", "SVMSMOTE")
_UNDER = (
    "AllKNN", "ClusterCentroids", "CondensedNearestNeighbour", "EditedNearestNeighbours", "InstanceHardnessThreshold", "NearMiss",
    "NeighbourhoodCleaningRule", "OneSidedSelection", "RandomUnderSampler", "RepeatedEditedNearestNeighbours", "TomekLinks",
)  # fmt: skip
SAMPLERS = (
    *(f"imblearn.over_sampling.{c}" for c in _OVER),
    *(f"imblearn.under_sampling.{c}" for c in _UNDER),
    "imblearn.combine.SMOTEENN",
    "imblearn.combine.SMOTETomek",
)
_FITTED = (*SAMPLERS, "imblearn.pipeline.Pipeline", "imblearn.FunctionSampler")


@fixer(
    "IM001",
    on=tuple(f"call {c}.{m}" for c in _FITTED for m in ("fit_sample", "fit_resample")),
    until="",
    since="0.4",
    why="fit_sample was renamed to fit_resample; its results are of the kind of its input",
    examples=(
        Example(
            before="""
            from imblearn.over_sampling import RandomOverSampler
            ros = RandomOverSampler(random_state=0)
            Xr, yr = ros.fit_sample([[0.0], [1.0], [2.0]], [0, 0, 1])
            """,
            after="""
            from imblearn.over_sampling import RandomOverSampler
            ros = RandomOverSampler(random_state=0)
            Xr, yr = ros.fit_resample([[0.0], [1.0], [2.0]], [0, 0, 1])
            """,
            check="len(Xr)",
        ),
        Example(
            before="""
            import pandas as pd
            from imblearn.over_sampling import RandomOverSampler
            X = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
            y = pd.Series([0, 0, 1])
            Xr, yr = RandomOverSampler(random_state=0).fit_sample(X, y)
            """,
            after="""
            import pandas as pd
            from imblearn.over_sampling import RandomOverSampler
            X = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
            y = pd.Series([0, 0, 1])
            Xr, yr = RandomOverSampler(random_state=0).fit_resample(X.to_numpy(), y.to_numpy())
            """,
            check="type(Xr).__name__, type(yr).__name__",
            was={"imbalanced-learn": "0.5.0"},
        ),
        Same("""
            class Own:
                def fit_sample(self, X, y):
                    return X, y
            Own().fit_sample([[0]], [0])
            """),
    ),
)
def resample(node: ast.Call, context: Context) -> Answer:
    if not isinstance(node.func, ast.Attribute):
        return None
    edits: list[Edit] = []
    if node.func.attr == "fit_sample":
        edits.append(context.rename_attribute(node.func, "fit_resample"))
    if context.vintage.before("imblearn", "0.6") or _indexed_as_array(node, context):
        for argument in (*node.args, *(k.value for k in node.keywords if k.arg in ("X", "y"))):
            if context.instance(argument, "pandas.DataFrame", "pandas.Series") is not None:
                edits.append(context.replace(argument, "{data}.to_numpy()", data=argument))
    return Fix(tuple(edits)) if edits else None


def _indexed_as_array(node: ast.Call, context: Context) -> bool:
    """Whether a result is indexed as only an array can be: Xr[:, 0]."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "fit_sample":
        return False
    uses = uses_of(context)
    above = uses.parents.get(node)
    if not isinstance(above, ast.Assign) or not isinstance(above.targets[0], ast.Tuple):
        return False
    for target in above.targets[0].elts:
        if not isinstance(target, ast.Name):
            continue
        for load in uses.uses_of_name(target.id):
            binding = uses.binding(load)
            subscript = uses.parents.get(load)
            if binding is None or binding.node is not target or not isinstance(subscript, ast.Subscript):
                continue
            if subscript.value is load and isinstance(subscript.slice, ast.Tuple):
                return True
    return False


@fixer(
    "IM002",
    on=tuple(f"call {c}" for c in SAMPLERS),
    until="0.6",
    since="0.4",
    why="arguments of samplers were renamed and removed",
    examples=(
        Example(
            before="""
            from imblearn.over_sampling import SMOTE
            s = SMOTE(ratio="auto", kind="regular", k_neighbors=3, random_state=0)
            """,
            after="""
            from imblearn.over_sampling import SMOTE
            s = SMOTE(sampling_strategy="auto", k_neighbors=3, random_state=0)
            """,
            check="s.k_neighbors",
        ),
        Example(
            before="""
            from imblearn.over_sampling import SMOTE
            s = SMOTE(kind="borderline1", random_state=0)
            """,
            after="""
            from imblearn.over_sampling import SMOTE
            from imblearn.over_sampling import BorderlineSMOTE
            s = BorderlineSMOTE(kind="borderline-1", random_state=0)
            """,
            check="s.random_state",
        ),
        Same("""
            from imblearn.over_sampling import SMOTE
            s = SMOTE(sampling_strategy=0.5, k_neighbors=3)
            """),
    ),
)
def arguments(node: ast.Call, context: Context) -> Answer:
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    if _taken_apart(node, context):
        return None  # IM003 makes a statement of it first
    given = {k.arg: k.value for k in node.keywords if k.arg is not None}
    rename: dict[str, str] = {}
    drop: set[str] = set()
    values: dict[str, str] = {}
    edits: list[Edit] = []
    if "ratio" in given:
        rename["ratio"] = "sampling_strategy"
    for old, new in (
        ("k", "k_neighbors" if "SMOTE" in name else "n_neighbors"),
        ("m", "m_neighbors"),
        ("size_ngh", "n_neighbors"),
    ):
        if old in given:
            rename[old] = new
    if "ver3_samp_ngh" in given:
        rename["ver3_samp_ngh"] = "n_neighbors_ver3"
    if name in ("NearMiss", "TomekLinks", "AllKNN", "EditedNearestNeighbours", "RepeatedEditedNearestNeighbours",
                "NeighbourhoodCleaningRule") and "random_state" in given:  # fmt: skip
        drop.add("random_state")
    if "return_indices" in given:
        literal = context.literal(given["return_indices"])
        if literal is not False and not _indices_follow(node, context):
            return Decline("return_indices is gone: after fit_resample the indices are in sample_indices_")
        drop.add("return_indices")
    if name == "SMOTE" and "kind" in given:
        kind = context.literal(given["kind"])
        if kind == "regular":
            drop |= {"kind"} | ({"m", "m_neighbors", "out_step", "svm_estimator"} & given.keys())
            rename.pop("m", None)
        elif kind in ("borderline1", "borderline2"):
            values["kind"] = f'"borderline-{str(kind)[-1]}"'
            drop |= {"out_step", "svm_estimator"} & given.keys()
            edits.append(context.replace(node.func, "{@imblearn.over_sampling.BorderlineSMOTE}"))
        elif kind == "svm":
            drop.add("kind")
            edits.append(context.replace(node.func, "{@imblearn.over_sampling.SVMSMOTE}"))
        else:
            return Decline("kind is gone: use SMOTE, BorderlineSMOTE or SVMSMOTE")
    positions = {0: "sampling_strategy"} if node.args and name not in ("SMOTENC",) else {}
    if len(node.args) > 1:
        return Decline("arguments are taken by keyword, and their order has changed: name them")
    if rename or drop or values or positions or edits:
        edits.append(context.edit_call(node, rename=rename, drop=frozenset(drop), values=values, name_positional=positions))
        return Fix(tuple(edits))
    return None


def _third_target(call: ast.AST | None, context: Context) -> ast.Assign | None:
    """The statement `a, b, c = sampler.fit_sample(X, y)`."""
    uses = uses_of(context)
    statement = uses.parents.get(call) if call is not None else None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Tuple):
        return statement if len(statement.targets[0].elts) == 3 else None
    return None


def _taken_apart(made: ast.Call, context: Context) -> bool:
    """`a, b, c = Sampler(return_indices=True).fit_sample(X, y)`."""
    uses = uses_of(context)
    method = uses.parents.get(made)
    call = uses.parents.get(method) if isinstance(method, ast.Attribute) else None
    return _third_target(call, context) is not None and context.literal(context.keyword(made, "return_indices")) is True


def _resampled(made: ast.Call, context: Context) -> list[ast.Call]:
    """The calls of fit_sample on the object that `made` makes."""
    uses = uses_of(context)
    found = []
    for node in (made, *uses.loads(made)):
        method = uses.parents.get(node)
        call = uses.parents.get(method) if isinstance(method, ast.Attribute) else None
        if (
            isinstance(method, ast.Attribute)
            and method.attr in ("fit_sample", "fit_resample", "sample")
            and isinstance(call, ast.Call)
        ):
            found.append(call)
    return found


def _indices_follow(made: ast.Call, context: Context) -> bool:
    """Whether the indices can be read from the sampler wherever they were returned."""
    calls = _resampled(made, context)
    return bool(calls) and all(_third_target(c, context) is not None for c in calls)


@fixer(
    "IM003",
    on="node Assign",
    library="imblearn",
    until="0.6",
    since="0.4",
    why="return_indices is gone: the indices are in sample_indices_",
    examples=(
        Example(
            before="""
            from imblearn.under_sampling import RandomUnderSampler
            rus = RandomUnderSampler(random_state=0, return_indices=True)
            X_rus, y_rus, id_rus = rus.fit_sample([[0.0], [1.0], [2.0]], [0, 0, 1])
            """,
            after="""
            from imblearn.under_sampling import RandomUnderSampler
            rus = RandomUnderSampler(random_state=0)
            X_rus, y_rus = rus.fit_resample([[0.0], [1.0], [2.0]], [0, 0, 1])
            id_rus = rus.sample_indices_
            """,
            check="len(id_rus)",
        ),
        Example(
            before="""
            from imblearn.under_sampling import RandomUnderSampler
            a, b, idx = RandomUnderSampler(ratio=1.0, return_indices=True).fit_sample([[0.0], [1.0], [2.0]], [0, 0, 1])
            """,
            after="""
            from imblearn.under_sampling import RandomUnderSampler
            sampler = RandomUnderSampler(sampling_strategy=1.0)
            a, b = sampler.fit_resample([[0.0], [1.0], [2.0]], [0, 0, 1])
            idx = sampler.sample_indices_
            """,
            check="len(idx)",
        ),
        Same("""
            from imblearn.under_sampling import RandomUnderSampler
            rus = RandomUnderSampler(random_state=0)
            X_rus, y_rus = rus.fit_resample([[0.0], [1.0], [2.0]], [0, 0, 1])
            """),
    ),
)
def indices(node: ast.Assign, context: Context) -> Answer:
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or _third_target(call, context) is not node:
        return None
    uses = uses_of(context)
    made = uses.value(call.func.value)
    if not isinstance(made, ast.Call) or context.literal(context.keyword(made, "return_indices")) is not True:
        return None
    if context.symbol(made.func) not in SAMPLERS:
        return None
    targets = node.targets[0]
    assert isinstance(targets, ast.Tuple)
    data, labels, third = targets.elts
    edits: list[Edit] = [context.replace(targets, "{a}, {b}", a=data, b=labels)]
    if made is call.func.value:
        name = "sampler" if not uses.bindings("sampler") else "resampler"
        kept = [k for k in made.keywords if k.arg != "return_indices"]
        parts = [*(f"{{a{i}}}" for i in range(len(made.args))), *(f"{k.arg}={{k_{k.arg}}}" for k in kept if k.arg)]
        holes: dict[str, ast.AST] = {f"a{i}": a for i, a in enumerate(made.args)}
        holes.update({f"k_{k.arg}": k.value for k in kept})
        edits += [
            context.insert(node, f"{name} = {{func}}({', '.join(parts)})", after=False, func=made.func, **holes),
            context.replace(made, name),
            context.insert(node, f"{{c}} = {name}.sample_indices_", after=True, c=third),
        ]
    else:
        edits.append(context.insert(node, "{c} = {sampler}.sample_indices_", after=True, c=third, sampler=call.func.value))
    return Fix(tuple(edits))
