// Chance with a seed, by the generator mulberry32: `engine/program/chance.py` draws the same numbers.

export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  // One of the numbers from 0 that are less than `number`.
  below(number) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    const state = this.state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) * number) / 4294967296);
  }

  shuffle(pile) {
    for (let left = pile.length - 1; left > 0; left -= 1) {
      const at = this.below(left + 1);
      [pile[left], pile[at]] = [pile[at], pile[left]];
    }
  }
}
