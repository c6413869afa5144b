"""The posters of the covers: one device each, drawn for the size of a page and for its crop.

The ground of a poster is 132 wide and 194 high, from (0, 0); what a device is known by stays 4 inside it, and the rest
runs out over its edges, 20 at least, since grounds of other pages are wider. Titles stand above 54, or 60 for those of
two lines.
"""

from __future__ import annotations

from devices import ardri
from devices.hnefatafl import WOLF_HEAD
from devices.strokes import Device, mirrored, outline, placed, ribbon, shape, spiral, tapered
from devices.tablut import CROWN
from taflkit.drawing.shapes import Point, circle_segments

__all__ = ["POSTERS"]

_MIDDLE = 66.0
_RIGHT = 132.0


def _both(strokes: Device) -> Device:
    """Return strokes of the right half of a poster with their images in the left."""
    left = {f"left {name}": placed(mirrored(stroke), (_RIGHT, 0.0)) for name, stroke in strokes.items()}
    return {**left, **{f"right {name}": stroke for name, stroke in strokes.items()}}


# --- The raven: a straight heavy beak, a flat crown, hackles at its throat, a spiral cut into its shoulder ---------

_RAVEN: Device = {
    "body": shape(
        outline(
            # the back, up over the nape and the flat crown
            ((-30, 150), (-12, 118), (2, 92), (16, 73), (35, 62.5), (54, 61), (70, 66.5)),
            # the upper half of the beak, to its tip
            ((84, 69), (100, 74.5), (114, 84), (123, 95), (127, 108)),
            ((120, 101), (108, 97), (92, 96), (72, 97)),
            # the mouth, the lower half of the beak
            ((72, 100), (92, 100.5), (106, 103), (115, 109)),
            ((104, 113), (90, 114), (82, 113)),
            # the hackles
            ((84, 119), (84, 127)),
            ((79, 124), (74, 122)),
            ((79, 130), (80, 141)),
            ((73, 137), (68, 134)),
            ((74, 143), (76, 155)),
            # the breast
            ((88, 162), (97, 178), (98, 196), (94, 214)),
            ((30, 222), (-30, 214)),
            ((-34, 180), (-30, 150)),
        ),
        circle_segments((56, 83), 9.2),
        ribbon(
            [(53, 141), (41, 136), *spiral((28, 162), -90, -1.75, (28, 6))],
            [0, 3.5, *tapered(15, 5.5, 4.5)],
        ),
        ribbon([(62, 150), (70, 162), (74, 180), (72, 214)], [0, 4.5, 5.5, 5]),
        ribbon([(74, 163), (82, 172), (86, 186), (85, 214)], [0, 3.5, 4.5, 4]),
    ),
    "eye": shape(circle_segments((57.2, 83), 4.3)),
}


# --- The crowns: two, and a third below --------------------------------------------------------------------------

_CROWNS: Device = {
    f"{where} {name}": placed(stroke, at, 7.2)
    for where, at in (("left", (26.0, 108.0)), ("right", (106.0, 108.0)), ("lower", (66.0, 176.0)))
    for name, stroke in CROWN.items()
}


# --- The wolf: an open jaw with its fangs, an ear laid back, a mane of locks, a spiral for a shoulder --------------

_WOLF: Device = {
    "head": placed(WOLF_HEAD, (53.5, 120.0), 9.2),
    "high lock": ribbon([(10, 91), (1, 103), (-12, 110), (-36, 112)], [0, 12, 15, 14]),
    "lock": ribbon([(13, 112), (5, 127), (-9, 137), (-36, 141)], [0, 13, 16, 14]),
    "low lock": ribbon([(20, 135), (12, 151), (-6, 163), (-36, 169)], [0, 13, 16, 14]),
    "shoulder": shape(
        outline(
            ((27, 153), (38, 161), (52, 163), (64, 160)),
            ((76, 166), (92, 166), (104, 160)),
            ((101, 180), (90, 200), (76, 220)),
            ((20, 224), (-36, 220)),
            ((-36, 204), (-34, 186)),
            ((-4, 181), (16, 170), (27, 153)),
        ),
        ribbon(
            [(84, 176), (66, 171), (46, 170), *spiral((36, 192), 240, -1.5, (20, 4))], [0, 3, 4, *tapered(13, 4.5, 4)]
        ),
    ),
}


