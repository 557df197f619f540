"""What a host copies from `deploy/` and reads in the guide: it is right, and says what the program says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from packaging.requirements import Requirement

from londinium.cli import admin, backup, restore, serve
from londinium.web.http.metrics import FAMILIES
from londinium.web.http.vitals import PROCESS_FAMILIES, QUEUE_FAMILY

REPOSITORY = Path(__file__).parent.parent
DEPLOY = REPOSITORY / "deploy"
GUIDE = REPOSITORY / "docs" / "hosting.md"


def program(name: str, package: str) -> str:
    """A program of the test's own environment, or that apt can install."""
    beside = Path(sys.executable).parent / name
    if beside.exists():
        return str(beside)
    if not shutil.which(name) and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], check=False)
    found = shutil.which(name)
    if found is None:
        problem = f"there is no {name}, and apt-get could not install {package}"
        if os.environ.get("CI") and os.geteuid() == 0:
            pytest.fail(problem)
        pytest.skip(problem)
    return found


# ── Docker ───────────────────────────────────────────────────────────────────


def test_the_dockerfile_passes_its_linter() -> None:
    command = [program("hadolint", "hadolint"), str(DEPLOY / "Dockerfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def test_the_image_holds_what_it_needs_and_runs_as_nobody_special() -> None:
    found = instructions()
    kinds = [kind for kind, _ in found]
    assert kinds.count("FROM") == 2
    assert kinds[-4:-2] == ["STOPSIGNAL", "HEALTHCHECK"]
    assert [value for kind, value in found if kind == "USER"] == ["10001"]
    assert any("londinium warm" in value for kind, value in found if kind == "RUN")
    copied = [word for kind, value in found if kind == "COPY" and "--from" not in value for word in value.split()[:-1]]
    kept = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied) == kept, "what is copied is not left out"
    for name in copied:
        assert (REPOSITORY / name).exists(), name
    extras = re.findall(r"\.\[([a-z,]+)\]", (DEPLOY / "Dockerfile").read_text())[0].split(",")
    known = re.findall(r"^(\w+) = \[", (REPOSITORY / "pyproject.toml").read_text(), re.MULTILINE)
    assert set(extras) <= set(known)
    entry = json.loads(next(value for kind, value in found if kind == "ENTRYPOINT"))
    command = json.loads(next(value for kind, value in found if kind == "CMD"))
    assert entry == ["londinium"]
    check_options(command)


def check_options(command: list[str]) -> None:
    """A command line that `londinium serve` understands."""
    name, *rest = command
    assert name == "serve"
    context = serve.verb.make_context("serve", [filled(word) for word in rest])
    assert context.params["port"] in (8000, int(environment()["LONDINIUM_PORT"])), "Docker's own, and the proxy's"


def filled(text: str) -> str:
    """A text with its variables: the value that they have without an environment file, or with ours."""
    text = re.sub(r"\$\{(\w+):-([^}]*)\}", lambda found: found[2], text)
    return re.sub(r"\$\{(\w+)\}", lambda found: environment()[found[1]], text)


def environment() -> dict[str, str]:
    lines = (DEPLOY / "londinium.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line.strip() and not line.startswith("#"))


COMPOSE: dict[str, Any] = {
    "type": "object",
    "required": ["name", "services", "volumes", "secrets"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "volumes": {"type": "object"},
        "secrets": {
            "type": "object",
            "additionalProperties": {"type": "object", "required": ["file"], "additionalProperties": False,
                                     "properties": {"file": {"type": "string"}}},
        },
        "services": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "image": {"type": "string"},
                    "build": {"type": "object", "required": ["context", "dockerfile"]},
                    "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
                    "environment": {"type": "object", "additionalProperties": {"type": "string"}},
                    "command": {"type": "array", "items": {"type": "string"}},
                    "secrets": {"type": "array"},
                    "volumes": {"type": "array", "items": {"type": "string"}},
                    "ports": {"type": "array", "items": {"type": "string", "pattern": r"^127\.0\.0\.1:"}},
                    "depends_on": {"type": "object"},
                    "healthcheck": {"type": "object", "required": ["test", "interval", "timeout", "retries"]},
                    "mem_limit": {"type": "string"},
                    "ulimits": {"type": "object"},
                    "cap_drop": {"const": ["ALL"]},
                    "security_opt": {"type": "array"},
                    "logging": {"type": "object", "required": ["driver", "options"]},
                    "stop_grace_period": {"type": "string", "pattern": r"^\d+s$"},
                },
            },
        },
    },
}  # fmt: skip
"""The part of the Compose specification that ours uses; a word that is not in it is a mistake."""


