"""Modules of scikit-learn that are gone: what was imported from them is imported from where it lives now.

    from sklearn.cross_validation import train_test_split, KFold
    from sklearn.model_selection import train_test_split, KFold

    from sklearn import grid_search
    from sklearn import model_selection as grid_search

    from sklearn.externals import joblib
    import joblib

0.18 merged cross_validation, grid_search and learning_curve into model_selection (removed in 0.20); 0.22 made the
modules below the packages private (sklearn.neighbors.kde), 0.24 removed the old paths; sklearn.externals lost joblib and
six in 0.23. The new name must exist in the target; where no public module has it, the private one does. Classes whose calls changed too are in `sklearn_old_cv`.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport
from codemods.types import Class, Function, Module, Symbolic

# Old module → new module (or package), with the names that changed on the way.
_SELECTION = "sklearn.model_selection"
_MOVED: dict[str, str] = {
    "sklearn.cross_validation": _SELECTION,
    "sklearn.grid_search": _SELECTION,
    "sklearn.learning_curve": _SELECTION,
    "sklearn.lda": "sklearn.discriminant_analysis",
    "sklearn.qda": "sklearn.discriminant_analysis",
    "sklearn.externals.joblib": "joblib",
    "sklearn.externals.six": "six",
    "sklearn.externals.six.moves": "six.moves",
    "sklearn.feature_extraction.stop_words": "sklearn.feature_extraction.text",
    "sklearn.utils.mocking": "sklearn.utils._mocking",
}
_PRIVATE = {
    "sklearn.cluster": "affinity_propagation_ bicluster birch dbscan_ hierarchical k_means_ mean_shift_ optics_ spectral",
    "sklearn.covariance": "elliptic_envelope empirical_covariance_ graph_lasso_ robust_covariance shrunk_covariance_",
    "sklearn.cross_decomposition": "cca_ pls_",
    "sklearn.datasets": "base california_housing covtype kddcup99 lfw olivetti_faces openml rcv1 samples_generator "
    "species_distributions svmlight_format twenty_newsgroups",
    "sklearn.decomposition": "base dict_learning factor_analysis fastica_ incremental_pca kernel_pca nmf online_lda pca "
    "sparse_pca truncated_svd",
    "sklearn.ensemble": "bagging base forest gradient_boosting iforest stacking voting voting_classifier weight_boosting",
    "sklearn.feature_extraction": "dict_vectorizer hashing",
    "sklearn.feature_selection": "base from_model mutual_info mutual_info_ rfe univariate_selection variance_threshold",
    "sklearn.gaussian_process": "gpc gpr",
    "sklearn.linear_model": "base bayes coordinate_descent huber least_angle logistic omp passive_aggressive perceptron ransac "
    "ridge sag stochastic_gradient theil_sen",
    "sklearn.manifold": "isomap locally_linear mds spectral_embedding_ t_sne",
    "sklearn.metrics": "classification ranking regression scorer",
    "sklearn.metrics.cluster": "bicluster supervised unsupervised",
    "sklearn.mixture": "base bayesian_mixture gaussian_mixture",
    "sklearn.neighbors": "ball_tree base classification graph kd_tree kde lof nca nearest_centroid regression unsupervised",
    "sklearn.neural_network": "multilayer_perceptron rbm",
    "sklearn.preprocessing": "base data encoders imputation label",
    "sklearn.semi_supervised": "label_propagation",
    "sklearn.svm": "base bounds classes libsvm",
    "sklearn.tree": "export tree",
    "sklearn.utils": "bunch fast_dict seq_dataset testing",
}
_MOVED.update({f"{package}.{module}": package for package, modules in _PRIVATE.items() for module in modules.split()})
_RENAMED = {
    "sklearn.cross_validation.LabelKFold": f"{_SELECTION}.GroupKFold",
    "sklearn.cross_validation.LabelShuffleSplit": f"{_SELECTION}.GroupShuffleSplit",
    "sklearn.cross_validation.LeaveOneLabelOut": f"{_SELECTION}.LeaveOneGroupOut",
    "sklearn.cross_validation.LeavePLabelOut": f"{_SELECTION}.LeavePGroupsOut",
    "sklearn.lda.LDA": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "sklearn.qda.QDA": "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
    "sklearn.discriminant_analysis.LDA": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "sklearn.externals.six.StringIO": "io.StringIO",
    "sklearn.externals.six.BytesIO": "io.BytesIO",
    "sklearn.externals.six.moves.urllib": "urllib",
    "sklearn.externals.six.moves.zip": "six.moves.zip",
    "sklearn.datasets.base.Bunch": "sklearn.utils.Bunch",
    "sklearn.metrics.scorer.SCORERS": "sklearn.metrics.SCORERS",
    "sklearn.preprocessing.imputation.Imputer": "sklearn.preprocessing.Imputer",
    "sklearn.utils.fixes.signature": "inspect.signature",
    "sklearn.utils.testing.all_estimators": "sklearn.utils.all_estimators",
}
# The private modules that bear another name now; the others have an underscore before it instead of after it.
_PRIVATE_NOW = {
    "k_means_": "_kmeans", "gradient_boosting": "_gb", "hierarchical": "_agglomerative", "tree": "_classes",
    "voting_classifier": "_voting",
}  # fmt: skip
# Names that other fixers answer for, although the target lacks them where this table puts them.
_CHANGED_ELSEWHERE = {"sklearn.metrics.SCORERS", "sklearn.preprocessing.Imputer"}
_WITH_NAMES_KEPT = {"sklearn.cross_validation", "sklearn.grid_search", "sklearn.learning_curve", "sklearn.externals.joblib"}
_EVENTS = tuple(
    f"{kind} {symbol}"
    for kind in ("import", "name")
    for symbol in (*_MOVED, *(f"{m}.*" for m in _MOVED), *(s for s in _RENAMED if s.rpartition(".")[0] not in _MOVED))
)


@fixer(
    "SK001",
    on=_EVENTS,
    until="",
    why="the module is gone; what it had is in another module",
    examples=(
        Example(
            before="""
            from sklearn.cross_validation import train_test_split, cross_val_score
            a, b = train_test_split([1, 2, 3, 4], test_size=0.5, random_state=1)
            """,
            after="""
            from sklearn.model_selection import train_test_split, cross_val_score
            a, b = train_test_split([1, 2, 3, 4], test_size=0.5, random_state=1)
            """,
            check="sorted(a + b)",
        ),
        Example(
            before="""
            from sklearn import cross_validation
            a, b = cross_validation.train_test_split([1, 2, 3, 4], test_size=0.5, random_state=1)
            """,
            after="""
            from sklearn import model_selection as cross_validation
            a, b = cross_validation.train_test_split([1, 2, 3, 4], test_size=0.5, random_state=1)
            """,
            check="sorted(a + b)",
        ),
        Example(
            before="""
            from sklearn.externals import joblib
            joblib.dump([1], "model.pkl")
            """,
            after="""
            import joblib
            joblib.dump([1], "model.pkl")
            """,
        ),
        Example(
            before="""
            from sklearn.lda import LDA
            model = LDA(n_components=1)
            """,
            after="""
            from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as LDA
            model = LDA(n_components=1)
            """,
            check="model.n_components",
        ),
        Example(
            before="""
            from sklearn.externals.six import StringIO
            buf = StringIO()
            """,
            after="""
            from io import StringIO
            buf = StringIO()
            """,
            check="buf.getvalue()",
        ),
        Example(
            before="""
            from sklearn.ensemble.forest import ForestClassifier, RandomForestClassifier
            from sklearn.metrics.classification import UndefinedMetricWarning
            ok = isinstance(RandomForestClassifier(), ForestClassifier), issubclass(UndefinedMetricWarning, UserWarning)
            """,
            after="""
            from sklearn.ensemble._forest import ForestClassifier
            from sklearn.ensemble import RandomForestClassifier
            from sklearn.exceptions import UndefinedMetricWarning
            ok = isinstance(RandomForestClassifier(), ForestClassifier), issubclass(UndefinedMetricWarning, UserWarning)
            """,
            check="ok",
        ),
        Same("""
            try:
                from sklearn.model_selection import train_test_split
            except ImportError:
                from sklearn.cross_validation import train_test_split
            """),
        Same("from sklearn.model_selection import learning_curve\n"),
    ),
)
def moved_module(node: ast.alias | ast.Attribute | ast.Name, context: Context) -> Answer:
    match node:
        case ast.alias():
            return _import(node, context)
        case ast.Attribute():
            return _dotted(node, context)
        case _:
            return Fix(())  # bound by an import, which is moved where it stands


def _import(alias: ast.alias, context: Context) -> Answer:
    statement = context.statement(alias)
    old = alias.name
    if isinstance(statement, ast.ImportFrom):
        old = f"{statement.module}.{alias.name}" if alias.name != "*" else str(statement.module)
        if alias.name == "*":
            moved = old in _WITH_NAMES_KEPT and _gone(old, context)
            return Fix((context.replace_statement(statement, f"from {_MOVED[old]} import *"),)) if moved else None
    new = _place_now(old, context)
    if new is None:
        return None
    if not _live(new, context):
        return Decline(f"the target has no {new}, and no other replacement is known")
    return Fix((MoveImport(context.span(statement), old, new),))


def _dotted(node: ast.Attribute, context: Context) -> Answer:
    """`sklearn.cross_validation.KFold` in full; where a name is bound to the module, its import is moved."""
    match context.only(node):
        case Module(path=path) | Symbolic(path=path) | Class(path=path) | Function(path=path):
            new = _place_now(path, context)
        case _:
            return None
    if new is None:
        return None
    if not _live(new, context):
        return Decline(f"the target has no {new}, and no other replacement is known")
    if isinstance(node.value, ast.Name) and path not in _RENAMED and path not in _MOVED:
        return Fix(())
    return Fix((context.replace(node, f"{{@{new}}}"),))


def _place_now(old: str, context: Context) -> str | None:
    """Where the thing imported as `old` is today; None where it has not moved."""
    if old in _RENAMED:
        return _RENAMED[old]
    if old in _MOVED:
        return _MOVED[old] if _gone(old, context) else None
    module, _, name = old.rpartition(".")
    if module not in _MOVED or not _gone(module, context):
        return None
    new = f"{_MOVED[module]}.{name}"
    new = _RENAMED.get(new, new)
    if _live(new, context):
        return new
    package, _, last = module.rpartition(".")
    private = _PRIVATE_NOW.get(last, "_" + last.strip("_"))
    others = (f"sklearn.exceptions.{name}", f"{package}.{private}.{name}")
    return next((other for other in others if _live(other, context)), new)


def _gone(module: str, context: Context) -> bool:
    library = context.knowledge.catalog.library("sklearn")
    version = context.target.version("sklearn")
    if library is None or version is None:
        return True
    return library.resolve(module, library.nearest(version)) is None


def _live(path: str, context: Context) -> bool:
    if not path.startswith("sklearn.") or path in _CHANGED_ELSEWHERE or path.count(".") == 1:
        return True
    library = context.knowledge.catalog.library("sklearn")
    version = context.target.version("sklearn")
    if library is None or version is None:
        return path.startswith(_SELECTION)
    return library.resolve(path, library.nearest(version)) is not None
