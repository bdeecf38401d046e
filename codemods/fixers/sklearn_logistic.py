"""LogisticRegression: the solver that was the default, one-versus-rest, no penalty.

    LogisticRegression().fit(X, y)                                  # two classes, before 0.22
    LogisticRegression(solver="liblinear").fit(X, y)

    LogisticRegression().fit(iris.data, iris.target)                # more than two
    OneVsRestClassifier(LogisticRegression(solver="liblinear")).fit(iris.data, iris.target)

    LogisticRegression(penalty="none")  →  LogisticRegression(C=np.inf)

0.22 changed the default solver from liblinear to lbfgs (which does not regularise the intercept and rejects an l1 penalty)
and multi_class from one-versus-rest to multinomial; 1.8 removed multi_class, and liblinear refuses more than two classes.
The number of classes must be known from the data that the estimator is fitted on; elsewhere it is reported.
"""

from __future__ import annotations

import ast

from codemods.dicts import spelled_out
from codemods.fixers._one_versus_rest import LEARNED, fitted, model_of, replaceable
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.labels import classes_fitted
from codemods.records import Safety

_NAME = "sklearn.linear_model.LogisticRegression"
_ON = f"call {_NAME}"
_WRAPPER = "{@sklearn.multiclass.OneVsRestClassifier}"


@fixer(
    "SK030",
    on=_ON,
    until="0.22",
    why="the default solver was liblinear, and several classes were fitted one against the rest",
    silent=True,
    examples=(
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(C=1.0).fit([[5.0], [6.0], [7.0], [8.0]], [0, 0, 1, 1])
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(C=1.0, solver="liblinear").fit([[5.0], [6.0], [7.0], [8.0]], [0, 0, 1, 1])
            """,
            check="c.coef_.round(2).tolist()",
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn.datasets import load_iris
            from sklearn.linear_model import LogisticRegression
            d = load_iris()
            c = LogisticRegression().fit(d.data, d.target)
            p = c.predict_proba(d.data[:1])
            """,
            after="""
            from sklearn.datasets import load_iris
            from sklearn.linear_model import LogisticRegression
            from sklearn.multiclass import OneVsRestClassifier
            d = load_iris()
            c = OneVsRestClassifier(LogisticRegression(solver="liblinear")).fit(d.data, d.target)
            p = c.predict_proba(d.data[:1])
            """,
            check="p.round(2).tolist()",
            was={"scikit-learn": "0.18.2"},
        ),
        Same(
            """
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(solver="lbfgs").fit([[5.0], [6.0], [7.0], [8.0]], [0, 0, 1, 1])
            """,
            was={"scikit-learn": "0.20.4"},
        ),
    ),
)
def old_solver(node: ast.Call, context: Context) -> Answer:
    whole = spelled_out(node, context)
    if whole is None or len(node.args) > 1:
        return None
    if _wrapped(node, context) or context.literal(context.keyword(whole, "multi_class")) not in (MISSING, "ovr"):
        return None
    penalty = context.keyword(whole, "penalty") or (node.args[0] if node.args else None)
    if penalty is not None and context.literal(penalty) in ("l1", "none", MISSING):
        return None  # SK031 and SK033
    solver = context.keyword(whole, "solver")
    number = classes_fitted(node, context)
    add = {"solver": '"liblinear"'} if solver is None else {}
    if number == 2:
        return Fix((context.edit_call(node, add=add, spread_known=True),)) if add else None
    if number is None:
        if solver is not None:
            return None
        edit = context.edit_call(node, add=add, spread_known=True)
        return Fix((edit,), message="the default solver was liblinear, which takes two classes only", safety=Safety.REVIEW)
    return _one_versus_rest(node, add, context)


