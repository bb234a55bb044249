/**
 * Answers of the upstreams that have no frozen copy, made by code in their documented formats and large
 * enough to count as full. Samples for a replay server: every figure in them is invented.
 */

import type { Attention } from "../../build/schema/editorial.ts";
import { createCollectors } from "../../build/sources/collectors.ts";
import type { LiveRequest } from "../../build/sources/live.ts";
import { daysBefore } from "../../build/sources/parse/rows.ts";
import { FILERS } from "../../build/sources/sec-edgar.ts";

export interface UpstreamSample {
  url: string;
  body: string;
}

const RENTABLE = 20;
const FISCAL_YEARS = [2021, 2022, 2023, 2024, 2025];

/**
 * Source → what its addresses answer on that day. `attention` as the collectors get it.
 *
 * @param models How many a list of models has; 300 count as a full one.
 */
export function upstreamSamples(
  day: string,
  attention: readonly Attention[],
  models = 300,
): Map<string, UpstreamSample[]> {
  const samples = new Map<string, UpstreamSample[]>();
  for (const { source, live } of createCollectors({ hostAliases: [], attention })) {
    if (!(source.id in BODIES)) continue;
    const answer = (requests: readonly LiveRequest[]) =>
      requests.map(({ url, path }) => ({
        url,
        path,
        body: JSON.stringify(BODIES[source.id]?.({ url, path, models })),
      }));
    const first = answer(live?.requests(day) ?? []);
    const files = new Map(first.map(({ path, body }) => [path, body]));
    const all = [...first, ...answer(live?.follow?.(files, day) ?? [])];
    samples.set(
      source.id,
      all.map(({ url, body }) => ({ url, body })),
    );
  }
  return samples;
}

type Body = (request: { url: string; path: string; models: number }) => unknown;

const BODIES: Readonly<Record<string, Body>> = {
  openrouter: ({ url, models }) =>
    url.endsWith("/endpoints") ? endpointsOf(url) : { data: sampleModels(models) },
  "hacker-news": ({ url }) => storiesOf(url),
  wikimedia: ({ url }) => viewsOf(url),
  "github-stars": ({ url }) => repositoryOf(url),
  "vast-ai": ({ url }) => rentalsOf(url),
  "sec-edgar": ({ path }) => companyFactsOf(path.replace(".json", "")),
};

/** A number that stays the same for the same text, so that two nights are alike. */
const figureOf = (text: string, below: number): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) % below;

function sampleModels(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `sample-lab/sample-${index}`,
    canonical_slug: `sample-lab/sample-${index}-20260101`,
    hugging_face_id: index % 2 === 0 ? `sample-lab/Sample-${index}` : null,
    name: `Sample Lab: Sample ${index}`,
    created: 1_767_225_600 + index * 3600,
    description: "",
    context_length: 131_072,
    architecture: {
      modality: "text->text",
      input_modalities: ["text"],
      output_modalities: ["text"],
      tokenizer: "Other",
      instruct_type: null,
    },
    pricing: { prompt: `0.0000${100 + index}`, completion: `0.0000${400 + index}` },
    top_provider: { context_length: 131_072, max_completion_tokens: 16_384, is_moderated: false },
    per_request_limits: null,
    supported_parameters: ["max_tokens", "temperature", "tools"],
    default_parameters: {},
    expiration_date: null,
  }));
}

function endpointsOf(url: string): unknown {
  const id = url.split("/").slice(-3, -1).join("/");
  const endpoint = {
    name: `DeepInfra | ${id}`,
    model_name: id,
    context_length: 131_072,
    pricing: { prompt: "0.000001", completion: "0.000004", request: "0", image: "0", discount: 0 },
    provider_name: "DeepInfra",
    tag: "deepinfra/fp8",
    quantization: "fp8",
    max_completion_tokens: 16_384,
    max_prompt_tokens: null,
    supported_parameters: ["max_tokens", "temperature"],
    status: 0,
    uptime_last_30m: 99.5,
    supports_implicit_caching: false,
  };
  return { data: { id, name: id, created: 1_767_225_600, endpoints: [endpoint] } };
}

