/**
 * The parts of a page: sections, links, facts. A number names its place in an answer of the API, so that a test can
 * compare the two: it is `<data value="2.5" data-at="/providers/0/input">` inside an element with
 * `data-of="/api/v1/models/x"`.
 */
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import type { FieldDefinition, PublishedFieldValue } from "../../../build/schema/fields.ts";
import type { Problem } from "../../http/problem.ts";
import { benchmarkPagePath, modelPagePath, providerPagePath } from "./addresses.ts";
import { getLabCssClass, renderLabMonogram } from "./chips.ts";
import {
  formatShortDate,
  formatSignedPercent,
  formatUsdOrFree,
  formatWithCommas,
  type Html,
  type HtmlContent,
  html,
} from "./html.ts";

/** Its title is in the margin where there is room, with its contents below; none where it would be empty. */
export const renderSection = (
  id: string,
  title: string,
  body: HtmlContent,
  contents?: Html,
): Html | false =>
  !isEmpty(body) &&
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${contents}<div class="body">
${body}
</div>
</section>
`;

/** Whether a cell or a section would show nothing, or only that its value is unknown. */
export const isUnknownOrEmpty = (content: HtmlContent): boolean =>
  content === UNKNOWN_VALUE_HTML || isEmpty(content);

const isEmpty = (content: HtmlContent): boolean =>
  Array.isArray(content)
    ? content.every(isEmpty)
    : content === null || content === undefined || content === false || content === "";

/** What one reads, and at its side what one acts on or looks up; on a narrow screen the side is below. */
export const renderTwoColumns = (main: HtmlContent, side: HtmlContent, first?: HtmlContent): Html =>
  html`<div class="split">
${first}<div class="split-main">
${main}</div>
<div class="split-side">
${side}</div>
</div>`;

export interface KeyFigure {
  label: string;
  value: HtmlContent;
  /** What it depends on, or a better one elsewhere. */
  below: HtmlContent;
  /** What the label means, where a reader may not know it. */
  gloss?: HtmlContent;
}

export const toKeyFigure = (
  label: string,
  value: HtmlContent,
  below: HtmlContent,
  gloss?: HtmlContent,
): KeyFigure => ({ label, value, below, gloss });

/** The few figures that people open a page for. @param of Address of the answer that has them. */
export const renderKeyFigures = (figures: readonly KeyFigure[], of?: string): Html =>
  html`<dl class="key-figures"${of && html` data-of="${of}"`}>${figures.map(
    ({ label, value, below, gloss }) =>
      html`<div><dt>${label}</dt><dd><b>${value}</b> <span>${below}</span>${gloss && html`<br><span>${gloss}</span>`}</dd></div>
`,
  )}</dl>
`;

const SCORE_MEANING = "one number for a model’s results on all benchmarks, from ";
const SCORE_SCALE = "0 (weakest model) to 100 (strongest)";
/** What the overall score (`service_score`) of a model is, where a page first names it. */
export const SERVICE_SCORE_GLOSS = SCORE_MEANING + SCORE_SCALE;
/** Below the figure: on a phone the scale alone. */
export const SERVICE_SCORE_GLOSS_OF_FIGURE = html`<span class="wide-only">${SCORE_MEANING}</span>${SCORE_SCALE}`;

/** Which colour is whose. @param items The class of the colour, and the name. */
export const renderColourLegend = (
  items: readonly (readonly [colour: string, name: HtmlContent])[],
): Html =>
  html`<ul class="row legend">${items.map(([colour, name]) => html`<li class="${colour}">${name}</li>`)}</ul>\n`;

/** Small print below what it explains. */
export const renderFootnote = (content: HtmlContent): Html => html`<p class="note">${content}</p>
`;

export const renderDisclosure = (summary: HtmlContent, body: HtmlContent): Html =>
  html`<details><summary>${summary}</summary>
