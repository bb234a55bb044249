/**
 * Building blocks of a page: sections, links, facts. A number records its place in an API answer, so that a test can
 * compare the two: it is `<data value="2.5" data-at="/providers/0/input">` inside an element with
 * `data-of="/api/v1/models/x"`.
 */
import {
  compareByCodePoint,
  memoizePerKey,
  memoizePerObject,
} from "../../../build/schema/collections.ts";
import type { FieldDefinition, PublishedFieldValue } from "../../../build/schema/fields.ts";
import type { Problem } from "../../http/problem.ts";
import { benchmarkPagePath, modelPagePath, providerPagePath } from "./addresses.ts";
import { getLabCssClass, renderLabMonogram } from "./chips.ts";
import {
  formatScoreInColumn,
  formatShortDate,
  formatSignedPercent,
  formatUsdOrFree,
  formatWithCommas,
  type Html,
  type HtmlContent,
  html,
  renderUnbrokenTitle,
} from "./html.ts";

/** A section; on wide screens, its title is in the margin with `contents` below it. False if the body is empty. */
export const renderSection = (
  id: string,
  title: string,
  body: HtmlContent,
  contents?: Html,
): Html | false =>
  !isEmpty(body) &&
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${renderUnbrokenTitle(title)}</h2>
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

/** Two columns: text on the left, actions and reference facts on the right, or below on a narrow screen. */
export const renderTwoColumns = (main: HtmlContent, side: HtmlContent, first?: HtmlContent): Html =>
  html`<div class="split">
${first}<div class="split-main">
${main}</div>
<div class="split-side">
${side}</div>
</div>`;

/** `below`: context of the value, or a link to a related one. */
export type KeyFigure = readonly [label: string, value: HtmlContent, below: HtmlContent];

/** The most important figures of a page. @param of Path of the API answer that contains them. */
export const renderKeyFigures = (figures: readonly (KeyFigure | false)[], of?: string): Html =>
  html`<dl class="key-figures"${of && html` data-of="${of}"`}>${figures.map(
    (figure) =>
      figure &&
      html`<div><dt>${figure[0]}</dt><dd><b>${figure[1]}</b> <span>${figure[2]}</span></dd></div>
`,
  )}</dl>
`;

/** Explanation of the overall score (`service_score`), for its first mention on a page. */
export const OVERALL_SCORE_EXPLANATION =
  "one number for a model’s results on all benchmarks, from 0 (weakest model) to 100 (strongest)";

/** Which colour is whose. @param items The class of the colour, and the name. */
export const renderColourLegend = (
  items: readonly (readonly [colour: string, name: HtmlContent])[],
): Html =>
  html`<ul class="row legend">${items.map(([colour, name]) => html`<li class="${colour}">${name}</li>`)}</ul>\n`;

/** Small print below the content that it explains. */
export const renderFootnote = (content: HtmlContent): Html => html`<p class="note">${content}</p>
`;

export const renderDisclosure = (summary: HtmlContent, body: HtmlContent): Html =>
  html`<details><summary>${summary}</summary>
${body}</details>
`;

/**
 * A value of an API answer; a dash if it is unknown.
 * @param at JSON Pointer (RFC 6901) relative to the nearest `data-of`; undefined if the page has none.
 * @param toText Formats the value.
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

/** A benchmark score of an API answer, with its unit. @param at As in `renderApiValue`. */
export const renderBenchmarkScore = (score: number | null, unit: string, at: string): Html =>
  renderApiValue(score, at, (value) => formatScoreInColumn(value, unit));

/** One decimal: `92.6`; none from a thousand on: `2,800`. */
export const formatOneDecimal = (value: number): string =>
  value < 1000 ? value.toFixed(1) : formatWithCommas(Math.round(value));

/** A dash, after which the style sheet adds “not known” for screen readers. */
export const UNKNOWN_VALUE_HTML = html`<i class="unknown">–</i>`;

export function renderDate(date: string | null): Html {
  if (date === null) return UNKNOWN_VALUE_HTML;
  const tag = dateTags.get(date) ?? html`<time datetime="${date}">${formatShortDate(date)}</time>`;
  dateTags.set(date, tag);
  return tag;
}

/** Remark on a model that its lab has retired but that is still sold. */
export const renderWithdrawnByLab = (day: string, isSoldByLab: boolean | null): Html =>
  html`Withdrawn by its lab on ${renderDate(day)}, ${isSoldByLab ? "still listed" : "sold by others"}`;

/** Cache: a few thousand different days appear several hundred thousand times on the pages. */
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

/** Marks figures that come from another API answer than the one of the surrounding element. */
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

/** Links to a page, with its name. A slug that is not in the catalogue has no page and is shown without a link. */
export function providerLinkOfSlug(slug: string, catalog: Names): Html {
  const provider = catalog.provider(slug);
  return provider ? providerLink(slug, provider.name) : html`${slug}`;
}

