/** Top of a model's page: its name and status, a summary, and its key figures. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { MODEL_FIELD_BY_NAME } from "../../../../build/schema/fields.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { isOutputCharged } from "../../../endpoints/models/model-filters.ts";
import { getModelDays } from "../../../endpoints/models/model-parts.ts";
import { listPriceHistoryRows } from "../../../endpoints/prices/prices.ts";
import { comparePagePath, MODELS_PAGE_PATH } from "../../components/addresses.ts";
import { getLabCssClass, renderLabMonogram, renderScoreStrip } from "../../components/chips.ts";
import {
  formatTokens,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import { renderScoreAndInterval } from "../../components/table.ts";
import { renderReportWrongFact } from "../../components/wrong-fact.ts";
import { renderNewestFactAndDataLinks } from "../../layout/page.ts";

interface Head {
  lead: Html;
  feeds: readonly { href: string }[];
  alternatives: readonly ModelRow[];
}

export function renderModelHead(
  model: ModelRow,
  detail: ModelDetail,
  { lead, feeds, alternatives }: Head,
  catalog: Catalog,
): Html {
  const { slug, name, provider } = detail;
  const { asOf, confirmed } = getModelDays([model], catalog);
  const compared = [slug, ...alternatives.map((other) => other.slug)].slice(0, 4);
  const wrong = renderReportWrongFact(
    {
      title: `${name}: wrong name, status or other fact`,
      row: `models/${provider.slug}/${slug}.json`,
      value: `${name}, ${detail.status ?? "not for sale"}`,
      source: detail.links.documentation ?? detail.links.announcement,
    },
    catalog.service,
  );
  return html`<header class="page-head model-head ${getLabCssClass(provider.slug)}">
<p class="kicker"><span><a href="${MODELS_PAGE_PATH}">Models</a> / ${ui.providerLink(provider.slug, provider.name)}</span></p>
<div class="title">${renderLabMonogram(provider.name)}<h1>${name}</h1>${renderModelStatusLabels(detail, catalog)}
<p class="actions">${compared.length > 1 && html`<a class="button" href="${comparePagePath(compared)}">Compare</a>`}${feeds.map(({ href }) => html`<a class="button" href="${href}">Subscribe</a>`)}${wrong}</p></div>
<div data-of="/api/v1/models/${slug}"><p class="lead">${lead}</p>
${renderNewestFactAndDataLinks(detail.pricing.basis === null ? { asOf } : { asOf, confirmed })}
${ui.renderKeyFigures(listModelKeyFigures(model, detail, catalog))}</div>
</header>
`;
}

/** Status labels that readers should see before the figures. A current model of closed weights has none. */
export function renderModelStatusLabels(detail: ModelDetail, catalog: Catalog): HtmlContent[] {
  const { status, retirement_date: end, replacement, is_open_source, sold_by_lab } = detail;
  return [
    status === "retired" &&
      html`<span class="status bad">Retired${end !== null && html` ${ui.renderDate(end)}`}</span>`,
    status === "deprecated" &&
      html`<span class="status warn">${end === null ? "Deprecated" : html`Retires on ${ui.renderDate(end)} <span data-days="${end}"></span>`}</span>`,
    (status === "alpha" || status === "beta") &&
      html`<span class="status warn">${status === "beta" ? "Beta" : "Alpha"}</span>`,
    status === null && html`<span class="status">Not for sale</span>`,
    replacement &&
      html`<span class="status">Superseded by ${ui.renderReplacement(replacement)}</span>`,
    status === "active" &&
      end !== null &&
      end <= catalog.asOf &&
      html`<span class="status warn">${ui.renderWithdrawnByLab(end, sold_by_lab)}</span>`,
    is_open_source && html`<span class="status">Open weights</span>`,
  ];
}

export const listModelKeyFigures = (
  model: ModelRow,
  detail: ModelDetail,
  catalog: Catalog,
): ui.KeyFigure[] => [...prices(model, detail, catalog), ...context(detail), score(detail)];

