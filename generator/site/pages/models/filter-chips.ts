/** Filters as chips above the table, with their descriptions, and the form with all filters. */
import {
  type ModelFilterName,
  type ParsedModelFilterValue,
  PROPRIETARY_LICENSE,
} from "../../../endpoints/models/model-filters.ts";
import { FILTERED_MODELS_PAGE_PATH } from "../../components/addresses.ts";
import { renderActiveFilter, renderSuggestedFilter } from "../../components/chips.ts";
import { formatLongDate, formatTokens, type Html, html } from "../../components/html.ts";
import { renderSelectOptions } from "../../components/parts.ts";
import type { ModelTableItem } from "./model-rows.ts";
import {
  getDefaultStatusFilter,
  MODEL_FILTER_NAMES,
  type ModelsView,
  toModelsViewWithoutFilterValue,
  toViewWithFilterValue,
} from "./view.ts";

const NAMES: Readonly<Record<string, string>> = {
  tools: "Tool calling",
  reasoning: "Reasoning",
  structured_output: "Structured output",
  attachments: "File input",
  image: "Vision",
  audio: "Audio input",
  pdf: "PDF input",
  video: "Video input",
  text: "Text input",
};

/** Bytes per weight at 4 bits, and the factor for activations and the cache. */
const BYTES_AT_4_BITS = 0.5;
const OVERHEAD = 1.2;
const MEMORIES_GB = [8, 16, 24, 48, 80, 192];
/** Billions of parameters that fit into this much memory. */
const toParameters = (gigabytes: number): number =>
  Math.floor(gigabytes / (BYTES_AT_4_BITS * OVERHEAD));

const describeModality = (value: string): string => NAMES[value] ?? `${value} input`;

/**
 * Text of a filter chip.
 * @param called Names of the labs, hosts or models whose slugs the value has; otherwise the value.
 */
const DESCRIPTIONS: Readonly<Record<ModelFilterName, (value: string, called: string) => string>> = {
  slugs: (_, called) => called,
  provider: (_, called) => `By ${called}`,
  host: (_, called) => `At ${called}`,
  exclude_provider: (_, called) => `Not by ${called}`,
  exclude_host: (_, called) => `Not at ${called}`,
  exclude_names: (value) => `Not ${value}`,
  open_source: () => "Open weights",
  model_type: (value) => `Type: ${value}`,
  supports: describeModality,
  input_modalities: describeModality,
  output_modalities: (value) => `${value} output`,
  lacks: (value) => `No ${describeModality(value).toLowerCase()}`,
  min_context: (value) => `Context ≥ ${formatTokens(Number(value))}`,
  max_context: (value) => `Context ≤ ${formatTokens(Number(value))}`,
  min_output_tokens: (value) => `Max output ≥ ${formatTokens(Number(value))}`,
  min_input_price: (value) => `Input ≥ $${value}`,
  min_output_price: (value) => `Output ≥ $${value}`,
  min_blended_price: (value) => `Blended ≥ $${value}`,
  max_input_price: (value) => `Input ≤ $${value}`,
  max_output_price: (value) => `Output ≤ $${value}`,
  max_blended_price: (value) => `Blended ≤ $${value}`,
  min_score: (value) => `Score ≥ ${value}`,
  license: (value, called) =>
    value === PROPRIETARY_LICENSE ? "Closed weights" : `Licence ${called}`,
  min_parameters: (value) => `≥ ${value}B parameters`,
  max_parameters: (value) => {
    const fits = MEMORIES_GB.find((memory) => toParameters(memory) === Number(value));
    return fits === undefined ? `≤ ${value}B parameters` : `Fits ${fits} GB at 4 bits`;
  },
  released_after: (value) => `Since ${formatLongDate(value)}`,
  released_before: (value) => `Before ${formatLongDate(value)}`,
  retires_after: (value) => `Retires on ${formatLongDate(value)} or later`,
  retires_before: (value) => `Retires before ${formatLongDate(value)}`,
  status: (value) => `${value} shown`.replace(/^./, (letter) => letter.toUpperCase()),
};

/** `groq,togetherai` → `Groq or Together AI`. A slug without a known name stays as it is. */
export const nameSlugs = (slugs: string, names?: ReadonlyMap<string, string>): string =>
  slugs
    .split(",")
    .map((slug) => names?.get(slug) ?? slug)
    .join(" or ");

const describe = (name: ModelFilterName, value: string, names?: ReadonlyMap<string, string>) =>
  DESCRIPTIONS[name](value, nameSlugs(value, names));

const SUGGESTED: readonly [ModelFilterName, ParsedModelFilterValue][] = [
  ["supports", ["tools"]],
  ["input_modalities", ["image"]],
  ["min_context", 200_000],
  ["open_source", true],
  ["min_score", 80],
  ["max_input_price", 1],
  ["max_parameters", toParameters(24)],
  ["status", ["superseded"]],
];