# --- The eagle: a head in profile, wings that rise in spirals and hang in feathers ---------------------------------

_FEATHERS = (
    ([(88, 140), (86, 158), (89, 180), (95, 216)], [0, 4, 5, 5]),
    ([(102, 152), (103, 168), (107, 188), (113, 216)], [0, 4, 5, 5]),
    ([(118, 146), (120, 162), (125, 186), (131, 216)], [0, 4, 5, 5]),
    ([(134, 140), (138, 162), (143, 186), (149, 216)], [0, 4, 5, 5]),
    ([(91, 126), *spiral((111, 122), 195, 1.2, (15.5, 4))], [0, *tapered(11, 5, 4)]),
)
_WING_EDGE: tuple[Point, ...] = ((96, 101), (110, 95), (126, 99), (141, 113), (152, 140), (158, 180), (160, 220))
_EAGLE: Device = {
    "eagle": shape(
        outline(
            # the nape and the crown
            ((50, 118), (46, 100), (47, 82), (56, 68), (70, 63), (82, 66)),
            # the beak
            ((94, 68), (103, 76), (105, 86), (102, 97)),
            ((98, 89), (90, 86), (81, 87)),
            # the throat, and the right wing
            ((84, 97), (83, 107), (83, 118)),
            ((88, 112), *_WING_EDGE),
            ((_MIDDLE, 224), (_RIGHT - _WING_EDGE[-1][0], _WING_EDGE[-1][1])),
            (*[(_RIGHT - x, y) for x, y in reversed(_WING_EDGE)][1:], (44, 112), (50, 118)),
        ),
        outline(((66, 80), (74, 76), (84, 77)), ((80, 82), (73, 84), (66, 80))),
        *(stroke for stroke in _both({str(at): ribbon(*way) for at, way in enumerate(_FEATHERS)}).values()),
        *(
            ribbon([(66 - wide, y - 4), (66, y), (66 + wide, y - 4)], [0, 4, 0])
            for y, wide in ((128, 9), (143, 12), (158, 12), (173, 11), (188, 10))
        ),
    ),
}


# --- The torc: a twisted ring, open above between two terminals; a crown of rays within ---------------------------

_TORC: Device = {
    **{name: placed(stroke, (66.0, 152.0), 10.0) for name, stroke in ardri.twisted_ring(5.7, 8.3, 11, 24, 0.4).items()},
    **{f"crown {name}": placed(stroke, (66.0, 151.0), 9.0) for name, stroke in ardri.CROWN.items()},
}


# --- The dragon: a head with open jaws and a barbed tongue, a crest down its neck, a wing behind -------------------

_CREST: tuple[tuple[Point, ...], ...] = tuple(
    run
    for tip, root in (
        ((115, 93), (105, 107)),
        ((123, 112), (107.5, 124)),
        ((125, 131), (105, 141)),
        ((120, 150), (97, 157)),
        ((111, 169), (88, 173)),
        ((102, 187), (82, 191)),
    )
    for run in (((tip[0] - 7, tip[1] - 1), tip), ((tip[0] - 9, tip[1] + 6), root))
)
_DRAGON: Device = {
    "head": shape(
        outline(
            # the nose, the bridge and the brow
            ((8, 104), (8, 95), (15, 89), (24, 91)),
            ((38, 87), (50, 79), (56, 72), (67, 68)),
            # the horn and the ear
            ((75, 59), (88, 54), (104, 55)),
            ((94, 61), (88, 71)),
            ((98, 70), (109, 75)),
            ((100, 80), (95, 88)),
            # the crest down the back of the neck, and the throat
            *_CREST,
            ((82, 204), (80, 220)),
            ((40, 224), (18, 220)),
            ((30, 190), (50, 170), (68, 154), (74, 140), (70, 128)),
            # the beard and the lower jaw
            ((67, 135), (66, 147)),
            ((60, 142), (56, 137)),
            ((44, 142), (31, 142), (20, 135)),
            ((24, 129), (25, 122)),
            ((29, 126), (33, 129)),
            ((46, 126), (54, 118), (60, 106)),
            # the upper jaw with its fang
            ((46, 102), (36, 103), (28, 105)),
            ((25, 111), (20, 117)),
            ((17, 111), (16, 106)),
            ((11, 107), (8, 104)),
        ),
        outline(((56, 85), (63, 77), (75, 79)), ((68, 86), (56, 85))),
        *(
            ribbon([(x, y), (x + 9, y + 1), (x + 18, y - 4)], [0, 4.2, 0])
            for x, y in ((77, 138), (71, 153), (58, 168), (45, 183), (37, 199))
        ),
    ),
    "tongue": ribbon([(54, 110), (40, 115), (26, 117), (14, 124), (5, 125)], [0, 3, 3, 3, 0]),
}