${body}</details>
`;

/**
 * A value of an answer; a dash where it is unknown.
 * @param at JSON Pointer (RFC 6901) below the nearest `data-of`; undefined where the page has none.
 * @param toText The value as people read it.
 */
export function renderApiValue<Value extends number | string>(
  value: Value | null,
  at: string | undefined,
  toText: (value: Value) => HtmlContent = String,
): Html {
  if (value === null) return UNKNOWN_VALUE_HTML;
  const text = toText(value);
  return at === undefined
    ? html`${text}`
    : html`<data value="${String(value)}" data-at="${at}">${text}</data>`;
}

/** `92.6`; from a thousand on without a decimal, `2,800`. */
export const formatOneDecimal = (value: number): string =>
  value < 1000 ? value.toFixed(1) : formatWithCommas(Math.round(value));

export const UNKNOWN_VALUE_HTML = html`<span class="unknown">–<span class="sr-only"> not known</span></span>`;

export function renderDate(date: string | null): Html {
  if (date === null) return UNKNOWN_VALUE_HTML;
  const tag = dateTags.get(date) ?? html`<time datetime="${date}">${formatShortDate(date)}</time>`;
  dateTags.set(date, tag);
  return tag;
}

/** Of a model whose day of retirement at its lab has come, although it is sold. */
export const renderWithdrawnByLab = (day: string, isSoldByLab: boolean | null): Html =>
  html`Withdrawn by its lab on ${renderDate(day)}, ${isSoldByLab ? "still listed" : "sold by others"}`;

/** Pages name a few thousand days, some hundred thousand times. */
const dateTags = new Map<string, Html>();

/** A definition list; rows without a value are left out. */
export const renderDefinitionList = (
  rows: readonly (readonly [label: string, value: HtmlContent])[],
): HtmlContent => {
  const known = rows.filter(([, value]) => !isEmpty(value));
  return (
    known.length > 0 &&
    html`<dl class="facts">
