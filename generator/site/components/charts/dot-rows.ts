/** Charts of dots that are stacked instead of covering each other: host prices on a line, retirements by month. */
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { providerPagePath } from "../addresses.ts";
import { formatShortDate, formatUsdOrFree, html } from "../html.ts";
import { pluralize } from "../parts.ts";
import { createBoxAroundPoint, placeChartLabels, renderChartLabels } from "./labels.ts";
import {
  type ChartAxis,
  type ChartDot,
  type ChartDrawing,
  chooseChartWidthPx,
  createPriceSpreadAxis,
  estimateTextWidthPx,
  renderAxisTicks,
  renderChartDots,
  renderHorizontalGridLines,
  roundToTenthPx,
} from "./marks.ts";

export interface HostPriceDot {
  slug: string;
  host: string;
  /** CSS class of the colour: the lab's for its own hosts, `ink` for the cheapest host, `quiet` for all others. */
  colour: string;
  kind: string;
  isReseller: boolean;
  input: number | null;
  output: number | null;
  blended: number;
}

/** Dots are smaller with more hosts than this, and smallest with more at one price, so that the column stays low. */
const MANY_HOSTS = 20;
/** Pixels from the middle of a dot, however small, within which no name is. */
const LABEL_CLEARANCE = 6;

/** @param hosts Most important first: the cheapest host, the list price, then the others by price. */
export function drawHostPrices(hosts: readonly HostPriceDot[], isWide: boolean): ChartDrawing {
  const width = chooseChartWidthPx(isWide);
  const prices = hosts.map(({ blended }) => blended);
  const lowest = hosts.reduce((low, host) => (host.blended < low.blended ? host : low));
  // The name of the cheapest of all has room at the left of its dot.
  const left = Math.max(40, 14 + estimateTextWidthPx(lowest.host));
  const x = createPriceSpreadAxis(prices, [left, width - 60]);
  const most = Math.max(...[...groupBy(prices, (price) => price)].map(([, { length }]) => length));
  const radius = most > MANY_HOSTS ? 2.5 : hosts.length > MANY_HOSTS ? 3.5 : 5;
  const pitch = 2 * radius + 1;
  const placed = stack(hosts, x, pitch);
  const bottom = 56 + pitch * Math.max(...placed.map(({ level }) => level));
  const dots = placed.map(
    ({ host, x, level }): HostDot => ({
      host,
      name: host.host,
      x,
      y: roundToTenthPx(bottom - 8 - pitch * level),
      radius,
      look: host.isReseller ? "ring big" : "big",
      href: providerPagePath(host.slug),
      colour: host.colour,
      facts: [
        ["Kind", host.kind],
        ["Input", formatUsdOrFree(host.input)],
        host.output !== null && ["Output", formatUsdOrFree(host.output)],
        ["Blended", formatUsdOrFree(host.blended)],
      ],
    }),
  );
  const labels = placeChartLabels(namesOfPrices(dots, hosts), {
    area: { x: 0, y: 0, width, height: bottom },
    taken: dots.map((dot) => createBoxAroundPoint(dot, LABEL_CLEARANCE)),
    count: isWide ? 10 : 4,
  });
  return {
    width,
    height: bottom + 24,
    marks: html`<path class="tick" d="M0 ${bottom}H${width}"/>
${renderAxisTicks(x.ticks, bottom)}
${renderChartDots(dots)}
${renderChartLabels(labels)}`,
  };
}

interface HostDot extends ChartDot {
  host: HostPriceDot;
}

/**
 * One label per price, at the highest dot: the names of the coloured hosts, or of the only host, or the number of hosts.
 * First are the lowest price and those of coloured hosts, in the order of the hosts; then the others from the highest on.
 */
function namesOfPrices(dots: readonly HostDot[], hosts: readonly HostPriceDot[]) {
  const byPrice = [...groupBy(dots, ({ host }) => host.blended)].sort(([a], [b]) => b - a);
  const labels = byPrice.map(([, hosts]) => {
    const coloured = hosts.filter(({ colour }) => colour !== "quiet");
    const top = hosts.reduce((highest, dot) => (dot.y < highest.y ? dot : highest));
    const { host, colour } = coloured[0] ?? top;
    const names = coloured.map((dot) => dot.host.host).join(", ");
    const text = names || (hosts.length > 1 ? pluralize(hosts.length, "host") : host.host);
    return { ...top, host, colour, text };
  });
  const isMain = (label: HostDot) => label === labels.at(-1) || label.colour !== "quiet";
  const rank = (label: HostDot) => (isMain(label) ? hosts.indexOf(label.host) : hosts.length);
  return labels.toSorted((a, b) => rank(a) - rank(b));
}

