"""Nets of dice and pawns, folded in space as a person folds the paper, to check that they close."""

from itertools import combinations
from math import asin, cos, degrees, dist, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.nets import die_net, pawn_net
from punchboard.geometry import Point, Rect, Size

NEAR = 0.01
FRONT, RIGHT, TOP, BOTTOM, LEFT, BACK = range(6)
PARENT = {RIGHT: FRONT, TOP: FRONT, BOTTOM: FRONT, LEFT: FRONT, BACK: RIGHT}
edges = st.integers(80, 450).map(lambda tenths: tenths / 10)
sizes = st.builds(Size, st.integers(100, 600).map(lambda x: x / 10), st.integers(150, 1000).map(lambda y: y / 10))


def corners(outline):
    return [Point(*numbers) for _, numbers in outline.segments if numbers]


def frames(net, size):
    return [panel.transform.bounds(Rect(0, 0, *size)) for panel in net.panels]


def area(outline):
    points = corners(outline)
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(one.x * other.y - other.x * one.y for one, other in pairs)) / 2


def sides(frame):
    """Return the four sides of a rectangle as pairs of points."""
    ring = [(frame.x, frame.y), (frame.right, frame.y), (frame.right, frame.bottom), (frame.x, frame.bottom)]
    return [tuple(sorted(pair)) for pair in zip(ring, (*ring[1:], ring[0]), strict=True)]


def same(one, other):
    return all(dist(a, b) < NEAR for a, b in zip(one, other, strict=True))


def hinge(fold, centre, angle):
    """Return the rotation about a fold that turns the side with this centre away from the printed side."""
    (ax, ay), (bx, by) = fold
    length = dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length
    away = 1 if ux * (centre[1] - ay) - uy * (centre[0] - ax) < 0 else -1

    def turned(point):
        x, y, z = point[0] - ax, point[1] - ay, point[2]
        along, across = x * ux + y * uy, -x * uy + y * ux
        c, s = cos(radians(angle)), sin(radians(angle)) * away
        across, z = across * c - z * s, across * s + z * c
        return ax + along * ux - across * uy, ay + along * uy + across * ux, z

    return turned


def shared_fold(net, one, other):
    """Return the fold that is a side of both rectangles."""
    (found,) = [
        fold
        for fold in net.folds
        if all(any(same(tuple(sorted(fold)), side) for side in sides(frame)) for frame in (one, other))
    ]
    return found


def folded_cube(net, edge):
    """Return for each panel the function that takes a point of the net to its place on the cube."""
    lying = frames(net, (edge, edge))

    def place(panel):
        if panel == FRONT:
            return lambda point: point
        fold = shared_fold(net, lying[panel], lying[PARENT[panel]])
        turn, outer = hinge(fold, lying[panel].centre, 90), place(PARENT[panel])
        return lambda point: outer(turn(point))

    return [place(panel) for panel in range(6)]


def put(place, points):
    return sorted(place((*point, 0.0)) for point in points)


def rim(net, lying):
    """Return the outer sides of panels as (panel, side): those with a tab and those without."""
    tabbed = [tuple(sorted((corners(tab)[0], corners(tab)[-1]))) for tab in net.tabs]
    every = [(panel, side) for panel, frame in enumerate(lying) for side in sides(frame)]
    once = [(panel, side) for panel, side in every if not any(same(side, other) for p, other in every if p != panel)]
    with_tab = [(panel, side) for panel, side in once if any(same(side, tab) for tab in tabbed)]
    return with_tab, [pair for pair in once if pair not in with_tab]


@given(edges)
def test_a_cube_s_net_has_six_faces_that_do_not_overlap(edge):
    """Six squares, each face once; tabs overlap neither faces nor each other, and all lie within the net's size."""
    net = die_net(edge)
    lying = frames(net, (edge, edge))
    assert [panel.face for panel in net.panels] == [0, 1, 2, 3, 4, 5]
    assert sum(frame.width * frame.height for frame in lying) == pytest.approx(6 * edge**2)
    parts = [frame.shrink(NEAR) for frame in (*lying, *(tab.bounds for tab in net.tabs))]
    assert not any(one.overlap(other) for one, other in combinations(parts, 2))
    assert all(Rect(0, 0, *net.size).contains(part) for part in parts)
    assert net.cut.bounds.size == pytest.approx(net.size, abs=NEAR)


