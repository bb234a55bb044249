/** The page of a model: what it is, its prices at every host and their history, its scores, and alternatives. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ModelRow } from "../../../../build/model/catalog/rows.ts";
import { getModelFieldsOfView, MODEL_FIELD_BY_NAME } from "../../../../build/schema/fields.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { priceBadgePath, toPriceBadge } from "../../../feeds/badges.ts";
import { listChangesOfModel } from "../../../feeds/feeds.ts";
import * as paths from "../../components/addresses.ts";
import {
  escapeHtml,
  type HtmlContent,
  html,
  htmlToText,
  renderIdToCopy,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import { renderReportWrongFact } from "../../components/wrong-fact.ts";
import type { SitePage } from "../../layout/page.ts";
import { renderChangeList } from "../changes.ts";
import {
  findAlternativeModels,
  findSimilarlyPricedModels,
  renderAlternativesSection,
} from "./alternatives.ts";
import { renderModelHead } from "./head.ts";
import { toHostPriceChart, toPriceHistoryChart } from "./price-charts.ts";
import { renderPriceHistorySection, renderPriceSection } from "./prices.ts";
import { renderOwnTestSection, renderScoreSection } from "./scores.ts";
import { renderModelSummary } from "./summary.ts";
import { renderHowToCallModel } from "./use-box.ts";

/** @param detail Body of `/api/v1/models/{slug}`. */
export function makeModelPage(model: ModelRow, detail: ModelDetail, catalog: Catalog): SitePage {
  const { slug, name } = model;
  const lead = renderModelSummary(detail, catalog.offersOf(slug), catalog.asOf);
  const of = `/api/v1/models/${slug}`;
  const changes = listChangesOfModel(slug, catalog);
  const feed = paths.toAtomLink(name, paths.modelFeedPath(slug));
  const feeds = changes.length > 0 ? [feed] : [];
  const alternatives = findAlternativeModels(model, catalog);
  const history = toPriceHistoryChart(model, catalog);
  const hosts = toHostPriceChart(model, catalog);
  return {
    path: paths.modelPagePath(slug),
    picture: paths.sharePicturePath([slug]),
    title: `${name}: prices, limits and scores`,
    description: `${name} by ${detail.provider.name}. ${htmlToText(lead).trim()}`,
    chapter: "Models",
    head: renderModelHead(model, detail, { lead, feeds, alternatives }, catalog),
    main: ui.renderTwoColumns(
      [
        renderPriceSection(model, detail, hosts, catalog),
        renderPriceHistorySection(model, history, catalog),
        renderScoreSection(model, detail, findSimilarlyPricedModels(model, catalog), catalog),
        renderOwnTestSection(detail),
      ],
      [
        renderAlternativesSection(model, alternatives, catalog),
        changeSection(slug, changes, feed.href, catalog),
        ui.renderSection(
          "facts",
          "Facts",
          html`<div data-of="${of}">${modelFacts(detail, catalog)}</div>`,
        ),
        otherNames(detail),
        embedSection(model, catalog),
      ],
      renderHowToCallModel(detail, catalog),
    ),
    feeds,
    charts: [history, hosts],
    scripts: [
      "charts",
      ...(detail.providers.length > 1 || detail.retirement_date !== null
        ? (["offers-table"] as const)
        : []),
    ],
    data: {
      asOf: detail.as_of,
      files: [
        { label: "JSON", path: of },
        { label: "Cheapest host (JSON)", path: `${of}/cheapest` },
        { label: "Price history (JSON)", path: `/api/v1/price-history/${slug}?provider=all` },
        { label: "All offers (CSV)", path: "/api/v1/export/provider-offers", isWider: true },
      ],
      dataset: { about: product(detail) },
    },
  };
}

const product = ({ name, provider, release_date }: ModelDetail): object => ({
  "@type": "Product",
  name,
  category: "AI model",
  manufacturer: { "@type": "Organization", name: provider.name },
  ...(release_date !== null && { releaseDate: release_date }),
});

/** Fields that need special formatting. All other fields of the view show their value. */
const RENDERED: Partial<Record<string, (model: ModelDetail) => HtmlContent>> = {
  release_date: released,
  is_open_source: weights,
  supports: capabilities,
  retirement_date: (model) =>
    model.retirement_date !== null && ui.renderDate(model.retirement_date),
  first_seen: (model) => model.first_seen !== null && ui.renderDate(model.first_seen),
};

const modelFacts = (model: ModelDetail, catalog: Catalog): HtmlContent =>
  ui.renderDefinitionList([
    ["Lab", ui.providerLink(model.provider.slug, model.provider.name)],
    ...getModelFieldsOfView("facts").map((field): [string, HtmlContent] => {
      const value = field.get(model);
      const unit = value !== null && field.unit && ` ${field.unit}`;
      const content =
        RENDERED[field.name]?.(model) ??
        html`${ui.renderPublishedFieldValue(field, value, ui.jsonPointerOfField(field))}${unit}`;
      if (content === false) return [field.label, false];
      const wrong = renderReportWrongFact(
        {
          title: `${model.name}: ${field.label}`,
          row: `models/${model.provider.slug}/${model.slug}.json ${field.name}`,
          value: Array.isArray(value) ? value.join(", ") : (value as string | number | null),
          source: sourceOf(field.name, model),
        },
        catalog.service,
      );
      return [field.label, html`${content} ${wrong}`];
    }),
    ["Links", links(model.links)],
  ]);

