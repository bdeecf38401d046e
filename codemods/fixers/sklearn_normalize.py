"""`normalize=True` of linear models: the columns are divided by their norm before the fit, the coefficients after it.

    model = Ridge(alpha=0.5, normalize=True).fit(X, y)

    scale = np.linalg.norm(X - X.mean(axis=0), axis=0)
    scale[scale == 0] = 1
    model = Ridge(alpha=0.5).fit(X / scale, y)
    model.coef_ = model.coef_ / scale

That is what the argument did: centred columns of unit L2 norm (not unit variance, as StandardScaler gives), and coefficients
in the units of X. The intercept needs no change. normalize=False is dropped, and so is any value for LinearRegression, whose
solution does not depend on it (a recipe). Where an estimator picks its penalty by cross-validation, each fold was normalized
by itself: reported. Deprecated in 1.0, removed in 1.2.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_PLAIN = ("Ridge", "RidgeClassifier", "Lasso", "ElasticNet", "BayesianRidge", "ARDRegression")
_OTHERS = (
    "RidgeCV", "RidgeClassifierCV", "LassoCV", "ElasticNetCV", "MultiTaskLasso", "MultiTaskElasticNet", "MultiTaskLassoCV",
    "MultiTaskElasticNetCV",
)  # fmt: skip
# For these normalize=True was the default until 1.2.
_LARS = (
    "Lars", "LassoLars", "LarsCV", "LassoLarsCV", "LassoLarsIC", "OrthogonalMatchingPursuit", "OrthogonalMatchingPursuitCV",
)  # fmt: skip
_ADVICE = (
    "normalize is gone: it divided the centred columns by their norm. Divide X by np.linalg.norm(X - X.mean(axis=0), axis=0) "
    "before the fit and coef_ by it after; StandardScaler in a pipeline is another scale, for which alpha must change"
)


@fixer(
    "SK060",
    on=tuple(f"call sklearn.linear_model.{c}" for c in (*_PLAIN, *_OTHERS, *_LARS)),
    until="1.2",
    why="normalize is gone: scale the columns before the fit",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.linear_model import Ridge
            X, y = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]]), np.array([0.0, 1.0, 2.5, 3.0])
            r = Ridge(alpha=0.5, normalize=True).fit(X, y)
            p = r.predict(X)
            """,
            after="""
            import numpy as np
            from sklearn.linear_model import Ridge
            X, y = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]]), np.array([0.0, 1.0, 2.5, 3.0])
            scale = np.linalg.norm(X - X.mean(axis=0), axis=0)
            scale[scale == 0] = 1
            r = Ridge(alpha=0.5).fit(X / scale, y)
            r.coef_ = r.coef_ / scale
            p = r.predict(X)
            """,
            check="p.round(8).tolist()",
        ),
        Example(
            before="""
            from sklearn.linear_model import Lasso
            m = Lasso(alpha=0.1, normalize=False)
            """,
            after="""
            from sklearn.linear_model import Lasso
            m = Lasso(alpha=0.1)
            """,
            check="m.alpha",
        ),
        Same("""
            from sklearn.linear_model import LassoCV
            m = LassoCV(normalize=True, cv=3)
            """),
    ),
)
def normalized(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "normalize")
    if value is None:
        return None
    drop = context.edit_call(node, drop=frozenset({"normalize"}))
    intercept = context.keyword(node, "fit_intercept")
    if context.literal(value) is False or (intercept is not None and context.literal(intercept) is False):
        return Fix((drop,))
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    if (
        context.literal(value) is not True
        or name not in _PLAIN
        or (intercept is not None and context.literal(intercept) is not True)
    ):
        return Decline(_ADVICE)
    fit = _only_fit(node, context)
    if fit is None:
        return Decline(_ADVICE)
    call, statement, model = fit
    data = call.args[0]
    assert isinstance(data, ast.Name)
    scale = _free_name("scale", context)
    name = data.id
    norms = f"{scale} = {{@numpy}}.linalg.norm({name} - {name}.mean(axis=0), axis=0)\n{scale}[{scale} == 0] = 1"
    edits = (
        drop,
        context.insert(statement, norms),
        context.replace(data, f"{{X}} / {scale}", X=data),
        context.insert(statement, f"{model}.coef_ = {model}.coef_ / {scale}", after=True),
    )
    return Fix(edits)


