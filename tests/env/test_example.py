"""The example of training runs, and what it trains can be loaded again."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_a_policy_is_trained_and_measured(tmp_path):
    saved = tmp_path / "policy.pt"
    command = [
        "examples/train_policy.py",
        "--minutes",
        "0.02",
        "--games",
        "8",
        "--batch",
        "16",
        "--save",
        str(saved),
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    assert "against random:" in done.stdout
    assert saved.stat().st_size > 100_000


def test_the_package_is_imported_quickly():
    """Nothing heavy is loaded until it is asked for; Gymnasium is, to be told the games' names."""
    code = "import sys, coven.env; print([m for m in ('numba', 'torch', 'pettingzoo', 'pyspiel') if m in sys.modules])"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


def test_without_pytorch_it_says_what_to_do():
    code = "import runpy, sys; sys.modules['torch'] = None; runpy.run_path('examples/train_policy.py')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "pip install 'coven[train]'" in done.stderr
    assert "Traceback" not in done.stderr
