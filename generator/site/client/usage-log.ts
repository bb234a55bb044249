/** Computes the costs of a pasted or dropped usage log, which never leaves the browser. Loaded with the first log. */
import { createUsageLogPricer } from "../../../build/cost/log-cost.ts";
import { readUsageLog } from "../../../build/cost/readers/read-usage-log.ts";
import type { UsageReading } from "../../../build/cost/readers/reading.ts";
import { addToUsageSum, type Usage } from "../../../build/cost/usage.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import type { Almanac } from "../../../clients/typescript/src/almanac.ts";
import {
  formatSignedPercent,
  formatTokens,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  toPercentChange,
} from "../components/html.ts";
import { modelLink, pluralize } from "../components/parts.ts";
import { htmlNumberColumn, htmlTextColumn, renderTable } from "../components/table.ts";
import type { ModelTableItem } from "../pages/models/model-rows.ts";
import { getTableSortScore, type ModelsView } from "../pages/models/view.ts";
import {
  type CostByModel,
  findLowestCostByModel,
  type PricedOffer,
  type RateCardToCost,
} from "../pages/models/workload-costs.ts";

const SUMMED =
  "Some entries of the usage log add up an unknown number of requests. They are charged at the prices for short prompts, and a fee per request is charged once.";

/** Shown in place of a host's name. */
const STATED = "as the log states";

/** One model of the log at one host. */
interface LoggedModel {
  name: string;
  model: ModelTableItem | undefined;
  /** The cost stated in the log, else the cost at the host's current price for that name; null if neither is known. */
  now: { usd: number; host: string } | null;
  /** The cost of the same model at its cheapest confirmed host. */
  there: { usd: number; host: string } | null;
}

export interface UsageLogWithCosts {
  usage: Usage;
  entries: number;
  /** Sentences about what was not read. */
  skipped: readonly string[];
  /** Prices the whole log. */
  price: RateCardToCost;
  models: readonly LoggedModel[];
  /** Sum of the current costs of the log's models; null when one is unknown. */
  now: number | null;
  /** Filters for the capabilities that another model must have. */
  needs: ModelsView["filters"];
}

/** @returns Only the reasons when the text contains no usage. */
export function computeUsageLogCosts(
  text: string,
  all: readonly ModelTableItem[],
  offers: readonly PricedOffer[],
  almanac: Almanac,
): UsageLogWithCosts | { skipped: readonly string[] } {
  const log = readUsageLog(text);
  const entries = log.entries.filter(({ missing }) => missing.length === 0);
  const unpriced = log.entries.flatMap(({ missing }) => missing.map(({ reason }) => reason));
  const leftOut = [...new Set(unpriced)].map(
    (reason) => `Some entries of the usage log were left out: ${reason}.`,
  );
  const isSummed = entries.some((one) => one.requests === null && !one.promptRange);
  const skipped = [...log.skipped, ...leftOut, ...(isSummed ? [SUMMED] : [])];
  if (entries.length === 0) return { skipped };
  const usage: Usage = {};
  for (const entry of entries) addToUsageSum(usage, entry.usage);
  const bySlug = new Map(all.map((model) => [model.row.slug, model]));
  const byModel = groupBy(entries, ({ model, host, serviceTier, region, variant }) =>
    [model, host, serviceTier, region, variant].join("\n"),
  );
  const models = [...byModel.values()]
    .map((group) => toLoggedModel(group, bySlug, offers, almanac))
    .sort((a, b) => (b.now?.usd ?? 0) - (a.now?.usd ?? 0));
  const found = models.flatMap(({ model }) => model ?? []);
  const pricers = Array.from(
    groupBy(entries, ({ serviceTier }) => serviceTier ?? undefined),
    ([serviceTier, own]) => ({ serviceTier, price: createUsageLogPricer(own) }),
  );
  return {
    usage,
    skipped,
    models,
    entries: entries.length,
    price(card) {
      const costs = pricers.map(({ serviceTier, price }) => price(card, { serviceTier }));
      return {
        usd: sum(costs.map(({ usd }) => usd)),
        missing: costs.flatMap(({ missing }) => missing),
      };
    },
    now: sum(models.map(({ now }) => now?.usd ?? null)),
    needs: found.length > 0 ? toNeeds(found) : {},
  };
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);

/** The npm package resolves the names, so that an id means the same as in the package. */
function toLoggedModel(
  entries: readonly UsageReading[],
  bySlug: ReadonlyMap<string, ModelTableItem>,
  offers: readonly PricedOffer[],
  almanac: Almanac,
): LoggedModel {
  const [first] = entries;
  const name = first?.model ?? "";
  const serviceTier = first?.serviceTier ?? undefined;
  const conditions = {
    serviceTier,
    region: first?.region ?? undefined,
    variant: first?.variant ?? undefined,
  };
  const found = almanac.findModel(name);
  const card =
    found && almanac.cardOf(found, { name, host: first?.host ?? undefined, ...conditions });
  const known = typeof card === "object" ? card : undefined;
  const slug = known?.model ?? found?.slug;
  const price = createUsageLogPricer(entries);
  const [there] = findLowestCostByModel(
    offers.filter(({ model }) => model === slug),
    (card) => price(card, { serviceTier }),
  ).values();
  const stated = sum(entries.map(({ reportedUsd }) => reportedUsd));
  const usd = stated ?? (known ? price(known, conditions).usd : null);
  const seller = known && (almanac.facts.provider(known.host)?.name ?? known.host);
  const host = stated === null ? seller : STATED;
  const now = usd !== null && host ? { usd, host } : null;
  const model = bySlug.get(slug ?? "");
  return { name: name || "no model named", model, now, there: there?.usd == null ? null : there };
}

