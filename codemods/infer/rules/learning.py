"""scikit-learn, xgboost, lightgbm, catboost, imbalanced-learn."""

from __future__ import annotations

import ast

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import ARRAY, FRAME, SERIES, filtered, frame
from codemods.infer.rules import ATTRIBUTES, CONSTRUCTORS, ITERATION, KEYED, attributes, boosting, functions, methods
from codemods.infer.values import FLOAT, INT, STR, array_of, dict_of, each, join, list_of, one, tuple_of, union, with_facts
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, TupleOf, Type, Types

VECTOR = one(ARRAY, ndim="1")
TABLE = one(ARRAY, ndim="2")
SPARSE = one("scipy.sparse.csr_matrix")
# Estimators that hold others, the argument that gives them, and the attributes that are of their type.
HOLDERS = {
    "GridSearchCV": ("estimator", "best_estimator_ estimator"),
    "RandomizedSearchCV": ("estimator", "best_estimator_ estimator"),
    "HalvingGridSearchCV": ("estimator", "best_estimator_ estimator"),
    "HalvingRandomSearchCV": ("estimator", "best_estimator_ estimator"),
    "BayesSearchCV": ("estimator", "best_estimator_ estimator"),
    "RFE": ("estimator", "estimator_ estimator"),
    "RFECV": ("estimator", "estimator_ estimator"),
    "SelectFromModel": ("estimator", "estimator_ estimator"),
    "CalibratedClassifierCV": ("estimator", "estimator base_estimator"),
    "OneVsRestClassifier": ("estimator", "estimator"),
    "OneVsOneClassifier": ("estimator", "estimator"),
    "MultiOutputClassifier": ("estimator", "estimator"),
    "MultiOutputRegressor": ("estimator", "estimator"),
    "BaggingClassifier": ("estimator", "estimator_ base_estimator_"),
    "BaggingRegressor": ("estimator", "estimator_ base_estimator_"),
    "AdaBoostClassifier": ("estimator", "estimator_ base_estimator_"),
    "AdaBoostRegressor": ("estimator", "estimator_ base_estimator_"),
    "TransformedTargetRegressor": ("regressor", "regressor regressor_"),
}
STEPS = {
    "Pipeline": "named_steps",
    "FeatureUnion": "named_transformers",
    "ColumnTransformer": "named_transformers_",
    "VotingClassifier": "named_estimators_",
    "VotingRegressor": "named_estimators_",
    "StackingClassifier": "named_estimators_",
    "StackingRegressor": "named_estimators_",
}
VECTORIZERS = (
    "sklearn.feature_extraction.text.CountVectorizer sklearn.feature_extraction.text.TfidfVectorizer "
    "sklearn.feature_extraction.text.HashingVectorizer sklearn.feature_extraction.text.TfidfTransformer "
    "sklearn.feature_extraction.FeatureHasher"
)
BUNCH = "sklearn.utils.Bunch"


def holder(call: Call, name: str) -> Types:
    keyword, names = HOLDERS[name.rpartition(".")[2]]
    held = call.arg(0, keyword) or call.arg(-1, "base_estimator")
    if not held:
        return one(name)
    return frozenset({Instance(name, (), tuple((part, held) for part in names.split()))})


def steps(call: Call, name: str) -> Types:
    """A pipeline of named steps: the steps can be had by name."""
    given = call.arg(0)
    if given is None:
        given = next(iter(call.arguments.keywords.values()), UNKNOWN)
    node = call.node.args[0] if call.node.args else call.node.keywords[0].value if call.node.keywords else None
    known: list[tuple[str | int, Types]] = []
    if isinstance(node, ast.List | ast.Tuple):
        for element in node.elts:
            if isinstance(element, ast.Tuple) and len(element.elts) > 1 and isinstance(element.elts[0], ast.Constant):
                types = call.machine.types.get(element.elts[1]) or call.machine.eval(element.elts[1], call.scope)
                known.append((str(element.elts[0].value), types))
    parts = DictOf(STR, union(t for _, t in known) if known else UNKNOWN, tuple(known))
    return frozenset({Instance(name, (), ((STEPS[name.rpartition(".")[2]], frozenset({parts})), ("steps", given)))})


