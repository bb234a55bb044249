/**
 * A made-up market of realistic size for whole nights: 3 labs, 40 hosts, about 900 ids, and what three upstreams report
 * of it in their own formats. What is true is plain data, to be changed by a test; each upstream reports its part.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SourceReader } from "../../build/ingest/run.ts";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { checkAndRecordChanges } from "../../build/model/record-changes.ts";
import { type Collector, UpstreamError } from "../../build/sources/collector.ts";
import { readFunctionContext } from "../../generator/pipeline/function-data.ts";
import { type NightlyResult, runNight } from "../../nightly/night.ts";
import { sampleBenchmark, sampleProvider, sampleSource } from "./fact-builders.ts";
import { buildFunctionData } from "./night-world.ts";
import { SAMPLE_FACTS, type SampleFacts, writeSampleFacts } from "./sample-facts.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** A model at a host, as it is. */
export interface SimulatedOffer {
  host: string;
  /** Slug of the model, and its id at every host. */
  id: string;
  isOpen: boolean;
  input: number;
  output: number;
  context: number;
}

/** What is true, by `host id`. */
export type SimulatedOffers = Map<string, SimulatedOffer>;

const LABS = { acme: "quark", delta: "lepton", omega: "muon" } as const;
type Lab = keyof typeof LABS;
const LAB_SLUGS = Object.keys(LABS) as Lab[];
const named = (word: string, letters: string) => [...letters].map((letter) => `${word}-${letter}`);
const CLOUDS = named("cirrus", "abcd");
const ROUTERS = named("router", "abc");
const INFERENCE = named("bazaar", "abcdefghijklmnopqrstuvwxyz").concat(named("stall", "abcd"));
const HOSTS = [...LAB_SLUGS, ...CLOUDS, ...ROUTERS, ...INFERENCE];

/** Whose hosts each upstream follows. */
const FOLLOWED: Readonly<Record<string, (host: string) => boolean>> = {
  "models-dev": () => true,
  litellm: (host) => !ROUTERS.includes(host) && !/^(bazaar-[c-z]|stall)/.test(host),
  "genai-prices": (host) => host in LABS,
};

const round = (value: number): number => Number(value.toPrecision(4));
const isOpenModel = (lab: Lab, number: number): boolean =>
  lab === "delta" || (lab === "omega" && number % 2 === 0);

/** A model at its lab. @param number From 1 on. */
export const createSimulatedLabOffer = (lab: Lab, number: number): SimulatedOffer => ({
  ...{ host: lab, id: `${LABS[lab]}-${number}`, isOpen: isOpenModel(lab, number) },
  ...{ input: round(0.2 + 0.37 * (number % 50)), output: round((0.2 + 0.37 * (number % 50)) * 4) },
  context: 100_000 + 1000 * number,
});

/** Clouds ask what the lab does, and a host the same share of it for each model. */
function shareOf(host: string): number {
  if (host in LABS || CLOUDS.includes(host)) return 1;
  const index = HOSTS.indexOf(host);
  return ROUTERS.includes(host) ? 1 + 0.02 * (index % 4) : 0.8 + 0.06 * (index % 7);
}

/** The model at another host. */
export const toSimulatedHostOffer = (model: SimulatedOffer, host: string): SimulatedOffer => ({
  ...{ ...model, host },
  ...{ input: round(model.input * shareOf(host)), output: round(model.output * shareOf(host)) },
});

const isSoldAt = ({ host: lab, isOpen }: SimulatedOffer, host: string, index: number): boolean => {
  if (host in LABS) return host === lab;
  if (ROUTERS.includes(host)) return true;
  return CLOUDS.includes(host)
    ? !isOpen || index % 2 === 0
    : isOpen && (index + HOSTS.indexOf(host)) % 2 === 0;
};

export const addSimulatedOffer = (truth: SimulatedOffers, one: SimulatedOffer): SimulatedOffers =>
  truth.set(`${one.host} ${one.id}`, one);

function toTruth(): SimulatedOffers {
  const truth: SimulatedOffers = new Map();
  const models = LAB_SLUGS.flatMap((lab) =>
    Array.from({ length: 20 }, (_, index) => createSimulatedLabOffer(lab, index + 1)),
  );
  for (const host of HOSTS)
    for (const [index, model] of models.entries())
      if (isSoldAt(model, host, index)) addSimulatedOffer(truth, toSimulatedHostOffer(model, host));
  return truth;
}

type Files = Record<string, string>;
type Row = Record<string, unknown>;
/** What one upstream reports, before it is text: changed by a test that distorts it. */
export interface UpstreamReports {
  "models-dev": Record<string, { models: Record<string, Row> } & Row>;
  litellm: Record<string, Row>;
  "genai-prices": { id: string; models: Row[] }[];
}

function toReports(truth: SimulatedOffers): UpstreamReports {
  const of = (source: string) => [...truth.values()].filter(({ host }) => FOLLOWED[source]?.(host));
  const reports: UpstreamReports = { "models-dev": {}, litellm: {}, "genai-prices": [] };
  for (const one of of("models-dev")) {
    const { host, id, isOpen, input, output, context } = one;
    reports["models-dev"][host] ??= {
      ...{ id: host, name: `Host ${host}`, api: `https://${host}.example/v1`, models: {} },
    };
    const entry = {
      ...{ id, name: nameOf(id), open_weights: isOpen, release_date: "2026-01-05" },
      ...{ attachment: false, reasoning: true, tool_call: true, knowledge: "2025-06" },
      modalities: { input: ["text"], output: ["text"] },
      ...{ limit: { context, output: 8000 }, cost: { input, output, cache_read: input / 10 } },
    };
    Object.assign(reports["models-dev"][host].models, { [id]: entry });
  }
  for (const { host, id, input, output, context } of of("litellm"))
    reports.litellm[`${host}/${id}`] = {
      ...{ litellm_provider: host, mode: "chat", max_input_tokens: context },
      ...{ input_cost_per_token: input / 1e6, output_cost_per_token: output / 1e6 },
      ...{ max_output_tokens: 8000, supports_function_calling: true },
    };
  for (const lab of LAB_SLUGS) {
    const own = of("genai-prices").filter(({ host }) => host === lab);
    const models = own.map(({ id, input, output, context }) => ({
      ...{ id, name: nameOf(id), context_window: context },
      prices: { input_mtok: input, output_mtok: output },
    }));
    reports["genai-prices"].push({ id: lab, models });
  }
  return reports;
}

