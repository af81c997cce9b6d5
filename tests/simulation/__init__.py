"""The server under simulation: its real code in one process, with every clock, line, thread and disk decided by a seed.

`python -m tests.simulation --seeds 10000`, or `make simulate-server`; docs/simulation.md says what and how.
"""