/** Everything that the models of the log can do: inputs and outputs, tools, and the longest context window. */
function toNeeds(models: readonly ModelTableItem[]): ModelsView["filters"] {
  const all = (of: (model: ModelTableItem["values"]) => readonly string[]) => [
    ...new Set(models.flatMap(({ values }) => of(values)).filter((name) => name !== "text")),
  ];
  const [type = "text", ...otherTypes] = new Set(models.map(({ row }) => row.model_type));
  const needs = {
    ...(otherTypes.length === 0 && { model_type: type }),
    input_modalities: all(({ input_modalities }) => input_modalities),
    output_modalities: all(({ output_modalities }) => output_modalities),
    supports: all(({ supports }) => supports.filter((name) => name === "tools")),
    min_context: Math.max(...models.map(({ row }) => row.context_window ?? 0)),
  };
  return Object.fromEntries(
    Object.entries(needs).filter(([, value]) => (Array.isArray(value) ? value.length : value)),
  );
}

const saving = (now: number, there: number): string =>
  now > 0 ? formatSignedPercent(toPercentChange(now, there)) : "";

const priceAt = (price: LoggedModel["now"]): HtmlContent =>
  price && html`${formatUsdOrFree(price.usd)}<small>${price.host}</small>`;

/** What each model of the log costs now and at its cheapest host, and which other model would cost less. */
export function renderUsageLogResult(
  { models, now, skipped, usage, entries }: UsageLogWithCosts,
  rows: readonly ModelTableItem[],
  costs: CostByModel,
): Html {
  const table = renderTable<LoggedModel>({
    caption:
      "Your cost now, and the cost of the same models at their cheapest confirmed hosts, in USD",
    columns: [
      htmlTextColumn("Model in the log", ({ name, model }) =>
        model
          ? html`${modelLink(model.row.slug, model.row.name)}${name !== model.row.slug && html`<small>${name}</small>`}`
          : html`${name}<small>not in the catalogue</small>`,
      ),
      htmlNumberColumn("You pay now", ({ now }) => priceAt(now)),
      htmlNumberColumn("Cheapest host", ({ there }) => priceAt(there)),
      htmlNumberColumn("vs. now", ({ now, there }) => now && there && saving(now.usd, there.usd)),
    ],
    rows: models,
  });
  const counts = Object.entries(usage).flatMap(([name, count]) =>
    count > 0 ? `${formatTokens(Math.round(count))} ${name.replaceAll("_", " ")}` : [],
  );
  const read = `Read ${pluralize(entries, "entry", "entries")}: ${counts.join(", ")}.`;
  // The prices of all past days would be too much for a page.
  const today = models.some(({ now }) => now && now.host !== STATED)
    ? html`<p class="note">These are today’s prices, whatever the dates in the log. <code>npx model-almanac cost &lt;file&gt;</code> charges each request at the prices of its own day.</p>`
    : "";
  return html`<p>${read}</p>${table}<p>${bestOther(models, now, rows, costs)}</p>${today}${skipped.map((sentence) => html`<p class="note">${sentence}</p>`)}
<p class="note">The table below shows the cost of the whole log for every model with the same capabilities. Each request is charged by its own prompt size and service tier. Models count tokens differently: the same text can have a third more tokens with another model. If a host has no price for cached tokens, they count as input.</p>`;
}

/** The cheapest model of the table that scores at least as well as the best of the log. */
function bestOther(
  models: readonly LoggedModel[],
  now: number | null,
  rows: readonly ModelTableItem[],
  costs: CostByModel,
): HtmlContent {
  const own = models.flatMap(({ model }) => (model ? (getTableSortScore(model.row) ?? []) : []));
  if (own.length === 0 || own.length < models.length || now === null) return "";
  const least = Math.max(...own);
  const slugs = new Set(models.map(({ model }) => model?.row.slug));
  const [best] = rows
    .filter(({ row }) => (row.service_score ?? -1) >= least && !slugs.has(row.slug))
    .flatMap(({ row }) => ({ row, ...(costs.get(row.slug) ?? []) }))
    .flatMap((one) => ("usd" in one && one.usd !== null ? [one] : []))
    .sort((a, b) => a.usd - b.usd);
  return best && best.usd < now
    ? html`You pay ${formatUsdOrFree(now)} now. ${modelLink(best.row.slug, best.row.name)} at ${best.host} has the same capabilities, an equal or higher score (${(best.row.service_score ?? 0).toFixed(1)}), and would cost ${formatUsdOrFree(best.usd)}: <b>${saving(now, best.usd)}</b>.`
    : html`You pay ${formatUsdOrFree(now)} now. No other model with the same capabilities and an equal or higher score would cost less than you pay now.`;
}