def make_pipeline(call: Call) -> Types:
    known: list[tuple[str | int, Types]] = []
    for place, types in enumerate(call.arguments.positional):
        kind = next(iter(types), None)
        known.append((kind.name.rpartition(".")[2].lower() if isinstance(kind, Instance) else place, types))
    parts = DictOf(STR, union(t for _, t in known) if known else UNKNOWN, tuple(known))
    made = [tuple_of(STR, types) for _, types in known]
    listed = frozenset({ListOf(union(made), known=tuple(made))})
    return frozenset({Instance("sklearn.pipeline.Pipeline", (), (("named_steps", frozenset({parts})), ("steps", listed)))})


def train_test_split(call: Call) -> Types:
    """Two parts of each argument, of its own type; a list gives lists."""
    if call.arguments.open_ended:
        return list_of(UNKNOWN)
    return tuple_of(*(part for types in call.arguments.positional for part in (_part(types), _part(types))))


def _part(types: Types) -> Types:
    def part(kind: Type) -> Types:
        match kind:
            case Instance(name=name) if name in (FRAME, SERIES):
                return frozenset({with_facts(kind, index=filtered(kind.fact("index")))})
            case Instance(name=name) if name == ARRAY or name.startswith("scipy.sparse."):
                return frozenset({kind})
            case ListOf() if kind.name != "builtins.range":
                return list_of(kind.item)
            case TupleOf(items=items):
                return list_of(union(items))
            case _:
                return UNKNOWN

    return each(types, part)


def loader(call: Call) -> Types:
    """load_iris and the like: a bunch, or with return_X_y its two parts."""
    both = call.literal(-1, "return_X_y", False)
    framed = call.literal(-1, "as_frame", False)
    if both is True:
        return tuple_of(TABLE, VECTOR) if framed is False else tuple_of(frame("range", "str"), UNKNOWN)
    if both is MISSING or framed is MISSING:
        return UNKNOWN
    if framed is True:
        return frozenset(
            {
                Instance(
                    BUNCH,
                    (),
                    (("frame", frame("range", "str")), ("data", frame("range", "str")), ("target", one(SERIES, index="range"))),
                )
            }
        )
    return one(BUNCH)


def bunch_item(own: Instance, key: str | int) -> Types | None:
    """The items of a bunch are its attributes."""
    rule = own.part(key) or ATTRIBUTES[BUNCH].get(key) if isinstance(key, str) else None
    return rule if isinstance(rule, frozenset) else None


def step(own: Instance, key: str | int) -> Types | None:
    """A step of a pipeline, by name or place."""
    kind = next(iter(own.part("named_steps") or ()), None)
    known = kind.known if isinstance(kind, DictOf) else ()
    if isinstance(key, str):
        return dict(known).get(key)
    return known[key][1] if -len(known) <= key < len(known) else None


def texts(call: Call) -> Types:
    """fetch_20newsgroups: the documents themselves."""
    if call.literal(-1, "return_X_y", False) is not False:
        return UNKNOWN
    return frozenset({Instance(BUNCH, (), (("data", list_of(STR)), ("target", VECTOR), ("target_names", list_of(STR))))})


def opened(call: Call) -> Types:
    """fetch_openml: arrays or, where it is left to a release that can, frames."""
    if call.given("as_frame", "return_X_y"):
        return loader(call)
    return frozenset({Instance(BUNCH, (), (("data", join(TABLE, frame("range", "str"))), ("target", join(VECTOR, one(SERIES)))))})


def one_hot(call: Call) -> Types:
    """OneHotEncoder: sparse unless told otherwise."""
    sparse = call.literal(-1, "sparse", call.literal(-1, "sparse_output", True))
    name = "sklearn.preprocessing.OneHotEncoder"
    return one(name, sparse="yes" if sparse is True else "no" if sparse is False else None)


