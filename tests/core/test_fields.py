"""Flat records: a class makes the dtype."""

import copy
import pickle

import numpy as np
import pytest

from coven.core.fields import WORD, Field, Flat, Grid, Row, dtype_of, fields_of, i1, i2, i4, i8
from coven.games.witches.state import State as Witches
from coven.games.witchstone.state import State as Witchstone


class Base(Flat):
    score: Row = i2(4)
    turn: int = i1()


class State(Base):
    cells: Grid = i8(4, 6)
    places: int = i4()


def test_fields_are_those_of_the_bases_and_the_own_in_order():
    assert fields_of(State) == {
        "score": Field("i2", (4,)),
        "turn": Field("i1", ()),
        "cells": Field("i8", (4, 6)),
        "places": Field("i4", ()),
    }


def test_a_record_has_the_fields():
    s = np.zeros(1, dtype_of(State))[0]
    s.cells[1, 5], s.turn, s.score[3] = 1 << 40, -1, 300
    assert isinstance(s, np.record)
    assert (int(s.cells[1, 5]), int(s.turn), list(s.score)) == (1 << 40, -1, [0, 0, 0, 300])
    assert s.places.dtype == np.int32
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        s.nothing  # noqa: B018


def test_records_can_be_written_down_and_copied():
    states = np.zeros(2, dtype_of(Witches))
    states[1].depth = 3
    for again in (pickle.loads(pickle.dumps(states)), copy.deepcopy(states)):
        assert again.dtype == states.dtype
        assert again[1].depth == 3
    assert type(states[0]) is Witches.Record


@pytest.mark.parametrize("record", [Base, State, Witchstone, Witches])
def test_records_are_whole_words_and_aligned(record):
    made = dtype_of(record)
    assert made.itemsize % WORD == 0
    assert made.isalignedstruct
    assert list(made.names) == list(fields_of(record))


def test_a_field_says_its_numbers():
    class Vague(Flat):
        score: Row

    with pytest.raises(
        TypeError, match=r"Vague\.score says nothing about its numbers: write e\.g\. = i1\(\)"
    ):
        dtype_of(Vague)


def test_another_value_is_no_field():
    class Wrong(Flat):
        turn: int = 3

    with pytest.raises(TypeError, match="turn says nothing"):
        fields_of(Wrong)
