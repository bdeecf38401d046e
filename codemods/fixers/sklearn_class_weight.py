"""class_weight="auto", removed in 0.19, weighted the classes by inverse frequency, with mean 1; "balanced" has another scale.

    LogisticRegression(class_weight="auto")

    labels, counts = np.unique(y, return_counts=True)
    weights = dict(zip(labels, (1 / counts) / (1 / counts).mean()))
    LogisticRegression(class_weight=weights)

The scale acts like another C. Trees do not depend on it.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

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


def _free_name(name: str, context: Context) -> str:
    uses = uses_of(context)
    number, free = 2, name
    while uses.bindings(free):
        free, number = f"{name}{number}", number + 1
    return free
