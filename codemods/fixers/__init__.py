"""Fixers: one module a change, named after the library and the change (`pandas_append.py`)."""