@given(edges)
def test_the_cut_goes_round_faces_and_tabs_and_nothing_else(edge):
    """One closed line encloses the area of all parts together."""
    net = die_net(edge)
    assert [command for command, _ in net.cut.segments].count("M") == 1
    assert area(net.cut) == pytest.approx(6 * edge**2 + sum(map(area, net.tabs)), rel=1e-3)
    assert (len(net.folds), len(net.tabs)) == (5 + 7, 7)


@given(edges)
def test_folding_a_cube_brings_each_tab_to_an_edge_without_one(edge):
    """In space, each of the seven edges with a tab meets one edge without, and each of those is met."""
    net = die_net(edge)
    places, (with_tab, bare) = folded_cube(net, edge), rim(net, frames(net, (edge, edge)))
    assert (len(with_tab), len(bare)) == (7, 7)
    met = [
        [k for k, (other, far) in enumerate(bare) if same(put(places[panel], side), put(places[other], far))]
        for panel, side in with_tab
    ]
    assert sorted(k for (k,) in met) == list(range(7))


@given(edges)
def test_a_glued_tab_lies_flat_on_the_inside_of_its_partner(edge):
    """Folded over, it lies within another face, and tabs glued to one face do not overlap."""
    net = die_net(edge)
    places, lying = folded_cube(net, edge), frames(net, (edge, edge))
    glued = {}
    for tab in net.tabs:
        points = corners(tab)
        side = tuple(sorted((points[0], points[-1])))
        (panel,) = (p for p, frame in enumerate(lying) if any(same(side, other) for other in sides(frame)))
        turn = hinge(side, points[1], 90)
        there = [places[panel](turn((*point, 0.0))) for point in points]
        found = {other: on_panel(places[other], edge, lying[other], there) for other in range(6) if other != panel}
        ((partner, outline),) = ((other, outline) for other, outline in found.items() if outline)
        glued.setdefault(partner, []).append(outline)
    assert sum(map(len, glued.values())) == 7
    assert all(are_separate(*pair) for outlines in glued.values() for pair in combinations(outlines, 2))


def on_panel(place, edge, frame, points):
    """Return the places of points in space on a folded panel, in its own mm; None if one is not on it."""
    ring = ((frame.x, frame.y), (frame.right, frame.y), (frame.x, frame.bottom))
    origin, *axes = (place((*corner, 0.0)) for corner in ring)
    axes = [[(b - a) / edge for a, b in zip(origin, axis, strict=True)] for axis in axes]
    found = []
    for point in points:
        offset = [b - a for a, b in zip(origin, point, strict=True)]
        x, y = (sum(a * b for a, b in zip(offset, axis, strict=True)) for axis in axes)
        flat = [x * a + y * b for a, b in zip(*axes, strict=True)]
        if dist(flat, offset) > NEAR or not all(-NEAR <= value <= edge + NEAR for value in (x, y)):
            return None
        found.append((x, y))
    return found


def are_separate(one, other):
    """Tell whether a side of one of two convex shapes separates them."""
    for shape, far in ((one, other), (other, one)):
        middle = [sum(axis) / len(shape) for axis in zip(*shape, strict=True)]
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            nx, ny = (by - ay) / dist((ax, ay), (bx, by)), (ax - bx) / dist((ax, ay), (bx, by))
            outward = 1 if nx * (middle[0] - ax) + ny * (middle[1] - ay) < 0 else -1
            if all(outward * (nx * (x - ax) + ny * (y - ay)) > -NEAR for x, y in far):
                return True
    return False


def normals(net, edge):
    """Return the outward direction of each face of the folded cube, in axes whose second points up."""
    lying, places = frames(net, (edge, edge)), folded_cube(net, edge)
    middles = [places[panel]((*frame.centre, 0.0)) for panel, frame in enumerate(lying)]
    cube = [sum(axis) / 6 for axis in zip(*middles, strict=True)]
    return [
        tuple(round((value - own) / edge * 2) * sign for value, own, sign in zip(middle, cube, (1, -1, 1), strict=True))
        for middle in middles
    ]


