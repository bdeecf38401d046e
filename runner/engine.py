"""The Docker engine and its images."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runner.errors import CannotBuild, MissingPart, NoEngine, NoImage

_TIMEOUT = 120  # seconds, of one request
_NOT_HAD = ("not found", "pull access denied", "lookup", "dial", "registry", "manifest")


def connect() -> Any:
    """A client of the engine that DOCKER_HOST names, or of this machine's.

    Raises:
        MissingPart: the group `docker` is not installed.
        NoEngine: no engine answers.
    """
    try:
        import docker
    except ImportError:
        raise MissingPart("containers need the Docker SDK: pip install 'nbmigrate[docker]'") from None
    place = os.environ.get("DOCKER_HOST", "the default socket")
    try:
        client = docker.from_env(timeout=_TIMEOUT)
        client.ping()
    except Exception as error:
        raise NoEngine(
            f"no Docker engine answers at {place} ({type(error).__name__}); start it (systemctl start docker), "
            "set DOCKER_HOST, or run without --docker"
        ) from None
    return client


def image(client: Any, name: str) -> Any:
    """An image that the engine has; it is never pulled unasked.

    Raises:
        NoImage: there is none of this name.
    """
    from docker.errors import APIError, ImageNotFound

    try:
        return client.images.get(name)
    except ImageNotFound:
        raise NoImage(f"{name}: no such image; get it (docker pull {name}) or make one (migrate docker build {name})") from None
    except APIError as error:
        raise NoImage(f"{name}: {error.explanation}") from None


def build(
    tag: str,
    *,
    base: str | None = None,
    rootfs: Path | None = None,
    requirements: Path | None = None,
    certificates: Path | None = None,
) -> str:
    """Make an image that runs notebooks; returns its id.

    Args: `base`: an image with Python and pip. `rootfs`: a tar of a root file system with Python, venv and pip, in its
    place: no registry of images is needed then. `requirements`: what notebooks need. `certificates`: a bundle that pip
    must trust; by default the one that SSL_CERT_FILE or PIP_CERT name.
    Raises:
        MissingPart, NoEngine: as `connect`.
        NoImage: the base can't be had.
        CannotBuild: a step of the build failed; with its last words.
    """
    client = connect()
    certificates = certificates or next((Path(p) for v in ("PIP_CERT", "SSL_CERT_FILE") if (p := os.environ.get(v))), None)
    with _context(base, rootfs, requirements, certificates) as folder:
        return _built(client, tag, folder, base)


@contextlib.contextmanager
def _context(base: str | None, rootfs: Path | None, requirements: Path | None, certificates: Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="nbmigrate-build-") as home:
        folder = Path(home)
        for source, name in ((rootfs, "rootfs.tar"), (requirements, "requirements.txt"), (certificates, "certificates.pem")):
            if source is not None:
                try:
                    shutil.copy(source, folder / name)
                except OSError as error:
                    raise CannotBuild(f"{source}: can't be read: {error.strerror or error}") from None
        (folder / "requirements.txt").touch()
        (folder / "certificates.pem").touch()
        (folder / "Dockerfile").write_text(dockerfile(base, trusted=certificates is not None))
        yield folder


def dockerfile(base: str | None, *, trusted: bool) -> str:
    """The recipe of the image. `base` None: from rootfs.tar. What pip needs for the build stays out of the result."""
    start = f"FROM {base}" if base is not None else "FROM scratch\nADD rootfs.tar /"
    # Unpacked packages lack the bytecode that their installation makes, and a read-only root can't get it later.
    compiled = "python3 -m compileall -q -j0 /usr/lib/python3* >/dev/null; "
    own = f"{compiled}python3 -m venv /opt/venv && " if base is None else ""
    path = "/opt/venv/bin:/usr/local/bin:/usr/bin:/bin"
    trust = "PIP_CERT=/tmp/nbmigrate/certificates.pem " if trusted else ""
    return "\n".join(
        [
            start,
            *([f"ENV PATH={path}"] if base is None else []),
            "ARG PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST",
            "COPY requirements.txt certificates.pem /tmp/nbmigrate/",
            f"RUN {own}{trust}PIP_DISABLE_PIP_VERSION_CHECK=1 $(command -v python || command -v python3) -m pip install -q "
            "--no-cache-dir ipykernel -r /tmp/nbmigrate/requirements.txt",
            "",
        ]
    )


def _built(client: Any, tag: str, folder: Path, base: str | None) -> str:
    from docker.errors import APIError, BuildError, ImageNotFound

    arguments = {n: v for n in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST") if (v := os.environ.get(n))}
    try:
        made, _ = client.images.build(
            path=str(folder), tag=tag, rm=True, forcerm=True, network_mode="host", buildargs=arguments, timeout=3600
        )
    except (BuildError, ImageNotFound, APIError) as error:
        why = str(getattr(error, "explanation", None) or getattr(error, "msg", None) or error).strip()
        log = [line["stream"] for line in getattr(error, "build_log", ()) if line.get("stream", "").strip()]
        if base is not None and len(log) < 2 and any(word in why for word in _NOT_HAD):
            told = f"{base}: the base image can't be had ({why[:200]})"
            raise NoImage(f"{told}; name one that is here: --base, or a root file system: --rootfs") from None
        raise CannotBuild(f"{tag}: the build failed: {why[:500]}\n{''.join(log[-8:]).strip()[-1500:]}".strip()) from None
    return str(made.id)