# --- The magpie: a dark hood, a white shoulder and belly, a wing out of a spiral, a tail as long as the rest -------

_MAGPIE: Device = {
    "hood": shape(
        outline(
            ((53, 126), (62, 108), (70, 90), (78, 76), (92, 66), (105, 67), (113, 75)),
            ((121, 79), (128, 87)),
            ((119, 92), (112, 92)),
            ((116, 106), (117, 122), (112, 138)),
            ((108, 124), (99, 114), (88, 110)),
            ((78, 118), (67, 124), (53, 126)),
        ),
        circle_segments((97, 79), 4.2),
    ),
    "wing": shape(
        outline(
            ((53, 134), (67, 131), (80, 121), (92, 119), (100, 128), (99, 144), (90, 160), (76, 174), (58, 186)),
            ((44, 194), (36, 204)),
            ((40, 180), (44, 156), (53, 134)),
        ),
        ribbon(
            [(54, 180), (66, 166), (76, 154), *spiral((84, 136), 100, -1.15, (11, 3.5))],
            [0, 3, 4, *tapered(10, 4.2, 3.5)],
        ),
    ),
    "belly": ribbon([(112, 148), (112, 164), (103, 178), (88, 188), (66, 196)], [0, 5.5, 6.5, 5.5, 0]),
    "tail": ribbon([(47, 136), (35, 162), (23, 190), (11, 220)], [0, 12, 15, 17]),
}


# --- The ship: a striped sail, shields along a side of three strakes, a stem that curls -----------------------------

_SHIP: Device = {
    "yard": ribbon([(-34, 66), (30, 64), (100, 68)], [5, 5, 4]),
    **{
        f"stripe {place}": ribbon([(x, 74), (x + 6, 92), (x + 7, 110), (x + 2, 126)], [16, 17.5, 17.5, 16])
        for place, x in enumerate(range(-30, 90, 24), 1)
    },
    **{
        f"shield {place}": shape(circle_segments((x, y), 9), circle_segments((x, y), 3.2))
        for place, (x, y) in enumerate(((-22, 139), (0, 141.5), (22, 143), (44, 143), (66, 140)), 1)
    },
    "high strake": ribbon(
        [
            (-34, 153),
            (0, 156),
            (40, 158),
            (72, 153),
            (94, 140),
            (106, 120),
            (110, 102),
            *spiral((97, 94), 0, -1.0, (14, 4)),
        ],
        [9, 9, 9, 9, 8.5, 8, 7.5, *tapered(9, 7.5, 5)],
    ),
    "strake": ribbon(
        [(-34, 166), (0, 169), (42, 171), (78, 165), (102, 150), (116, 126), (121, 102)], [9, 9, 9, 9, 8.5, 6, 0]
    ),
    "low strake": ribbon([(-34, 179), (0, 182), (44, 184), (84, 177), (110, 160), (124, 136)], [9, 9, 9, 9, 7, 0]),
    "keel": ribbon([(-34, 192), (0, 195), (46, 197), (90, 190), (116, 174)], [9, 9, 9, 8, 0]),
}

POSTERS: dict[str, Device] = {
    "raven": _RAVEN,
    "crowns": _CROWNS,
    "wolf": _WOLF,
    "eagle": _EAGLE,
    "torc": _TORC,
    "dragon": {name: placed(stroke, (-0.8, -8.3), 1.15) for name, stroke in _DRAGON.items()},
    "magpie": _MAGPIE,
    "ship": {name: placed(stroke, (0.0, 6.0)) for name, stroke in _SHIP.items()},
}