@fixer(
    "SK031",
    on=_ON,
    until="0.22",
    why="the default solver was liblinear; lbfgs rejects an l1 penalty",
    examples=(
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(penalty="l1", C=0.5)
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(penalty="l1", C=0.5, solver="liblinear")
            """,
            check="c.fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]).coef_.round(3).tolist()",
        ),
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            for p in ["l1", "l2"]:
                c = LogisticRegression(penalty=p)
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            for p in ["l1", "l2"]:
                c = LogisticRegression(penalty=p, solver="liblinear")
            """,
            check="c.fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]).coef_.round(3).tolist()",
        ),
        Example(
            before="""
            import pandas as pd
            from sklearn.datasets import load_wine
            from sklearn.linear_model import LogisticRegression
            d = load_wine()
            wine = pd.DataFrame(d.data).assign(kind=d.target)
            X, y = wine.iloc[:, :-1].values / 100, wine.iloc[:, -1].values
            c = LogisticRegression(penalty="l1", C=10.0)
            c.fit(X, y)
            w = c.coef_.shape, c.intercept_.shape, c.score(X, y)
            """,
            after="""
            import pandas as pd
            from sklearn.datasets import load_wine
            from sklearn.linear_model import LogisticRegression
            import numpy as np
            from sklearn.multiclass import OneVsRestClassifier
            d = load_wine()
            wine = pd.DataFrame(d.data).assign(kind=d.target)
            X, y = wine.iloc[:, :-1].values / 100, wine.iloc[:, -1].values
            c = OneVsRestClassifier(LogisticRegression(penalty="l1", C=10.0, solver="liblinear"))
            c.fit(X, y)
            w = np.vstack([e.coef_ for e in c.estimators_]).shape, np.hstack([e.intercept_ for e in c.estimators_]).shape, c.score(X, y)
            """,
            check="w[0], w[1], round(w[2], 2)",
            was={"scikit-learn": "0.19.2"},
        ),
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            best = {"penalty": "l1", "C": 0.5}
            c = LogisticRegression(**best)
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            best = {"penalty": "l1", "C": 0.5}
            c = LogisticRegression(**best, solver="liblinear")
            """,
            check="c.fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]).coef_.round(3).tolist()",
        ),
        Same("""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(penalty="l1", solver="saga")
            more = {"penalty": "l1"}
            more["solver"] = "saga"
            d = LogisticRegression(**more)
            """),
    ),
)
def lasso_penalty(node: ast.Call, context: Context) -> Answer:
    whole = spelled_out(node, context)
    if whole is None or context.keyword(whole, "solver") is not None:
        return None
    penalty = context.keyword(whole, "penalty") or (node.args[0] if node.args else None)
    if penalty is None:
        return None
    if context.literal(penalty) not in ("l1", MISSING):  # a penalty that varies is l1 at times
        return None
    add = {"solver": '"liblinear"'}
    number = classes_fitted(node, context)
    # Of two classes the wrapper makes the same classifier: it is right where their number isn't known.
    if number != 2 and fitted(node, context) and (number is not None or replaceable(node, context)):
        return _one_versus_rest(node, add, context)
    return Fix((context.edit_call(node, add=add, spread_known=True),))


@fixer(
    "SK032",
    on=_ON,
    until="1.8",
    why="multi_class is gone: several classes are always fitted together",
    examples=(
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(multi_class="auto", solver="lbfgs")
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(solver="lbfgs")
            """,
            check="c.C",
        ),
        Example(
            before="""
            from sklearn.datasets import load_iris
            from sklearn.linear_model import LogisticRegression
            X, y = load_iris(return_X_y=True)
            c = LogisticRegression(multi_class="ovr", solver="lbfgs", max_iter=1000)
            c.fit(X, y)
            """,
            after="""
            from sklearn.datasets import load_iris
            from sklearn.linear_model import LogisticRegression
            from sklearn.multiclass import OneVsRestClassifier
            X, y = load_iris(return_X_y=True)
            c = OneVsRestClassifier(LogisticRegression(solver="lbfgs", max_iter=1000))
            c.fit(X, y)
            """,
            check="c.predict(X).tolist()",
        ),
        Same("""
            from sklearn.linear_model import LogisticRegression
            from sklearn.metrics import roc_auc_score
            c = LogisticRegression(solver="lbfgs")
            s = roc_auc_score([0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], multi_class="ovr")
            """),
    ),
)
def multi_class(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "multi_class")
    if value is None:
        return None
    literal = context.literal(value)
    drop = context.edit_call(node, drop=frozenset({"multi_class"}))
    number = classes_fitted(node, context)
    liblinear = context.literal(context.keyword(node, "solver")) == "liblinear"
    match literal:
        case "multinomial" if number == 2:
            return Decline("multi_class is gone: two classes are fitted as binary, which multinomial was not quite")
        case "multinomial":
            return Fix((drop,))
        case "auto" if not liblinear or number == 2:
            return Fix((drop,))
        case "ovr" | "auto" if number == 2:
            return Fix((drop,))
        case "ovr" | "auto" if number is not None:
            return _one_versus_rest(node, {}, context, drop=True)
        case "ovr" | "auto":
            return Decline(
                "multi_class is gone: drop it for two classes, for more use OneVsRestClassifier(LogisticRegression(…))"
            )
        case _:
            return Decline("multi_class is gone, and its value here is not a literal")