export interface FilterChip {
  label: string;
  isActive: boolean;
  /** The view after a click on the chip: without the filter if it is active, otherwise with it. */
  next: ModelsView;
}

/** Number of chips that fit on one line. */
const SHOWN = 8;

/** @returns Slug of a model, lab or host → its name. */
export const mapSlugsToNames = (
  models: readonly ModelTableItem[],
  hosts: Iterable<[slug: string, name: string]> = [],
): Map<string, string> =>
  new Map([
    ...models.map(({ row }) => [row.slug, row.name] as const),
    ...models.map(({ row }) => [row.lab, row.lab_name] as const),
    ...hosts,
  ]);

/** Active filters first, then suggestions. The default status has no chip. */
export function toFilterChips(view: ModelsView, names?: ReadonlyMap<string, string>): FilterChip[] {
  const usual = getDefaultStatusFilter(view) ?? [];
  const active = MODEL_FILTER_NAMES.flatMap((name) => {
    const value = view.filters[name] ?? [];
    return [value]
      .flat()
      .map(String)
      .filter((one) => name !== "status" || !usual.includes(one))
      .map((one) => ({
        label: describe(name, one, names),
        isActive: true,
        next: toModelsViewWithoutFilterValue(view, name, one),
      }));
  });
  const labels = new Set(active.map(({ label }) => label));
  const suggested = SUGGESTED.flatMap(([name, value]) => {
    const label = describe(name, String(value));
    const isTaken =
      labels.has(label) || (!Array.isArray(value) && view.filters[name] !== undefined);
    return isTaken
      ? []
      : [{ label, isActive: false, next: toViewWithFilterValue(view, name, value) }];
  });
  return [...active, ...suggested.slice(0, Math.max(0, SHOWN - active.length))];
}

export const renderFilterChips = (
  chips: readonly FilterChip[],
  toHref: (view: ModelsView) => string,
): Html =>
  html`${chips.map(({ label, isActive, next }) => (isActive ? renderActiveFilter : renderSuggestedFilter)(label, toHref(next)))}`;

type Choices = readonly (readonly [value: string, text: string])[];

/** A form with all filters. It leads to a filtered list; with JavaScript, the table updates on each change. */
export function renderFilterForm(hosts: Choices, labs: Choices): Html {
  const group = (legend: string, type: string, name: ModelFilterName, choices: Choices) =>
    html`<fieldset><legend>${legend}</legend><div class="chips">${choices.map(
      ([value, text]) =>
        html`<label class="filter-chip"><input type="${type}" name="${name}" value="${value}"${(value === "" || value === "current") && html` checked`}>${text}</label>\n`,
    )}</div></fieldset>\n`;
  const some = (legend: string, name: ModelFilterName, choices: Choices) =>
    group(legend, "checkbox", name, choices);
  const one = (legend: string, name: ModelFilterName, choices: Choices) =>
    group(legend, "radio", name, [["", "Any"], ...choices]);
  const select = (label: string, name: ModelFilterName, choices: Choices) =>
    html`<label>${label}<select name="${name}">${renderSelectOptions(choices)}</select></label>
`;
  const number = (label: string, name: ModelFilterName, step: string) =>
    html`<label>${label}<input name="${name}" type="number" min="0" step="${step}" inputmode="decimal"></label>
`;
  const called = (...names: string[]): Choices => names.map((name) => [name, NAMES[name] ?? name]);
  const sizes = [32_000, 128_000, 200_000, 1_000_000];
  return html`<form id="filters" action="${FILTERED_MODELS_PAGE_PATH}">
${some("Capabilities", "supports", called("tools", "reasoning", "structured_output", "attachments"))}${some("Input", "input_modalities", called("image", "audio", "pdf", "video"))}${one(
  "Context at least",
  "min_context",
  sizes.map((size) => [String(size), formatTokens(size)]),
)}${one("Weights", "open_source", [["true", "Open"]])}${one(
  "Fits in memory (parameters × 0.5 bytes at 4 bits × 1.2)",
  "max_parameters",
  MEMORIES_GB.map((memory) => [String(toParameters(memory)), `${memory} GB`]),
)}${some("Status", "status", [
  ["current", "Current"],
  ["superseded", "Superseded"],
  ["deprecated", "Retiring"],
  ["retired", "Retired"],
])}${one("Output", "model_type", [
  ["text", "Text"],
  ["image", "Image"],
  ["audio", "Audio"],
  ["video", "Video"],
  ["embedding", "Embedding"],
])}<div class="fields">
${number("Score at least", "min_score", "1")}${number("Input price at most, $ per 1M", "max_input_price", "0.01")}${number("Output price at most, $ per 1M", "max_output_price", "0.01")}<label>Released since<input name="released_after" type="date" min="2019-01-01"></label>
<label>Licence begins with<input name="license" maxlength="60" placeholder="apache"></label>
${select("Host", "host", hosts)}${select("Lab", "provider", labs)}</div>
<p class="actions"><button type="reset">Clear</button> <button class="primary" type="submit">Show models</button></p>
</form>`;
}
