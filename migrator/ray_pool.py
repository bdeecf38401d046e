"""The same tasks on a Ray cluster: the one that RAY_ADDRESS names, or one of this machine's own.

Ray's workers must have this tool installed, and see the same folders at the same paths.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from migrator.errors import MissingGroup, NoCluster
from migrator.pool import Death

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def in_ray(
    work: Callable[[Item], Answer], take: Callable[[], tuple[int, Item] | None], jobs: int | None
) -> Generator[tuple[int, Answer | Death], None, None]:
    """As `pool.in_processes`, on Ray's workers, each of which has one CPU; `jobs` is None for as many as there are CPUs.

    Raises:
        MissingGroup: Ray is not installed.
        NoCluster: the cluster can't be reached, or none started here.
    """
    try:
        import ray
        from ray.exceptions import RayError
    except ImportError:
        raise MissingGroup("--executor ray needs Ray: pip install 'nbmigrate[ray]'") from None
    started = not ray.is_initialized()
    if started:
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RayError, RuntimeError, ValueError, OSError) as error:
            raise NoCluster(f"no Ray cluster: {error}; RAY_ADDRESS names one, without it one is started here") from None
    try:
        # A task that died is given out again by the caller, who counts.
        task = ray.remote(num_cpus=1, max_retries=0)(lambda work, item: work(item))
        shared = ray.put(work)
        busy: dict[Any, int] = {}
        most = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(busy) < most and (taken := take()) is not None:
                number, item = taken
                busy[task.remote(shared, item)] = number
            if not busy:
                return
            (ready,), _ = ray.wait(list(busy), num_returns=1)
            number = busy.pop(ready)
            answer: Answer | Death
            try:
                answer = ray.get(ready)
            except RayError as error:
                answer = Death(str(error).strip().partition("\n")[0])
            yield number, answer
    finally:
        if started:
            ray.shutdown()
