"""Real proxies with the very files that we ship: only names, ports and paths are put in."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example.org"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def certificate(folder: Path) -> Path:
    """A certificate that we have signed ourselves, its key, and both in one file."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    names = ["-addext", f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*command, *names, *files], check=True, capture_output=True)
    (folder / "both.pem").write_text((folder / "cert.pem").read_text() + (folder / "key.pem").read_text())
    return folder / "cert.pem"


@dataclass
class Proxy:
    """A proxy before some processes of ours."""

    folder: Path
    upstreams: list[int]
    port: int = field(default_factory=free_port)
    plain: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """Its certificate is believed, and nothing else."""
        return ssl.create_default_context(cafile=str(self.folder / "cert.pem"))

    @property
    def log(self) -> str:
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def start(self, *command: str) -> None:
        with (self.folder / "said.log").open("ab") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, cwd=self.folder, env={**os.environ, "XDG_CONFIG_HOME": str(self.folder)}
            )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError(f"the proxy does not listen: {self.log}")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)

    def put(self, text: str, *changes: tuple[str, str]) -> str:
        """A file of ours with other ports and paths; each must be found in it."""
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        return text

    def addresses(self) -> list[tuple[str, str]]:
        one, two = (self.upstreams * 2)[:2]
        return [("127.0.0.1:8001", f"127.0.0.1:{one}"), ("127.0.0.1:8002", f"127.0.0.1:{two}"), (NAME, "127.0.0.1")]


class Nginx(Proxy):
    def begin(self, program: Callable[..., str], *, below: str = "") -> Proxy:
        text = (DEPLOY / "nginx.conf").read_text()
        changes = [
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/ssl/londinium/", f"{self.folder}/"),
            ("/var/log/nginx/", f"{self.folder}/"),
        ]
        if below:
            changes += [("location / {", f"location {below}/ {{"), ('X-Forwarded-Prefix "";', f"X-Forwarded-Prefix {below};")]
        text = self.put(text, *self.addresses(), *changes)
        if len(self.upstreams) == 1:
            text = text.replace(f"    server 127.0.0.1:{self.upstreams[0]} max_fails=0;\n", "", 1)
        places = "".join(
            f"{name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        around = f"pid {self.folder}/pid;\ndaemon off;\nevents {{}}\nhttp {{ {places}\n{text}\n}}"
        (self.folder / "nginx.conf").write_text(around)
        self.start(program("nginx"), "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder), "-e", "stderr")
        return self


class HAProxy(Proxy):
    def begin(self, program: Callable[..., str]) -> Proxy:
        changes = [
            ("bind :80", f"bind 127.0.0.1:{self.plain}"),
            ("bind :443", f"bind 127.0.0.1:{self.port}"),
            ("/etc/ssl/londinium/", f"{self.folder}/"),
            ("local0 notice", "local0 info"),
        ]
        names = [pair for pair in self.addresses() if pair[0] != NAME]
        (self.folder / "haproxy.cfg").write_text(self.put((DEPLOY / "haproxy.cfg").read_text(), *names, *changes))
        self.start(program("haproxy"), "-db", "-f", str(self.folder / "haproxy.cfg"))
        return self


class Caddy(Proxy):
    def begin(self, program: Callable[..., str]) -> Proxy:
        text = self.put((DEPLOY / "Caddyfile").read_text(), *self.addresses(), ("/var/log/caddy/", f"{self.folder}/"))
        text = text.replace(
            "127.0.0.1 {", f"https://127.0.0.1:{self.port} {{\n\ttls {self.folder}/cert.pem {self.folder}/key.pem", 1
        )
        around = f"{{\n\tadmin off\n\thttp_port {self.plain}\n\tstorage file_system {self.folder}/kept\n}}\n"
        (self.folder / "Caddyfile").write_text(around + text)
        self.start(program("caddy"), "run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile")
        return self
