"""By which names a server lets itself be called.

A page of another site can make a browser ask this server under a name of its own (DNS rebinding); it can't do so with a
number, so addresses in numbers are always right, names only where they are known.
"""

from __future__ import annotations

import ipaddress
import socket

ANY = "*"


class Hosts:
    """The names of this server: its machine's, and those it was given, of which `.example.org` has all below it."""

    def __init__(self, given: str = "") -> None:
        names = {name.strip().lower() for name in given.split(",")} - {""}
        self._any = ANY in names
        self._below = tuple(name for name in names if name.startswith("."))
        machine = socket.gethostname().lower()
        self._names = names | {"localhost", machine, f"{machine.partition('.')[0]}.local"}

    def know(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = _bare(host.lower())
        return self._any or name in self._names or _is_number(name) or name.endswith(self._below or ("\n",))


def _bare(host: str) -> str:
    """A Host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