def test_the_compose_file_says_what_compose_knows() -> None:
    import jsonschema

    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    jsonschema.validate(found, COMPOSE)
    server, database = found["services"]["londinium"], found["services"]["database"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).resolve() == (DEPLOY / "Dockerfile").resolve()
    check_options(server["command"])
    assert server["environment"]["LONDINIUM_DATABASE"] == "postgresql://londinium@database/londinium", "without a password"
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    for service in (server, database):
        for volume in service["volumes"]:
            assert volume.split(":")[0] in found["volumes"]
        for secret in service["secrets"]:
            assert (secret["source"] if isinstance(secret, dict) else secret) in found["secrets"]
    used = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert used <= set(environment())


# ── systemd ──────────────────────────────────────────────────────────────────


def unit() -> list[tuple[str, str]]:
    lines = (DEPLOY / "londinium.service").read_text(encoding="utf-8").splitlines()
    return [(name, value) for line in lines if "=" in line and not line.startswith("#") for name, value in [line.split("=", 1)]]


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    analyse = program("systemd-analyze", "systemd")
    program_there = tmp_path / "bin" / "londinium"
    program_there.parent.mkdir()
    program_there.write_text("#!/bin/sh\n")
    program_there.chmod(0o755)
    text = (DEPLOY / "londinium.service").read_text(encoding="utf-8").replace("/opt/londinium/bin/londinium", str(program_there))
    (tmp_path / "londinium.service").write_text(text, encoding="utf-8")
    command = [analyse, "verify", "--man=no", str(tmp_path / "londinium.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_starts_a_server_that_can_read_its_settings() -> None:
    found = dict(unit())
    _, *command = found["ExecStart"].split()
    check_options([filled(word) for word in command])
    assert found["EnvironmentFile"] == "/etc/londinium.env"
    assert environment()["LONDINIUM_DATABASE"].startswith("sqlite:////var/lib/londinium/"), "where StateDirectory is"
    assert int(found["TimeoutStopSec"]) > 10, "what is under way is finished"


def test_a_job_that_the_system_ends_does_not_end_the_service_and_all_have_room() -> None:
    found, memory = dict(unit()), default_of("memory") + int(environment()["LONDINIUM_WORK_MEMORY"])
    assert found["OOMPolicy"] == "continue"
    assert int(found["MemoryMax"].removesuffix("M")) >= int(found["MemoryHigh"].removesuffix("M")) > memory
    assert int(environment()["LONDINIUM_MEMORY_LIMIT"].removesuffix("m")) > memory
    assert int(environment()["LONDINIUM_WORK_MEMORY"]) == default_of("work_memory")


def default_of(option: str) -> int:
    return next(int(str(parameter.default)) for parameter in serve.verb.params if parameter.name == option)


def test_proxies_and_processes_have_the_same_ports_and_nothing_else_runs_there() -> None:
    port = environment()["LONDINIUM_PORT"]
    for name in ("nginx.conf", "haproxy.cfg", "Caddyfile", "prometheus.yml"):
        assert f"127.0.0.1:{port}" in (DEPLOY / name).read_text(encoding="utf-8"), name
    assert f"LONDINIUM_PORT:-{port}" in (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert f"127.0.0.1:{port}" in GUIDE.read_text(encoding="utf-8")


# ── The dashboard ────────────────────────────────────────────────────────────


def told_names() -> set[str]:
    """Every name that /metrics tells."""
    names = {*FAMILIES, *PROCESS_FAMILIES, QUEUE_FAMILY[0]}
    return names | {f"{name}{part}" for name in FAMILIES if name.endswith("_seconds") for part in ("_bucket", "_sum", "_count")}


def test_the_dashboard_shows_metrics_that_there_are_and_all_of_them() -> None:
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = {name for expr in asked for name in re.findall(r"\b(?:londinium|process)_\w+", expr)}
    assert named <= told_names(), "names that /metrics does not tell"
    shown = {re.sub(r"_bucket$", "", name) for name in named}
    missing = {*FAMILIES} - shown - NOT_SHOWN
    assert not missing, "what /metrics tells and nobody sees"
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


NOT_SHOWN = {"londinium_messages_total", "londinium_rules_waiting"}
"""What says nothing that another panel does not, or only at the start."""


# ── The guide ────────────────────────────────────────────────────────────────


def options(command: click.Command, path: str = "") -> Iterator[tuple[str, str]]:
    """Every option of a verb, with the words it belongs to."""
    for parameter in command.params:
        yield from ((path, option) for option in parameter.opts if option.startswith("--"))
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from options(each, f"{path} {name}".strip())


def test_the_guide_names_every_option_of_serve_and_no_other() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    known = {option for verb in (serve.verb, admin.verb, backup.verb, restore.verb) for _, option in options(verb)}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
    assert not named - known - OF_OTHERS, "options that are not there"
    assert {option for _, option in options(serve.verb)} - {"--lang"} <= named, "options that the guide forgets"


OF_OTHERS = {
    "--processes", "--tables", "--build", "--file", "--env-file", "--now", "--upgrade", "--detach", "--fail", "--head",
    "--header", "--retry", "--retry-connrefused", "--system", "--home-dir", "--shell",
}  # fmt: skip
"""Options of other verbs and other programs."""


def test_the_guide_names_every_verb_of_admin() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for name in admin.verb.commands:
        assert f"admin {name}" in text, name
    for path in re.findall(r"\]\(([^)#:]+)[)#]", text):
        assert (GUIDE.parent / path).exists(), path


# ── What we build on ─────────────────────────────────────────────────────────

PRIVATE = ("numba", "uvicorn", "websockets", "starlette")
"""Libraries of which we use insides, or that have changed theirs between versions: each has an upper bound."""


def test_libraries_whose_insides_we_use_have_upper_bounds_that_fit() -> None:
    import tomllib

    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {needed.name: needed for needed in map(Requirement, project["dependencies"])}
    for name in PRIVATE:
        bounds = found[name].specifier
        assert any(bound.operator == "<" for bound in bounds), f"{name} needs an upper bound: we build on its insides"
        assert bounds.contains(version(name)), f"{name} {version(name)} is outside of what was tried: see tests/test_deploy.py"
    assert not list(REPOSITORY.glob("*.lock")), "no lock file: hosts get security fixes"


def test_the_insides_that_we_use_are_there() -> None:
    """Each says which of our modules would break."""
    import numba
    from numba.core.dispatcher import Dispatcher
    from numba.core.options import DefaultOptions
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    from websockets.server import ServerProtocol

    assert hasattr(WebSocketsSansIOProtocol, "__init__"), "web/http/server.py: our compression"
    assert "available_extensions" in ServerProtocol.__init__.__code__.co_names, "web/http/server.py: our compression"
    for name in ("get_call_template", "get_overload", "enable_caching"):
        assert hasattr(Dispatcher, name), f"kernel/rules.py: {name} of a compiled rule"
    for name in ("nogil", "error_model", "forceinline", "_nrt", "no_cfunc_wrapper", "no_cpython_wrapper"):
        assert hasattr(DefaultOptions, name), f"kernel/rules.py: the option {name} of Numba"
    assert hasattr(numba.config, "CACHE_DIR"), "kernel/rules.py: where compiled rules are kept"
