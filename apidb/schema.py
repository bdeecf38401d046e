"""Tables of a library's database.

Existence is coded in intervals of release numbers: from `since` to `until`, exclusive; `until` NULL: still there.
"""

from __future__ import annotations

FORMAT = 1

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE releases (i INTEGER PRIMARY KEY, version TEXT NOT NULL, date TEXT NOT NULL);
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
-- how: d defined here, a alias, m module, x another library's, s served by __getattr__, u compiled;
--      upper case: in __all__
CREATE TABLE names (path TEXT, since INTEGER, until INTEGER, object INTEGER, how TEXT,
    PRIMARY KEY (path, since)) WITHOUT ROWID;
-- open: why the module or class may have more than is listed
CREATE TABLE modules (path TEXT, since INTEGER, until INTEGER, open TEXT, has_all INTEGER,
    PRIMARY KEY (path, since)) WITHOUT ROWID;
CREATE TABLE wildcards (module TEXT, since INTEGER, until INTEGER, source TEXT,
    PRIMARY KEY (module, since, source)) WITHOUT ROWID;
CREATE TABLE objects (id INTEGER, since INTEGER, until INTEGER, kind TEXT, signature INTEGER, bases TEXT, open TEXT,
    public TEXT, PRIMARY KEY (id, since)) WITHOUT ROWID;
-- instance: set on self, not defined by the class
CREATE TABLE members (class INTEGER, name TEXT, since INTEGER, until INTEGER, object INTEGER, instance INTEGER,
    PRIMARY KEY (class, name, since)) WITHOUT ROWID;
CREATE TABLE signatures (id INTEGER PRIMARY KEY, parameters TEXT NOT NULL);
CREATE TABLE returns (object INTEGER, since INTEGER, until INTEGER, spec TEXT,
    PRIMARY KEY (object, since)) WITHOUT ROWID;
CREATE TABLE changes (symbol TEXT, kind TEXT, old TEXT, new TEXT, release INTEGER, confidence TEXT, evidence TEXT,
    place TEXT);
-- names that are gone from the listing but may be made by a trick that can't be read
CREATE TABLE doubts (path TEXT, release INTEGER, PRIMARY KEY (path, release)) WITHOUT ROWID;
"""

INDEX = "CREATE INDEX changes_by_symbol ON changes (symbol);"
