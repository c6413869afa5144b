"""Seams: the two sections that meet, measured cell by cell."""

from __future__ import annotations

import pytest

from taflkit.sheets.sections import Measures, bands, edge_growth, grid, pinwheel, seams_of

STEPS = {"right": (1, 0), "left": (-1, 0), "lower": (0, -1), "upper": (0, 1)}


def divisions(size):
    yield bands(size, grid(size, 1, 1))
    yield bands(size, grid(size, 2, 1))
    yield pinwheel(size, 1)
    yield pinwheel(size, 2)
    yield bands(size, ((size - 2, (size - 2, 2)), (2, (2, size - 3, 1))))
    yield bands(size, ((1, (size,)), (size - 1, (3, size - 3))))


def borders(sections, size):
    """Return {(first, second): (side, {cells of the first along the border})}, found cell by cell."""
    owner = {
        (file, rank): section.name
        for section in sections
        for file in range(section.file, section.file + section.files)
        for rank in range(section.rank, section.rank + section.ranks)
    }
    found = {}
    for (file, rank), name in owner.items():
        for side, (across, up) in STEPS.items():
            other = owner.get((file + across, rank + up), name)
            if name < other:
                found.setdefault((name, other), (side, set()))
                assert found[name, other][0] == side
                found[name, other][1].add((file, rank))
    assert len(owner) == size * size
    return found


@pytest.mark.parametrize("frame", [0.0, 3.5])
@pytest.mark.parametrize("size", [5, 7, 11])
def test_every_pair_that_meets_has_one_seam(size, frame):
    cell = 20.0
    measures = Measures(size, cell, frame)
    for sections in divisions(size):
        seams = seams_of(sections, measures)
        found = borders(sections, size)
        assert {(s.first, s.second): s.side for s in seams} == {pair: side for pair, (side, _) in found.items()}
        assert sum(s.length for s in seams) == pytest.approx(measures.seam_length(sections))
        for seam in seams:
            cells = found[seam.first, seam.second][1]
            at_edge = {number for square in cells for number in square[seam.upright :][:1]} & {0, size - 1}
            assert seam.length == pytest.approx(len(cells) * cell + len(at_edge) * frame)


def board_places(seam, sections, size, cell, frame):
    """Return where a seam starts on the board, by its first section and by its second."""
    places = []
    for name, x, y in ((seam.first, seam.x, seam.y), (seam.second, seam.second_x, seam.second_y)):
        section = next(s for s in sections if s.name == name)
        above = size - section.rank - section.ranks
        left = section.file * cell + frame * (section.file > 0)
        top = above * cell + frame * (above > 0)
        places.append((left + x, top + y))
    return places


@pytest.mark.parametrize("frame", [0.0, 3.5])
def test_a_seam_starts_at_the_same_place_of_the_board_on_both_sections(frame):
    for sections in divisions(7):
        for seam in seams_of(sections, Measures(7, 20.0, frame)):
            first, second = board_places(seam, sections, 7, 20.0, frame)
            assert first == pytest.approx(second)


def test_the_pinwheel_turns():
    seams = seams_of(pinwheel(7), Measures(7, 10.0))
    assert [(s.first, s.second, s.side, s.length) for s in seams] == [
        ("A", "B", "right", 10),
        ("A", "C", "lower", 10),
        ("A", "D", "lower", 50),
        ("B", "D", "left", 50),
        ("B", "E", "lower", 10),
        ("C", "D", "right", 50),
        ("C", "E", "right", 10),
        ("D", "E", "lower", 50),
    ]
    top = seams[2]
    assert (top.x, top.y, top.second_x, top.second_y) == (10, 10, 0, 0)
    assert top.strip(8) == (10, 10, 50, 8)
    assert seams[3].strip(8) == (-8, 10, 8, 50)
    assert (seams[3].upright, top.upright) == (True, False)


def test_the_later_letter_may_carry():
    for sections in divisions(11):
        measures = Measures(11, 20.0, 3.5)
        earlier, later = seams_of(sections, measures), seams_of(sections, measures, later=True)
        for one, other in zip(earlier, later, strict=True):
            assert (one.first, one.second, one.pair) == (other.second, other.first, other.pair)
            assert (one.x, one.y, one.second_x, one.second_y) == (other.second_x, other.second_y, other.x, other.y)
            assert (one.length, one.upright) == (other.length, other.upright)
            opposite = {"upper": "lower", "right": "left", "lower": "upper", "left": "right"}
            assert other.side == opposite[one.side]


def test_the_earlier_of_two_letters_is_written_first():
    seam = seams_of(bands(27, ((27, (1,) * 27),)), Measures(27, 10.0), later=True)[-1]
    assert (seam.first, seam.second, seam.pair) == ("AA", "Z", "Z – AA")


def test_who_carries_grows():
    assert edge_growth(pinwheel(7), 8.0) == {
        "A": (0, 0, 8, 8),
        "B": (8, 0, 0, 8),
        "C": (0, 0, 8, 0),
        "D": (0, 0, 0, 8),
        "E": (0, 0, 0, 0),
    }
    assert edge_growth(pinwheel(7), 8.0, later=True) == {
        "A": (0, 0, 0, 0),
        "B": (8, 0, 0, 0),
        "C": (0, 8, 0, 0),
        "D": (8, 8, 8, 0),
        "E": (8, 8, 0, 0),
    }
    assert edge_growth(bands(7, grid(7, 1, 1)), 8.0) == {"A": (0, 0, 0, 0)}
