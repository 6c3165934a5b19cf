// What is seen of piles and pieces, by everybody or by one viewer.

// What the game says of a pile; nothing for the box and others that it does not name.
export const pileView = (table, name) => table.view.piles[name] || table.view.piles[name.replace(/ \d+$/, "")];

// The side that a pile shows: `faces`, `backs`, or `owner` if only its owner sees the faces.
export const shows = (table, name) => pileView(table, name)?.shows ?? "faces";

// What is known of a piece: its component, or only its back where a server keeps the rest.
export const componentAt = (table, piece) => table.hidden?.[piece] ?? table.view.components[table.componentOf[piece]];

// The drawing that a viewer sees of a piece: its front, its back, or null for a back that has no drawing.
export function sideSeen(table, piece, viewer) {
  const component = componentAt(table, piece);
  if (!seesFront(table, piece, viewer)) return component.back;
  return component.copies?.length && !table.hidden ? component.copies[copyNumber(table, piece)] : component.front;
}

// Which copy of its component a piece is, from 0.
function copyNumber({ componentOf }, piece) {
  const first = componentOf.indexOf(componentOf[piece]);
  return componentOf.slice(first, piece).filter((one) => one === componentOf[piece]).length;
}

export function seesFront(table, piece, viewer) {
  if (table.hidden) return !(piece in table.hidden);
  const [name, owner] = table.program.piles[table.pileOf[piece]];
  return table.up[piece] || (shows(table, name) === "owner" && owner !== null && owner === viewer);
}

// Lay what a viewer does not see anyhow: pieces that look alike change places. Nothing then tells how they lay.
export function mixUnseen(table, viewer) {
  const alike = new Map();
  table.piles.forEach((pile, place) =>
    pile.forEach((piece, at) => {
      if (seesFront(table, piece, viewer)) return;
      const { back, form, size } = componentAt(table, piece);
      const look = `${back} ${form} ${size}`;
      alike.set(look, [...(alike.get(look) || []), { piece, pile, place, at }]);
    }),
  );
  for (const spots of alike.values()) {
    const pieces = spots.map(({ piece }) => piece).sort((one, other) => one - other); // not in the order in which they lie
    table.chance.shuffle(pieces);
    spots.forEach(({ pile, place, at }, number) => {
      pile[at] = pieces[number];
      table.pileOf[pieces[number]] = place;
    });
  }
}

// What a viewer may know of a piece, in words.
export function nameSeen(table, piece, viewer) {
  const component = componentAt(table, piece);
  if (seesFront(table, piece, viewer)) return component.name;
  return "face down";
}