${known.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl>`
  );
};

/** Figures whose answer is not that of the element around them. */
export const tagFiguresWithApiAddress = (address: string, content: HtmlContent): Html =>
  html`<span data-of="${address}">${content}</span>`;

export const modelLink = (slug: string, name: HtmlContent): Html =>
  html`<a href="${modelPagePath(slug)}">${name}</a>`;

export const providerLink = (slug: string, name: HtmlContent): Html =>
  html`<a href="${providerPagePath(slug)}">${name}</a>`;

export const benchmarkLink = (slug: string, name: HtmlContent): Html =>
  html`<a href="${benchmarkPagePath(slug)}">${name}</a>`;

interface Names {
  model(slug: string): { name: string; lab: string } | undefined;
  provider(slug: string): { name: string } | undefined;
}

export const providerNameOfSlug = (slug: string, catalog: Names): string =>
  catalog.provider(slug)?.name ?? slug;

/** What is not in the catalogue has no page: its slug, without a link. */
export function providerLinkOfSlug(slug: string, catalog: Names): Html {
  const provider = catalog.provider(slug);
  return provider ? providerLink(slug, provider.name) : html`${slug}`;
}

/** What is not in the catalogue has no page: its slug, without a link. */
export function modelLinkOfSlug(slug: string, catalog: Names): Html {
  const model = catalog.model(slug);
  return model ? modelLink(slug, model.name) : html`${slug}`;
}

/** In tables: behind the tile of its lab. @param after What belongs to the name; it wraps below the name, not below the tile. */
export function modelLinkWithTile(slug: string, catalog: Names, after?: HtmlContent): Html {
  const lab = catalog.model(slug)?.lab ?? "";
  const link = modelLinkOfSlug(slug, catalog);
  return html`<span class="named ${getLabCssClass(lab)}">${renderLabMonogram(providerNameOfSlug(lab, catalog))}${after ? html`<span>${link}${after}</span>` : link}</span>`;
}

export const modelAndHostLinks = (model: string, host: string, catalog: Names): Html =>
  modelLinkWithTile(model, catalog, html` <small>at ${providerLinkOfSlug(host, catalog)}</small>`);

/** A source by its name. @param url Where it states the fact; absent: the source's own address. Not linked where neither is known. */
export function renderSourceLink(
  id: string,
  { sources }: { sources: readonly { id: string; name: string; url: string | null }[] },
  url?: string | null,
): HtmlContent {
  const source = sources.find((one) => one.id === id);
  const [name, href] = [source?.name ?? id, url ?? source?.url];
  return href ? html`<a href="${href}">${name}</a>` : name;
}

/** A link to another site, shown without its protocol. */
export const externalSiteLink = (url: string | null): HtmlContent =>
  url !== null && html`<a href="${url}">${url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>`;

/** Contents in a row, separated by commas. */
export const joinHtmlContents = (items: readonly HtmlContent[], separator = ", "): Html =>
  html`${items.map((item, index) => html`${index > 0 && separator}${item}`)}`;

/** `1 model`, `1,200 models`. */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatWithCommas(count)} ${count === 1 ? noun : plural}`;

/** A remark below or beside what it limits. */
export const renderSmallRemark = (content: HtmlContent): Html =>
  html`<small class="mark">${content}</small>`;

interface PriceChangeOptions {
  /** JSON Pointers of both, where the page has them. */
  before?: string | undefined;
  after?: string | undefined;
  toText?: (price: number) => HtmlContent;
}

/** A price before and after a change; one that did not change is written once. */
export function renderPriceChange(
  before: number | null,
  after: number | null,
  { toText = formatUsdOrFree, ...at }: PriceChangeOptions = {},
): Html {
  const now = renderApiValue(after, at.after, toText);
  if (before === after) return now;
  const arrow = html`<span aria-hidden="true">→</span><span class="sr-only"> to</span>`;
  return html`<s>${renderApiValue(before, at.before, toText)}</s> ${arrow} <b>${now}</b>`;
}

/** Of a price: less is good. */
export const renderPriceChangePercent = (percent: number): Html =>
  html`<span class="${percent < 0 ? "good" : "bad"}">${formatSignedPercent(percent)}</span>`;

/** With the nearest names, as the API's own error has them. */
export const renderProblem = ({ detail, suggestions = [] }: Problem): Html => html`<p>${detail}</p>
${suggestions.length > 0 && html`<ul class="lines">${suggestions.map(({ slug, name }) => html`<li>${modelLink(slug, name)} <code>${slug}</code></li>\n`)}</ul>`}`;

/** The field of the script `list-filter`. */
export const renderListFilterInput = (label: string): Html =>
  html`<input id="list-filter" class="needs-script" type="search" placeholder="${label}" aria-label="${label}" autocomplete="off">`;

export const renderSelectOptions = (
  of: Iterable<readonly [value: string, text: string]>,
  selected?: string,
): Html[] =>
  [...of].map(
    ([value, text]) =>
      html`<option value="${value}"${value === selected && html` selected`}>${text}</option>`,
  );

export interface FilterField {
  name: string;
  label: string;
  value?: string | undefined;
  /** What one chooses from; absent: one types. */
  of?: readonly (readonly [value: string, text: string])[];
}

/** Labels above fields of one width, for a form of the class `filters`. */
export const renderFilterFields = (fields: readonly FilterField[]): Html[] =>
  fields.map(({ name, label, value = "", of }) =>
    of === undefined
      ? html`<label>${label} <input name="${name}" value="${value}" type="search"></label>\n`
      : html`<label>${label} <select name="${name}">${renderSelectOptions(of, value)}</select></label>\n`,
  );

/** Providers to choose from, by name. @param all What the empty value means. */
export const toProviderOptions = (
  all: string,
  slugs: Iterable<string>,
  catalog: Names,
): [value: string, text: string][] => [
  ["", all],
  ...[...new Set(slugs)]
    .map((slug): [string, string] => [slug, providerNameOfSlug(slug, catalog)])
    .sort(([, a], [, b]) => compareByCodePoint(a.toLowerCase(), b.toLowerCase())),
];

/** JSON Pointer of a field in the entry or detail that holds it. */
export const jsonPointerOfField = ({ name }: Pick<FieldDefinition, "name">): string =>
  `/${name.replaceAll(".", "/")}`;

/** @param at JSON Pointer of the value, for figures; absent where the page has none. */
export function renderPublishedFieldValue(
  { kind }: Pick<FieldDefinition, "kind">,
  value: PublishedFieldValue,
  at?: string,
): HtmlContent {
  if (value === null || value === "") return UNKNOWN_VALUE_HTML;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return value.length > 0 ? value.join(", ") : UNKNOWN_VALUE_HTML;
  if (typeof value === "string")
    return kind === "day" || kind === "partial_day" ? renderDate(value) : value;
  const toText =
    kind === "usd" ? formatUsdOrFree : kind === "number" ? formatOneDecimal : formatWithCommas;
  return renderApiValue(value, at, toText);
}
