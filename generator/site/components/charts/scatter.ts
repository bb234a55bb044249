/** A chart of models: dots that link to them, with names beside some. */
import { scaleLog } from "d3-scale";
import { modelPagePath } from "../addresses.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../html.ts";
import { type AxisTick, type PlotOptions, renderPlot, roundToTenth } from "./plot.ts";

export interface ScatterDot {
  slug: string;
  name: string;
  title: string;
  /** 0 to SIZE. */
  x: number;
  y: number;
  style?: "open" | "open best";
}

interface Scatter extends Pick<PlotOptions, "label" | "height" | "x" | "y"> {
  dots: readonly ScatterDot[];
  /** Dots that get a name where there is room, the most important first, and how many at most. */
  named: readonly ScatterDot[];
  mostNames: number;
  /** How far above its dot a name is, in units of the plot. */
  rise?: number;
  ground?: HtmlContent;
}

/** The dots are not in the order of the keyboard: a table below the chart says the same. */
export function renderScatterChart({
  dots,
  named,
  mostNames,
  rise,
  ground,
  ...axes
}: Scatter): Html {
  const links = dots.map(
    ({ slug, title, style, x, y }) =>
      html`<a href="${modelPagePath(slug)}" tabindex="-1"><title>${title}</title><path class="dots${style && ` ${style}`}" d="M${roundToTenth(x)} ${roundToTenth(y)}h0"/></a>
`,
  );
  const texts = namesOf(named, mostNames, rise);
  return renderPlot({ ...axes, hasLinks: true, marks: html`${ground}${links}`, texts });
}

/** Units of the plot that a name takes; it ends left of its dot. */
const NAME = { width: 240, height: 65, gap: 10 };

function namesOf(
  dots: readonly ScatterDot[],
  most: number,
  rise = 0,
): NonNullable<PlotOptions["texts"]> {
  const placed: { x: number; y: number; label: string }[] = [];
  for (const dot of dots) {
    const [x, y] = [dot.x - NAME.gap, dot.y - rise];
    const isFree = placed.every(
      (other) => Math.abs(other.y - y) > NAME.height || Math.abs(other.x - x) > NAME.width,
    );
    if (isFree && x > NAME.width && placed.length < most) placed.push({ x, y, label: dot.name });
  }
  return placed;
}

/** A logarithmic axis of prices above 0. @param margin Room beyond both ends, as a factor of the price. */
export function toLogPriceAxis(
  of: readonly { price: number }[],
  margin: number,
  range: [number, number],
) {
  const prices = of.map(({ price }) => price);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const [low, high] = [least / margin, most * margin];
  const at = scaleLog().domain([low, high]).range(range);
  const first = Math.ceil(Math.log10(low));
  const count = Math.floor(Math.log10(high)) - first + 1;
  const ticks = Array.from({ length: count }, (_, index): AxisTick => {
    const price = 10 ** (first + index);
    return { at: at(price), label: price >= 1 ? `$${price}` : formatUsdOrFree(price) };
  });
  return { at, ticks, range: `${formatUsdOrFree(least)} to ${formatUsdOrFree(most)}` };
}
