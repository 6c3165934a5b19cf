"""A shared table shows each seat what it may see, and lets it do what it may do."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.shared_table.conftest import CODE

from punchboard.server.shared_table.guests import CODE_LENGTH, CODE_LETTERS, Bucket, Refusal, new_code
from punchboard.server.shared_table.seats import MAX_SEATS, MAX_WATCHERS


def seen(room, guest, pile):
    return room.view(guest)["piles"][pile]


def test_a_hand_is_seen_by_its_seat_alone(table, pile):
    """Everybody else, also who only watches, gets backs without any component or number of a piece."""
    room, guests = table
    for seat in range(3):
        hand = room.game.piles[pile("hand", seat)]
        for other in guests:
            entries = seen(room, other, pile("hand", seat))
            assert len(entries) == len(hand)
            if other.seat == seat:
                assert [entry[0] for entry in entries] == hand
            else:
                assert all(isinstance(entry[0], str) and entry[1] is None for entry in entries)


def test_nothing_that_lies_face_down_is_in_any_view(table):
    """No view names a piece that its guest does not see, nor says which back lies below the top of a pile."""
    room, guests = table
    for guest in guests:
        text = json.dumps(room.view(guest))
        shown = {entry[0] for pile in room.view(guest)["piles"] for entry in pile if entry[1] is not None}
        lies = [room.game.lies[piece] for piece in shown]
        assert all(lie.up or lie.pile in own(room, guest) for lie in lies)
        assert str(room.settings["seed"]) not in text
        assert room._code not in text


def own(room, guest):
    return {place for place, (_, owner) in enumerate(room.game.program.piles) if owner == guest.seat is not None}


def test_a_card_that_is_played_is_seen_by_all(table, pile):
    """It comes from a hand that nobody else saw; those who did not see it do not learn where in the hand it was."""
    room, guests = table
    card = room.game.piles[pile("hand", 1)][3]
    before = [entry[0] for entry in seen(room, guests[0], pile("hand", 1))]
    room.act(guests[1], {"do": "move", "pieces": [card], "to": pile("trick")}, room.revision)
    for guest in guests:
        assert [entry[0] for entry in seen(room, guest, pile("trick"))] == [card]
    assert [entry[0] for entry in seen(room, guests[0], pile("hand", 1))] == before[:-1]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (lambda hand, pack: {"do": "move", "pieces": [f"{hand}:0"], "to": 0}, "belongs to another seat"),
        (lambda hand, pack: {"do": "flip", "pieces": [f"{hand}:0"]}, "belongs to another seat"),
        (lambda hand, pack: {"do": "shuffle", "pile": hand}, "belongs to another seat"),
        (lambda hand, pack: {"do": "deal", "from": hand, "to": [0], "number": 1}, "belongs to another seat"),
        (lambda hand, pack: {"do": "move", "pieces": ["99:0"], "to": 0}, "not on this table"),
        (lambda hand, pack: {"do": "move", "pieces": [10**9], "to": 0}, "not on this table"),
        (lambda hand, pack: {"do": "move", "pieces": [], "to": 0}, "no pieces are named"),
        (lambda hand, pack: {"do": "move", "pieces": [f"{pack}:0"], "to": -1}, "not in this game"),
        (lambda hand, pack: {"do": "move", "pieces": [f"{pack}:0"], "to": 0, "at": ["a", 1]}, "not a move"),
        (lambda hand, pack: {"do": "answer", "value": True}, "nothing was asked"),
        (lambda hand, pack: {"do": "cheat"}, "not a move"),
        (lambda hand, pack: ["move"], "not a move"),
    ],
)
def test_what_a_seat_may_not_do_is_refused_and_changes_nothing(table, pile, entry, why):
    """The first seat asks for a card of the second one, for pieces that are not there, and for nonsense."""
    room, guests = table
    before = room.view(guests[0])
    with pytest.raises(Refusal, match=why):
        room.act(guests[0], entry(pile("hand", 1), pile("pack")), room.revision)
    assert room.view(guests[0]) == before


def test_an_answer_is_not_taken_for_the_next_question(room):
    """Two seats answer what both of them are asked: the second answer was not for what is asked then."""
    ann = room.guests[room.join(CODE, "Ann")]
    room.begin(ann, 3, "", "all")
    asked, waiting = room.revision, room.game.progress.waiting
    options = list(waiting.options)
    answer = {"do": "answer", "value": options[: waiting.number] if waiting.kind == "pieces" else options[0]}
    room.act(ann, answer, asked)
    assert room.game.progress.waiting is not None
    before = room.view(ann)
    with pytest.raises(Refusal, match="has changed meanwhile"):
        room.act(ann, answer, asked)
    assert room.view(ann) == before


def test_the_number_of_a_hidden_piece_is_of_no_use(table, pile):
    """Somebody who guesses the number of a card of the pack cannot move it, or learn where it is."""
    room, guests = table
    card = room.game.piles[pile("pack")][0]
    with pytest.raises(Refusal, match="do not see"):
        room.act(guests[0], {"do": "move", "pieces": [card], "to": pile("hand", 0)}, room.revision)


def test_a_hidden_piece_is_only_moved_as_it_lies_now(table, pile):
    """What was seen before the last change may be another piece by now."""
    room, guests = table
    top = seen(room, guests[0], pile("pack"))[-1][0]
    old = room.revision
    room.act(guests[0], {"do": "shuffle", "pile": pile("pack")}, old)
    with pytest.raises(Refusal, match="changed meanwhile"):
        room.act(guests[1], {"do": "move", "pieces": [top], "to": pile("hand", 1)}, old)


def test_who_watches_moves_nothing(table, pile):
    """The fourth guest has no seat."""
    room, guests = table
    for ask in (lambda: room.act(guests[3], {"do": "round"}, room.revision), lambda: room.undo(guests[3])):
        with pytest.raises(Refusal, match="take a seat"):
            ask()


def test_a_searched_pile_is_shown_to_one_seat_until_the_next_move(table, pile):
    """All views say who searches; only that guest sees the faces."""
    room, guests = table
    room.search(guests[0], pile("pack"))
    assert all(entry[1] is not None for entry in seen(room, guests[0], pile("pack")))
    assert all(entry[1] is None for entry in seen(room, guests[1], pile("pack")))
    assert room.view(guests[1])["said"] == {"do": "search", "seat": 0, "to": pile("pack")}
    room.act(guests[1], {"do": "round"}, room.revision)
    assert all(entry[1] is None for entry in seen(room, guests[0], pile("pack")))
    with pytest.raises(Refusal, match="another seat"):
        room.search(guests[0], pile("hand", 1))


def test_a_seat_that_is_left_keeps_its_cards(table, pile):
    """While its device sleeps, somebody else may sit down there; who is there keeps the seat."""
    room, guests = table
    hand = list(room.game.piles[pile("hand", 1)])
    guests[1].streams = 1
    with pytest.raises(Refusal, match="somebody sits there"):
        room.sit(guests[3], 1)
    guests[1].streams = 0
    room.sit(guests[3], 1)
    assert guests[1].seat is None
    assert [entry[0] for entry in seen(room, guests[3], pile("hand", 1))] == hand


def test_everything_is_taken_back_to_the_start(table):
    """Undo of every entry leads to the table before its first step."""
    room, guests = table
    for _ in range(40):
        room.act(guests[0], {"do": "roll", "die": "duel"}, room.revision)
        room.act(guests[1], {"do": "next"}, room.revision)
    while room.history:
        room.undo(guests[2])
    assert not any(room.game.piles[place] for place in own(room, guests[0]))
    with pytest.raises(Refusal, match="nothing to take back"):
        room.undo(guests[0])


def test_the_room_has_eight_seats_and_twenty_watchers(room):
    """The next one is refused with words."""
    room._joins = Bucket(1000, 0)
    for _ in range(MAX_SEATS + MAX_WATCHERS):
        room.join(CODE, "x")
    with pytest.raises(Refusal, match="full"):
        room.join(CODE, "x")


def test_codes_are_not_guessed(room, clock):
    """A code has 40 bits; after ten tries there are twelve in a minute."""
    assert len(CODE_LETTERS) ** CODE_LENGTH >= 2**40
    assert new_code() != new_code()
    for _ in range(10):
        with pytest.raises(Refusal, match="not the code"):
            room.join("22222222", "x")
    with pytest.raises(Refusal, match="too many tries"):
        room.join(CODE, "x")
    clock.now += 4.9
    with pytest.raises(Refusal, match="too many tries"):
        room.join(CODE, "x")
    clock.now += 0.2
    assert room.join(CODE, "x")


def test_a_flood_of_moves_is_slowed_down(table, clock):
    """A guest has sixty requests at once, and then twenty-five in a second."""
    room, guests = table
    token = next(token for token, guest in room.guests.items() if guest is guests[0])

    def allowed():
        for count in range(100):
            try:
                room.guest(token)
            except Refusal as refusal:
                return count, "too many moves" in str(refusal)
        return 100, False

    assert allowed() == (60, True)
    clock.now += 1
    assert allowed() == (25, True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("pieces", "to", "from", "pile", "at", "number", "by", "die", "value", "under", "keep")
DO = ("step", "all", "answer", "move", "flip", "turn", "shuffle", "deal", "roll", "round", "next")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fixed_dictionaries({"do": st.sampled_from(DO)}, optional=dict.fromkeys(KEYS, JSON)), JSON)
def test_no_message_breaks_the_table(table, entry, revision):
    """Whatever a client sends is done or refused, and no piece is ever lost."""
    room, guests = table
    with suppress(Refusal):
        room.act(guests[0], entry, revision)
    assert sorted(piece for pile in room.game.piles for piece in pile) == list(range(len(room.game.component_of)))
    json.dumps(room.view(guests[1]), allow_nan=False)
