/** HTML templates that escape all text except markup created here; and formatting of dates, numbers and prices. */
import { formatUsd, formatWithCommas } from "../../../build/cost/rates.ts";

/** Finished markup. Only `html` and `trustedHtml` create it, so a plain string is never mistaken for markup. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template may contain. Null, undefined and false render nothing. */
export type HtmlContent =
  | Html
  | string
  | number
  | null
  | undefined
  | false
  | readonly HtmlContent[];

/**
 * Template tag for markup with values. A value may only be placed between tags or in an attribute in double quotes:
 * html`<a href="${address}">${name}</a>`
 */
export function html(markup: TemplateStringsArray, ...values: HtmlContent[]): Html {
  let text = markup[0] ?? "";
  for (let at = 0; at < values.length; at++) text += toMarkup(values[at]) + (markup[at + 1] ?? "");
  return new Html(text);
}

/** Marks a string as markup or CSS. Only for text that this code creates, never for text that comes from data. */
export const trustedHtml = (markup: string): Html => new Html(markup);

/** Most texts contain nothing to escape, and testing is cheaper than replacing. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    : text;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toMarkup(value: HtmlContent): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (!value) return "";
  if (value instanceof Html) return value.toString();
  let text = "";
  for (const part of value) text += toMarkup(part);
  return text;
}

export const htmlToText = (markup: Html): string =>
  markup
    .toString()
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => PLAIN[entity] ?? entity);

const PLAIN = Object.fromEntries(
  Object.entries(ENTITIES).map(([plain, entity]) => [entity, plain]),
);

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));

/** `2026-08-03` → `3 August 2026`; `2026-08` → `August 2026`. */
export const formatLongDate = (date: string): string => inWords(date, MONTHS);

/** `2026-08-03` → `3 Aug 2026`, for tables. */
export const formatShortDate = (date: string): string => inWords(date, SHORT_MONTHS);

function inWords(date: string, months: readonly string[]): string {
  const [year = "", month, day] = date.split("-");
  const of = month === undefined ? year : `${months[Number(month) - 1]} ${year}`;
  return day === undefined ? of : `${Number(day)} ${of}`;
}

/** A longer text ends with `…` as its last letter. */
export function shortenText(text: string, most: number): string {
  const letters = [...text];
  const start = letters.slice(0, most - 1).join("");
  return letters.length <= most ? text : `${start.trimEnd()}…`;
}

export { formatWithCommas };

/** A benchmark score with its unit: `92.6 %`, `1,432`, `4.2 minutes`. */
export function formatScore(score: number, unit: string): string {
  if (unit === "elo") return formatWithCommas(Math.round(score));
  const digits =
    Math.abs(score) >= 1000
      ? formatWithCommas(Math.round(score))
      : String(Number(Math.abs(score) < 0.1 ? score.toPrecision(1) : score.toFixed(1)));
  if (unit === "points") return digits;
  // A non-breaking space keeps the % sign on the line of its number.
  return unit === "%" ? `${digits}\u00a0%` : `${digits} ${unit}`;
}

/** A score for a column: percentages have exactly one decimal. */
export const formatScoreInColumn = (score: number, unit: string): string =>
  unit === "%" ? `${score.toFixed(1)}\u00a0%` : formatScore(score, unit);

/** `1048576` → `1.05M`, `200000` → `200k`. */
export function formatTokens(tokens: number): string {
  if (tokens >= 999_500) return `${Number((tokens / 1e6).toFixed(2))}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}

/** USD with cents, or with three significant digits below a dollar. */
export function formatUsdOrFree(price: number | null): string {
  if (price === null) return "unknown";
  if (price === 0) return "free";
  return formatUsd(price);
}

/** A price for a table column. Decimal points are aligned, whether a price has two decimals or three. */
export const renderAlignedUsd = (price: number): Html => {
  const text = formatWithCommas(formatUsdOrFree(price));
  return /\.\d\d$/.test(text) ? html`<span class="cents">${text}</span>` : html`${text}`;
};

/** A title in which neither a name such as GPT-6 nor a percentage breaks across lines. */
export const renderUnbrokenTitle = (title: string): Html =>
  html`${title
    .split(/([A-Za-z]{1,10}-\d[\w.]*|\d+ %)/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="whole">${part}</span>` : part))}`;

export const renderBackticksAsCode = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** An address that may break after a slash or before a parameter; `{slug}` is shown as a variable. */
export const renderBreakableUrl = (text: string): Html =>
  html`${text
    .split(/(\{\w+\}|\/|(?=[?&]))/)
    .map((part) =>
      /^\{/.test(part) ? html`<var>${part}</var>` : part === "/" ? html`/<wbr>` : part,
    )}`;

/** Change in percent, rounded once, to what `formatSignedPercent` shows: one decimal below 10 %, none from there on. */
export function toPercentChange(before: number, after: number): number {
  const percent = 100 * (after / before - 1);
  const steps = Math.abs(percent) < 10 ? 10 : 1;
  return Math.round(steps * percent) / steps;
}

/** `-12.5` → `−13 %`. */
export function formatSignedPercent(percent: number): string {
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  const size = Math.abs(percent);
  return `${sign}${size >= 10 ? Math.round(size) : size} %`;
}

interface CitedPage {
  /** Name of the service. */
  source: string;
  title: string;
  url: string;
  asOf: string | null;
}

export function formatCitation({ source, title, url, asOf }: CitedPage): string {
  const published = asOf === null ? `${source}.` : `${source} (${asOf.slice(0, 4)}).`;
  return `${published} ${title}. ${url}.${asOf === null ? "" : ` As of ${asOf}.`}`;
}

/** Text with a copy button, which needs JavaScript. @param attributes Of the element that contains the text. */
export const renderTextToCopy = (content: HtmlContent, attributes?: Html): Html =>
  html`<code${attributes && html` ${attributes}`}>${content}</code> <button type="button" class="copy needs-script">Copy</button>`;

/** The same for an id or an address within a line, for which the style sheet reserves space. */
export const renderIdToCopy = (content: HtmlContent, attributes?: Html): Html =>
  html`<span class="id">${renderTextToCopy(content, attributes)}</span>`;

/** The same in a table. The script adds the buttons, so that the page does not repeat them in every row. */
export const renderTableIdToCopy = (id: string): Html =>
  html`<span class="id"><code data-copy>${id}</code></span>`;