const nameOf = (id: string): string => `${id[0]?.toUpperCase()}${id.slice(1).replace("-", " ")}`;

/** A result of each model of the labs. */
const toRecords = (truth: SimulatedOffers) =>
  Object.fromEntries(
    [...truth.values()]
      .filter(({ host }) => host in LABS)
      .map(({ host, id }) => [
        `${host}/${id}`,
        {
          ...{ id: `${host}/${id}`, name: nameOf(id), release_date: "2026-01-05" },
          benchmarks: [
            {
              ...{
                name: "Sample Test",
                score: 20 + (Number(id.split("-")[1]) % 60),
                date: "2026-01-20",
              },
              source: `https://sample.example/${id}`,
            },
          ],
        },
      ]),
  );

const toFiles = (reports: UpstreamReports, truth: SimulatedOffers): Record<string, Files> => ({
  "models-dev": {
    "api.json": JSON.stringify(reports["models-dev"]),
    "models.json": JSON.stringify(toRecords(truth)),
  },
  litellm: { "model_prices_and_context_window.json": JSON.stringify(reports.litellm) },
  "genai-prices": { "data.json": JSON.stringify(reports["genai-prices"]) },
});

const own = { source: "operator" } as const;
const kindOf = (host: string) =>
  host in LABS
    ? { is_lab: true, host_kind: "lab" as const, own_hosts: [host] }
    : CLOUDS.includes(host)
      ? { host_kind: "cloud" as const }
      : { host_kind: ROUTERS.includes(host) ? ("router" as const) : ("inference" as const) };

const FACTS: SampleFacts = {
  json: {
    ...(SAMPLE_FACTS.json.service && { service: SAMPLE_FACTS.json.service }),
    sources: ["operator", ...Object.keys(FOLLOWED)].map((id) => ({
      ...sampleSource(id),
      recorded_on: "2026-02-01",
    })),
    benchmarks: [sampleBenchmark("sample-test", own)],
    providers: HOSTS.map((slug) => sampleProvider(slug, { ...own, ...kindOf(slug) })),
  },
  csv: {
    labPrefixes: {
      labs: LAB_SLUGS.map((lab) => ({ prefix: LABS[lab], lab, base_model: null })),
    },
    hostAliases: {
      hosts: [
        ...LAB_SLUGS.map((host) => ({ source: "genai-prices", name: host, host })),
        ...HOSTS.map((host) => ({ source: "litellm", name: host, host })),
      ].sort((a, b) => (a.source + a.name < b.source + b.name ? -1 : 1)),
    },
  },
};

export interface LargeSimulatedMarket {
  /** What is true from now on; changed in place. */
  truth: SimulatedOffers;
  /** Changes what the upstreams report of it. */
  distort?: (reports: UpstreamReports) => void;
  /** Sources whose address does not answer. */
  down: Set<string>;
  night(day: string): Promise<NightlyResult>;
  /** Everything that is for sale, as published. */
  offers(): readonly OfferRow[];
  copy(): Promise<LargeSimulatedMarket>;
  close(): void;
}

export async function createLargeSimulatedMarket(): Promise<LargeSimulatedMarket> {
  const { folder } = await writeSampleFacts(FACTS);
  return openIn(folder);
}

/** So few rows are a full answer of the market's upstreams. */
const MIN_ROWS_FACTOR = 1 / 20;

function openIn(folder: string): LargeSimulatedMarket {
  const at = (name: string) => join(folder, name);
  const market: LargeSimulatedMarket = {
    ...{ truth: toTruth(), down: new Set() },
    night(day) {
      const reports = toReports(market.truth);
      market.distort?.(reports);
      return runNight(
        {
          ...{ dataFolder: at("data"), distFolder: at("dist"), functionData: at("function.bin") },
          ...{ reportsFolder: at("reports"), announced: at("announced.bin"), accept: [], day },
          ...{ minRowsFactor: MIN_ROWS_FACTOR, dryRun: false, hasAddress: true },
        },
        {
          ...{
            reader: readerOf(toFiles(reports, market.truth), market.down),
            check: checkAndRecordChanges,
          },
          ...{ build: buildFunctionData, testContract: async () => null },
          ...{ notify: async () => [], onStep: () => {} },
        },
      );
    },
    offers: () => readFunctionContext(at("function.bin")).catalog.offers,
    async copy() {
      const other = createTemporaryFolder("night-market");
      cpSync(folder, other, { recursive: true });
      return openIn(other);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
  return market;
}

const readerOf = (files: Record<string, Files>, down: ReadonlySet<string>): SourceReader => ({
  isDue: ({ id }) => id in files,
  async read({ id }: Collector) {
    if (down.has(id)) throw new UpstreamError(id, "status", `${id}: answered 503`);
    return { files: new Map(Object.entries(files[id] ?? {})), missing: [] };
  },
});
