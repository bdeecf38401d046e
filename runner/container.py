"""The Docker backend: a kernel in a container that has nothing but the copied folder, and can't get at anything else.

The kernel talks through sockets in a folder that both sides see, so that the container needs no network; it is driven
from outside, so that nothing in it can touch the record of its run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.engine import connect, image
from runner.errors import NoKernel
from runner.kernels import PROBE, environment, manager, spec
from runner.local import run_copy
from runner.records import Limits, Run
from runner.scores import Grader

if TYPE_CHECKING:
    from runner.workspace import Workspace

_INSIDE, _TALK, _WORK = "/nbmigrate/inside", "/nbmigrate/talk", "/work"
_USER = 1000  # where the tool itself runs as root
_MEMORY = 4_000_000_000
_START = 'p=$(command -v python || command -v python3) && exec "$p" "$@"'


@dataclass(frozen=True, slots=True)
class Container:
    """What a container may have, beside what `Limits` says. `data`: a folder that it may read; `kaggle`: laid out as there."""

    image: str
    data: Path | None = None
    kaggle: bool = False
    cpus: float = 2.0
    pids: int = 512
    gpus: bool = False
    scratch: int = 1_000_000_000  # bytes of /tmp, which count as memory


def run_docker(
    path: Path,
    container: Container,
    limits: Limits | None = None,
    *,
    notebook: Any = None,
    grader: Grader | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Run:
    """Run the notebook at `path` in a container, in a copy of its folder; the other arguments are those of `run_local`.

    Raises:
        NoEngine, NoImage, NoKernel, BadNotebook, FolderTooLarge, MissingPart, BadGrader.
    """
    limits = limits or Limits()
    client = connect()
    found = image(client, container.image)
    return run_copy(
        path,
        lambda work: DockerKernel(client, found, container, limits, work),
        limits,
        notebook=notebook,
        grader=grader,
        files=files,
    )


class DockerKernel:
    """A kernel in a container of its own, which is removed at the end."""

    def __init__(self, client: Any, found: Any, container: Container, limits: Limits, work: Workspace) -> None:
        self.where = f"image {container.image} ({found.short_id})"
        self._client, self._image, self._container, self._limits, self._work = client, found, container, limits, work
        self._home = tempfile.TemporaryDirectory(prefix="nbmigrate-kernel-", ignore_cleanup_errors=True)
        self._talk = Path(self._home.name, "talk")
        self._talk.mkdir()
        self.folders: tuple[Path, ...] = (self._talk,)
        self._user = _USER if os.getuid() == 0 else os.getuid()
        self._running: Any = None
        self._state: dict[str, Any] = {}
        self._log = ""

    async def start(self, folder: Path) -> Any:
        """Make and start the container; returns the kernel's manager. Raises NoKernel."""
        from docker.errors import APIError

        if os.getuid() == 0:
            _give(self._work.root, self._user)
            _give(self._talk, self._user)
        talk = manager(str(self._talk))
        talk._kernel_spec = spec([], "python3")
        talk.provisioner = _provisioner(self, talk)
        try:
            self._running = await asyncio.to_thread(self._create, folder)
            await talk.start_kernel()
        except APIError as error:
            raise NoKernel(
                f"{self.where}: the container does not start: {(error.explanation or str(error)).strip()[:400]}"
            ) from None
        return talk

    def _create(self, folder: Path) -> Any:
        from docker.types import DeviceRequest, LogConfig, Ulimit

        allowed, limits = self._container, self._limits
        memory = limits.memory or _MEMORY
        told = environment(limits)
        told.pop("NBMIGRATE_MEMORY_LIMIT", None)  # the engine's limit is the one that holds
        words = [f"{_INSIDE}/start.py", "-f", f"{_TALK}/inside.json", "--HistoryManager.hist_file=:memory:"]
        where, mounts = self._mounts(folder)
        return self._client.containers.create(
            self._image.id,
            entrypoint=["/bin/sh", "-c", _START, "sh"],
            command=words,
            labels={"nbmigrate": str(os.getpid())},
            user=f"{self._user}:{self._user}",
            working_dir=where,
            environment={
                "HOME": "/tmp",
                "IPYTHONDIR": "/tmp/ipython",
                "MPLCONFIGDIR": "/tmp/mpl",
                "TINI_KILL_PROCESS_GROUP": "1",
                **told,
            },
            mounts=mounts,
            network_mode="none",
            read_only=True,
            tmpfs={"/tmp": f"size={allowed.scratch},mode=1777"},
            mem_limit=memory,
            memswap_limit=memory,
            shm_size=min(memory // 2, allowed.scratch),
            nano_cpus=int(allowed.cpus * 1e9),
            pids_limit=allowed.pids,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges:true"],
            ulimits=[Ulimit(name="core", soft=0, hard=0), Ulimit(name="fsize", soft=limits.disk, hard=limits.disk)],
            log_config=LogConfig(type="local", config={"max-size": "1m", "max-file": "1", "compress": "false"}),
            device_requests=[DeviceRequest(count=-1, capabilities=[["gpu"]])] if allowed.gpus else None,
            init=True,
        )

    def _mounts(self, folder: Path) -> tuple[str, list[Any]]:
        """The working folder inside, and what is mounted."""
        from docker.types import Mount

        allowed = self._container
        top = self._work.root / "work"
        inside = "/kaggle/working" if allowed.kaggle else _WORK
        source = folder if allowed.kaggle else top
        where = inside if allowed.kaggle else str(Path(_WORK, folder.relative_to(top)))
        mounts = [
            Mount(_INSIDE, str(PROBE.parent), type="bind", read_only=True),
            Mount(_TALK, str(self._talk), type="bind"),
            Mount(inside, str(source), type="bind"),
        ]
        if allowed.data is not None:
            place = "/kaggle/input" if allowed.kaggle else "/data"
            mounts.append(Mount(place, str(allowed.data.resolve()), type="bind", read_only=True))
        return where, mounts

    def told(self, talk: Any) -> None:
        """Write what the kernel inside must know of the sockets."""
        known = dict(talk.get_connection_info()) | {"ip": f"{_TALK}/socket"}
        known = {k: v.decode() if isinstance(v, bytes) else v for k, v in known.items()}
        place = self._talk / "inside.json"
        place.write_text(json.dumps(known))
        place.chmod(0o644)

    @property
    def running(self) -> Any:
        return self._running

    def ended(self) -> None:
        """Keep the state and the last words of the container, whose process has ended."""
        from docker.errors import DockerException

        with contextlib.suppress(DockerException):
            self._running.reload()
            self._state = self._running.attrs["State"]
            self._log = self._running.logs(tail=100).decode("utf-8", "replace").strip()

    def said(self) -> str:
        if not self._log and self._running is not None:
            self.ended()
        return self._log[-4000:]

    def killed_for_memory(self) -> bool:
        return bool(self._state.get("OOMKilled"))

    def close(self) -> None:
        from docker.errors import DockerException

        if self._running is not None:
            with contextlib.suppress(DockerException):
                self._running.remove(force=True, v=True)
        self._home.cleanup()


def _give(root: Path, user: int) -> None:
    """Hand a folder over to the container's user; links are not followed."""
    os.chown(root, user, user, follow_symlinks=False)
    for place, folders, files in os.walk(root):
        for name in (*folders, *files):
            os.chown(Path(place, name), user, user, follow_symlinks=False)


def _provisioner(kernel: DockerKernel, talk: Any) -> Any:
    """What jupyter_client asks to start, watch and stop the kernel."""
    from docker.errors import APIError
    from jupyter_client.provisioning.provisioner_base import KernelProvisionerBase

    class Provisioner(KernelProvisionerBase):
        code: int | None = None
        alive = False

        @property
        def has_process(self) -> bool:
            return self.alive

        async def poll(self) -> int | None:
            return self.code

        async def wait(self) -> int | None:
            while self.code is None:
                await asyncio.sleep(0.05)
            self.alive = False
            return self.code

        async def send_signal(self, signum: int) -> None:
            await self._tell(lambda: kernel.running.kill(signal=signum))

        async def kill(self, restart: bool = False) -> None:
            await self._tell(kernel.running.kill)

        async def terminate(self, restart: bool = False) -> None:
            await self._tell(lambda: kernel.running.kill(signal="SIGTERM"))

        async def _tell(self, word: Any) -> None:
            if self.code is None:
                with contextlib.suppress(APIError):  # it has ended meanwhile
                    await asyncio.to_thread(word)

        async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
            talk.write_connection_file()
            self.connection_info = talk.get_connection_info()
            kernel.told(talk)
            return await super().pre_launch(cmd=[], **kwargs)

        async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
            await asyncio.to_thread(kernel.running.start)
            self.alive = True
            threading.Thread(target=self._watch, daemon=True).start()
            return self.connection_info

        def _watch(self) -> None:
            try:
                code = int(kernel.running.wait(timeout=7 * 86400)["StatusCode"])
            except Exception:  # the engine went away, or the container was removed
                code = -1
            kernel.ended()
            self.code = code

        async def cleanup(self, restart: bool = False) -> None:
            return None

    return Provisioner(kernel_spec=talk._kernel_spec, parent=talk)
