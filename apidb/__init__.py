"""What changed in the libraries, where and when: the API-change database.

    catalog = Catalog()
    lib = catalog.library("sklearn")
    lib.resolve("sklearn.cross_validation.KFold", "0.17")
"""

from apidb.catalog import Catalog
from apidb.errors import ApidbError, BuildFailed, DatabaseDamaged, IndexUnreachable, UnknownLibrary
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
    "BuildFailed",
    "Catalog",
    "Change",
    "ChangeKind",
    "Confidence",
    "DatabaseDamaged",
    "History",
    "IndexUnreachable",
    "Interval",
    "Library",
    "Parameter",
    "ParameterKind",
    "Release",
    "Signature",
    "Symbol",
    "SymbolKind",
    "UnknownLibrary",
]
