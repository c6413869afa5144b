"""Backs: turned over, each lies on its front, proven by turning the sheet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from support.sampling import sampled
from taflkit.errors import UnknownName
from taflkit.sheets.imposition import DUPLEX
from taflkit.sheets.paper import PAPERS
from taflkit.sheets.plan import make_plan, mirrored
from taflkit.sheets.request import PlanRequest

NAMES = ("king-1", *(f"defender-{n}" for n in range(1, 5)), *(f"attacker-{n}" for n in range(1, 9)))


def plan_on(paper, **options):
    return make_plan(PlanRequest(PAPERS[paper], 7, NAMES, ("a", "b"), counters="two-sided", **options))


def seen_through(x, y, paper, duplex):
    """Return where a point of the back's page lies, seen through the sheet from its front.

    A sheet is turned in space about an axis in its plane: what was at a height z is at -z then, so the
    back's own page, which reads upright after the turn, is the front's with one coordinate counted from the
    other end.
    """
    middle_x, middle_y = paper.width / 2, paper.height / 2
    if duplex == "long":  # about the upright axis through the middle
        return middle_x - (x - middle_x), y
    return x, middle_y - (y - middle_y)  # about the level one


@pytest.mark.parametrize("paper", sampled(list(PAPERS), 2))
@pytest.mark.parametrize("duplex", DUPLEX)
@pytest.mark.parametrize("options", [{}, {"sets": 2}, {"margin": 7.0, "gap": 0.0}, {"spares": True}])
def test_a_back_lies_exactly_on_its_front(paper, duplex, options):
    plan = plan_on(paper, **options)
    backs = plan.backs(duplex)
    fronts = {n: [p for p in s.parts if p.kind == "counter"] for n, s in enumerate(plan.sheets)}
    assert [back.sheet for back in backs] == [n for n, parts in fronts.items() if parts]
    left, top, width, height = plan.printable
    for back in backs:
        for front, behind in zip(fronts[back.sheet], back.parts, strict=True):
            corners = [(behind.x, behind.y), (behind.x + behind.width, behind.y + behind.height)]
            through = [seen_through(x, y, plan.paper, duplex) for x, y in corners]
            xs, ys = (sorted(values) for values in zip(*through, strict=True))
            assert xs == pytest.approx([front.x, front.x + front.width])
            assert ys == pytest.approx([front.y, front.y + front.height])
            assert (front.name, front.turned, front.art) == (behind.name, behind.turned, behind.art)
            assert left - 1e-6 <= behind.x <= left + width - behind.width + 1e-6
            assert top - 1e-6 <= behind.y <= top + height - behind.height + 1e-6


@pytest.mark.parametrize("duplex", DUPLEX)
def test_twice_turned_is_the_front(duplex):
    plan = plan_on("letter")
    for part in plan.sheets[0].parts:
        assert mirrored(mirrored(part, plan.paper, duplex), plan.paper, duplex) == part


def test_by_hand_is_over_the_short_edge():
    plan = plan_on("a4")
    assert plan.backs("single") == plan.backs("short") == plan.backs()
    assert plan.backs("long") != plan.backs("short")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", DUPLEX)
def test_a_card_turned_over_sideways_has_its_back_upright(paper, duplex):
    plan = replace(plan_on(paper), request=PlanRequest(PAPERS[paper], 7))
    cards = {p.name: p for sheet in plan.sheets for p in sheet.parts if p.kind == "card"}
    cards["turned"] = replace(cards["a"], name="turned", turned=not cards["a"].turned)
    assert plan.backs(duplex) == ()
    assert {p.name for back in plan.backs(duplex, cards=True) for p in back.parts} == {"a", "b"}
    for front in cards.values():
        behind = mirrored(front, plan.paper, duplex)
        assert behind.turned == front.turned
        # the way to the head of the card, and of its back on its own page
        head = (1, 0) if front.turned else (0, -1)
        back = (-head[0], -head[1]) if behind.over else head
        middle = plan.paper.width / 2, plan.paper.height / 2
        x, y = seen_through(middle[0] + back[0], middle[1] + back[1], plan.paper, duplex)
        assert (x - middle[0], y - middle[1]) == pytest.approx(head)


def test_other_counters_have_no_backs():
    assert make_plan(PlanRequest(PAPERS["a4"], 7, NAMES)).backs() == ()


def test_an_unknown_turning_is_named():
    with pytest.raises(UnknownName) as caught:
        plan_on("a4").backs("tumble")
    assert str(caught.value) == "there is no duplex 'tumble'; there is short, long, single"
