"""Every command block of `docs/hosting.md` is run as it stands, in order, on a machine of its own.

The machine is this one seen through namespaces: an overlay of all files, so that nothing outside is changed, and a network of its
own, so that the ports are those of the guide. What is not there is replaced, and nothing else:

| in the guide | here |
| --- | --- |
| `pip install …` | the `londinium` of these tests, which was installed from the same repository |
| `systemctl …` | there is no systemd: what the unit says is done by hand (folders, environment, `ExecStart` as its user) |
| `docker compose …` and what follows it | not run: there is no Docker engine. `tests/test_deploy.py` checks the file |
| `postgresql://londinium@db/londinium` | the PostgreSQL of these tests |
| `elsewhere:` | a folder |
| a line of a crontab | what cron makes of it: `%` unescaped, run by `sh` with cron's short PATH |

A `londinium serve` is waited for until it is well at its port, and then stopped. A browser that would be opened is `true`. Verbs
that ask are answered with y.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import psycopg
import pytest

from londinium.kernel.rules import COMPILED, cache_home

REPOSITORY = Path(__file__).parents[2]
GUIDE = REPOSITORY / "docs" / "hosting.md"
VENV = '"$VIRTUAL_ENV/bin"'
DATABASE = "postgresql://londinium@db/londinium"

MACHINE = r"""
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$FOLDER"
mkdir "$FOLDER/changed" "$FOLDER/work" "$FOLDER/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$FOLDER/changed,workdir=$FOLDER/work" "$FOLDER/root"
for place in proc sys dev; do mount --rbind "/$place" "$FOLDER/root/$place"; done
mkdir "$FOLDER/root/database" "$FOLDER/root/elsewhere" "$FOLDER/root/home-of-root"
touch "$FOLDER/root/database/.s.PGSQL.5432"
mount --bind "$SOCKETS/.s.PGSQL.5432" "$FOLDER/root/database/.s.PGSQL.5432"
# Whoever is not root may come to the repository and to the program, as if they were installed.
for place in "$REPOSITORY" "$PROGRAMS" "$PYTHON"; do
    while [ "$place" != / ]; do chmod o+x "$FOLDER/root$place"; place=$(dirname "$place"); done
done
cp -r "$CACHE" "$FOLDER/root/compiled"
chmod -R a+rX "$FOLDER/root/compiled"
cp "$TOOLS" "$FOLDER/root/tools"
exec chroot "$FOLDER/root" bash "$SCRIPT"
"""
"""A machine with a fresh copy of everything."""
BY_HAND = ("TLS and the proxy", "Limits", "Several processes, several machines")
"""What somebody types who has no service: with the program of the first block, and a network of their own."""

TOOLS = r"""
set -euo pipefail
export HOME=/home-of-root BROWSER=true LONDINIUM_QUIET=1 LONDINIUM_CACHE=/compiled
# The loopback of a fresh network is down.
python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))'

# What stands for `pip install`: the program of the tests, in the environment of that pip.
installed() { ln -s "$PROGRAMS/londinium" "$1/londinium"; }

# What systemd does for the unit: its folders, its settings, its user.
started() {
    unit=/etc/systemd/system/londinium.service
    said() { sed -n "s/^$1=//p" "$unit"; }
    install -d -m "$(said StateDirectoryMode)" -o "$(said User)" -g "$(said Group)" "/var/lib/$(said StateDirectory)"
    install -d -o "$(said User)" -g "$(said Group)" "/var/cache/$(said CacheDirectory)"
    cp -r /compiled/. "/var/cache/$(said CacheDirectory)"
    chown -R "$(said User):" "/var/cache/$(said CacheDirectory)"
    set -a; . "$(said EnvironmentFile)"; set +a
    export $(said Environment)
    (cd "$(said WorkingDirectory)" && eval "exec runuser -u $(said User) -- $(said ExecStart)") &
    served=$!
    well "$LONDINIUM_PORT"
    for name in $(grep -o '^LONDINIUM_[A-Z_]*' "$(said EnvironmentFile)"); do unset "$name"; done
    export LONDINIUM_CACHE=/compiled
    # Somebody plays there who will want to be forgotten.
    curl --silent --fail --header 'Host: play.example.org' --data 'name=Ada Lovelace' http://127.0.0.1:8001/play/next-station-london
    [ "$(londinium admin tables --name 'Ada Lovelace' | wc -l)" = 1 ]
}

well() {
    for _ in $(seq 600); do
        if curl --silent --fail --output /dev/null "http://127.0.0.1:$1/health"; then return; fi
        sleep 0.1
    done
    echo "nothing is well at port $1" >&2
    exit 1
}

