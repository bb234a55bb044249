/** Places the labels of a chart next to their dots, without covering dots, lines or other labels. */
import { type Html, type HtmlContent, html } from "../html.ts";
import { type ChartDot, estimateTextWidthPx, renderChartDots, roundToTenthPx } from "./marks.ts";

interface ChartBoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ChartPoint {
  x: number;
  y: number;
}

/** Line height in pixels. */
const LINE = 15;

const overlap = (a: ChartBoundingBox, b: ChartBoundingBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const createBoxAroundPoint = ({ x, y }: ChartPoint, radius: number): ChartBoundingBox => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

/** The lines from each point to the next and to the right edge, which labels must not cover. */
const toStepLineBoxes = (places: readonly ChartPoint[], right: number): ChartBoundingBox[] =>
  places.flatMap((place, at): ChartBoundingBox[] => {
    const next = places[at + 1] ?? { x: right, y: place.y };
    const top = Math.min(place.y, next.y);
    return [
      { x: place.x, y: place.y - 1, width: next.x - place.x, height: 2 },
      { x: next.x - 3, y: top, width: 6, height: Math.abs(place.y - next.y) },
    ];
  });

interface Named extends ChartPoint {
  text: string;
  /** CSS class that sets the colour. */
  colour: string;
}

interface PlacedChartLabel<Item extends Named> {
  item: Item;
  box: ChartBoundingBox;
  /** Whether the text ends at the right edge of its box. */
  isEnd: boolean;
  /** The end of the line to the dot, for a label that is apart from it; else null. */
  leader: ChartPoint | null;
}

interface NameSpace {
  /** The area within which labels must stay. */
  area: ChartBoundingBox;
  /** The dots and lines that labels must not cover. */
  taken: readonly ChartBoundingBox[];
  /** Maximum number of labels. */
  count: number;
}

/** Distances in pixels from a dot to a label that is connected by a line. */
const LEADERS = [22, 40, 60];

/** @param wanted Most important first; labels that fit nowhere are left out. */
export function placeChartLabels<Item extends Named>(
  wanted: readonly Item[],
  { area, taken: before, count }: NameSpace,
): PlacedChartLabel<Item>[] {
  const taken = [...before];
  const placed: PlacedChartLabel<Item>[] = [];
  const isFree = (box: ChartBoundingBox): boolean => !taken.some((other) => overlap(box, other));
  const isInside = ({ x, y, width, height }: ChartBoundingBox): boolean =>
    x >= area.x &&
    x + width <= area.x + area.width &&
    y >= area.y &&
    y + height <= area.y + area.height;
  for (const item of wanted) {
    if (placed.length >= count) break;
    const free = candidates(item).find(
      ({ box, leader }) =>
        isInside(box) && isFree(box) && (leader === null || along(item, leader).every(isFree)),
    );
    if (!free) continue;
    placed.push({ item, ...free });
    taken.push(free.box, ...(free.leader ? along(item, free.leader) : []));
  }
  return placed;
}

function candidates({ x, y, text }: Named): Omit<PlacedChartLabel<Named>, "item">[] {
  const width = estimateTextWidthPx(text);
  const at = (left: number, top: number, isEnd: boolean, leader: ChartPoint | null = null) => ({
    box: { x: left, y: top, width, height: LINE },
    isEnd,
    leader,
  });
  return [
    at(x - 9 - width, y - LINE + 2, true),
    at(x + 9, y - LINE / 2, false),
    at(x + 7, y + 3, false),
    at(x - 9 - width, y - LINE / 2, true),
    at(x + 4, y - LINE - 6, false),
    at(x - 7 - width, y + 4, true),
    at(x - 4 - width, y - LINE - 8, true),
    ...LEADERS.flatMap((far) => {
      const up = y - far;
      const down = y + far;
      return [
        at(x - far / 2 - width, up - LINE / 2, true, { x: x - far / 2 + 2, y: up }),
        at(x + far / 2, down - LINE / 2, false, { x: x + far / 2 - 2, y: down }),
        at(x + far / 2, up - LINE / 2, false, { x: x + far / 2 - 2, y: up }),
        at(x - far / 2 - width, down - LINE / 2, true, { x: x - far / 2 + 2, y: down }),
        at(x - width / 2, up - LINE, false, { x, y: up }),
      ];
    }),
  ];
}

/** Small boxes along the line from a dot to its label. The beginning is left out, because it lies on the dot. */
const along = (from: ChartPoint, to: ChartPoint): ChartBoundingBox[] => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const steps = Math.max(1, Math.floor((length - 8) / 5));
  return Array.from({ length: steps }, (_, step) => {
    const share = (8 + step * 5) / length;
    return createBoxAroundPoint(
      { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
      0.5,
    );
  });
};

export const renderChartLabels = (names: readonly PlacedChartLabel<Named>[]): HtmlContent =>
  names.map(({ item, box, isEnd, leader }): Html => {
    const x = roundToTenthPx(isEnd ? box.x + box.width : box.x);
    const line =
      leader &&
      html`<path class="leader" d="M${item.x} ${item.y}L${roundToTenthPx(leader.x)} ${roundToTenthPx(leader.y)}"/>`;
    return html`${line}<text class="name ${item.colour}${isEnd && " end"}" x="${x}" y="${roundToTenthPx(box.y + 12)}">${item.text}</text>
`;
  });

/** A dot of a scatter chart, with its radius while it is small. */
export interface ScatterDot extends Omit<ChartDot, "look"> {
  /** Its label. */
  text: string;
  isOpen: boolean;
  isOwn?: boolean;
}

interface Scatter<Dot extends ScatterDot> extends Omit<NameSpace, "taken"> {
  dots: readonly Dot[];
  /** The dots on the step line, from left to right; the last is the first to get a label. */
  line: readonly Dot[];
  /** Further dots to label, the most important first. */
  others: readonly Dot[];
  /** Right end of the step line in pixels. */
  right: number;
  /** Pixels around the middle of a small dot in which no label is. */
  clearance: number;
  /** Replaces the elements of the small dots. */
  renderSmall?: ((dots: readonly Dot[]) => HtmlContent) | undefined;
}

const BIG_DOT = 5;

/** The parts of a scatter chart in drawing order. Dots that are on the line or have a label are big. */
export function drawScatter<Dot extends ScatterDot>(chart: Scatter<Dot>) {
  const { dots, line, others, area, right, clearance, count, renderSmall } = chart;
  const isOnLine = new Set(line);
  const around = (dot: Dot) => createBoxAroundPoint(dot, isOnLine.has(dot) ? BIG_DOT : clearance);
  const taken = [...dots.map(around), ...toStepLineBoxes(line, right)];
  const wanted = [...line.toReversed(), ...others].slice(0, 4 * count);
  const labels = placeChartLabels(wanted, { area, taken, count });
  const isBig = new Set([...labels.map(({ item }) => item), ...line]);
  const small = dots.filter((dot) => !isBig.has(dot));
  const render = (some: readonly Dot[]) =>
    renderChartDots(
      some.map((dot) => ({
        ...dot,
        look: `${dot.isOpen ? "ring " : ""}${isBig.has(dot) ? "big " : ""}${dot.isOwn ? "own" : ""}`.trim(),
        radius: isBig.has(dot) ? BIG_DOT : dot.radius,
      })),
    );
  const path = line.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`));
  return {
    stepLine: html`<path class="step" d="${path}H${right}"/>`,
    dots: renderSmall ? [renderSmall(small), render([...isBig])] : render([...small, ...isBig]),
    labels: renderChartLabels(labels),
  };
}
