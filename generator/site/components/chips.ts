/** Small marks beside names and above tables: lab tiles, filter chips, status chips and score strips. */
import {
  formatLongDate,
  formatShortDate,
  formatSignedPercent,
  type Html,
  type HtmlContent,
  html,
} from "./html.ts";

/** Colours for the light and the dark theme. All other labs share one colour. */
const LAB_COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  openai: ["#17755b", "#4fc09c"],
  anthropic: ["#a65518", "#e59e66"],
  google: ["#2a63c4", "#82abf4"],
  meta: ["#566b9b", "#a2b3dc"],
  mistral: ["#866800", "#d2b342"],
  xai: ["#3f3d39", "#cbc6bc"],
  deepseek: ["#4b4bc2", "#a0a1f5"],
  alibaba: ["#7a3bae", "#c494ee"],
  moonshotai: ["#a33082", "#e885c8"],
  zhipuai: ["#08758a", "#57c1d4"],
  minimax: ["#6e5440", "#c3a68f"],
  nvidia: ["#527a0b", "#a6cc52"],
};

/** CSS class that sets `--lab`, the colour of a lab. */
export const getLabCssClass = (lab: string): string =>
  Object.hasOwn(LAB_COLOURS, lab) ? `lab-${lab}` : "lab";

export const toLabColourCss = (): string =>
  Object.entries(LAB_COLOURS)
    .map(([lab, [light, dark]]) => `.lab-${lab}{--lab: light-dark(${light}, ${dark})}\n`)
    .join("");

/** A square with the first letter of the lab's name (two if it begins with M), in the colour of the lab around it. */
export const renderLabMonogram = (labName: string): Html =>
  html`<span class="tile" aria-hidden="true">${labName.slice(0, /^M/.test(labName) ? 2 : 1)}</span>`;

/** @param href The same page without the filter. */
export const renderActiveFilter = (label: HtmlContent, href: string): Html =>
  html`<a class="filter-chip on" href="${href}">${label}<span aria-hidden="true"> ×</span><span class="sr-only"> (remove)</span></a>
`;

/** @param href The same page with the filter. */
export const renderSuggestedFilter = (label: HtmlContent, href: string): Html =>
  html`<a class="filter-chip" href="${href}"><span aria-hidden="true">+ </span>${label}</a>
`;

interface ModelStatus {
  /** All values of the `status` filter that match the model: `active`, `current`, `deprecated`, …. */
  status: readonly string[];
  released: string | null;
  retirement_date: string | null;
  /** Name of the model that its lab recommends instead. */
  replacement: string | null;
}

const NEW_DAYS = 30;
const DAY = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/**
 * Chip that shows how a model differs from an active, current one: New, Retires …, Retired …, Withdrawn …, Not for
 * sale, or → its replacement.
 * @param asOf Day of the newest facts.
 * @param today The current day, if a script knows it: the chip then shows the days left until retirement.
 */
export function renderModelStatus(
  { status, released, retirement_date: end, replacement }: ModelStatus,
  asOf: string,
  today?: string,
): HtmlContent {
  if (status.includes("retired"))
    return chip("bad", end === null ? "Retired" : html`Retired ${formatShortDate(end)}`);
  if (status.includes("deprecated")) {
    if (end === null) return chip("warn", "Deprecated");
    const when = formatDayAhead(end, today) ?? formatShortDate(end);
    return html`<span class="status warn" title="Retires on ${formatLongDate(end)}">Retires ${when}</span>`;
  }
  if (end !== null && end <= asOf && status.length > 0)
    return chip("warn", html`Withdrawn ${formatShortDate(end)}`);
  if (status.includes("superseded") && replacement !== null) return chip("", `→ ${replacement}`);
  if (status.length === 0) return chip("", "Not for sale");
  const isNew = released !== null && daysBetween(released, asOf) <= NEW_DAYS;
  return isNew && chip("new", "New");
}