/** From the left to the right; a dot that would cover another is put above it, a coloured one above all. */
function stack(hosts: readonly HostPriceDot[], x: ChartAxis, pitch: number) {
  const placed: { host: HostPriceDot; x: number; level: number }[] = [];
  const isNamed = ({ colour }: HostPriceDot) => Number(colour !== "quiet");
  const inOrder = hosts
    .map((host) => ({ host, x: x.at(host.blended) }))
    .sort((a, b) => isNamed(a.host) - isNamed(b.host) || a.x - b.x);
  for (const dot of inOrder) {
    const near = placed.filter((other) => Math.abs(other.x - dot.x) < pitch);
    let level = 0;
    while (near.some((other) => other.level === level)) level += 1;
    placed.push({ ...dot, level });
  }
  return placed;
}

export interface DatedRetirement {
  name: string;
  href: string;
  host: string;
  /** YYYY-MM-DD. */
  date: string;
}

/** Maximum height in pixels; a month with many retirements has several dots per row. */
const MAX_HEIGHT = 300;

/** One column per month and one dot per retirement. Future retirements are darker, to the right of a line. */
export function drawRetirementsByMonth(
  ends: readonly DatedRetirement[],
  asOf: string,
  isWide: boolean,
): ChartDrawing {
  const width = chooseChartWidthPx(isWide);
  const months = ends.map(({ date }) => monthOf(date));
  const first = Math.min(...months, monthOf(asOf));
  const count = Math.max(...months, monthOf(asOf)) - first + 1;
  const left = 28;
  const right = width - 6;
  const pitch = (right - left) / Math.max(count, 12);
  const columns = groupBy(
    ends.toSorted((a, b) => compareByCodePoint(a.date, b.date)),
    ({ date }) => monthOf(date),
  );
  const most = Math.max(...[...columns.values()].map(({ length }) => length));
  const toSize = (inRow: number): number => Math.min(11, (0.88 * pitch) / inRow);
  const isLow = (inRow: number) => Math.ceil(most / inRow) * toSize(inRow) <= MAX_HEIGHT;
  const inRow = [1, 2, 3].find(isLow) ?? 4;
  const size = toSize(inRow);
  const rows = Math.ceil(most / inRow / 5) * 5;
  const bottom = roundToTenthPx(24 + rows * size);
  const dots = [...columns].flatMap(([month, column]) =>
    column.map(({ date, host, ...end }, at): ChartDot => {
      const isToCome = date >= asOf;
      return {
        ...end,
        x: roundToTenthPx(
          left + (month - first + 0.5) * pitch + ((at % inRow) - (inRow - 1) / 2) * size,
        ),
        y: roundToTenthPx(bottom - (Math.floor(at / inRow) + 0.5) * size),
        radius: roundToTenthPx(size * 0.42),
        look: isToCome ? "big" : "",
        colour: isToCome ? "ink" : "quiet",
        facts: [
          [isToCome ? "Retires" : "Retired", formatShortDate(date)],
          ["Host", host],
        ],
      };
    }),
  );
  const today = roundToTenthPx(left + (monthOf(asOf) - first + Number(asOf.slice(8)) / 31) * pitch);
  const counts = [0, rows / 2, rows]
    .filter(Number.isInteger)
    .map((tick) => ({ at: roundToTenthPx(bottom - tick * size), label: String(tick * inRow) }));
  const ticks = Array.from({ length: count }, (_, at) => first + at).filter(
    (month) => month % (isWide && count <= 60 ? 6 : 12) === 0,
  );
  return {
    width,
    height: bottom + 24,
    marks: html`${renderHorizontalGridLines(counts, left, right)}
${ticks.map((month) => {
  const at = roundToTenthPx(left + (month - first) * pitch);
  return html`<path class="tick" d="M${at} ${bottom}v4"/><text class="axis${at > right - 24 ? " end" : at > left + 20 && " middle"}" x="${at}" y="${bottom + 17}">${formatShortDate(toMonth(month))}</text>`;
})}
<path class="today" d="M${today} 4V${bottom}"/><text class="axis end" x="${roundToTenthPx(today - 6)}" y="14">${formatShortDate(asOf)}</text>
${renderChartDots(dots)}`,
  };
}

const monthOf = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;
const toMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
