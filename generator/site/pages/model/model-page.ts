/** The page of a model: what it is, its price at every host, how that changed, its scores, its alternatives. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ModelRow } from "../../../../build/model/catalog/rows.ts";
import { fieldsIn, MODEL_FIELDS } from "../../../../build/schema/fields.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import {
  hasPriceChart,
  PRICE_CHART_SIZE,
  priceBadgePath,
  priceChartPath,
  toPriceBadge,
} from "../../../feeds/embeds.ts";
import { changesOfModel } from "../../../feeds/feeds.ts";
import {
  ATOM_TYPE,
  MODELS_PATH,
  modelFeedPath,
  modelPage as pathOf,
} from "../../components/addresses.ts";
import { type Content, escapeHtml, type Html, html, textOf } from "../../components/html.ts";
import {
  dateTag,
  facts,
  fieldContent,
  folded,
  note,
  pointerOf,
  providerLink,
  section,
  UNKNOWN,
} from "../../components/parts.ts";
import type { SitePage } from "../../layout/page.ts";
import { changeList } from "../changes.ts";
import { alternatives } from "./alternatives.ts";
import { canCompareHosts, historySection, priceSection } from "./prices.ts";
import { ownTestSection, scoreSection } from "./scores.ts";
import { summary } from "./summary.ts";

/** @param detail Body of `/api/v1/models/{slug}`. */
export function modelPage(model: ModelRow, detail: ModelDetail, catalog: Catalog): SitePage {
  const { slug, name } = model;
  const lead = summary(detail);
  const of = `/api/v1/models/${slug}`;
  const feed = `${modelFeedPath(slug)}.xml`;
  const changes = changesOfModel(slug, catalog);
  const maker = providerLink(detail.provider.slug, detail.provider.name);
  return {
    path: pathOf(slug),
    title: `${name}: prices, limits and scores`,
    description: `${name} by ${detail.provider.name}. ${textOf(lead).trim()}`,
    chapter: "Models",
    kicker: html`<span><a href="${MODELS_PATH}">Models</a></span><span>by ${maker}</span>`,
    heading: name,
    lead: html`<span data-of="${of}">${lead}</span>`,
    main: [
      section("facts", "Facts", html`<div data-of="${of}">${modelFacts(detail, maker)}</div>`),
      priceSection(model, detail, catalog),
      historySection(model, catalog),
      scoreSection(model, detail, catalog),
      ownTestSection(detail),
      alternatives(model, catalog),
      changeSection(changes, feed, catalog),
      otherNames(detail),
      embedSection(model, catalog),
    ],
    feeds: changes.length > 0 ? [{ title: `${name} (Atom)`, href: feed, type: ATOM_TYPE }] : [],
    scripts: canCompareHosts(model, catalog) ? ["price-steps"] : [],
    data: {
      asOf: detail.as_of,
      files: [
        { label: "JSON", path: of },
        { label: "Cheapest host (JSON)", path: `${of}/cheapest` },
        { label: "Price history (JSON)", path: `/api/v1/price-history/${slug}?provider=all` },
        { label: "All offers (CSV)", path: "/api/v1/export/provider-offers", type: "text/csv" },
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

/** Fields that need more than their value; every other field of the view shows itself. */
const RENDERED: Partial<Record<string, (model: ModelDetail) => Content>> = {
  release_date: released,
  is_open_source: weights,
  supports: capabilities,
  retirement_date: (model) => model.retirement_date !== null && dateTag(model.retirement_date),
  first_seen: (model) => model.first_seen !== null && dateTag(model.first_seen),
};

const modelFacts = (model: ModelDetail, maker: Html): Content =>
  facts([
    ["Lab", maker],
    ...fieldsIn("facts").map((field): [string, Content] => {
      const content = RENDERED[field.name]?.(model);
      if (content !== undefined) return [field.label, content];
      const value = field.get(model);
      const unit = value !== null && field.unit && ` ${field.unit}`;
      return [field.label, html`${fieldContent(field, value, pointerOf(field))}${unit}`];
    }),
    ["Links", links(model.links)],
  ]);

function released({ release_date, release_date_basis: basis, first_seen }: ModelDetail): Content {
  if (release_date === null && basis === "first_seen" && first_seen !== null)
    return html`not stated; first listed ${dateTag(first_seen)}`;
  const sold = "it was sold before, as a preview or under a name that meant another model";
  return html`${dateTag(release_date)}${basis === "after_first_price" && html` <span class="mark">${sold}</span>`}`;
}

function weights({ is_open_source, weights_license, links }: ModelDetail): Content {
  if (is_open_source === null) return UNKNOWN;
  if (!is_open_source) return "closed";
  const open = links.weights === null ? "open" : html`<a href="${links.weights}">open</a>`;
  return html`${open}${weights_license !== null && `, licence ${weights_license}`}`;
}

const CAPABILITIES = Object.values(MODEL_FIELDS).filter(({ name }) => name.startsWith("supports."));

function capabilities({ supports }: ModelDetail): Content {
  const named = (value: boolean): string =>
    CAPABILITIES.filter((field) => field.get({ supports }) === value)
      .map(({ label }) => label)
      .join(", ");
  const [has, lacks] = [named(true), named(false)];
  if (has === "" && lacks === "") return UNKNOWN;
  return html`${has}${lacks !== "" && html`${has !== "" && "; "}<span class="mark">not: ${lacks}</span>`}`;
}

function links({ lab, announcement, weights, documentation }: ModelDetail["links"]): Content {
  const all = { lab, announcement, weights, documentation };
  const known = Object.entries(all).filter(([, href]) => href !== null);
  if (known.length === 0) return UNKNOWN;
  const toLink = ([name, href]: [string, string | null]) =>
    html`<a href="${href}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a>`;
  return html`<span class="row">${known.map(toLink)}</span>`;
}

const SHOWN = 10;

const changeSection = (changes: readonly ChangeRow[], feed: string, catalog: Catalog): Content => {
  const toHref = ({ type, model, host }: ChangeRow): string | null =>
    type === "new_model" ? null : `/api/v1/price-history/${model}?provider=${host}`;
  const newest = changes.length > SHOWN && `The newest ${SHOWN} of ${changes.length}. `;
  return (
    changes.length > 0 &&
    section("changes", "Recent changes", [
      changeList({ changes: changes.slice(0, SHOWN), toHref }, catalog),
      note(html`${newest}<a href="${feed}">Subscribe</a> (Atom).`),
    ])
  );
};

const otherNames = ({ aliases }: ModelDetail): Content =>
  section(
    "names",
    "Aliases",
    aliases.length > 0 &&
      html`<p>The API also finds it under these names, and under every model id above.</p>
<ul class="row aliases">${aliases.map((alias) => html`<li><code>${alias}</code></li>`)}</ul>`,
  );

/** The model's badge and chart, with the code to paste for them. */
function embedSection(model: ModelRow, catalog: Catalog): Content {
  const { slug, name } = model;
  const small = toPriceBadge(model, catalog);
  const page = catalog.service.base_url + pathOf(slug);
  const embed = (path: string, size: { width: number; height: number }, text: string): Html => {
    const attributes = html`width="${size.width}" height="${size.height}"`;
    const image = catalog.service.base_url + path;
    const markup = `<a href="${page}"><img src="${image}" ${attributes} alt="${escapeHtml(text)}"></a>`;
    const markdown = `[![${text.replace(/[[\]\\]/g, "\\$&")}](${image})](${page})`;
    return html`<p><img src="${path}" ${attributes} alt="${text}" loading="lazy"></p>
<p>HTML <span class="id"><code class="wrap" data-copy>${markup}</code></span></p>
<p>Markdown <span class="id"><code class="wrap" data-copy>${markdown}</code></span></p>
`;
  };
  const text = `${name}: price per 1M tokens`;
  const embeds = {
    Badge: small && embed(priceBadgePath(slug), small, text),
    Chart:
      hasPriceChart(model, catalog) &&
      embed(priceChartPath(slug), PRICE_CHART_SIZE, `${text} over time`),
  };
  const made = Object.entries(embeds).filter(([, content]) => content);
  const names = made.map(([kind]) => kind).join(" and ");
  const items = made.map(([, content]) => content);
  return section("embeds", "Embed", made.length > 0 && folded(`${names}, kept up to date`, items));
}
