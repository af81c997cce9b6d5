"""Mutation testing of the rules: small mistakes are put in, and the tests must notice.

python -m tests.mutants witchstone --sample 300 --seed 1 --jobs 2

The rules run interpreted. Everything is imported and every test collected once; each mutant is then a forked
process in which one rule's code is replaced, and the tests that run the changed line run, quickest first, until one
fails.
"""
