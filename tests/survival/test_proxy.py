"""The documented configuration of nginx is the one that is tried: whatever `make proxy` replaces stands there once."""

from __future__ import annotations

from pathlib import Path

from tests.survival import proxy


def test_only_ports_and_certificate_are_replaced() -> None:
    documented = proxy.DOCUMENTED.read_text(encoding="utf-8").splitlines()
    ours = proxy.configured(1443, 1631, Path("/folder")).splitlines()
    changed = [new.split() for old, new in zip(documented, ours, strict=True) if old != new]
    assert changed == [
        ["listen", "127.0.0.1:1443", "ssl", "http2;"],
        ["ssl_certificate", "/folder/certificate.pem;"],
        ["ssl_certificate_key", "/folder/key.pem;"],
        ["proxy_pass", "http://127.0.0.1:1631;"],
    ]
    assert any(f"server_name {proxy.NAME};" in line for line in ours)
