// How light the picture of a side is at a place, and whether words can be read there.

const SCALE = 4; // pixels a millimetre
const LEAST = 4.5; // the contrast of words that can be read (WCAG 2.2)
const LEAST_PLATE = 0.4; // the share of an area that the ground of a plate with words covers

const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const light = (red, green, blue) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

export const lightOf = (hex) => light(...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));

export const tellApart = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= LEAST;

// The pixels of an area of the trim in mm: red, green, blue and opacity of each.
async function pixelsOf(face, [x, y, width, height]) {
  const image = face.querySelector("img");
  await image.decode();
  const measure = (name) => Number(face.style.getPropertyValue(name)) * SCALE;
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) });
  const paper = canvas.getContext("2d");
  paper.drawImage(image, -x * SCALE - measure("--tx"), -y * SCALE - measure("--ty"), measure("--fw"), measure("--fh"));
  return paper.getImageData(0, 0, canvas.width, canvas.height).data;
}

// What covers the words of an area, as a CSS background: the colour of most of it, in the shape of a plate that ends
// within the area, such as a round one.
export async function groundOf(face, area) {
  const data = await pixelsOf(face, area);
  const width = Math.ceil(area[2] * SCALE);
  const height = data.length / 4 / width;
  const pixels = Array.from({ length: width * height }, (_, at) => `rgb(${data[at * 4]} ${data[at * 4 + 1]} ${data[at * 4 + 2]})`);
  const found = new Map();
  for (const colour of pixels) found.set(colour, (found.get(colour) ?? 0) + 1);
  const [ground, times] = [...found].reduce((most, one) => (one[1] > most[1] ? one : most));
  const isCut = (at) => pixels[at] !== ground && pixels[at + width - 1] !== ground; // both corners, which letters do not reach
  const isPlate = times > LEAST_PLATE * pixels.length && (isCut(0) || isCut(pixels.length - width));
  return isPlate ? plateOf(pixels, ground, width, height) : ground;
}

// In each row of pixels, all between the first and the last of the ground.
function plateOf(pixels, ground, width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const paper = canvas.getContext("2d");
  paper.fillStyle = ground;
  for (let y = 0; y < height; y += 1) {
    const row = pixels.slice(y * width, (y + 1) * width);
    const first = row.indexOf(ground);
    if (first >= 0) paper.fillRect(first, y, row.lastIndexOf(ground) - first + 1, 1);
  }
  return `url(${canvas.toDataURL()}) 0 0 / 100% 100%`;
}

// The light of the darkest and of the lightest point of an area.
export async function lightAt(face, area) {
  const data = await pixelsOf(face, area);
  let [least, most] = [1, 0];
  for (let at = 0; at < data.length; at += 4) {
    const here = light(data[at], data[at + 1], data[at + 2]);
    [least, most] = [Math.min(least, here), Math.max(most, here)];
  }
  return [least, most];
}
