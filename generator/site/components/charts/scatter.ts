/** What charts of models share: dots that link to their models, names beside them, and ticks at powers of ten. */
import { modelPage } from "../addresses.ts";
import { usd } from "../format.ts";
import { type Html, html } from "../html.ts";
import { dots, type PlotText, type Tick } from "./plot.ts";

export interface Dot {
  slug: string;
  name: string;
  /** Shown under the pointer. */
  title: string;
  /** 0 to SIZE. */
  x: number;
  y: number;
  /** A class of charts.css. */
  style?: "open" | "open best";
}

/** Units of the plot that a name takes; it ends left of its dot. */
const NAME = { width: 240, height: 65, gap: 10 };

/** Not in the order of the keyboard: a table below the chart says the same. */
export const dotLinks = (all: readonly Dot[]): Html =>
  html`${all.map(
    ({ slug, title, style, ...at }) =>
      html`<a href="${modelPage(slug)}" tabindex="-1"><title>${title}</title><path class="dots${style && ` ${style}`}" d="${dots([at])}"/></a>
`,
  )}`;

/**
 * Names of the first dots that have room, at most so many.
 * @param rise How far above its dot a name is, in units of the plot.
 */
export function namesOf(candidates: readonly Dot[], most: number, rise = 0): PlotText[] {
  const placed: PlotText[] = [];
  for (const { x, y, name } of candidates) {
    const text = { x: x - NAME.gap, y: y - rise, label: name };
    const isFree = placed.every(
      (other) =>
        Math.abs(other.y - text.y) > NAME.height || Math.abs(other.x - text.x) > NAME.width,
    );
    if (isFree && text.x > NAME.width && placed.length < most) placed.push(text);
  }
  return placed;
}

/** Ticks of an axis of prices at the powers of ten between its ends. */
export function priceTicks(
  [low = 1, high = 1]: readonly number[],
  scale: (price: number) => number,
) {
  const first = Math.ceil(Math.log10(low));
  const count = Math.floor(Math.log10(high)) - first + 1;
  return Array.from({ length: count }, (_, index): Tick => {
    const price = 10 ** (first + index);
    return { at: scale(price), label: price >= 1 ? `$${price}` : usd(price) };
  });
}