def encoded(call: Call) -> Types:
    own = call.own
    kind = own.fact("sparse") if isinstance(own, Instance) else None
    return SPARSE if kind == "yes" else TABLE if kind == "no" else UNKNOWN


def dict_vectorizer(call: Call) -> Types:
    sparse = call.literal(-1, "sparse", True)
    return one("sklearn.feature_extraction.DictVectorizer", sparse="yes" if sparse is True else "no" if sparse is False else None)


def splits(call: Call) -> Types:
    index = one(ARRAY, ndim="1", dtype="int")
    return list_of(tuple_of(index, index), "types.GeneratorType")


def through_pipeline(call: Call) -> Types:
    """transform of a pipeline: what its last step gives."""
    own = call.own
    held = own.part("named_steps") if isinstance(own, Instance) else None
    kind = next(iter(held)) if held else None
    if isinstance(kind, DictOf) and kind.known:
        last = kind.known[-1][1]
        if last and all(isinstance(k, Instance) for k in last):
            return call.callback(_method(last, "transform"), call.arg(0) or UNKNOWN)
    return UNKNOWN


def _method(types: Types, name: str) -> Types:
    from codemods.types import Method

    return frozenset(Method(kind, name) for kind in types)


def score_arrays(count: int) -> Types:
    return tuple_of(*(VECTOR for _ in range(count)))


def dense_like(call: Call) -> Types:
    """Scalers: a sparse matrix stays sparse, all else gives an array."""
    types = call.arg(0, "X")
    if types and all(isinstance(k, Instance) and k.name.startswith("scipy.sparse.") for k in types):
        return SPARSE
    return TABLE


def register() -> None:
    for module in ("sklearn.model_selection", "sklearn.cross_validation"):
        functions(module, "train_test_split", train_test_split)
        functions(module, "cross_val_score", VECTOR)
        functions(module, "cross_val_predict", one(ARRAY))
        functions(module, "cross_validate", dict_of(STR, VECTOR))
    for module in ("sklearn.model_selection", "sklearn.learning_curve"):
        functions(module, "learning_curve", tuple_of(VECTOR, TABLE, TABLE))
        functions(module, "validation_curve", tuple_of(TABLE, TABLE))
    functions("sklearn.pipeline", "make_pipeline make_union", make_pipeline)
    functions("imblearn.pipeline", "make_pipeline", make_pipeline)
    functions(
        "sklearn.datasets",
        "load_iris load_digits load_boston load_breast_cancer load_wine load_diabetes load_linnerud "
        "fetch_california_housing fetch_olivetti_faces fetch_lfw_people "
        "fetch_covtype fetch_kddcup99",
        loader,
    )
    functions("sklearn.datasets", "fetch_20newsgroups", texts)
    functions("sklearn.datasets", "fetch_openml", opened)
    functions("sklearn.datasets", "fetch_mldata", one(BUNCH))
    functions("sklearn.datasets", "load_files", frozenset({Instance(BUNCH, (), (("data", list_of(UNKNOWN)),))}))
    functions(
        "sklearn.datasets",
        "make_classification make_moons make_circles make_gaussian_quantiles make_swiss_roll make_s_curve",
        tuple_of(TABLE, VECTOR),
    )
    functions(
        "sklearn.datasets",
        "make_blobs make_regression",
        lambda call: tuple_of(TABLE, VECTOR) if not call.given("return_centers", "coef", "n_targets") else UNKNOWN,
    )
    functions(
        "sklearn.metrics",
        "confusion_matrix",
        lambda call: one(ARRAY, ndim="2", dtype="int" if not call.given("normalize", "sample_weight") else None),
    )
    functions("sklearn.metrics", "pairwise_distances", TABLE)
    for module in ("joblib", "sklearn.externals.joblib"):
        functions(module, "dump", dumped)
        functions(module, "load", loaded)
    functions(
        "sklearn.metrics.pairwise",
        "cosine_similarity linear_kernel euclidean_distances cosine_distances pairwise_distances rbf_kernel polynomial_kernel",
        TABLE,
    )
    functions("sklearn.metrics", "roc_curve precision_recall_curve", score_arrays(3))
    functions(
        "sklearn.metrics",
        "classification_report",
        lambda call: STR if call.literal(-1, "output_dict", False) is False else dict_of(STR, UNKNOWN),
    )
    functions(
        "sklearn.metrics",
        "accuracy_score roc_auc_score mean_squared_error mean_absolute_error r2_score f1_score "
        "precision_score recall_score log_loss silhouette_score auc average_precision_score "
        "explained_variance_score median_absolute_error adjusted_rand_score cohen_kappa_score "
        "matthews_corrcoef balanced_accuracy_score brier_score_loss fbeta_score jaccard_score "
        "jaccard_similarity_score mean_squared_log_error homogeneity_score v_measure_score "
        "davies_bouldin_score normalized_mutual_info_score",
        score,
    )
    functions("sklearn.preprocessing", "scale normalize minmax_scale robust_scale label_binarize binarize", dense_like)
    functions("sklearn.base", "clone", lambda call: call.arg(0) or UNKNOWN)
    functions("sklearn.utils", "shuffle resample", resampled)
    functions("sklearn.tree", "export_text", STR)
    _estimators()
    boosting.register()


