"""What the project is worked on with; not part of the package that is installed."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
