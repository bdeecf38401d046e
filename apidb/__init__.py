"""What changed in the libraries, where and when: the API-change database.

catalog = Catalog()
lib = catalog.library("sklearn")
lib.resolve("sklearn.cross_validation.KFold", "0.17")
"""

from apidb.catalog import Catalog
from apidb.errors import ApidbError, BuildFailedError, DatabaseDamagedError, IndexUnreachableError, UnknownLibraryError
from apidb.library import Library
from apidb.records import (
    Change,
    ChangeKind,
    Confidence,
    History,
    Interval,
    Parameter,
    ParameterKind,
    Release,
    Signature,
    Symbol,
    SymbolKind,
)

__all__ = [
    "ApidbError",
    "BuildFailedError",
    "Catalog",
    "Change",
    "ChangeKind",
    "Confidence",
    "DatabaseDamagedError",
    "History",
    "IndexUnreachableError",
    "Interval",
    "Library",
    "Parameter",
    "ParameterKind",
    "Release",
    "Signature",
    "Symbol",
    "SymbolKind",
    "UnknownLibraryError",
]
