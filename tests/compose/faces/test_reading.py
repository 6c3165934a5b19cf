from punchboard.scene import Group


def test_boxes_placed_by_their_sides_are_read_from_top_to_bottom(tiny_face):
    """The order of the file does not matter."""
    face = tiny_face(
        "low: {sides: {left: 5, right: 5, bottom: 5, height: 8}, text: 'low {{ name }}'}\n"
        "high: {sides: {left: 5, right: 5, top: 5, height: 8}, text: 'high {{ name }}'}\n"
        "middle: {sides: {left: 5, right: 5, top: 20, below: high, height: 8}, text: 'middle {{ name }}'}"
    )
    parts = [item.element for item in face.symbol.items if isinstance(item, Group) and item.element is not None]
    boxes = {0: "low", 1: "high", 2: "middle"}
    assert [boxes[part.key] for part in sorted(parts, key=lambda part: part.order)] == ["high", "middle", "low"]
