"""Sections: every cell on exactly one, named as one reads, and the seams where two meet."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from taflkit.sheets.planning.packing import micrometres, upright
from taflkit.sheets.sections import (
    Divisions,
    Measures,
    bands,
    edge_growth,
    grid,
    partitions,
    pinwheel,
    pinwheel_widths,
    seams_of,
)

SIZES = range(5, 20, 2)


def owners(sections, size):
    """Return which section each cell lies on, and fail if it is not just one."""
    cells = {}
    for section in sections:
        for file in range(section.file, section.file + section.files):
            for rank in range(section.rank, section.rank + section.ranks):
                assert (file, rank) not in cells
                cells[file, rank] = section.name
    assert set(cells) == {(file, rank) for file in range(size) for rank in range(size)}
    return cells


def borders(cells):
    """Count the cell borders between different sections."""
    return sum(
        cells[file, rank] != cells.get((file + dx, rank + dy), cells[file, rank])
        for file, rank in cells
        for dx, dy in ((1, 0), (0, 1))
    )


def seam_cells(sections, size):
    """Return the length in cells of all cuts between sections."""
    return Measures(size, 1).seam_length(sections)


def named_divisions(size):
    for name in ("whole", "two"):
        for division in Divisions(size, 0).named(name):
            yield division.sections(size)
    for width in pinwheel_widths(size):
        yield pinwheel(size, width)
    yield bands(size, ((size, (size - 3, 2, 1)),))
    yield bands(size, grid(size, 3, 2))


@pytest.mark.parametrize("size", SIZES)
def test_sections_cover_the_board_and_seams_are_measured(size):
    for sections in named_divisions(size):
        assert seam_cells(sections, size) == borders(owners(sections, size))


@pytest.mark.parametrize("size", SIZES)
def test_sections_are_named_in_reading_order(size):
    for sections in named_divisions(size):
        assert [s.name for s in sections] == [chr(ord("A") + n) for n in range(len(sections))]
        places = [(-(s.rank + s.ranks), s.file) for s in sections]
        assert places == sorted(places)


def test_the_kit_of_2014_is_a_pinwheel():
    sections = pinwheel(7)
    assert {astuple(s) for s in sections} == {
        ("A", 0, 6, 6, 1),
        ("B", 6, 1, 1, 6),
        ("C", 0, 0, 1, 6),
        ("D", 1, 1, 5, 5),
        ("E", 1, 0, 6, 1),
    }
    assert seam_cells(sections, 7) == 24
    assert list(pinwheel_widths(7)) == [1]
    assert list(pinwheel_widths(19)) == [1, 2, 3, 4]


def test_two_sections_are_cut_along_a_file_the_evenest_first():
    pairs = [division.sections(7) for division in Divisions(7, 0).named("two")]
    assert [[astuple(s)[1:] for s in pair] for pair in pairs] == [
        [(0, 0, 4, 7), (4, 0, 3, 7)],
        [(0, 0, 5, 7), (5, 0, 2, 7)],
        [(0, 0, 6, 7), (6, 0, 1, 7)],
    ]
    assert all(seam_cells(pair, 7) == 7 for pair in pairs)


def test_the_best_letter_sectioning_is_made_of_bands():
    sections = bands(7, ((5, (5, 2)), (2, (5, 1, 1))))
    assert sorted((s.files, s.ranks) for s in sections) == [(1, 2), (1, 2), (2, 5), (5, 2), (5, 5)]
    assert seam_cells(sections, 7) == 16


def test_after_z_come_two_letters():
    names = [s.name for s in bands(7, grid(7, 7, 7))]
    assert names[24:29] == ["Y", "Z", "AA", "AB", "AC"]
    assert len(set(names)) == 49


@pytest.mark.parametrize(
    "cut",
    [
        lambda: bands(7, ((7, (4, 4)),)),
        lambda: bands(7, ((7, (8, -1)),)),
        lambda: bands(7, ((5, (7,)), (3, (7,)))),
        lambda: bands(7, ((5, (7,)),)),
        lambda: pinwheel(7, 4),
        lambda: pinwheel(7, 0),
    ],
)
def test_what_does_not_make_a_board_is_refused(cut):
    with pytest.raises(ValueError, match=r"cover|no centre"):
        cut()


@given(st.sampled_from(SIZES), st.floats(8, 40), st.floats(0, 8), st.data())
def test_sizes_with_frame_add_up_to_the_board(size, cell, frame, data):
    sections = data.draw(st.sampled_from(list(named_divisions(size))))
    measures = Measures(size, cell, frame)
    side = size * cell + 2 * frame
    assert measures.side == side
    sizes = {s.name: measures.place(s)[2:] for s in sections}
    assert sum(w * h for w, h in sizes.values()) == pytest.approx(side**2)
    top = [s for s in sections if s.rank + s.ranks == size]
    assert sum(sizes[s.name][0] for s in top) == pytest.approx(side)
    assert Measures(size, cell).seam_length(sections) == pytest.approx(seam_cells(sections, size) * cell)
    ends = sum((s.file == 0) + (s.file + s.files == size) for s in sections)
    ends += sum((s.rank == 0) + (s.rank + s.ranks == size) for s in sections)
    # A cut that ends at the board's edge goes through the frame too; the four corners are no cuts.
    assert measures.seam_length(sections) == pytest.approx(seam_cells(sections, size) * cell + (ends - 4) * frame)


@given(st.sampled_from(SIZES), st.floats(8, 40), st.floats(0, 8), st.data())
def test_a_section_lies_behind_the_cells_before_it_and_the_frame(size, cell, frame, data):
    sections = data.draw(st.sampled_from(list(named_divisions(size))))
    measures = Measures(size, cell, frame)
    for section in sections:
        left, top, width, height = measures.place(section)
        above = size - section.rank - section.ranks
        across, down = measures.framed_sides(section)
        corner = (section.file * cell + frame * (section.file > 0), above * cell + frame * (above > 0))
        assert (left, top) == pytest.approx(corner)
        assert width == pytest.approx(section.files * cell + across * frame)
        assert height == pytest.approx(section.ranks * cell + down * frame)
    half = measures.scaled(0.5)
    assert half.place(sections[0]) == pytest.approx([value / 2 for value in measures.place(sections[0])])


@pytest.mark.parametrize("grow", [0, 8])
@pytest.mark.parametrize(("size", "pieces"), [(5, 5), (7, 4), (9, 3), (19, 3)])
def test_the_divisions_the_search_tries_are_what_their_sections_are(size, pieces, grow):
    frame = 3.5
    divisions = Divisions(size, micrometres(frame), micrometres(grow))
    tried = [c for name in ("whole", "two", "pinwheel") for c in divisions.named(name)]
    tried += divisions.pinwheels() + divisions.grids(9)
    for count in range(1, pieces + 1):
        found = list(divisions.banded(count, (size, size)))
        assert len({tuple(sorted(c.shapes)) for c in found}) == len(found)
        tried += found
    for division in tried:
        sections = division.sections(size)
        owners(sections, size)
        growth = edge_growth(sections, grow * 1000, later=division.later)
        shapes = []
        for s in sections:
            left, top, right, bottom = growth[s.name]
            sides, ends = Measures(size, 0).framed_sides(s)
            shapes.append(upright((s.files, s.ranks, sides * 3500 + left + right, ends * 3500 + top + bottom)))
        assert sorted(shapes) == sorted(division.shapes)
        assert division.seam == seam_cells(sections, size)


def test_divisions_too_large_for_a_sheet_are_left_out():
    divisions = Divisions(7, 0)
    for division in divisions.banded(5, (4, 5)):
        assert all(files <= 4 and ranks <= 5 for files, ranks, _, _ in division.shapes)
    assert not list(divisions.banded(3, (4, 4)))


def test_seams_that_run_on_from_band_to_band_are_straight():
    divisions = Divisions(7, 0)
    assert {division.crooked for division in divisions.grids(6)} == {0}
    crooked = {division.rows: division.crooked for division in divisions.banded(4, (7, 7))}
    assert crooked[(5, (4, 3)), (2, (4, 3))] == 0
    assert crooked[(5, (4, 3)), (2, (5, 2))] == 1
    assert divisions.pinwheels()[0].crooked > 0


def test_divisions_say_by_which_name_they_are_asked_for():
    divisions = Divisions(7, 0)
    for name in ("whole", "two", "pinwheel"):
        assert {c.name for c in divisions.named(name)} == {name}
    assert [c.name for c in divisions.pinwheels()] == ["pinwheel", "best"]
    assert {c.name for c in divisions.banded(3, (7, 7))} == {"best"}


@pytest.mark.parametrize(("largest", "smallest"), [(7, 1), (5, 1), (4, 2), (2, 3)])
@pytest.mark.parametrize("pieces", range(1, 5))
def test_a_size_is_written_in_every_way_as_a_sum(pieces: int, largest: int, smallest: int) -> None:
    lengths = range(largest, smallest - 1, -1)
    every = (found for found in combinations_with_replacement(lengths, pieces) if sum(found) == 7)
    assert partitions(7, pieces, largest, smallest) == tuple(every)


STEPS = {"right": (1, 0), "left": (-1, 0), "lower": (0, -1), "upper": (0, 1)}


def divisions(size):
    yield bands(size, grid(size, 1, 1))
    yield bands(size, grid(size, 2, 1))
    yield pinwheel(size, 1)
    yield pinwheel(size, 2)
    yield bands(size, ((size - 2, (size - 2, 2)), (2, (2, size - 3, 1))))
    yield bands(size, ((1, (size,)), (size - 1, (3, size - 3))))


def borders_by_pair(sections, size):
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
        found = borders_by_pair(sections, size)
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
