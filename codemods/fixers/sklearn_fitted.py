"""What fitted estimators no longer do, or give in another form.

forest.transform(X, threshold="mean")   →  SelectFromModel(forest, threshold="mean", prefit=True).transform(X)
naive_bayes.coef_                       →  naive_bayes.feature_log_prob_[1:]                 for two classes
tree.tree_.value                        →  tree.tree_.value * tree.tree_.weighted_n_node_samples[:, None, None]
rfecv.grid_scores_                      →  rfecv.cv_results_["mean_test_score"]
lof._decision_function(Z)               →  copy.copy(lof).set_params(novelty=True).score_samples(Z)
Pipeline([("lb", LabelBinarizer())])    →  with a class of its own, because transformers get y, too
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.labels import classes_fitted
from codemods.records import Safety
from codemods.uses import uses_of

_SELECTING = tuple(
    f"sklearn.{c}"
    for c in (
        "ensemble.RandomForestClassifier", "ensemble.RandomForestRegressor", "ensemble.ExtraTreesClassifier",
        "ensemble.ExtraTreesRegressor", "ensemble.GradientBoostingClassifier", "ensemble.GradientBoostingRegressor",
        "tree.DecisionTreeClassifier", "tree.DecisionTreeRegressor", "linear_model.LogisticRegression", "svm.LinearSVC",
        "linear_model.SGDClassifier", "linear_model.Perceptron",
    )
)  # fmt: skip


@fixer(
    "SK050",
    on=tuple(f"call {c}.{m}" for c in _SELECTING for m in ("transform", "fit_transform")),
    until="0.19",
    since="0.17",
    why="selecting features is SelectFromModel's work, no longer the estimator's",
    examples=(
        Example(
            before="""
            from sklearn.ensemble import RandomForestClassifier
            X, y = [[0, 1], [1, 1], [2, 0], [3, 1]], [0, 0, 1, 1]
            r = RandomForestClassifier(n_estimators=20, random_state=0).fit(X, y)
            Z = r.transform(X, threshold="mean")
            """,
            after="""
            from sklearn.ensemble import RandomForestClassifier
            from sklearn.feature_selection import SelectFromModel
            X, y = [[0, 1], [1, 1], [2, 0], [3, 1]], [0, 0, 1, 1]
            r = RandomForestClassifier(n_estimators=20, random_state=0).fit(X, y)
            Z = SelectFromModel(r, threshold="mean", prefit=True).transform(X)
            """,
            check="Z.shape",
            was={"scikit-learn": "0.17.1"},
        ),
        Same("""
            from sklearn.preprocessing import StandardScaler
            s = StandardScaler().fit([[0.0], [1.0]])
            Z = s.transform([[0.0]])
            """),
    ),
)
def selecting(node: ast.Call, context: Context) -> Answer:
    if not isinstance(node.func, ast.Attribute):
        return None
    fitting = node.func.attr == "fit_transform"
    bound = context.bind(node, "X", "y") if fitting else context.bind(node, "X", "threshold")
    if bound is None or "X" not in bound:
        return Decline("use SelectFromModel(estimator, prefit=True).transform(X)")
    selector = "{@sklearn.feature_selection.SelectFromModel}({r}"
    if "threshold" in bound and context.literal(bound["threshold"]) is not None:
        selector += ", threshold={threshold}"
    if fitting:
        text = f"{selector}).fit_transform({', '.join(f'{{{n}}}' for n in bound)})"
    else:
        text = f"{selector}, prefit=True).transform({{X}})"
    holes = {k: v for k, v in bound.items() if f"{{{k}}}" in text}
    return Fix((context.replace(node, text, r=node.func.value, **holes),))


_BAYES = ("MultinomialNB", "BernoulliNB", "ComplementNB")


@fixer(
    "SK051",
    on=tuple(f"attr sklearn.naive_bayes.{c}.{a}" for c in _BAYES for a in ("coef_", "intercept_")),
    until="1.1",
    since="0.24",
    why="coef_ was feature_log_prob_, without the first class where there are two",
    examples=(
        Example(
            before="""
            from sklearn.naive_bayes import MultinomialNB
            c = MultinomialNB().fit([[2, 0, 1], [0, 3, 1], [1, 0, 2]], [0, 1, 0])
            v = c.coef_[0][1]
            """,
            after="""
            from sklearn.naive_bayes import MultinomialNB
            c = MultinomialNB().fit([[2, 0, 1], [0, 3, 1], [1, 0, 2]], [0, 1, 0])
            v = c.feature_log_prob_[1:][0][1]
            """,
            check="round(float(v), 6)",
        ),
        Same("""
            from sklearn.linear_model import Ridge
            v = Ridge().fit([[0], [1]], [0, 1]).coef_[0]
            """),
    ),
)
def naive_bayes(node: ast.Attribute, context: Context) -> Answer:
    new = "feature_log_prob_" if node.attr == "coef_" else "class_log_prior_"
    made = uses_of(context).value(node.value)
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in ("fit", "partial_fit"):
        fit, made = made, uses_of(context).value(made.func.value)
        if isinstance(made, ast.Call) and made is fit.func.value:  # type: ignore[attr-defined]
            break
    number = classes_fitted(made, context) if isinstance(made, ast.Call) else None
    if number == 2:
        return Fix((context.replace(node, f"{{c}}.{new}[1:]", c=node.value),))
    if number is not None:
        return Fix((context.rename_attribute(node, new),))
    if not isinstance(node.value, ast.Name | ast.Attribute):
        return Decline(f"{node.attr} was {new}, without the first row where there are two classes")
    return Fix((context.replace(node, f"{{c}}.{new}[1:] if len({{c}}.classes_) == 2 else {{c}}.{new}", c=node.value),))


@fixer(
    "SK052",
    on="node Attribute",
    library="sklearn",
    until="1.3",
    words=("tree_",),
    why="the values of a classification tree are fractions, no longer weighted counts",
    silent=True,
    examples=(
        Example(
            before="""
            from sklearn.tree import DecisionTreeClassifier
            t = DecisionTreeClassifier(max_depth=1).fit([[0], [1], [2], [3]], [0, 0, 0, 1])
            v = t.tree_.value[:, 0, :].tolist()
            """,
            after="""
            from sklearn.tree import DecisionTreeClassifier
            t = DecisionTreeClassifier(max_depth=1).fit([[0], [1], [2], [3]], [0, 0, 0, 1])
            v = (t.tree_.value * t.tree_.weighted_n_node_samples[:, None, None])[:, 0, :].tolist()
            """,
            check="v",
            was={"scikit-learn": "1.1.3"},
        ),
        Same(
            """
            from sklearn.tree import DecisionTreeRegressor
            t = DecisionTreeRegressor(max_depth=1).fit([[0], [1], [2], [3]], [0, 0, 0, 1])
            v = t.tree_.value
            """,
            was={"scikit-learn": "1.1.3"},
        ),
    ),
)
def tree_values(node: ast.Attribute, context: Context) -> Answer:
    if node.attr != "value" or not isinstance(node.ctx, ast.Load):
        return None
    tree = node.value if isinstance(node.value, ast.Attribute) else uses_of(context).value(node.value)
    if not isinstance(tree, ast.Attribute) or tree.attr != "tree_":
        return None
    if context.instance(tree.value, "sklearn.tree.DecisionTreeClassifier", "sklearn.tree.ExtraTreeClassifier") is None:
        return None
    above = context.parent(node)
    if isinstance(above, ast.BinOp) and "weighted_n_node_samples" in context.text(above):
        return None
    return Fix((context.replace(node, "{t}.value * {t}.weighted_n_node_samples[:, None, None]", t=node.value),))


@fixer(
    "SK053",
    on="attr sklearn.feature_selection.RFECV.grid_scores_",
    until="1.2",
    since="1.0",
    why="grid_scores_ was replaced by cv_results_",
    examples=(
        Example(
            before="""
            from sklearn.feature_selection import RFECV
            from sklearn.linear_model import Ridge
            r = RFECV(Ridge(), cv=2).fit([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 1, 2, 3])
            n = len(r.grid_scores_)
            """,
            after="""
            from sklearn.feature_selection import RFECV
            from sklearn.linear_model import Ridge
            r = RFECV(Ridge(), cv=2).fit([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 1, 2, 3])
            n = len(r.cv_results_["mean_test_score"])
            """,
            check="n",
        ),
        Same("""
            class Course:
                grid_scores_ = [1]
            n = len(Course().grid_scores_)
            from sklearn.feature_selection import RFECV
            """),
    ),
)
def rfecv_scores(node: ast.Attribute, context: Context) -> Answer:
    return Fix((context.replace(node, '{r}.cv_results_["mean_test_score"]', r=node.value),))


_LOF = "sklearn.neighbors.LocalOutlierFactor"
_SHIFTED = "0.20"  # from here _decision_function was less the offset


@fixer(
    "SK056",
    on=f"attr {_LOF}._decision_function",
    until="1.0",
    since=_SHIFTED,
    why="the factors of new samples are public now, for novelty=True; a shallow copy of the fitted object gives the same",
    examples=(
        Example(
            before="""
            from sklearn.neighbors import LocalOutlierFactor
            lof = LocalOutlierFactor(n_neighbors=2, contamination=0.2)
            labels = lof.fit_predict([[0.0], [0.1], [0.3], [0.4], [5.0]])
            s = lof._decision_function([[0.2], [4.0]])
            """,
            after="""
            from sklearn.neighbors import LocalOutlierFactor
            import copy
            lof = LocalOutlierFactor(n_neighbors=2, contamination=0.2)
            labels = lof.fit_predict([[0.0], [0.1], [0.3], [0.4], [5.0]])
            s = copy.copy(lof).set_params(novelty=True).score_samples([[0.2], [4.0]])
            """,
            check="s.round(9).tolist(), labels.tolist()",
            was={"scikit-learn": "0.19.2"},
        ),
        Example(
            before="""
            from sklearn.neighbors import LocalOutlierFactor
            lof = LocalOutlierFactor(n_neighbors=2, contamination=0.2).fit([[0.0], [0.1], [0.3], [0.4], [5.0]])
            s = lof._decision_function([[0.2], [4.0]])
            """,
            after="""
            from sklearn.neighbors import LocalOutlierFactor
            import copy
            lof = LocalOutlierFactor(n_neighbors=2, contamination=0.2).fit([[0.0], [0.1], [0.3], [0.4], [5.0]])
            s = copy.copy(lof).set_params(novelty=True).decision_function([[0.2], [4.0]])
            """,
            check="s.round(9).tolist()",
            was={"scikit-learn": "0.24.2"},
        ),
        Same("""
            from sklearn.neighbors import LocalOutlierFactor
            lof = LocalOutlierFactor(n_neighbors=2, novelty=True).fit([[0.0], [0.1], [0.2], [0.4], [5.0]])
            s = lof.decision_function([[0.3]])
            """),
    ),
)
def outlier_factors(node: ast.Attribute, context: Context) -> Answer:
    method, safety = "score_samples", None
    if context.vintage.since("sklearn", _SHIFTED):
        method = "decision_function"
    elif not context.vintage.before("sklearn", _SHIFTED) and not _compares_factors(context):
        safety = Safety.REVIEW
    text = f"{{@copy.copy}}({{lof}}).set_params(novelty=True).{method}"
    return Fix((context.replace(node, text, lof=node.value),), safety=safety)


def _compares_factors(context: Context) -> bool:
    """Whether the document reads the factors of the fitted samples, too: they never were less the offset."""
    return any(a.attr == "negative_outlier_factor_" for a in context.nodes(ast.Attribute))


_LABELS = ("LabelBinarizer", "LabelEncoder")


@fixer(
    "SK054",
    on=tuple(f"call sklearn.preprocessing.{c}" for c in _LABELS),
    until="0.19",
    why="a step of a pipeline gets X and y; encoders of labels take one argument",
    examples=(
        Example(
            before="""
            from sklearn.pipeline import Pipeline
            from sklearn.preprocessing import LabelBinarizer
            p = Pipeline([("lb", LabelBinarizer())])
            Z = p.fit_transform(["a", "c", "b"])
            """,
            after="""
            from sklearn.pipeline import Pipeline
            from sklearn.preprocessing import LabelBinarizer
            from sklearn.base import BaseEstimator
            from sklearn.base import TransformerMixin
            class PipelineLabelBinarizer(TransformerMixin, BaseEstimator):
                def fit(self, X, y=None):
                    self.encoder_ = LabelBinarizer().fit(X)
                    return self

                def transform(self, X):
                    return self.encoder_.transform(X)
            p = Pipeline([("lb", PipelineLabelBinarizer())])
            Z = p.fit_transform(["a", "c", "b"])
            """,
            check="Z.tolist()",
        ),
        Same("""
            from sklearn.preprocessing import LabelBinarizer
            Z = LabelBinarizer().fit_transform(["a", "c", "b"])
            """),
    ),
)
def label_step(node: ast.Call, context: Context) -> Answer:
    if not _is_step(node, context):
        return None
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    own = f"Pipeline{name}"
    if uses_of(context).bindings(own) or node.args or node.keywords:
        return Decline(f"{name} takes no y, which a pipeline gives it: wrap it in a transformer of your own")
    definition = (
        f"class {own}({{@sklearn.base.TransformerMixin}}, {{@sklearn.base.BaseEstimator}}):\n"
        "    def fit(self, X, y=None):\n"
        "        self.encoder_ = {func}().fit(X)\n"
        "        return self\n\n"
        "    def transform(self, X):\n"
        "        return self.encoder_.transform(X)"
    )
    statement = context.statement(node)
    return Fix((context.insert(statement, definition, func=node.func), context.replace(node, f"{own}()")))


def _is_step(node: ast.Call, context: Context) -> bool:
    above = context.parent(node)
    if isinstance(above, ast.Call):
        return context.symbol(above.func) in ("sklearn.pipeline.make_pipeline", "sklearn.pipeline.make_union")
    if not isinstance(above, ast.Tuple) or not isinstance(steps := context.parent(above), ast.List):
        return False
    pipelines = ("sklearn.pipeline.Pipeline", "sklearn.pipeline.FeatureUnion")
    return any(context.symbol(call.func) in pipelines for call, _ in uses_of(context).consumers(steps))