const sourceOf = (field: string, { sources }: ModelDetail): string | null => {
  const source = (sources as Record<string, unknown> | null | undefined)?.[field];
  return typeof source === "string" ? source : null;
};

function released({ release_date: day, release_date_basis: basis, first_seen }: ModelDetail) {
  if (day === null && basis === "first_seen" && first_seen !== null)
    return html`no date stated; first listed ${ui.renderDate(first_seen)}`;
  const sold = "hosts sold a model under this name before this day: a preview or another model";
  return html`${ui.renderDate(day)}${basis === "after_first_price" && html` <span class="mark">${sold}</span>`}`;
}

function weights({ is_open_source, weights_license, links }: ModelDetail): HtmlContent {
  if (is_open_source === null) return ui.UNKNOWN_VALUE_HTML;
  if (!is_open_source) return "closed";
  const open = links.weights === null ? "open" : html`<a href="${links.weights}">open</a>`;
  return html`${open}${weights_license !== null && `, licence ${weights_license}`}`;
}

const CAPABILITIES = Object.values(MODEL_FIELD_BY_NAME).filter(({ name }) =>
  name.startsWith("supports."),
);

function capabilities({ supports }: ModelDetail): HtmlContent {
  const named = (value: boolean): string =>
    CAPABILITIES.filter((field) => field.get({ supports }) === value)
      .map(({ label }) => label)
      .join(", ");
  const has = named(true);
  const lacks = named(false);
  if (has === "" && lacks === "") return ui.UNKNOWN_VALUE_HTML;
  return html`${has}${lacks !== "" && html`${has !== "" && "; "}<span class="mark">does not support: ${lacks}</span>`}`;
}

function links({ lab, announcement, weights, documentation }: ModelDetail["links"]): HtmlContent {
  const all = { lab, announcement, weights, documentation };
  const known = Object.entries(all).filter(([, href]) => href !== null);
  if (known.length === 0) return ui.UNKNOWN_VALUE_HTML;
  const toLink = ([name, href]: [string, string | null]) =>
    html`<a href="${href}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a>`;
  return html`<span class="row">${ui.joinHtmlContents(known.map(toLink), " ")}</span>`;
}

const SHOWN = 6;

function changeSection(
  slug: string,
  changes: readonly ChangeRow[],
  feed: string,
  catalog: Catalog,
): HtmlContent {
  if (changes.length === 0) return false;
  const toHref = ({ model, host }: ChangeRow): string | null =>
    host === null ? null : `/api/v1/price-history/${model}?provider=${host}`;
  return ui.renderSection("changes", "Recent changes", [
    renderChangeList({ changes: changes.slice(0, SHOWN), toHref }, catalog),
    ui.renderFootnote(
      html`<a href="${feed}">Subscribe</a> (Atom), <a href="${paths.CHANGES_PAGE_PATH}?model=${slug}">all ${changes.length > SHOWN && `${changes.length} `}changes</a>.`,
    ),
  ]);
}

const otherNames = ({ aliases }: ModelDetail): HtmlContent =>
  ui.renderSection(
    "names",
    "Aliases",
    aliases.length > 0 &&
      html`<p>The API also accepts these names of the model, and the ids that hosts use for it.</p>
<ul class="row aliases">${aliases.map((alias) => html`<li><code>${alias}</code></li>`)}</ul>`,
  );

function embedSection(model: ModelRow, catalog: Catalog): HtmlContent {
  const { slug, name } = model;
  const badge = toPriceBadge(model, catalog);
  if (!badge) return false;
  const page = catalog.service.base_url + paths.modelPagePath(slug);
  const image = catalog.service.base_url + priceBadgePath(slug);
  const text = `${name}: price per 1M tokens`;
  const attributes = html`width="${badge.width}" height="${badge.height}"`;
  const markup = `<a href="${page}"><img src="${image}" ${attributes} alt="${escapeHtml(text)}"></a>`;
  const markdown = `[![${text.replace(/[[\]\\]/g, "\\$&")}](${image})](${page})`;
  const codes = html`<p><img src="${priceBadgePath(slug)}" ${attributes} alt="${text}" loading="lazy"></p>
<p>HTML ${renderIdToCopy(markup, html`class="wrap"`)}</p>
<p>Markdown ${renderIdToCopy(markdown, html`class="wrap"`)}</p>
`;
  return ui.renderSection("embeds", "Embed", ui.renderDisclosure("Badge, kept up to date", codes));
}