# A server that a block starts: until it is well at all its ports.
served() {
    "$@" < /dev/null &
    local server=$! port=8000 workers=1
    while [ $# -gt 0 ]; do
        case "$1" in --port) port=$2 ;; --workers) workers=$2 ;; esac
        shift
    done
    for number in $(seq "$port" $((port + workers - 1))); do well "$number"; done
    kill -0 "$server"  # it was this one that answered
    kill -TERM "$server"
    wait "$server" || true
}

# What cron makes of a line: five fields of time, the user, and a command in which a percent sign is escaped.
cron() {
    local command
    command=$(echo "$1" | cut -d ' ' -f 7- | sed 's/\\%/%/g')
    [ "$(echo "$1" | cut -d ' ' -f 6)" = root ]
    env -i PATH=/usr/bin:/bin HOME=/root SHELL=/bin/sh /bin/sh -c "$command"
}
"""


def blocks() -> list[tuple[str, list[str]]]:
    """The command blocks of the guide, each with the heading under which it stands."""
    found, heading, block = list[tuple[str, list[str]]](), "", None
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            block = None if block is not None else list[str]()
            if block is not None:
                found.append((heading, block))
        elif block is not None:
            block.append(line)
        elif line.startswith("#"):
            heading = line.lstrip("# ")
    return found


def here(line: str) -> str:
    """A line as it is run here; see the table above."""
    line = line.replace(DATABASE, '"$POSTGRES"').replace("elsewhere:", "/elsewhere/")
    if pip := re.match(r"(?:(\S+)/)?pip install\b", line):
        return f"installed {pip[1] or VENV}"
    if re.match(r"(\S+ ){5}root ", line):
        return f"cron {quoted(line)}"
    if line.startswith("londinium serve"):
        return f"served {line}"
    if line.startswith("londinium admin erase") and "--dry-run" not in line:
        return f"echo y | {line}"
    return {"systemctl daemon-reload": ":", "systemctl enable --now londinium": "started"}.get(line, line)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def script() -> str:
    """All blocks, each in the folder and with the program that its reader has."""
    lines = ["unset LONDINIUM_DATABASE; rm -f /etc/londinium.env /usr/local/bin/londinium; . /tools"]
    for number, (heading, block) in enumerate(blocks()):
        lines.append(f'echo "— {heading}"')
        own = heading in ("One laptop", "A service")  # they are typed in the folder of the repository
        folder = str(REPOSITORY) if own else f"/fresh/{number}"
        typed = [f"mkdir -p {quoted(folder)}; cd {quoted(folder)}"]
        if heading == "Several processes, several machines":
            typed.append('export LONDINIUM_DATABASE="$POSTGRES"')
        typed += [here(line) for line in takewhile(lambda line: not line.startswith("docker "), block)]
        if heading == "One laptop":
            typed.append("deactivate; test -s table.db")
        if heading in BY_HAND:
            typed = ["unshare --net bash << 'BY_HAND'", ". /tools; . ~/londinium/bin/activate", *typed, "BY_HAND"]
        lines += [*typed, f'echo "block {number} is done"']
    lines.append("[ -z \"$(londinium admin tables --name 'Ada Lovelace')\" ]")
    lines.append("cmp /backup/$(date +%u).backup /elsewhere/londinium/$(date +%u).backup")
    lines.append('kill -TERM "$served"; wait "$served" || true')
    return "\n".join(lines)


def can_have_a_machine() -> bool:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return False
    tried = subprocess.run(["unshare", "--mount", "--net", "true"], capture_output=True, check=False)
    return tried.returncode == 0


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_every_command_block_of_the_guide_works_as_it_stands(postgres: str, tmp_path: Path) -> None:
    if not can_have_a_machine():
        pytest.skip("namespaces need root")
    for tool in ("rsync", "curl", "openssl", "runuser"):
        assert subprocess.run(["which", tool], capture_output=True, check=False).returncode == 0, tool
    settings = psycopg.conninfo.conninfo_to_dict(postgres)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS guide WITH (FORCE)")
        connection.execute("CREATE DATABASE guide")
    file, tools = tmp_path / "guide.sh", tmp_path / "tools.sh"
    tools.write_text(TOOLS, encoding="utf-8")
    file.write_text(script(), encoding="utf-8")
    folder = tmp_path / "machine"
    folder.mkdir()
    environment = {
        **{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"},
        "FOLDER": str(folder),
        "SCRIPT": str(file),
        "TOOLS": str(tools),
        "SOCKETS": str(settings["host"]),
        "POSTGRES": f"postgresql://{settings.get('user', 'postgres')}@/guide?host=/database",
        "REPOSITORY": str(REPOSITORY),
        "PROGRAMS": str(Path(sys.executable).parent),
        "PYTHON": sys.base_prefix,
        "CACHE": str(cache_home()),
    }
    done = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", MACHINE],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-5000:]}"
    assert re.findall(r"block (\d+) is done", done.stdout) == [str(number) for number in range(len(blocks()))]
    print(done.stdout)
