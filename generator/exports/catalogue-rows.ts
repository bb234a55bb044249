/** Rows of the catalogue's own datasets: models, labs and hosts, benchmarks, each by slug. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { ModelRow } from "../../build/read-model/catalog/rows.ts";
import { byText } from "../../build/schema/order.ts";
import { toPricing } from "../endpoints/models/prices.ts";
import { sourceLicense } from "../endpoints/service/source.ts";

type ExportRow = Record<string, unknown>;

const bySlug = <Row extends { slug: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => byText(a.slug, b.slug));

export const modelRows = (catalog: Catalog): ExportRow[] =>
  bySlug(catalog.models).map((model) => toModelRow(model, catalog));

function toModelRow(model: ModelRow, catalog: Catalog): ExportRow {
  const { input, output, basis } = toPricing(model, catalog);
  const { tools, reasoning, structured_output, attachments } = model.supports;
  return {
    slug: model.slug,
    name: model.name,
    lab: model.lab,
    model_type: model.model_type,
    is_open_source: model.is_open_source,
    weights_license: model.weights_license,
    release_date: model.release_date,
    release_date_basis: model.release_date_basis,
    knowledge_cutoff: model.knowledge_cutoff,
    retirement_date: model.retirement_date,
    context_window: model.context_window,
    max_output_tokens: model.max_output_tokens,
    input_modalities: toCell(model.input_modalities),
    output_modalities: toCell(model.output_modalities),
    supports_tools: tools,
    supports_reasoning: reasoning,
    supports_structured_output: structured_output,
    supports_attachments: attachments,
    input_usd_per_m: input,
    output_usd_per_m: output,
    price_basis: basis,
    hosts: model.offers,
    price_changes: model.price_changes,
    first_seen: model.first_seen,
    as_of: model.as_of,
  };
}

/** Empty when unknown. */
const toCell = (values: readonly string[]): string | null => values.join(";") || null;

export const providerRows = ({ providers }: Catalog): ExportRow[] =>
  bySlug(providers).map((provider) => ({
    slug: provider.slug,
    name: provider.name,
    is_lab: provider.is_lab,
    is_host: provider.is_host,
    host_kind: provider.host_kind,
    models: provider.models,
    offers: provider.offers,
    homepage: provider.url,
    api_url: provider.api_url,
    documentation_url: provider.documentation_url,
    as_of: provider.newest,
  }));

export const benchmarkRows = (catalog: Catalog): ExportRow[] =>
  bySlug(catalog.benchmarks).map((benchmark) => ({
    slug: benchmark.slug,
    name: benchmark.name,
    category: benchmark.category,
    unit: benchmark.unit,
    max_score: benchmark.max_score,
    chance_score: benchmark.floor,
    higher_is_better: benchmark.higher_is_better,
    default_configuration: benchmark.default_configuration,
    part_of: benchmark.part_of,
    models_tested: benchmark.models_tested,
    source: benchmark.source,
    source_url: benchmark.source_url,
    source_license: sourceLicense(benchmark.source, catalog),
    as_of: benchmark.as_of,
  }));