function storiesOf(url: string): unknown {
  const query = new URL(url).searchParams.get("query") ?? "";
  return {
    hits: [],
    nbHits: figureOf(query, 40),
    page: 0,
    nbPages: 0,
    hitsPerPage: 0,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    query,
    processingTimeMS: 3,
  };
}

function viewsOf(url: string): unknown {
  const [article = "", , first = "", last = ""] = url.split("/").slice(-4);
  const days: string[] = [];
  for (let day = withDashes(last); day >= withDashes(first); day = daysBefore(day, 1))
    days.unshift(day);
  return {
    items: days.map((day) => ({
      project: "en.wikipedia",
      article: decodeURIComponent(article),
      granularity: "daily",
      timestamp: `${day.replaceAll("-", "")}00`,
      access: "all-access",
      agent: "user",
      views: 500 + figureOf(article + day, 5000),
    })),
  };
}

/** `20260301` → `2026-03-01`. */
const withDashes = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

function repositoryOf(url: string): unknown {
  const [owner = "", name = ""] = url.split("/").slice(-2);
  const stars = 1000 + figureOf(url, 90_000);
  return {
    id: figureOf(url, 1_000_000),
    name,
    full_name: `${owner}/${name}`,
    private: false,
    owner: { login: owner, type: "Organization" },
    html_url: `https://github.com/${owner}/${name}`,
    fork: false,
    stargazers_count: stars,
    watchers_count: stars,
    forks_count: 100,
    archived: false,
  };
}

function rentalsOf(url: string): unknown {
  const query = JSON.parse(new URL(url).searchParams.get("q") ?? "{}") as {
    gpu_name: { in: string[] };
  };
  const [name = ""] = query.gpu_name.in;
  const offers = Array.from({ length: RENTABLE }, (_, index) => ({
    id: figureOf(name, 100_000) * 100 + index,
    machine_id: index,
    gpu_name: name,
    num_gpus: 2 ** (index % 4),
    gpu_ram: 81_559,
    dph_base: 2 ** (index % 4) * (1 + index / 20),
    dph_total: 2 ** (index % 4) * (1.01 + index / 20),
    min_bid: 0.5,
    rentable: true,
    rented: false,
    verification: "verified",
    reliability2: 0.99,
    geolocation: "Sample, XX",
  }));
  return { success: true, offers };
}

/** What the SEC calls a company of ours. */
const ENTITY_NAMES: Readonly<Record<string, string>> = {
  amazon: "AMAZON.COM, INC.",
  apple: "Apple Inc.",
  digitalocean: "DigitalOcean Holdings, Inc.",
  google: "Alphabet Inc.",
  ibm: "INTERNATIONAL BUSINESS MACHINES CORPORATION",
  intel: "INTEL CORPORATION",
  meta: "Meta Platforms, Inc.",
  microsoft: "MICROSOFT CORPORATION",
  nvidia: "NVIDIA CORPORATION",
  salesforce: "Salesforce, Inc.",
  snowflake: "Snowflake Inc.",
};

function companyFactsOf(slug: string): unknown {
  const cik = Number(FILERS.find((filer) => filer.slug === slug)?.cik);
  const year = (fy: number, val: number) => ({
    start: `${fy}-01-01`,
    end: `${fy}-12-31`,
    val,
    accn: `${String(cik).padStart(10, "0")}-${String(fy - 1999)}-000001`,
    fy,
    fp: "FY",
    form: "10-K",
    filed: `${fy + 1}-02-01`,
    frame: `CY${fy}`,
  });
  const years = (scale: number) =>
    FISCAL_YEARS.map((fy) => year(fy, scale * (1000 + figureOf(`${slug}${fy}`, 1000))));
  const concept = (label: string, figures: unknown[]) => ({
    label,
    description: "",
    units: { USD: figures },
  });
  return {
    cik,
    entityName: ENTITY_NAMES[slug],
    facts: {
      dei: {
        EntityCommonStockSharesOutstanding: {
          label: "Entity Common Stock, Shares Outstanding",
          description: "",
          units: { shares: [{ ...year(2025, 1_000_000), start: undefined }] },
        },
      },
      "us-gaap": {
        Revenues: concept("Revenues", years(1_000_000)),
        PaymentsToAcquirePropertyPlantAndEquipment: concept(
          "Payments to Acquire Property, Plant, and Equipment",
          years(100_000),
        ),
      },
    },
  };
}
