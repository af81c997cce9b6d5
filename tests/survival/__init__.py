"""Real servers, real databases and what may befall them, under load with pages: `python -m tests.survival`.

Beside the simulation (tests/simulation), in which nothing is left to the machine; see docs/survival.md.
"""