@fixer(
    "SK033",
    on=(_ON, "call sklearn.linear_model.LogisticRegressionCV"),
    until="1.4",
    why="no penalty is C=np.inf (penalty=None before 1.8), no longer the string 'none'",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(penalty="none", max_iter=500)
            """,
            after="""
            import numpy as np
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(C=np.inf, max_iter=500)
            """,
            check="c.fit([[0.0], [1.0], [2.0], [3.0], [1.5], [2.5]], [0, 0, 1, 1, 1, 0]).coef_.round(2).tolist()",
        ),
        Same("""
            from sklearn.linear_model import LogisticRegression
            c = LogisticRegression(penalty="l2")
            """),
    ),
)
def no_penalty(node: ast.Call, context: Context) -> Answer:
    by_position = bool(node.args)
    penalty = node.args[0] if by_position else context.keyword(node, "penalty")
    if context.literal(penalty) != "none":
        return None
    if not context.target.reached("sklearn", "1.8") or by_position:
        assert penalty is not None
        return Fix((context.replace(penalty, "None"),))
    if context.keyword(node, "C") is not None:
        return Fix((context.edit_call(node, drop=frozenset({"penalty"}), values={"C": "{@numpy.inf}"}),))
    return Fix((context.edit_call(node, rename={"penalty": "C"}, values={"penalty": "{@numpy.inf}"}),))


def _one_versus_rest(node: ast.Call, add: dict[str, str], context: Context, *, drop: bool = False) -> Answer:
    if not replaceable(node, context):
        return Decline(
            "several classes were fitted one against the rest: OneVsRestClassifier(LogisticRegression(…)) does that, but "
            "not all that is done with the classifier here"
        )
    parts = [f"{{p{i}}}" for i in range(len(node.args))]
    holes: dict[str, ast.AST] = {f"p{i}": a for i, a in enumerate(node.args)}
    for index, keyword in enumerate(node.keywords):
        if drop and keyword.arg == "multi_class":
            continue
        parts.append(f"{keyword.arg}={{k{index}}}" if keyword.arg is not None else f"**{{k{index}}}")
        holes[f"k{index}"] = keyword.value
    parts += [f"{k}={v}" for k, v in add.items()]
    return Fix((context.replace(node, f"{_WRAPPER}({{func}}({', '.join(parts)}))", func=node.func, **holes),))


@fixer(
    "SK034",
    on=("attr sklearn.linear_model.LogisticRegression.coef_", "attr sklearn.linear_model.LogisticRegression.intercept_"),
    until="0.22",
    why="the classifiers in OneVsRestClassifier have the coefficients",
    examples=[
        Same("""
            from sklearn.linear_model import Lasso
            m = Lasso(alpha=0.1)
            """),
    ],
)
def coefficients(node: ast.Attribute, context: Context) -> Answer:
    """In the round in which the classifier is wrapped."""
    made = model_of(node.value, context)
    if made is None or not isinstance(node.value, ast.Name | ast.Attribute):
        return None
    rules = [lasso_penalty]
    if context.vintage.before("sklearn", "0.22"):
        rules.append(old_solver)
    if context.target.reached("sklearn", "1.8"):
        rules.append(multi_class)
    answers = [rule(made, context) for rule in rules]
    if not any(isinstance(a, Fix) and _WRAPPER in getattr(a.edits[0], "template", "") for a in answers):
        return None
    return Fix((context.replace(node, LEARNED[node.attr], model=node.value),))


def _wrapped(node: ast.Call, context: Context) -> bool:
    above = context.parent(node)
    return isinstance(above, ast.Call) and (context.symbol(above.func) or "").startswith("sklearn.multiclass.")
