"""The libraries: their distributions, the names they are imported by, and how each is mined."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Source:
    """A distribution and the top-level names it installs; the first is the library's own.

    `also`: other distributions of the same library. `since`: the oldest release that is mined. `every`: of which releases
    ("patch": all, "minor": the last patch of each minor, "other": every second one of those, "major": of those the first and
    the last of each major).
    `skip`: minors that are empty shells. `internal`: modules that no user imports from, as a regular expression on their
    dotted path. `without`: folders and files that are not read. `reached`: read of the internal modules only those from
    which the others import. `others`: modules that are another library's, and left to it. `lent`: (name, what it is of
    another library) where the name is no module of this one. `legacy`: the module that keeps the old behaviour on
    conditions, so that a move to it is never certain. `generated_stubs`: what the stubs of its compiled functions call their
    parameters is the generator's choice, and is not taken over. `platform`: of several wheels, those whose name has this
    regular expression are read (a library may leave things out on one platform). `native`: the files of the source archive
    that declare defaults in C++, as a regular expression.
    """

    name: str
    imports: tuple[str, ...]
    since: str = "0"
    every: str = "minor"
    also: tuple[str, ...] = ()
    skip: frozenset[str] = frozenset()
    internal: str = ""
    without: tuple[str, ...] = ()
    reached: bool = False
    others: tuple[str, ...] = ()
    lent: tuple[tuple[str, str], ...] = ()
    legacy: str = ""
    generated_stubs: bool = False
    platform: str = ""
    native: str = ""


LIBRARIES: dict[str, Source] = {
    source.name: source
    for source in (
        Source(
            "xgboost",
            ("xgboost",),
            every="patch",
            also=("xgboost-cpu",),
            native=r"^[^/]+/(xgboost|cpp_src)/(src|include/xgboost)/.*\.(h|cc|cu)$",
        ),
        Source("lightgbm", ("lightgbm",), every="patch", native=r"/include/LightGBM/config\.h$"),
        Source("seaborn", ("seaborn",), "0.5", "patch"),
        Source("pandas", ("pandas",), "0.17"),
        Source("scikit-learn", ("sklearn",), "0.15"),
        Source("numpy", ("numpy",), "1.12"),
        Source("matplotlib", ("matplotlib", "mpl_toolkits", "pylab"), "1.5"),
        Source("scipy", ("scipy",), "0.15"),
        Source("statsmodels", ("statsmodels",), "0.6"),
        Source("gensim", ("gensim",), "0.12"),
        Source("nltk", ("nltk",), "3.0"),
        Source("imbalanced-learn", ("imblearn",), "0.2"),
        Source("category-encoders", ("category_encoders",), "1.2"),
        Source(
            "plotly",
            ("plotly", "_plotly_utils", "_plotly_future_"),
            "1.12",
            "major",
            skip=frozenset({"3.8", "3.9", "3.10"}),  # took the online service from a package of its own
            without=("plotly/validators", "_plotly_utils/basevalidators"),
        ),
        Source("keras", ("keras",), "1.0", skip=frozenset({"2.4"}), internal=r"keras\.(src|api|_tf_keras|integration_test)\b"),
        Source(
            "torch",
            ("torch",),
            "1.0",
            "other",
            without=(
                *(f"torch/_{name}" for name in ("inductor", "dynamo", "vendor", "functorch", "export", "numpy", "native")),
                *(f"torch/_{name}" for name in ("VF", "decomp", "meta_registrations", "prims", "refs", "subclasses")),
                *(f"torch/{name}" for name in ("testing/_internal", "onnx/_internal", "fx/experimental", "fx/passes")),
                "torch/utils/hipify",
            ),
            # Whose members only compiled code knows, or what is made otherwise on conditions.
            internal=(
                r"torch\.(distributed\.(_tensor\b|([a-z_\d]+\.)*ProcessGroup\w)|cuda\._memory_viz\b|utils\._cxx_pytree\b|"
                r"Storage\.|jit\.RecursiveScriptModule\b)"
            ),
            generated_stubs=True,
            platform="manylinux",
        ),
        Source("torchvision", ("torchvision",), "0.2"),
        Source(
            "tensorflow",
            ("tensorflow",),
            "1.8",
            "other",
            also=("tensorflow-cpu", "tensorflow-gpu", "tensorflow-intel", "tf-nightly"),
            internal=(
                r"tensorflow\.(python|core|compiler|tools|dtensor|tsl|security|contrib\.[\w.]+\.(python|ops)|"
                r"lite\.(python|tools|toco|examples|schema|testing|experimental\.(examples|microfrontend|testing|acceleration)))\b|"
                r"tensorflow\.(compat\.v1\.)?nn\.rnn_cell\.\w+\."  # what their base in keras has
            ),
            without=(
                *(f"tensorflow/_api/{api}" for api in ("v1/compat/v1", "v1/compat/v2", "v2/compat/v1/compat", "v2/compat/v2")),
                *(f"tensorflow/_api/{api}/raw_ops" for api in ("v1", "v2", "v2/compat/v1")),
                *(f"tensorflow/python/{name}" for name in ("debug", "keras/api")),
                "tensorflow/keras",
            ),
            reached=True,
            others=("tensorflow.keras", "tensorflow.compat.v1.keras", "tensorflow.contrib.keras"),  # keras
            lent=(
                *((f"tensorflow.{name}", f"keras.{name}") for name in ("losses", "metrics", "optimizers", "initializers")),
                ("tensorflow.estimator", "tensorflow_estimator.python.estimator.api._v2.estimator"),
                ("tensorflow.summary", "tensorboard.summary"),
            ),
            legacy="tensorflow.compat.v1",  # graphs and sessions work there once eager execution is off
            platform="manylinux.*x86_64",  # some wheels of others are empty shells
        ),
        Source("catboost", ("catboost",), "0.8"),
        Source("python", ("python",)),  # the standard library, see `mine/stdlib.py`
    )
}

# Import names of distributions that are not mined, where the two differ.
_IMPORT_OF = {
    "scikit-image": "skimage",
    "opencv-python": "cv2",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "beautifulsoup4": "bs4",
    "pyyaml": "yaml",
    "ipython": "IPython",
    "python-dateutil": "dateutil",
    "attrs": "attr",
    "pytables": "tables",
    "biopython": "Bio",
    "scikit-optimize": "skopt",
    "umap-learn": "umap",
}

# Libraries that share their names: tf.keras is keras, and has what keras itself dropped.
_BRINGS = {"tensorflow": ("keras",), "keras": ("tensorflow",)}


def normal(name: str) -> str:
    """A distribution name in its normal form (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _by_name() -> dict[str, Source]:
    """The sources by distribution (in its normal form) and by import name."""
    found = {normal(name): source for source in LIBRARIES.values() for name in (source.name, *source.also)}
    return {name: source for source in LIBRARIES.values() for name in source.imports} | found


def source_of(library: str, import_name: str | None = None) -> Source:
    """The source for a distribution's name (or import name); an unknown one is imported by its own name."""
    known = _by_name().get(library) or _by_name().get(normal(library))
    if known is not None and import_name in (None, *known.imports):
        return known
    return Source(library, (import_name or library.replace("-", "_"),))


def import_name(distribution: str) -> str:
    """The import name of a distribution; an import name is returned as it is."""
    name = normal(distribution)
    if known := _by_name().get(name) or _by_name().get(distribution):
        return distribution if distribution in known.imports else known.imports[0]
    return _IMPORT_OF.get(name, distribution if distribution in _IMPORT_OF.values() else name.replace("-", "_"))


def library_of(module: str) -> str:
    """The import name whose release a top-level module belongs to: mpl_toolkits → matplotlib."""
    known = _by_name().get(module)
    return known.imports[0] if known is not None and module in known.imports else module


def brought_by(module: str) -> tuple[str, ...]:
    """The libraries that matter wherever this top-level module is imported: tensorflow → keras."""
    return _BRINGS.get(module, ())


def distributions(import_name: str) -> tuple[str, ...]:
    """The distributions that may have brought an import name, the likeliest first."""
    known = _by_name().get(import_name)
    if known is not None and import_name in known.imports:
        return tuple(dict.fromkeys((known.name, *known.also, import_name)))
    return (*(d for d, i in _IMPORT_OF.items() if i == import_name), import_name)