/**
 * Chip for an announced list price: `+100 % on 1 Dec 2026`, or `+100 % in 3 d` if a script knows the current day.
 * @param percent Null if it cannot be computed.
 */
export function renderAnnouncedPrice(day: string, percent: number | null, today?: string): Html {
  const kind = percent === null ? "warn" : percent > 0 ? "bad" : "good";
  const change = percent === null ? "New price" : formatSignedPercent(percent);
  return html` <span class="status ${kind}" title="The list price changes on ${formatLongDate(day)}"><span class="sr-only">List price: </span>${change} ${formatDayAhead(day, today) ?? `on ${formatShortDate(day)}`}</span>`;
}

/** `in 3 d`; undefined for a past day, and without a script. */
const formatDayAhead = (day: string, today: string | undefined): string | undefined =>
  today !== undefined && day >= today ? `in ${daysBetween(today, day)} d` : undefined;

export const PROVISIONAL_CHIP = html`<span class="status unsure" title="The score is provisional: fewer than two of its results are independent">Provisional</span>`;

const chip = (kind: string, text: HtmlContent): Html =>
  html`<span class="status${kind && ` ${kind}`}">${text}</span>`;

/** Whether the 90 % intervals of two scores overlap, so that the scores do not show which model is better. */
export const isScoreTie = (best: { low: number | null }, other: { high: number | null }): boolean =>
  best.low !== null && other.high !== null && other.high >= best.low;

interface ShownScore {
  score: number | null;
  low: number | null;
  high: number | null;
  isProvisional: boolean | null;
  /** Score of its model line, which positions a model that has no score of its own. */
  place: number | null;
}

/** Sizes in pixels. `edge` is the inner margin, so that a ring at either end is not cut off. */
const STRIP = { width: 72, height: 10, edge: 4 };

/** A score as a stroke within its interval; a ring if only the position is known. @param from Score at the left end. */
export function renderScoreStrip(
  { score, low, high, isProvisional, place }: ShownScore,
  from: number,
): Html {
  const inner = STRIP.width - 2 * STRIP.edge;
  const x = (value: number): number =>
    Math.round(10 * (STRIP.edge + (inner * Math.max(0, value - from)) / (100 - from))) / 10;
  const middle = STRIP.height / 2;
  const rail = `M0 ${middle}H${STRIP.width}`;
  const marks =
    score === null
      ? html`<path class="rail none" d="${rail}"/>${place !== null && html`<circle cx="${x(place)}" cy="${middle}" r="3"/>`}`
      : html`<path class="rail" d="${rail}"/><path class="interval${isProvisional && " provisional"}" d="M${x(low ?? score)} ${middle}H${x(high ?? score)}"/><path class="here" d="M${x(score)} 0v${STRIP.height}"/>`;
  return html`<svg class="score-strip" viewBox="0 0 ${STRIP.width} ${STRIP.height}" width="${STRIP.width}" height="${STRIP.height}" aria-hidden="true">${marks}</svg>`;
}

/** Example workloads of a month. The script replaces prices by the cost of the chosen workload. */
export const EXAMPLE_WORKLOADS = [
  {
    name: "Chat",
    text: "chat: 60M input + 20M output tokens a month",
    query: "input=1500&output=500&requests=40000",
  },
  {
    name: "RAG",
    text: "RAG: 40M input + 2.5M output tokens a month",
    query: "input=8000&output=500&requests=5000",
  },
  {
    name: "Coding agent",
    text: "a coding agent: 120M input, 93 % cached, + 3M output tokens a month",
    query: "input=4000&cached=56000&output=1500&requests=2000",
  },
];

/**
 * A chip that shows the workload and removes it.
 * @param label The workload or usage log in words.
 * @param href The same view without it.
 */
export const renderWorkloadChip = (label: string | undefined, href: string): HtmlContent =>
  label === undefined ? "none: blended prices" : renderActiveFilter(label, href);
