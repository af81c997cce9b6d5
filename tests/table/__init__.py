"""The table server, from outside: its interface, crashes, leaks, nonsense, several processes."""

import pytest

# So that a failed check in these shows what it compared.
pytest.register_assert_rewrite(
    "tests.table.inside", "tests.table.logbook", "tests.table.server", "tests.table.sitting"
)
