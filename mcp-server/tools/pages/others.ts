/** Providers, benchmarks, glossary terms and findings as pages. */
import type { z } from "zod";
import type { BenchmarkEntry } from "../../../generator/endpoints/benchmarks/benchmark.ts";
import type { FindingItem } from "../../../generator/endpoints/findings/finding.ts";
import type { GlossaryTerm } from "../../../generator/endpoints/glossary/glossary-term.ts";
import type { Pricing } from "../../../generator/endpoints/models/prices.ts";
import type { ProviderEntry } from "../../../generator/endpoints/providers/provider.ts";
import type { Asked } from "../ask.ts";
import { type Page, type Row, toRows } from "../tool.ts";
import { joined, prices, rounded } from "../words.ts";

interface ProviderDetail extends ProviderEntry {
  models_made: { slug: string; name: string; release_date: string | null; pricing: Pricing }[];
  models_sold: {
    model: string;
    name: string;
    model_id: string;
    input: number | null;
    output: number | null;
  }[];
}

export function providerPage({ data, url, as_of }: Asked<ProviderDetail>): Page {
  const { slug, name, is_lab, is_host, models, offers, models_made, models_sold } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}): ${joined([is_lab && `makes ${models} models`, is_host && `sells ${offers}`], ", ")}.`,
      joined([data.url, data.api_url !== null && `API ${data.api_url}`]),
    ].filter((line) => line !== ""),
    value: { slug, name, is_lab, is_host },
    tables: [
      {
        field: "models_made",
        heading: "Models it makes, the newest first",
        rows: toRows(models_made, (model) => ({
          text: `${model.name} (${model.slug}), released ${model.release_date ?? "on an unknown day"}, ${prices(model.pricing)} per 1M tokens`,
          value: model.slug,
        })),
        total: models_made.length,
        more: `all of them are at ${url}`,
      },
      {
        field: "models_sold",
        heading: "Models it sells, USD per 1M tokens",
        rows: toRows(models_sold, (offer) => ({
          text: `${offer.name} (${offer.model}): ${prices(offer)}, id ${offer.model_id}`,
          value: offer.model,
        })),
        total: models_sold.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}

interface BenchmarkDetail extends BenchmarkEntry {
  scores: { name: string; slug: string; score: number; configuration: string | null }[];
}

export function benchmarkPage({ data, url, as_of }: Asked<BenchmarkDetail>): Page {
  const { slug, name, category, unit, models_tested, higher_is_better, max_score, scores } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}): ${category} benchmark, ${models_tested} models tested, score in ${unit}${max_score === null ? "" : ` of at most ${max_score}`}, ${higher_is_better ? "higher" : "lower"} is better.`,
      `Scores from ${data.source}, licence ${data.source_license}: ${data.source_url}`,
    ],
    value: { slug, name, category, unit, models_tested, higher_is_better },
    tables: [
      {
        field: "scores",
        heading: "Leaderboard",
        rows: toRows(scores, (row) => ({
          text: `${row.name} (${row.slug}): ${rounded(row.score)}${row.configuration === null ? "" : `, ${row.configuration}`}`,
          value: { slug: row.slug, score: row.score },
        })),
        total: scores.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}

export function glossaryPage({ data, url, as_of }: Asked<z.infer<typeof GlossaryTerm>>): Page {
  const { slug, name, summary, text, also, see_also } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name}: ${summary}`,
      text,
      also.length > 0 ? `Also called ${also.join(", ")}.` : "",
      see_also.length > 0 ? `See also ${see_also.join(", ")}.` : "",
    ].filter((line) => line !== ""),
    value: { slug, name, summary, also, see_also },
    tables: [],
  };
}

export function findingRow({ id, date, kind, title, summary, models, url }: FindingItem): Row {
  return {
    text: `${date} ${title}. ${summary}`,
    value: { id, date, kind, title, models, url },
  };
}

export function findingPage({ id, date, kind, title, summary, ...rest }: FindingItem): Page {
  return {
    title,
    url: rest.url,
    asOf: date,
    lines: [`${date} ${title}`, summary],
    value: { id, date, kind, models: rest.models, numbers: rest.numbers },
    tables: [],
  };
}
