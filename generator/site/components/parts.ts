/**
 * The parts of a page: sections, links, facts. A number names its place in an answer of the API, so that a test can
 * compare the two: it is `<data value="2.5" data-at="/providers/0/input">` inside an element with
 * `data-of="/api/v1/models/x"`.
 */
import type { Field, FieldValue } from "../../../build/schema/fields.ts";
import { benchmarkPage, modelPage, providerPage } from "./addresses.ts";
import { thousands, toShortDate, usd } from "./format.ts";
import { type Content, type Html, html } from "./html.ts";

/** Its title is in the margin where there is room. */
export const section = (id: string, title: string, body: Content): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div class="body">
${body}
</div>
</section>
`;

/** Small print below what it explains. */
export const note = (content: Content): Html => html`<p class="note">${content}</p>
`;

export const folded = (summary: Content, body: Content): Html =>
  html`<details><summary>${summary}</summary>
${body}</details>
`;

/**
 * @param value As the answer has it.
 * @param at JSON Pointer (RFC 6901) below the nearest `data-of`.
 * @param text As people read it.
 */
export const fact = (value: number | string, at: string, text: Content): Html =>
  html`<data value="${String(value)}" data-at="${at}">${text}</data>`;

/** A price in USD per 1M tokens; a dash where it is unknown. */
export const priceFact = (value: number | null, at: string): Content =>
  value === null ? unknown() : fact(value, at, usd(value));

/** A whole number with thousands separators. */
export const countFact = (value: number | null, at: string): Content =>
  value === null ? unknown() : fact(value, at, thousands(value));

export const unknown = (): Html => UNKNOWN;
const UNKNOWN = html`<span class="unknown">–<span class="sr-only"> not known</span></span>`;

export function dateTag(date: string | null): Html {
  if (date === null) return unknown();
  const tag = dateTags.get(date) ?? html`<time datetime="${date}">${toShortDate(date)}</time>`;
  dateTags.set(date, tag);
  return tag;
}

/** Pages name a few thousand days, some hundred thousand times. */
const dateTags = new Map<string, Html>();

/** A definition list; rows without a value are left out. */
export const facts = (rows: readonly (readonly [label: string, value: Content])[]): Html =>
  html`<dl class="facts">
${rows.filter(([, value]) => value !== null && value !== undefined && value !== false).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>`;

/** Figures whose answer is not that of the element around them. */
export const fromAnswer = (address: string, content: Content): Html =>
  html`<span data-of="${address}">${content}</span>`;

export const modelLink = (slug: string, name: Content): Html =>
  html`<a href="${modelPage(slug)}">${name}</a>`;

export const providerLink = (slug: string, name: Content): Html =>
  html`<a href="${providerPage(slug)}">${name}</a>`;

interface Names {
  model(slug: string): { name: string } | undefined;
  provider(slug: string): { name: string } | undefined;
}

export const providerName = (slug: string, catalog: Names): string =>
  catalog.provider(slug)?.name ?? slug;

/** With its name in the catalogue. */
export const namedProvider = (slug: string, catalog: Names): Html =>
  providerLink(slug, providerName(slug, catalog));

export const namedModel = (slug: string, catalog: Names): Html =>
  modelLink(slug, catalog.model(slug)?.name ?? slug);

export const benchmarkLink = (slug: string, name: Content): Html =>
  html`<a href="${benchmarkPage(slug)}">${name}</a>`;

/** A link to another site, shown without its protocol. */
export const siteLink = (url: string): Html =>
  html`<a href="${url}">${url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>`;

/** Contents in a row, separated by commas. */
export const commaList = (items: readonly Content[], separator = ", "): Html =>
  html`${items.map((item, index) => html`${index > 0 && separator}${item}`)}`;

/** `1 model`, `1,200 models`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${thousands(count)} ${count === 1 ? noun : plural}`;

/** A remark below or beside what it limits. */
export const mark = (content: Content): Html => html`<small class="mark">${content}</small>`;

/** A price before and after a change; one that did not change is written once. */
export const priceChange = (before: number | null, after: number | null): Html =>
  before === after
    ? html`${usd(after)}`
    : html`<s>${usd(before)}</s> ${ARROW} <b>${usd(after)}</b>`;

export const ARROW = html`<span aria-hidden="true">→</span><span class="sr-only">to</span>`;

/** JSON Pointer of a field in the entry or detail that holds it. */
export const pointerOf = ({ name }: Pick<Field, "name">): string => `/${name.replaceAll(".", "/")}`;

export const isNumeric = ({ kind }: Pick<Field, "kind">): boolean =>
  ["tokens", "usd", "number", "count"].includes(kind);

/** @param at JSON Pointer of the value, for figures; absent where the page has none. */
export function fieldContent(
  { kind }: Pick<Field, "kind">,
  value: FieldValue,
  at?: string,
): Content {
  if (value === null || value === "") return unknown();
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return value.length > 0 ? value.join(", ") : unknown();
  if (typeof value === "string")
    return kind === "day" || kind === "partial_day" ? dateTag(value) : value;
  const text =
    kind === "usd" ? usd(value) : kind === "number" ? value.toFixed(1) : thousands(value);
  return at === undefined ? text : fact(value, at, text);
}
