"""Which libraries are mined, under which names they are imported, and how far back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A distribution and the top-level names it installs; the first is the library's own."""

    name: str
    imports: tuple[str, ...]
    since: str = "0"
    every_patch: bool = False  # small libraries: all releases, not the last patch of each minor


LIBRARIES: dict[str, Source] = {
    source.name: source
    for source in (
        Source("xgboost", ("xgboost",), every_patch=True),
        Source("lightgbm", ("lightgbm",), every_patch=True),
        Source("seaborn", ("seaborn",), "0.5", every_patch=True),
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
        Source("plotly", ("plotly",), "1.12"),
        Source("keras", ("keras",), "1.0"),
        Source("torch", ("torch",), "1.0"),
        Source("torchvision", ("torchvision",), "0.2"),
        Source("tensorflow", ("tensorflow",), "1.4"),
        Source("catboost", ("catboost",), "0.8"),
        Source("python", ("python",)),  # the standard library, see `stdlib.py`
    )
}


def source_of(library: str, import_name: str | None = None) -> Source:
    """The source for a distribution's name (or import name); unknown ones are imported by their own name."""
    for source in LIBRARIES.values():
        if library == source.name or library in source.imports:
            return source
    return Source(library, (import_name or library.replace("-", "_"),))
