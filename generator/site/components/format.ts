/** Facts as people read them: dates, numbers, prices, text with `code` in it. */
import { type Html, html } from "./html.ts";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));

/** `2026-08-03` → `3 August 2026`; `2026-08` → `August 2026`. */
export const toLongDate = (date: string): string => inWords(date, MONTHS);

/** `2026-08-03` → `3 Aug 2026`, for tables. */
export const toShortDate = (date: string): string => inWords(date, SHORT_MONTHS);

function inWords(date: string, months: readonly string[]): string {
  const [year = "", month, day] = date.split("-");
  const of = month === undefined ? year : `${months[Number(month) - 1]} ${year}`;
  return day === undefined ? of : `${Number(day)} ${of}`;
}

/** `1234567` → `1,234,567`. */
export const thousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** USD with cents, or with three significant digits below a dollar. */
export function usd(price: number | null): string {
  if (price === null) return "unknown";
  if (price === 0) return "free";
  return `$${price >= 1 ? price.toFixed(2) : trimZeros(price)}`;
}

const trimZeros = (price: number): string => {
  const digits = Math.min(20, 2 - Math.floor(Math.log10(price)));
  return price.toFixed(Math.max(2, digits)).replace(/(\.\d\d\d*?)0+$/, "$1");
};

/** Text in which `this` is code. */
export const withCode = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** An address that may break after a slash or before a parameter; `{slug}` is shown as a variable. */
export const address = (text: string): Html =>
  html`${text
    .split(/(\{\w+\}|\/|(?=[?&]))/)
    .map((part) =>
      /^\{/.test(part) ? html`<var>${part}</var>` : part === "/" ? html`/<wbr>` : part,
    )}`;

/** `-12.5` → `−12.5 %`. */
export function percentText(percent: number): string {
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  const size = Math.abs(percent);
  return `${sign}${size >= 10 ? Math.round(size) : size} %`;
}
