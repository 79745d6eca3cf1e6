# SPDX-License-Identifier: EUPL-1.2
"""Runs a systemd unit of a package that is installed below a root, where no systemd runs."""
import pathlib
import re
import shlex

from started import Installed


class Unit:
    """A unit below `root` with its overrides in /etc."""

    def __init__(self, root, name):
        self.root, self.name = pathlib.Path(root), name
        self.values = {}
        shipped, overrides = self.root / "lib/systemd/system" / name, self.root / "etc/systemd/system" / f"{name}.d"
        for file in [shipped, *sorted(overrides.glob("*.conf"))]:
            for key, value in re.findall(r"^(\w+)=(.*)$", file.read_text(), re.M):
                # An empty value forgets the former ones.
                self.values[key] = [*self.values.get(key, []), value] if value else []

    @property
    def writable(self):
        """The directories below the root that ProtectSystem=strict leaves writable."""
        assert self.values["ProtectSystem"] == ["strict"] and self.values["PrivateTmp"] == ["yes"], self.name
        state = ["/var/lib/" + name for line in self.values["StateDirectory"] for name in line.split()]
        return sorted({*state, *(path for line in self.values["ReadWritePaths"] for path in line.split())})

    def command(self, **environment):
        """The words that run ExecStart as the unit's user, with this environment, and let it write where the unit does only."""
        root = shlex.quote(str(self.root))
        steps = [f"mount --rbind {root} {root}", f"mount -o remount,bind,ro {root}", f"mount -t tmpfs -o mode=1777 tmpfs {root}/tmp"]
        for path in self.writable:
            place = shlex.quote(str(self.root) + path)
            steps += [f"mount --bind {place} {place}", f"mount -o remount,bind,rw {place}"]
        [user], [start] = self.values["User"], self.values["ExecStart"]
        settings = [f"{name}={value}" for name, value in environment.items()]
        words = Installed(self.root, user, user).words("/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin", *settings, *shlex.split(start))
        return ["unshare", "--mount", "sh", "-c", " && ".join([*steps, 'exec "$@"']), "sh", *words]
