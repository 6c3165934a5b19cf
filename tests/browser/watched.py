"""What a replay knows of a table: where pieces and piles are, and whether they are where a document says."""

from collections import Counter
from math import hypot

STATE = """() => {
  const { table, view } = { ...punchboard, ...punchboard.play };
  const isTile = ({ form }) => ["hex", "square"].includes(form);
  const ids = (pile) => pile.map((piece) => view.components[table.componentOf[piece]].id);
  return {
    piles: table.program.piles.map(([name, owner], place) => ({
      name, owner, pieces: table.piles[place], ids: ids(table.piles[place]),
    })),
    tiles: Object.keys(table.componentOf).map(Number).filter((one) => isTile(view.components[table.componentOf[one]])),
    at: table.at, dice: table.dice, round: table.round, turn: table.turnOf, viewer: punchboard.play.viewer,
  };
}"""
SEEN = """(piece) => {
  const element = document.querySelector(`[data-piece='${piece}']`);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8, 0.05, 0.95]) {
    for (const right of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const [x, y] = [box.left + box.width * right, box.top + box.height * down];
      if (document.elementFromPoint(x, y)?.closest(".piece") === element) return [x, y];
    }
  }
  return null;
}"""
SLOT = """(pile) => {
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const box = document.querySelector(`[data-pile='${pile}']`)?.getBoundingClientRect();
  if (!box || !box.width) return null;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return x > stage.left && x < stage.right && y > stage.top && y < stage.bottom ? [x, y] : null;
}"""
ON_TABLE = """([x, y]) => {
  const { surface } = punchboard.play;
  const { area } = surface.laid;
  const box = surface.stage.getBoundingClientRect();
  const [left, top] = surface.toScreen(area.x + area.origin[0] + x, area.y + area.origin[1] + y);
  return [box.left + left, box.top + top];
}"""


class Watched:
    """A table that is looked at; ``state`` is what it was before the act."""

    # Where things are.

    def pile(self, name):
        """Return the number of a pile and what is known of it."""
        first, _, rest = str(name).partition(" ")
        owner, name = (self.names.index(first), rest) if first in self.names else (self.state["viewer"], name)
        found = [one for one in enumerate(self.state["piles"]) if one[1]["name"] == name]
        return next((one for one in found if one[1]["owner"] == owner), found[0])

    def piece(self, name, source=None, card=None):
        """Return a piece with an id: from a pile, on a card of it, or where a person would look first."""
        if card is not None:
            pile = self.pile(source)[1]
            return pile["pieces"][pile["ids"].index(name, pile["ids"].index(card))]
        if source is not None:
            found = [self.pile(source)[1]]
        else:
            viewer = self.state["viewer"]
            found = sorted(
                self.state["piles"],
                key=lambda pile: (pile["owner"] != viewer, pile["name"] != "hand", pile["owner"] is not None),
            )
        for pile in found:
            if name in pile["ids"]:
                return pile["pieces"][len(pile["ids"]) - 1 - pile["ids"][::-1].index(name)]
        raise AssertionError(f"{name} is not in {source or 'the game'}")

    def seen(self, piece):
        """Return a point at which a piece can be taken."""
        return self.found(SEEN, piece)

    def slot(self, name):
        """Return a point of a pile."""
        return self.found(SLOT, self.pile(name)[0])

    def found(self, where, one):
        """Return where something is; the bar is closed, and all made visible, if need be."""
        for act in (lambda: None, lambda: self.press("Escape"), lambda: self.click("#fit")):
            act()
            point = self.page.evaluate(where, one)
            if point is not None:
                return point
        raise AssertionError("it cannot be seen")

    def top(self, name):
        """Return a point of the uppermost piece of a pile."""
        return self.seen(self.pile(name)[1]["pieces"][-1])

    def lying(self, place, reach):
        """Return the pieces near a place of the open table, and their ids, from below."""
        x, y = self.places[place]
        table = self.pile("table")[1]
        at = self.state["at"]
        both = zip(table["pieces"], table["ids"], strict=True)
        return [(one, name) for one, name in both if hypot(at[one][0] - x, at[one][1] - y) < reach]

    def standing(self, place):
        """Return what stands near a place, without tiles."""
        return [one for one in self.lying(place, 24) if one[0] not in self.state["tiles"]]

    # What a document claims.

    def check(self, piles):
        """Compare piles: a number of pieces, or their ids in any order."""
        for name, wanted in piles.items():
            found = self.pile(name)[1]["ids"]
            if isinstance(wanted, int):
                assert len(found) == wanted, (name, found)
            else:
                assert Counter(found) == Counter(wanted), name

    def row(self, piles):
        """Compare piles with the order of their pieces, in which each token follows its card."""
        for name, wanted in piles.items():
            assert self.pile(name)[1]["ids"] == wanted, name

    def top_is(self, piles):
        """Compare the uppermost piece of piles."""
        for name, wanted in piles.items():
            assert self.pile(name)[1]["ids"][-1] == wanted, name

    def counts(self, piles):
        """Compare how many of some ids are in a pile."""
        for name, wanted in piles.items():
            found = Counter(self.pile(name)[1]["ids"])
            assert {one: found[one] for one in wanted} == wanted, name

    def tiles(self, places):
        """Compare the uppermost tiles at places of the open table."""
        for place, wanted in places.items():
            found = [name for one, name in self.lying(place, 1) if one in self.state["tiles"]]
            assert found[-1:] == [wanted], (place, found)

    def stand(self, places):
        """Compare what stands on places of the open table, and that all of it can be seen."""
        for place, wanted in places.items():
            found = self.standing(place)
            assert Counter(name for _, name in found) == Counter(wanted), place
            assert all(self.page.evaluate(SEEN, piece) for piece, _ in found), place

    def secret(self, names):
        """See nothing of some piles but their backs."""
        for name in names:
            for piece in self.pile(name)[1]["pieces"]:
                label = self.page.evaluate("(one) => document.querySelector(`[data-piece='${one}']`)?.ariaLabel", piece)
                assert label is None or label.startswith("face down"), (name, label)

    def shows(self, dice):
        """Compare what dice show."""
        assert {die: self.state["dice"][die] for die in dice} == dice
