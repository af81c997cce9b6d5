"""Ray for real, small: the same rows as here, and none lost with a worker."""

import os
import signal

import pytest
import ray

from coven.lab import ray_way
from coven.lab.simulate import simulate

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray warns of its own future


def test_rows_from_ray_are_those_from_here_even_if_a_worker_is_killed(tmp_path, monkeypatch):
    marker = str(tmp_path / "killed")

    real = ray_way.part

    def part(job, number):
        """A part whose worker dies the first time it is tried."""
        path = f"{marker}-{number}"
        if number == 1 and not os.path.exists(path):
            with open(path, "w"):
                pass
            os.kill(os.getpid(), signal.SIGKILL)
        return real(job, number)

    monkeypatch.setattr(ray_way, "part", part)
    there = simulate("witches", 40, 3, seed=4, way="ray", out=tmp_path / "ray", chunk=10, workers=2)
    assert os.path.exists(f"{marker}-1")
    assert there.played == 40
    here = simulate("witches", 40, 3, seed=4, out=tmp_path / "here")
    assert there.table().equals(here.table())
    assert not ray.is_initialized()
