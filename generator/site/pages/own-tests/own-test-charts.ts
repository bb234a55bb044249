/** The charts of our own tests: a row for each tokenizer, and for each of the models that most hosts sell. */
import {
  SAME_MODEL_DIFFERENT_HOST_TEST as HOSTS,
  listTokenizerCaveatsInText,
  TOKENIZER_TAX_TEST as TAX,
} from "../../../../build/experiments/own-tests.ts";
import { median } from "../../../../build/experiments/statistics.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { listItemsOfTest } from "../../../endpoints/own-tests/own-test.ts";
import {
  getOwnTestReport,
  listHostPriceSpreads,
  listTokenizersWithTaxRatios,
} from "../../../experiments/test-reports.ts";
import { modelPagePath, ownTestPagePath } from "../../components/addresses.ts";
import { createPriceSpreadAxis, createScoreAxis } from "../../components/charts/axes.ts";
import type { Chart } from "../../components/charts/chart.ts";
import { createRangeChartDrawer, type RangeChartRow } from "../../components/charts/range-rows.ts";
import { formatUsdOrFree } from "../../components/html.ts";
import { formatOneDecimal, providerNameOfSlug } from "../../components/parts.ts";

/** @returns null for a test without results that can be drawn. */
export const toOwnTestChart = (test: string, catalog: Catalog): Chart | null =>
  test === TAX.test
    ? toTokenizerTaxChart(catalog)
    : test === HOSTS.test
      ? toHostSpreadChart(catalog)
      : null;

const placeOf = (test: string, catalog: Catalog) => ({
  id: `own-tests/${test}`,
  asOf: getOwnTestReport(test, catalog).asOf,
  page: ownTestPagePath(test),
  table: `${ownTestPagePath(test)}#results`,
});

/** The languages of the translations, and the tokenizers that models use: each with the lowest mean first. */
export function getTokenizerTaxTable(catalog: Catalog) {
  const rows = listTokenizersWithTaxRatios(catalog).toSorted((a, b) => a.score - b.score);
  const mean = (language: string) =>
    rows.reduce((sum, { ratios }) => sum + (ratios[language] ?? 0), 0);
  const languages = listItemsOfTest(TAX, catalog)
    .filter(({ meta }) => meta.is_translation)
    .map(({ item_id, meta }) => ({ id: item_id, name: String(meta.name) }))
    .toSorted((a, b) => mean(a.id) - mean(b.id));
  return { rows, languages };
}

export const formatFactor = (ratio: number): string => `${formatOneDecimal(ratio)}×`;

function toTokenizerTaxChart(catalog: Catalog): Chart | null {
  const { rows, languages } = getTokenizerTaxTable(catalog);
  const [best, worst] = [rows[0], rows.at(-1)];
  if (!best || !worst) return null;
  const others = best === worst ? "" : `, ${Math.round(worst.score)} % more with ${worst.name}`;
  const toRow = (row: (typeof rows)[number]): RangeChartRow => {
    const { name, ratios, score } = row;
    const dots = languages
      .flatMap(({ id, name: language }) =>
        ratios[id] === undefined ? [] : { language, value: ratios[id] },
      )
      .toSorted((a, b) => a.value - b.value)
      .map(({ language, value }) => ({
        ...{ language, value, name: `${language}: ${name}` },
        facts: [["Tokens", `${value.toFixed(2)}× those of English`]] as const,
      }));
    const colour = row === best || row === worst ? "ink" : "quiet";
    const label = dots.at(-1)?.language ?? "";
    return { name, colour, dots, label, figure: `+${Math.round(score)}\u00a0%` };
  };
  const title = `Other languages need ${Math.round(best.score)} % more tokens than English with ${best.name}${others}`;
  return {
    ...placeOf(TAX.test, catalog),
    title,
    note: listTokenizerCaveatsInText(title).join(" "),
    subtitle: `Each dot is one of ${languages.length} translations of the same passage; its position shows how many times as many tokens it needs as the English text. A dot with a name is the language that needs the most tokens.`,
    columns: ["tokenizer", "language", "multiple_of_english_tokens"],
    rows: rows.flatMap(({ name, ratios }) =>
      languages.map(({ id }) => [name, id, ratios[id] ?? null]),
    ),
    draw: createRangeChartDrawer({
      rows: rows.map(toRow),
      ...{ figureTitle: "Mean", axisTitle: "Multiple of the English tokens" },
      createAxis: (values, range) => createScoreAxis(values, null, range, (ratio) => `${ratio}×`),
    }),
  };
}

/** So many are drawn. */
const MODELS = 14;

/** The models that most hosts sell. */
export const listWidelySoldModels = (catalog: Catalog) =>
  listHostPriceSpreads(catalog)
    .toSorted((a, b) => b.hosts - a.hosts || compareByCodePoint(a.slug, b.slug))
    .slice(0, MODELS);

function toHostSpreadChart(catalog: Catalog): Chart | null {
  const spreads = listWidelySoldModels(catalog).toSorted((a, b) => b.ratio - a.ratio);
  if (spreads.length === 0) return null;
  const toRow = ({ name, slug, hosts, ...of }: (typeof spreads)[number]): RangeChartRow => {
    const dot = (host: string, value: number, look: string) => ({
      ...{ name, value, look, href: modelPagePath(slug) },
      facts: [
        ["Host", providerNameOfSlug(host, catalog)],
        ["Blended", formatUsdOrFree(value)],
      ] as const,
    });
    return {
      ...{ name: `${name} (${hosts})`, colour: "ink", figure: formatFactor(of.ratio) },
      dots: [
        dot(of.cheapestHost, of.blendedLowest, "big"),
        dot(of.dearestHost, of.blendedHighest, "ring big"),
      ],
    };
  };
  const half = Math.floor(10 * median(spreads.map(({ ratio }) => ratio))) / 10;
  return {
    ...placeOf(HOSTS.test, catalog),
    title: `Of the ${spreads.length} models with the most hosts, half cost at least ${half} times as much at the most expensive host as at the cheapest`,
    subtitle:
      "From the cheapest host (filled dot) to the most expensive (ring): blended price (3:1) in USD per 1M tokens. The number of hosts is in brackets.",
    columns: ["model", "hosts", "lowest_usd_per_mtok", "highest_usd_per_mtok", "ratio"],
    rows: spreads.map(({ slug, hosts, blendedLowest, blendedHighest, ratio }) => [
      ...[slug, hosts, blendedLowest, blendedHighest, ratio],
    ]),
    draw: createRangeChartDrawer({
      rows: spreads.map(toRow),
      ...{ figureTitle: "Highest ÷ lowest", axisTitle: "USD per 1M tokens, blended" },
      createAxis: createPriceSpreadAxis,
    }),
  };
}
