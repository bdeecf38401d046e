"""Distribution names and import names: the few that differ, and the modules that one distribution brings beside its own."""

from __future__ import annotations

import re

_IMPORT_OF = {
    "scikit-learn": "sklearn",
    "scikit-image": "skimage",
    "imbalanced-learn": "imblearn",
    "opencv-python": "cv2",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "beautifulsoup4": "bs4",
    "pyyaml": "yaml",
    "ipython": "IPython",
    "tensorflow-cpu": "tensorflow",
    "tensorflow-gpu": "tensorflow",
    "tensorflow-intel": "tensorflow",
    "tf-nightly": "tensorflow",
    "python-dateutil": "dateutil",
    "xgboost-cpu": "xgboost",
    "attrs": "attr",
    "pytables": "tables",
    "biopython": "Bio",
    "scikit-optimize": "skopt",
    "umap-learn": "umap",
}

# Import names that belong to another library's release.
_PART_OF = {"mpl_toolkits": "matplotlib", "pylab": "matplotlib"}

# Libraries that share their names: tf.keras is keras, and has what keras itself dropped.
_BRINGS = {"tensorflow": ("keras",), "keras": ("tensorflow",)}


def normal(name: str) -> str:
    """A distribution name in its normal form (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def import_name(distribution: str) -> str:
    """The import name of a distribution; an import name is returned as it is."""
    known = normal(distribution)
    return _IMPORT_OF.get(known, distribution if distribution in _IMPORT_OF.values() else known.replace("-", "_"))


def library_of(module: str) -> str:
    """The import name whose release a top-level module belongs to: mpl_toolkits → matplotlib."""
    return _PART_OF.get(module, module)


def brought_by(module: str) -> tuple[str, ...]:
    """The libraries that matter wherever this top-level module is imported: tensorflow → keras."""
    return _BRINGS.get(module, ())


def distributions(import_name: str) -> tuple[str, ...]:
    """The distributions that may have brought an import name, the likeliest first."""
    return (*(d for d, i in _IMPORT_OF.items() if i == import_name), import_name)
