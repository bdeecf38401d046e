"""Loads what every migration needs, and nothing that must not be forked: no database is opened."""

from __future__ import annotations

import gc

import migrator.batch_task
import migrator.config
import migrator.helpers
import migrator.lines
import migrator.report  # noqa: F401
from migrator.app import collect_seldom

collect_seldom()
gc.freeze()  # what is loaded stays, and the memory that it lies in is shared by all workers