@given(edges)
def test_opposite_faces_add_up_to_seven(edge):
    """On a die whose faces are 1 to 6 in order."""
    directions = normals(die_net(edge), edge)
    for number, direction in enumerate(directions, 1):
        opposite = directions.index(tuple(-value for value in direction)) + 1
        assert number + opposite == 7


def test_one_two_and_three_run_anticlockwise_round_their_corner():
    """As on Western dice: seen from outside, the triple product is positive."""
    (a, b, c), (d, e, f), (g, h, i) = normals(die_net(16), 16)[:3]
    assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1


def test_the_net_of_a_die_of_ten_millimetres_is_an_upright_cross():
    """43.5 x 37 mm, with the tab of the top face uppermost."""
    net = die_net(10)
    assert net.size == pytest.approx((43.5, 37))
    places = [(panel.transform.e, panel.transform.f) for panel in net.panels]
    assert places == [(10, 13.5), (20, 13.5), (10, 3.5), (10, 23.5), (0, 13.5), (30, 13.5)]
    assert corners(net.tabs[0]) == [(10, 3.5), (13.5, 0), (16.5, 0), (20, 3.5)]
    assert area(net.cut) == pytest.approx(600 + 7 * 3.5 * 6.5)


def folded_pawn(size):
    """Return a pawn's net, its rectangles (back, front, base), how back and base fold, and the angle at the base."""
    net = pawn_net(size)
    back, front = frames(net, size)
    base = net.blank_parts[0].bounds
    apex = degrees(2 * asin(base.height / 2 / size.height))
    foot = (180 - apex) / 2
    behind = hinge(shared_fold(net, back, front), back.centre, 180 - apex)
    beneath = hinge(shared_fold(net, front, base), base.centre, 180 - foot)
    return net, (back, front, base), (behind, beneath), foot


@given(sizes)
def test_a_pawn_is_a_strip_of_tab_back_front_and_base(size):
    """The back shows face 1, the front face 0; nothing overlaps, and the cut line encloses all of it."""
    net, parts, _, _ = folded_pawn(size)
    assert [panel.face for panel in net.panels] == [1, 0]
    assert all(frame.size == pytest.approx(size) for frame in parts[:2])
    assert parts[2].size == pytest.approx((size.width, min(0.7 * size.width, size.height)), abs=NEAR)
    pieces = [part.shrink(NEAR) for part in (*parts, net.tabs[0].bounds)]
    assert not any(one.overlap(other) for one, other in combinations(pieces, 2))
    assert area(net.cut) == pytest.approx(sum(part.width * part.height for part in parts) + area(net.tabs[0]), rel=1e-3)
    assert net.cut.bounds.size == pytest.approx(net.size, abs=NEAR)


@given(sizes)
def test_both_sides_of_a_pawn_stand_upright(size):
    """The tops of both faces are at the fold between them; the back's left is on the right."""
    net = pawn_net(size)
    back, front = (panel.transform for panel in net.panels)
    ridge = front.apply(Point(0, 0)).y
    assert back.apply(Point(0, 0)) == pytest.approx((size.width, ridge))
    assert back.apply(Point(0, size.height)).y == pytest.approx(ridge - size.height)
    assert front.apply(Point(0, size.height)).y == pytest.approx(ridge + size.height)


@given(sizes)
def test_a_folded_pawn_stands_on_its_base_and_closes(size):
    """The edge of the tab meets the free edge of the base, and the tab lies inside on the base."""
    net, (*_, base), (behind, beneath), foot = folded_pawn(size)
    tab = corners(net.tabs[0])
    edge = (tab[0], tab[-1])
    free = ((base.x, base.bottom), (base.right, base.bottom))
    assert same(put(behind, edge), put(beneath, free))
    turn = hinge(edge, tab[1], 180 - foot)
    glued = [behind(turn((*point, 0.0))) for point in tab[1:3]]
    middle = beneath((*base.centre, 0.0))
    assert sum(point[2] for point in glued) / 2 == pytest.approx(middle[2], abs=NEAR)
    assert sum(point[1] for point in glued) / 2 == pytest.approx(middle[1], abs=NEAR)