export function modelLinkOfSlug(slug: string, catalog: Names): Html {
  const model = catalog.model(slug);
  return model ? modelLink(slug, model.name) : html`${slug}`;
}

/** The model that a lab recommends instead of an older one: a link, or its id if it is not in the catalogue. */
export const renderReplacement = ({ slug, name }: { slug: string | null; name: string }): Html =>
  slug === null ? html`<code>${name}</code> (not in the catalogue)` : modelLink(slug, name);

/** Model link for tables, after the tile of its lab. @param after Wraps below the name, not below the tile. */
export function modelLinkWithTile(slug: string, catalog: Names, after?: HtmlContent): Html {
  const { tile, link } = tiledLinks(catalog)(slug);
  return html`${tile}${after ? html`<span>${link}${after}</span>` : link}</span>`;
}

/** Cache: the tables name each model a dozen times. */
const tiledLinks = memoizePerObject((catalog: Names) =>
  memoizePerKey((slug: string) => {
    const lab = catalog.model(slug)?.lab ?? "";
    const tile = html`<span class="named ${getLabCssClass(lab)}">${renderLabMonogram(providerNameOfSlug(lab, catalog))}`;
    return { tile, link: modelLinkOfSlug(slug, catalog) };
  }),
);

export const modelAndHostLinks = (model: string, host: string, catalog: Names): Html =>
  modelLinkWithTile(model, catalog, html` <small>at ${providerLinkOfSlug(host, catalog)}</small>`);

/** Name of a source. @param url Where it states the fact; default: its own URL. Without any URL there is no link. */
export function renderSourceLink(
  id: string,
  { sources }: { sources: readonly { id: string; name: string; url: string | null }[] },
  url?: string | null,
): HtmlContent {
  const source = sources.find((one) => one.id === id);
  const name = source?.name ?? id;
  const href = url ?? source?.url;
  return href ? html`<a href="${href}">${name}</a>` : name;
}

/** A link to another site, shown without protocol and `www.`. */
export const externalSiteLink = (url: string | null): HtmlContent =>
  url !== null && html`<a href="${url}">${url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>`;

/** Links to both formats of a feed. @param path Path without extension. */
export const renderFeedLinks = (path: string): Html =>
  html`<a href="${path}.xml">Atom</a>, <a href="${path}.json">JSON Feed</a>`;

export const joinHtmlContents = (items: readonly HtmlContent[], separator = ", "): Html =>
  html`${items.map((item, index) => html`${index > 0 && separator}${item}`)}`;

/** `1 model`, `1,200 models`. */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatWithCommas(count)} ${count === 1 ? noun : plural}`;

/** A remark below or beside the text that it qualifies. */
export const renderSmallRemark = (content: HtmlContent): Html =>
  html`<small class="mark">${content}</small>`;

interface PriceChangeOptions {
  /** JSON Pointers of both prices, if the page has them. */
  before?: string | undefined;
  after?: string | undefined;
  toText?: (price: number) => HtmlContent;
}

/** A price before and after a change; an unchanged price is shown once. */
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

/** Percentage of a price change: a decrease is shown as good, an increase as bad. */
export const renderPriceChangePercent = (percent: number): Html =>
  html`<span class="${percent === 0 ? "mark" : percent < 0 ? "good" : "bad"}">${formatSignedPercent(percent)}</span>`;

/** An error message with the suggested models from the API's error. @param toPath Link target of such a model. */
export const renderProblem = (
  { detail, suggestions = [] }: Problem,
  toPath = modelPagePath,
): Html => html`<p>${detail}</p>
${suggestions.length > 0 && html`<ul class="lines">${suggestions.map(({ slug, name }) => html`<li><a href="${toPath(slug)}">${name}</a> <code>${slug}</code></li>\n`)}</ul>`}`;

/** The input that the `list-filter` script uses. */
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

export interface FilterFormField {
  name: string;
  label: string;
  value?: string | undefined;
  /** Options of a select field; absent for a text field. */
  of?: readonly (readonly [value: string, text: string])[];
}

/** Fields with labels above them, for a form with the class `filters`. */
export const renderFilterFields = (fields: readonly FilterFormField[]): Html[] =>
  fields.map(({ name, label, value = "", of }) =>
    of === undefined
      ? html`<label>${label} <input name="${name}" value="${value}" type="search"></label>\n`
      : html`<label>${label} <select name="${name}">${renderSelectOptions(of, value)}</select></label>\n`,
  );

/** Select options for providers, sorted by name. @param all Text of the option with the empty value. */
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

/** JSON Pointer of a field within the object that contains it. */
export const jsonPointerOfField = ({ name }: Pick<FieldDefinition, "name">): string =>
  `/${name.replaceAll(".", "/")}`;

/** Renders a published field by its kind. @param at JSON Pointer of a number; absent if the page has none. */
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
  const toText = (number: number): string => formatWithCommas(Math.round(10 * number) / 10);
  return renderApiValue(value, at, kind === "usd" ? formatUsdOrFree : toText);
}