def _only_fit(made: ast.Call, context: Context) -> tuple[ast.Call, ast.stmt, str] | None:
    """The one fit of the object that `made` makes: the call, its statement in this cell, and the object's name.

    None where the object is used otherwise than a fitted model is, or where the fit can't be changed.
    """
    uses = uses_of(context)
    fits = []
    for node in (made, *uses.loads(made)):
        method = uses.parents.get(node)
        if node is made and not isinstance(method, ast.Attribute):
            continue
        if not isinstance(method, ast.Attribute):
            return None
        if method.attr == "fit":
            fits.append(uses.parents.get(method))
        elif method.attr not in ("predict", "score", "coef_", "intercept_", "decision_function", "alpha", "get_params"):
            return None
    if len(fits) != 1 or not isinstance(call := fits[0], ast.Call):
        return None
    if len(call.args) < 2 or not isinstance(call.args[0], ast.Name) or not isinstance(call.func, ast.Attribute):
        return None
    if context.instance(call.args[0], "numpy.ndarray", "pandas.DataFrame") is None:
        return None
    above = uses.parents.get(call)
    if uses.cell_of.get(call) != uses.cell_of.get(made) or any(isinstance(a, ast.For | ast.While) for a in uses.ancestors(call)):
        return None
    if isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name):
        return call, above, above.targets[0].id
    receiver = call.func.value
    if isinstance(above, ast.Expr) and isinstance(receiver, ast.Name):
        return call, above, receiver.id
    return None


def _free_name(name: str, context: Context) -> str:
    uses = uses_of(context)
    number, free = 2, name
    while uses.bindings(free):
        free, number = f"{name}{number}", number + 1
    return free


_LINEAR = ("linear_model.LogisticRegression", "svm.LinearSVC", "svm.SVC", "svm.NuSVC", "linear_model.SGDClassifier",
           "linear_model.Perceptron", "linear_model.RidgeClassifier", "linear_model.PassiveAggressiveClassifier")  # fmt: skip
_TREES = (
    "ensemble.RandomForestClassifier",
    "ensemble.ExtraTreesClassifier",
    "tree.DecisionTreeClassifier",
    "tree.ExtraTreeClassifier",
)


@fixer(
    "SK061",
    on=tuple(f"call sklearn.{c}" for c in (*_LINEAR, *_TREES)),
    until="0.19",
    why="class_weight='auto' weighted classes by inverse frequency with mean 1; 'balanced' has another scale",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.linear_model import LogisticRegression
            X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 0, 1])
            c = LogisticRegression(class_weight="auto", C=0.1, solver="liblinear").fit(X, y)
            """,
            after="""
            import numpy as np
            from sklearn.linear_model import LogisticRegression
            X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 0, 1])
            labels, counts = np.unique(y, return_counts=True)
            weights = dict(zip(labels, (1 / counts) / (1 / counts).mean()))
            c = LogisticRegression(class_weight=weights, C=0.1, solver="liblinear").fit(X, y)
            """,
            check="c.coef_.round(3).tolist()",
            was={"scikit-learn": "0.17.1"},
        ),
        Example(
            before="""
            from sklearn.ensemble import RandomForestClassifier
            m = RandomForestClassifier(n_estimators=10, class_weight="auto")
            """,
            after="""
            from sklearn.ensemble import RandomForestClassifier
            m = RandomForestClassifier(n_estimators=10, class_weight="balanced")
            """,
            check="m.n_estimators",
        ),
        Same("""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(class_weight="balanced")
            weights = dict(class_weight="auto")
            """),
    ),
)
def class_weight(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "class_weight")
    literal = context.literal(value)
    if value is None or literal not in ("auto", "subsample"):
        return None
    tree = (context.symbol(node.func) or "").removeprefix("sklearn.") in _TREES
    if tree:
        quote = context.text(value)[0]
        return Fix((context.replace(value, f"{quote}{'balanced' if literal == 'auto' else 'balanced_subsample'}{quote}"),))
    labels = _fitted_labels(node, context)
    if labels is None:
        return Decline(
            "class_weight='auto' was 1/count of each class, scaled to mean 1: pass that as a dict ('balanced' is n/(k*count), "
            "another scale, which acts like another C)"
        )
    names = [_free_name(n, context) for n in ("labels", "counts", "weights")]
    text = (
        f"{names[0]}, {names[1]} = {{@numpy}}.unique({labels}, return_counts=True)\n"
        f"{names[2]} = dict(zip({names[0]}, (1 / {names[1]}) / (1 / {names[1]}).mean()))"
    )
    return Fix((context.insert(context.statement(node), text), context.replace(value, names[2])))


def _fitted_labels(made: ast.Call, context: Context) -> str | None:
    """The name of the labels that the object made here is fitted on, if it is bound before."""
    uses = uses_of(context)
    found = set()
    for node in (made, *uses.loads(made)):
        method = uses.parents.get(node)
        call = uses.parents.get(method) if isinstance(method, ast.Attribute) and method.attr == "fit" else None
        if isinstance(call, ast.Call):
            y = context.keyword(call, "y") or (call.args[1] if len(call.args) > 1 else None)
            if not isinstance(y, ast.Name) or (binding := uses.binding(y)) is None or binding.position > uses.position(made):
                return None
            found.add(y.id)
    return found.pop() if len(found) == 1 else None
