// Places on the table, in mm: tiles snap to the grid of tiles of their size, and a new piece finds room.

import { componentAt } from "./sight.js";

const GAP = 4;
const REACH = 0.6; // how much of a tile's width it may be off to snap
const TILES = ["hex", "square"];

export const isTile = ({ form }) => TILES.includes(form);

// The places around a tile in its grid, as steps of width and height.
const AROUND = {
  hex: [[1, 0], [0.5, 0.75], [-0.5, 0.75], [-1, 0], [-0.5, -0.75], [0.5, -0.75]],
  square: [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]],
};

function onTable(table, piece) {
  return table.tablePlace < 0 ? [] : table.piles[table.tablePlace].filter((one) => one !== piece && table.pileOf[one] === table.tablePlace);
}

const isLike = (one, other) =>
  one.form === other.form && one.size[0] === other.size[0] && one.size[1] === other.size[1];

// The place nearest to a point at which a tile joins others of its size; the point itself for anything else.
export function snapped(table, piece, [x, y]) {
  const tile = componentAt(table, piece);
  if (!isTile(tile)) return [round(x), round(y)];
  const near = onTable(table, piece).filter((one) => isLike(componentAt(table, one), tile));
  let best = [round(x), round(y)];
  let least = tile.size[0] * REACH;
  for (const other of near) {
    const [left, top] = table.at[other];
    for (const [right, down] of [[0, 0], ...AROUND[tile.form]]) {
      const place = [left + right * tile.size[0], top + down * tile.size[1]];
      const off = Math.hypot(place[0] - x, place[1] - y);
      if (off < least) [least, best] = [off, place.map(round)];
    }
  }
  return best;
}

const round = (value) => Math.round(value * 100) / 100;

// The nearest free place to the middle of the table; tiles come to lie beside tiles.
export function freePlace(table, piece) {
  const tile = componentAt(table, piece);
  const there = onTable(table, piece);
  const isFree = ([x, y]) =>
    there.every((one) => {
      const other = componentAt(table, one);
      const [left, top] = table.at[one];
      const slack = isLike(other, tile) && isTile(tile) ? -1 : GAP;
      const wide = (other.size[0] + tile.size[0]) / 2 + slack;
      const high = (other.size[1] + tile.size[1]) / 2 + slack;
      const rowHigh = tile.form === "hex" && isLike(other, tile) ? high * 0.74 : high;
      return Math.abs(left - x) >= wide - 0.01 || Math.abs(top - y) >= rowHigh - 0.01;
    });
  const like = there.filter((one) => isLike(componentAt(table, one), tile));
  const around = AROUND[tile.form] || [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const gap = AROUND[tile.form] ? 0 : GAP;
  const starts = like.length ? like.map((one) => table.at[one]) : there.map((one) => table.at[one]);
  const tried = [[0, 0], ...starts.flatMap(([x, y]) =>
    around.map(([right, down]) => [x + right * (tile.size[0] + gap), y + down * (tile.size[1] + gap)]))];
  tried.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  const free = tried.find(isFree);
  if (free) return free.map(round);
  return [round(there.length * 9), round(there.length * 9)];
}
