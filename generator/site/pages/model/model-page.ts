/** The page of a model: what it is, its price at every host, how that changed, its scores, its alternatives. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ModelRow } from "../../../../build/model/catalog/rows.ts";
import { fieldsIn, MODEL_FIELDS } from "../../../../build/schema/fields.ts";
import { changeTitle } from "../../../endpoints/changes/changes.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { badge, badgePath, CHART, chartPath, hasStepChart } from "../../../feeds/embeds.ts";
import { changesOf } from "../../../feeds/feeds.ts";
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
  priceChange,
  providerLink,
  section,
  unknown,
} from "../../components/parts.ts";
import type { SitePage } from "../../layout/page.ts";
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
  const changes = changesOf(slug, catalog);
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
      changes.length > 0 && changeSection(changes, feed, catalog),
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

const modelFacts = (model: ModelDetail, maker: Html): Html =>
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
  if (is_open_source === null) return unknown();
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
  if (has === "" && lacks === "") return unknown();
  return html`${has}${lacks !== "" && html`${has !== "" && "; "}<span class="mark">not: ${lacks}</span>`}`;
}

function links({ lab, announcement, weights, documentation }: ModelDetail["links"]): Content {
  const all = {
    Lab: lab,
    Announcement: announcement,
    Weights: weights,
    Documentation: documentation,
  };
  const known = Object.entries(all).filter(([, href]) => href !== null);
  if (known.length === 0) return unknown();
  return html`<span class="row">${known.map(([name, href]) => html`<a href="${href}">${name}</a>`)}</span>`;
}

/** Changes before "more". */
const SHOWN = 10;

const changeSection = (changes: readonly ChangeRow[], feed: string, catalog: Catalog): Html =>
  section(
    "changes",
    "Recent changes",
    html`<ol class="moves">
${changes.slice(0, SHOWN).map(
  (change) => html`<li>
<span class="when">${dateTag(change.date)}</span>
${
  change.type === "new_model"
    ? html`<span>${changeTitle(change, catalog)}</span>`
    : html`<a href="/api/v1/price-history/${change.model}?provider=${change.host}">${changeTitle(change, catalog)}</a>
<span class="step">input ${priceChange(change.old_input, change.new_input)}</span>
<span class="step">output ${priceChange(change.old_output, change.new_output)}</span>`
}
</li>
`,
)}</ol>
${note(html`${changes.length > SHOWN && `The newest ${SHOWN} of ${changes.length}. `}<a href="${feed}">Subscribe</a> (Atom).`)}`,
  );

const otherNames = ({ aliases }: ModelDetail): Content =>
  aliases.length > 0 &&
  section(
    "names",
    "Aliases",
    html`<p>The API also finds it under these names, and under every model id above.</p>
<ul class="row aliases">${aliases.map((alias) => html`<li><code>${alias}</code></li>`)}</ul>`,
  );

/** The model's badge and chart, with the code to paste for them. */
function embedSection(model: ModelRow, catalog: Catalog): Content {
  const { slug, name } = model;
  const text = `${name}: price per 1M tokens`;
  const small = badge(model, catalog);
  const embeds = [
    small && { name: "Badge", path: badgePath(slug), ...small, text },
    hasStepChart(model, catalog) && {
      name: "Chart",
      path: chartPath(slug),
      ...CHART,
      text: `${text} over time`,
    },
  ].filter((embed) => embed !== null && embed !== false);
  if (embeds.length === 0) return false;
  const base = catalog.service.base_url;
  const page = base + pathOf(slug);
  const items = embeds.map(({ path, width, height, text }) => {
    const size = html`width="${width}" height="${height}"`;
    const markup = `<a href="${page}"><img src="${base}${path}" ${size} alt="${escapeHtml(text)}"></a>`;
    const markdown = `[![${text.replace(/[[\]\\]/g, "\\$&")}](${base}${path})](${page})`;
    return html`<p><img src="${path}" ${size} alt="${text}" loading="lazy"></p>
<p>HTML <span class="id"><code class="wrap" data-copy>${markup}</code></span></p>
<p>Markdown <span class="id"><code class="wrap" data-copy>${markdown}</code></span></p>
`;
  });
  const names = embeds.map(({ name }) => name).join(" and ");
  return section("embeds", "Embed", folded(`${names}, kept up to date`, items));
}
