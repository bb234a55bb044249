/** `/favicon.ico`: the waning moon of the pages, drawn pixel by pixel, for those who ask without reading a page. */

/** Pixels a side; the drawing is the 32 units wide icon of `generator/site/layout/page.ts`. */
const SIZE = 32;
/** Points a side that a pixel's colour is the mean of. */
const POINTS = 4;

const HEADER_BYTES = 6 + 16;
const BITMAP_HEADER_BYTES = 40;
const PIXEL_BYTES = SIZE * SIZE * 4;
/** One bit a pixel, all 0: what is seen is in the alpha channel. */
const MASK_BYTES = (SIZE * SIZE) / 8;

type Rgb = readonly [red: number, green: number, blue: number];
const SKY: Rgb = [0xa3, 0x26, 0x1a];
const MOON: Rgb = [0xf5, 0xf6, 0xf0];

const isWithin = (x: number, y: number, centre: number, radius: number): boolean =>
  (x - centre) ** 2 + (y - SIZE / 2) ** 2 <= radius ** 2;

/** The moon's dark edge is a circle of radius 15 through its two tips, 22 apart. */
const SHADOW_CENTRE = SIZE / 2 - Math.sqrt(15 ** 2 - 11 ** 2);

function colourAt(x: number, y: number): Rgb | null {
  if (!isWithin(x, y, 16, 14)) return null;
  const isMoon = x > 16 && isWithin(x, y, 16, 11) && !isWithin(x, y, SHADOW_CENTRE, 15);
  return isMoon ? MOON : SKY;
}

/** Mean colour of a pixel's points, and how many of them are in the drawing at all, as blue, green, red, alpha. */
function pixelAt(column: number, row: number): number[] {
  const points = Array.from({ length: POINTS ** 2 }, (_, point) =>
    colourAt(
      column + ((point % POINTS) + 0.5) / POINTS,
      row + (Math.floor(point / POINTS) + 0.5) / POINTS,
    ),
  ).filter((colour) => colour !== null);
  const mean = (channel: 0 | 1 | 2): number =>
    Math.round(points.reduce((sum, colour) => sum + colour[channel], 0) / (points.length || 1));
  return [mean(2), mean(1), mean(0), Math.round((255 * points.length) / POINTS ** 2)];
}

/** An ICO with one 32-bit bitmap, its rows from the bottom up as the format has it. */
export function drawFavicon(): Uint8Array {
  const icon = Buffer.alloc(HEADER_BYTES + BITMAP_HEADER_BYTES + PIXEL_BYTES + MASK_BYTES);
  const header = [0, 1, 1];
  for (const [index, value] of header.entries()) icon.writeUInt16LE(value, index * 2);
  icon.set([SIZE, SIZE, 0, 0], 6);
  icon.writeUInt16LE(1, 10);
  icon.writeUInt16LE(32, 12);
  icon.writeUInt32LE(icon.length - HEADER_BYTES, 14);
  icon.writeUInt32LE(HEADER_BYTES, 18);
  icon.writeUInt32LE(BITMAP_HEADER_BYTES, HEADER_BYTES);
  icon.writeInt32LE(SIZE, HEADER_BYTES + 4);
  // Colours and mask together are twice as high.
  icon.writeInt32LE(2 * SIZE, HEADER_BYTES + 8);
  icon.writeUInt16LE(1, HEADER_BYTES + 12);
  icon.writeUInt16LE(32, HEADER_BYTES + 14);
  icon.writeUInt32LE(PIXEL_BYTES + MASK_BYTES, HEADER_BYTES + 20);
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      const at = HEADER_BYTES + BITMAP_HEADER_BYTES + ((SIZE - 1 - row) * SIZE + column) * 4;
      icon.set(pixelAt(column, row), at);
    }
  return icon;
}
