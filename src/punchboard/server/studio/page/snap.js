// Snapping, in mm: pure functions on areas [x, y, width, height].

const NEAR = 1.2;

// Returns the lines to snap to in one direction, each with what it is.
export function targets(axis, { trim, safe, bleed }, others) {
  const whole = trim[axis];
  const lines = [
    [-bleed, "bleed"],
    [whole + bleed, "bleed"],
    [0, "trim"],
    [whole, "trim"],
    [whole / 2, "centre"],
    [safe, "safe area"],
    [whole - safe, "safe area"],
  ];
  for (const { name, area } of others) {
    lines.push([area[axis], name], [area[axis] + area[axis + 2], name], [area[axis] + area[axis + 2] / 2, name]);
  }
  return lines;
}

// Returns how far to shift edges at these positions so that one of them meets a line, with that line; or null.
export function nearest(positions, lines, near = NEAR) {
  let best = null;
  for (const position of positions) {
    for (const [at, what] of lines) {
      const shift = at - position;
      if (Math.abs(shift) <= near && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, at, what };
    }
  }
  return best;
}

const tenth = (number) => Math.round(number * 10) / 10;

// Returns a dragged area. The handle names the edges that move: "n", "se"; all of them for "". Those of a box turned by
// some degrees move along its own sides, and the opposite edges stay where they are.
export function dragged(was, handle, dx, dy, turn = 0) {
  if (turn && handle) {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const [x, y, width, height] = dragged(was, handle, dx * cos + dy * sin, dy * cos - dx * sin);
    const [mx, my] = [x + width / 2 - was[0] - was[2] / 2, y + height / 2 - was[1] - was[3] / 2]; // how far the centre moves
    return [x + mx * cos - my * sin - mx, y + mx * sin + my * cos - my, width, height];
  }
  let [x, y, width, height] = was;
  if (handle === "") return [tenth(x + dx), tenth(y + dy), width, height];
  if (handle.includes("e")) width = Math.max(1, tenth(width + dx));
  if (handle.includes("s")) height = Math.max(1, tenth(height + dy));
  if (handle.includes("w")) {
    const right = x + width;
    x = Math.min(tenth(x + dx), right - 1);
    width = right - x;
  }
  if (handle.includes("n")) {
    const bottom = y + height;
    y = Math.min(tenth(y + dy), bottom - 1);
    height = bottom - y;
  }
  return [x, y, width, height];
}

// Returns an area pulled to the nearest lines, and these lines: {area, guides: [[axis, at, what]]}.
export function snapped(area, handle, lines, others) {
  const result = [...area];
  const guides = [];
  for (const axis of [0, 1]) {
    const [low, high] = axis ? ["n", "s"] : ["w", "e"];
    const start = area[axis];
    const end = start + area[axis + 2];
    const moves = handle === "" ? [start, end, (start + end) / 2] : handle.includes(low) ? [start] : handle.includes(high) ? [end] : [];
    const found = nearest(moves, targets(axis, lines, others));
    if (!found) continue;
    guides.push([axis, found.at, found.what]);
    if (handle === "") result[axis] += found.shift;
    else if (handle.includes(low)) {
      result[axis] += found.shift;
      result[axis + 2] -= found.shift;
    } else result[axis + 2] += found.shift;
  }
  return { area: result, guides };
}

// Returns new areas for several boxes, aligned or spread evenly. Each is [name, area].
export function aligned(how, boxes) {
  const axis = "left centre right spread-across".split(" ").includes(how) ? 0 : 1;
  const low = Math.min(...boxes.map(([, area]) => area[axis]));
  const high = Math.max(...boxes.map(([, area]) => area[axis] + area[axis + 2]));
  if (how.startsWith("spread")) {
    const order = [...boxes].sort(([, one], [, other]) => one[axis] - other[axis]);
    const free = high - low - order.reduce((sum, [, area]) => sum + area[axis + 2], 0);
    let at = low;
    return order.map(([name, area]) => {
      const moved = [...area];
      moved[axis] = at;
      at += area[axis + 2] + free / (order.length - 1);
      return [name, moved];
    });
  }
  const place = { left: 0, top: 0, centre: 0.5, middle: 0.5, right: 1, bottom: 1 }[how];
  return boxes.map(([name, area]) => {
    const moved = [...area];
    moved[axis] = low + (high - low - area[axis + 2]) * place;
    return [name, moved];
  });
}
