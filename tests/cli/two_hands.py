"""A game of a few cards: each player plays one of two from the hand, and the highest card wins."""

HEAD = """\
version: 0.1.0
players: {range: 2-3, prototype: for a test}
decks: {pack: {name: the Pack, contains: card, shows: backs}}
each player has: {hand: {name: hand, shows: owner}, own: {name: own cards}}
setup:
  - {shuffle: pack}
  - {deal: 2, from: pack, to: hand}
turn:
  - {play: 1, from: hand, to: own}
aim: "count('own', nr=1) + 2 * count('own', nr=2) + 3 * count('own', nr=3)"
end:
  all have played: {when: "total('own') == players", check: round}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{ nr }}"
    prototype: made for a test
    rows: cards.csv
"""
"""Its game.yaml, but for its title and the fields of a card."""