function prices(model: ModelRow, detail: ModelDetail, catalog: Catalog): ui.KeyFigure[] {
  const { list_price: list, cheapest_provider: cheapest, pricing, providers } = detail;
  const cheaper = (price: number | null, at: string): Html =>
    html`from <b class="good">${ui.renderApiValue(price, `/cheapest_provider/${at}`, formatUsdOrFree)}</b> at ${cheapest?.provider}`;
  if (pricing.rate) {
    const { price, unit } = pricing.rate;
    const shown = ui.renderApiValue(price, "/pricing/rate/price", formatUsdOrFree);
    const host = (list ?? cheapest)?.provider_slug ?? "";
    const low = cheapest?.rate?.unit === unit ? cheapest.rate.price : price;
    const below =
      low < price ? cheaper(low, "rate/price") : html`at ${ui.providerNameOfSlug(host, catalog)}`;
    const outputs = detail.output_modalities.join(", ") || null;
    const inputs = detail.input_modalities.join(", ");
    return [
      [`Price per ${unit}`, shown, below],
      ["Output", outputs ?? ui.UNKNOWN_VALUE_HTML, inputs !== "" && `from ${inputs}`],
    ];
  }
  const sides = isOutputCharged(detail) ? (["input", "output"] as const) : (["input"] as const);
  const [shown, at] = list ? [list, "/list_price"] : [cheapest, "/cheapest_provider"];
  if (shown !== null)
    return sides.map((side) => {
      const low = cheapest?.[side] ?? null;
      const own = shown[side];
      const below =
        own === null
          ? "not stated"
          : low !== null && low < own
            ? cheaper(low, side)
            : html`${list !== null && "list price "}at ${ui.providerNameOfSlug(shown.provider_slug, catalog)}`;
      return [
        `${side === "input" ? "Input" : "Output"}, per 1M tokens`,
        ui.renderApiValue(own, `${at}/${side}`, formatUsdOrFree),
        below,
      ];
    });
  const rows = listPriceHistoryRows(model, undefined, catalog);
  const last = rows.findLastIndex(({ input }) => input !== null);
  const row = rows[last];
  const end = rows[last + 1]?.date;
  if (!row || providers.length > 0) return [["Price", ui.UNKNOWN_VALUE_HTML, "no confirmed price"]];
  return sides.map((side) => [
    `Last ${side} price, per 1M tokens`,
    ui.tagFiguresWithApiAddress(
      `/api/v1/price-history/${model.slug}`,
      ui.renderApiValue(row[side], `/${last}/${side}`, formatUsdOrFree),
    ),
    html`at ${ui.providerNameOfSlug(row.host, catalog)}, ${end ? html`until ${ui.renderDate(end)}` : ui.renderDate(row.date)}`,
  ]);
}

function context({ context_window, max_output_tokens, model_type }: ModelDetail): ui.KeyFigure[] {
  if (context_window === null && model_type !== "text") return [];
  const most = max_output_tokens !== null && [
    "; max output ",
    ui.renderApiValue(max_output_tokens, "/max_output_tokens", formatTokens),
  ];
  const shown = ui.renderApiValue(context_window, "/context_window", formatTokens);
  const below = context_window === null ? "not stated, or sources differ" : ["tokens", most];
  return [["Context", shown, below]];
}

/** Score at the left end of the strip. The right end is 100. */
const SCORES_FROM = 60;

function score({ service_score: service, scores }: ModelDetail): ui.KeyFigure {
  const { label } = MODEL_FIELD_BY_NAME["service_score.score"];
  if (service === null)
    return [
      label,
      html`<span class="unscored">not scored</span>`,
      scores.length === 0 ? "no benchmark results" : "too few benchmark results",
    ];
  const { score, low, high, provisional } = service;
  const shown = renderScoreAndInterval(service, "/service_score");
  const count = (name: "rank" | "ranked") =>
    ui.renderApiValue(service[name], `/service_score/${name}`);
  const strip = { score, low, high, isProvisional: provisional, place: null };
  return [
    `${label}, 0 to 100`,
    shown.score,
    html`${renderScoreStrip(strip, Math.min(SCORES_FROM, Math.floor(low)))} ${provisional && "provisional, "}rank ${count("rank")} of ${count("ranked")}, <span class="interval">90 % interval ${shown.low}–${shown.high}</span>`,
  ];
}
