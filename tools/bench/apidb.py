"""What the database costs: `python -m tools.bench.apidb [--build LIB … [--jobs N]] [--update]`.

Without options: the size of the shipped files, the first look-up in a new process, look-ups in a warm one. `--build` mines
libraries from nothing, each with an empty cache and in a process of its own, so that its peak memory is its own, `--jobs` at a
time; `--update` asks the index about all libraries.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FIRST = """
import json, sys, time
start = time.process_time()
from apidb import Catalog
loaded = time.process_time()
assert Catalog().library("sklearn").resolve("sklearn.ensemble.RandomForestClassifier", "1.0") is not None
print(json.dumps([1000 * (loaded - start), 1000 * (time.process_time() - loaded)]))
"""


def first_look_up(runs: int = 9) -> tuple[float, float]:
    """Median milliseconds of processor time in new processes: loading the package, then a library's first name."""
    found = [json.loads(subprocess.check_output([sys.executable, "-c", FIRST], text=True)) for _ in range(runs)]
    return statistics.median(f[0] for f in found), statistics.median(f[1] for f in found)


def warm_look_ups(count: int = 2000) -> dict[str, float]:
    """Microseconds of processor time a look-up, in an open library: names never asked before, then the same again."""
    from apidb import Catalog

    library = Catalog().library("sklearn")
    if library is None:
        return {}
    changes = library.changes_between(library.releases[0].version, library.newest)
    names = list(dict.fromkeys(change.symbol for change in changes))[:count]
    out = {}
    for label in ("resolve, new name", "resolve, again"):
        start = time.process_time()
        for name in names:
            library.resolve(name, "1.0")
        out[label] = 1e6 * (time.process_time() - start) / len(names)
    start = time.process_time()
    for name in names[:300]:
        library.history(name)
    out["history, new name"] = 1e6 * (time.process_time() - start) / 300
    return out


def build(lib: str) -> None:
    """Mine a library with an empty cache; prints seconds, processor seconds, megabytes and requests."""
    from typing import Any

    import requests

    counted = {"requests": 0, "bytes": 0}
    send = requests.Session.send

    def counting(self: requests.Session, request: requests.PreparedRequest, **how: Any) -> requests.Response:
        answer = send(self, request, **how)
        counted["requests"] += 1
        counted["bytes"] += int(answer.headers.get("Content-Length") or 0)
        return answer

    setattr(requests.Session, "send", counting)  # noqa: B010
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NBMIGRATE_CACHE"] = folder
        from apidb.build import build as build_database

        report = build_database(lib, out=Path(folder) / "out")
    print(
        f"build {lib}: {len(report.releases)} releases in {report.seconds:.0f} s ({time.process_time():.0f} s of processor), "
        f"{counted['bytes'] / 1e6:.1f} MB in {counted['requests']} requests, file {report.size / 1e6:.2f} MB, "
        f"peak {peak():.0f} MB"
    )


def build_all(libraries: Sequence[str], jobs: int) -> None:
    """Mine each library in a process of its own; prints what each says, and the time of all together."""
    start = time.perf_counter()

    def run(lib: str) -> str:
        return subprocess.check_output([sys.executable, "-m", "tools.bench.apidb", "--build", lib], text=True)

    with ThreadPoolExecutor(jobs) as pool:
        for said in pool.map(run, libraries):
            print(said, end="", flush=True)
    load = os.getloadavg()[1]
    print(f"{len(libraries)} libraries, {jobs} at a time: {time.perf_counter() - start:.0f} s (load {load:.1f})")


def update() -> None:
    """Ask the index whether any library has a newer release."""
    from apidb import Catalog
    from apidb.build import outdated

    libraries = list(Catalog().libraries())
    start = time.perf_counter()
    stale = outdated(libraries)
    seconds = time.perf_counter() - start
    print(f"update: {len(libraries)} libraries asked in {seconds:.1f} s, {len(stale)} to build, peak {peak():.0f} MB")


def peak() -> float:
    """Peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--build", metavar="LIB", nargs="+", help="mine libraries from nothing")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--update", action="store_true", help="ask the index about all libraries")
    options = parser.parse_args(arguments)
    if options.build and len(options.build) == 1:
        build(*options.build)
    elif options.build:
        build_all(options.build, options.jobs)
    elif options.update:
        update()
    else:
        from apidb.paths import data_dir

        files = list((data_dir() / "apidb").glob("*.sqlite.xz"))
        print(f"shipped: {len(files)} files, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
        loading, first = first_look_up()
        print(f"new process: the package loads in {loading:.1f} ms, the first look-up takes {first:.1f} ms (processor)")
        for label, micro in warm_look_ups().items():
            print(f"{label}: {micro:.0f} µs")
        print(f"peak {peak():.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