def dumped(call: Call) -> Types:
    """joblib.dump(object, path): what the file of that name holds from now on."""
    path = call.literal(1, "filename")
    if isinstance(path, str):
        call.machine.saved[path] = call.arg(0, "value") or UNKNOWN
    return list_of(STR)


def loaded(call: Call) -> Types:
    """joblib.load(path): what the notebook itself wrote there."""
    path = call.literal(0, "filename")
    return call.machine.saved.get(path, UNKNOWN) if isinstance(path, str) else UNKNOWN


def score(call: Call) -> Types:
    """A metric: one number, or with average=None one a class."""
    if call.literal(-1, "average", "binary") is None or call.literal(-1, "multioutput", "x") == "raw_values":
        return VECTOR
    return join(FLOAT, one("numpy.float64"))


def resampled(call: Call) -> Types:
    parts = [_part(types) for types in call.arguments.positional]
    return parts[0] if len(parts) == 1 else list_of(UNKNOWN) if call.arguments.open_ended else tuple_of(*parts)


def _estimators() -> None:
    for name in HOLDERS:
        for module in (
            "model_selection",
            "grid_search",
            "feature_selection",
            "calibration",
            "multiclass",
            "ensemble",
            "multioutput",
            "compose",
        ):
            path = f"sklearn.{module}.{name}"
            CONSTRUCTORS[path] = lambda call, path=path: holder(call, path)  # type: ignore[misc]
    for name in STEPS:
        for module in ("pipeline", "compose", "ensemble"):
            path = f"sklearn.{module}.{name}"
            CONSTRUCTORS[path] = lambda call, path=path: steps(call, path)  # type: ignore[misc]
    CONSTRUCTORS["imblearn.pipeline.Pipeline"] = lambda call: steps(call, "imblearn.pipeline.Pipeline")
    CONSTRUCTORS["sklearn.preprocessing.OneHotEncoder"] = one_hot
    CONSTRUCTORS["sklearn.feature_extraction.DictVectorizer"] = dict_vectorizer
    methods("sklearn.preprocessing.OneHotEncoder sklearn.feature_extraction.DictVectorizer", "fit_transform transform", encoded)
    for name in ("DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor"):
        attributes(f"sklearn.tree.{name}", "tree_", one("sklearn.tree._tree.Tree"))
    methods(VECTORIZERS, "fit_transform transform", SPARSE)
    methods("sklearn.pipeline.Pipeline", "fit_transform transform", through_pipeline)
    methods("sklearn.compose.ColumnTransformer sklearn.pipeline.FeatureUnion", "fit_transform transform", UNKNOWN)
    methods(
        f"{VECTORIZERS} sklearn.feature_extraction.DictVectorizer sklearn.preprocessing.PolynomialFeatures",
        "get_feature_names",
        list_of(STR),
    )
    methods(
        f"{VECTORIZERS} sklearn.feature_extraction.DictVectorizer sklearn.preprocessing.PolynomialFeatures "
        "sklearn.preprocessing.OneHotEncoder",
        "get_feature_names_out",
        VECTOR,
    )
    methods("sklearn.preprocessing.OneHotEncoder", "get_feature_names", one(ARRAY, ndim="1"))
    attributes(f"{VECTORIZERS} sklearn.feature_extraction.DictVectorizer", "vocabulary_", dict_of(STR, INT))
    attributes("sklearn.preprocessing.OneHotEncoder", "categories_", list_of(VECTOR))
    scalers = " ".join(
        f"sklearn.preprocessing.{n}" for n in ("StandardScaler", "MinMaxScaler", "RobustScaler", "MaxAbsScaler", "Normalizer")
    )
    methods(scalers, "fit_transform transform inverse_transform", dense_like)
    methods("sklearn.preprocessing.LabelEncoder", "fit_transform transform inverse_transform", VECTOR)
    methods("sklearn.preprocessing.LabelBinarizer sklearn.preprocessing.MultiLabelBinarizer", "fit_transform transform", TABLE)
    for module in ("sklearn.decomposition", "sklearn.manifold"):
        methods(
            " ".join(
                f"{module}.{n}"
                for n in (
                    "PCA",
                    "TruncatedSVD",
                    "NMF",
                    "FastICA",
                    "KernelPCA",
                    "TSNE",
                    "MDS",
                    "Isomap",
                    "LatentDirichletAllocation",
                    "IncrementalPCA",
                )
            ),
            "fit_transform transform",
            TABLE,
        )
    attributes(BUNCH, "data images", TABLE)
    attributes(BUNCH, "target target_names", VECTOR)
    attributes(BUNCH, "feature_names", UNKNOWN)
    attributes(BUNCH, "DESCR filename", STR)
    KEYED[BUNCH] = bunch_item
    KEYED["sklearn.pipeline.Pipeline"] = step
    for kind, tree in (("RandomForest", "DecisionTree"), ("ExtraTrees", "ExtraTree"), ("Bagging", None)):
        for what in ("Classifier", "Regressor"):
            trees = (
                list_of(one(f"sklearn.tree.{tree}{what}"))
                if tree
                else lambda own: list_of(own.part("base_estimator_") or UNKNOWN)
            )
            attributes(f"sklearn.ensemble.{kind}{what}", "estimators_", trees)
            attributes(
                f"sklearn.ensemble.GradientBoosting{what}", "estimators_", array_of(one("sklearn.tree.DecisionTreeRegressor"), 2)
            )
    search = (
        "sklearn.model_selection.GridSearchCV sklearn.model_selection.RandomizedSearchCV "
        "sklearn.grid_search.GridSearchCV sklearn.grid_search.RandomizedSearchCV"
    )
    attributes(search, "best_params_ cv_results_", lambda own: dict_of(STR, UNKNOWN))
    attributes(search, "best_score_", one("numpy.float64"))
    attributes(search, "grid_scores_", list_of(UNKNOWN))
    folds = " ".join(
        f"sklearn.model_selection.{n}"
        for n in (
            "KFold",
            "StratifiedKFold",
            "ShuffleSplit",
            "StratifiedShuffleSplit",
            "GroupKFold",
            "TimeSeriesSplit",
            "LeaveOneOut",
            "RepeatedKFold",
            "RepeatedStratifiedKFold",
            "GroupShuffleSplit",
            "StratifiedGroupKFold",
        )
    )
    methods(folds, "split", splits)
    for name in ("KFold", "StratifiedKFold", "ShuffleSplit", "StratifiedShuffleSplit", "LeaveOneOut"):
        ITERATION[f"sklearn.cross_validation.{name}"] = lambda own: tuple_of(
            one(ARRAY, ndim="1", dtype="int"), one(ARRAY, ndim="1", dtype="int")
        )
