import { describe, expect, test } from "vitest";
import { model, provider } from "../../../test/builders/fact-builders.ts";
import type { Provider } from "../../schema/provider.ts";
import type { OfferListing } from "../../sources/listing.ts";
import { NO_PRICES, NO_TRAITS } from "../../sources/parse/prices.ts";
import { NO_STATED_PRICES } from "../statements.ts";
import { backfill, type StandingFacts } from "./backfill.ts";
import type { HistoricStatement } from "./history.ts";
import type { SourceRecord } from "./ledger.ts";

const host = (slug: string, kind: Provider["host_kind"], own: string[] = []): Provider => ({
  ...provider(slug, { own_hosts: own }),
  host_kind: kind,
  host_kind_reason: "rule: made up",
});

const STANDING: StandingFacts = {
  models: [model("acme-large", "acme"), model("acme-small", "acme", { context_window: null })],
  providers: [host("acme", "lab", ["acme"]), host("openrouter", "router"), host("bazaar", "cloud")],
  modelAliases: [],
  ties: new Map([
    ["bazaar odd-name", "acme-small"],
    ["bazaar acme-large-fast-fp8", "acme-large"],
  ]),
};

const said = (
  source: string,
  at: string,
  modelId: string,
  recorded: string,
  [input, output]: readonly [number, number] = [1, 2],
  more: Partial<HistoricStatement> = {},
): HistoricStatement => ({
  source,
  host: at,
  modelId,
  recorded,
  effective: null,
  event: "stated",
  prices: { ...NO_STATED_PRICES, input, output },
  note: null,
  ...more,
});

const listed = (
  source: string,
  at: string,
  modelId: string,
  [input, output]: readonly [number | null, number | null] = [1, 2],
  more: Partial<OfferListing> = {},
): OfferListing => ({
  source,
  host: at,
  modelId,
  traits: NO_TRAITS,
  prices: { ...NO_PRICES, input, output },
  reasoningPrice: null,
  batchInput: null,
  batchOutput: null,
  tiers: [],
  status: "active",
  asOf: "2026-07-01",
  ...more,
});

const record = (
  source: string,
  recordedOn: string,
  history: HistoricStatement[],
  offers: OfferListing[] = [],
): SourceRecord => ({ source, recordedOn, history, offers });

const run = (records: SourceRecord[]) => backfill(records, STANDING);
const rowsOf = (records: SourceRecord[], at: string) =>
  (run(records).prices.get(at) ?? []).map(
    ({ recorded, model_id, event, input, output, note }) =>
      `${recorded} ${model_id} ${event === "withdrawn" ? event : `${input}/${output}`}${note ? ` ${note.split(":")[0]}` : ""}`,
  );

describe("statements of one source", () => {
  test("are the history and what its listing says beyond it", () => {
    const history = [
      said("models-dev", "acme", "acme-large", "2026-01-01"),
      said("models-dev", "acme", "acme-small", "2026-01-01"),
      said("models-dev", "acme", "acme-small", "2026-02-01", [3, 4]),
    ];
    const listing = [listed("models-dev", "acme", "acme-small", [3, 5])];
    expect(rowsOf([record("models-dev", "2026-07-01", history, listing)], "acme")).toEqual([
      "2026-01-01 acme-large 1/2",
      "2026-01-01 acme-small 1/2",
      "2026-02-01 acme-small 3/4",
      "2026-07-01 acme-large withdrawn",
      "2026-07-01 acme-small 3/5",
    ]);
  });

  test("of the listing's own day have what the listing says beyond the history", () => {
    const history = [said("models-dev", "acme", "acme-large", "2026-07-01")];
    const listing = [listed("models-dev", "acme", "acme-large", [1, 2], { reasoningPrice: 3 })];
    const { prices } = run([record("models-dev", "2026-07-01", history, listing)]);
    expect(prices.get("acme")).toMatchObject([{ recorded: "2026-07-01", input: 1, reasoning: 3 }]);
  });

  test("that repeat the one before, or end what was not stated, are left out", () => {
    const history = [
      said("models-dev", "acme", "acme-large", "2026-01-01"),
      said("models-dev", "acme", "acme-large", "2026-02-01"),
      said("models-dev", "acme", "acme-small", "2026-02-01", [1, 2], {
        event: "withdrawn",
        prices: NO_STATED_PRICES,
      }),
    ];
    const listing = [listed("models-dev", "acme", "acme-large")];
    expect(rowsOf([record("models-dev", "2026-07-01", history, listing)], "acme")).toEqual([
      "2026-01-01 acme-large 1/2",
    ]);
  });

  test("under two names of one id are one series, ended when neither is listed", () => {
    const gone = { event: "withdrawn", prices: NO_STATED_PRICES } as const;
    const history = [
      said("models-dev", "bazaar", "acme/acme-large", "2025-12-01"),
      said("litellm", "bazaar", "acme-large", "2026-01-01", [1, 2]),
      said("litellm", "bazaar", "acme/acme-large", "2026-02-01", [3, 4]),
      said("litellm", "bazaar", "acme-large", "2026-02-01", [1, 2], gone),
      said("litellm", "bazaar", "acme/acme-large", "2026-03-01", [3, 4], gone),
    ];
    const rows = rowsOf(
      [
        record("models-dev", "2026-07-01", history.slice(0, 1), [
          listed("models-dev", "bazaar", "acme/acme-large"),
        ]),
        record("litellm", "2026-08-01", history.slice(1)),
      ],
      "bazaar",
    );
    expect(rows).toEqual([
      "2025-12-01 acme/acme-large 1/2",
      "2026-01-01 acme/acme-large 1/2",
      "2026-02-01 acme/acme-large 3/4",
      "2026-03-01 acme/acme-large withdrawn",
    ]);
  });
});

test("a launch price stands under the id by which the host sold the model first", () => {
  const launch = (modelId: string) =>
    said("litellm", "acme", modelId, "2026-08-01", [9, 9], { effective: "2023-03-14" });
  const history = [
    said("litellm", "acme", "acme-large-20240101", "2024-01-31"),
    said("litellm", "acme", "acme-large-20250101", "2025-01-31"),
    said("litellm", "acme", "acme-small", "2024-01-31"),
    launch("acme-large"),
    launch("acme-small"),
  ];
  const prices = run([record("litellm", "2026-08-01", history)]).prices.get("acme") ?? [];
  expect(prices.filter(({ input }) => input === 9).map(({ model_id }) => model_id)).toEqual([
    "acme-large-20240101",
    "acme-small",
  ]);
});

describe("a reseller's price", () => {
  const genai = (at: string, id: string, day: string, price: readonly [number, number]) =>
    said("genai-prices", at, id, day, price);

  test("is marked at a lab that states what OpenRouter states in the same import", () => {
    const history = [
      genai("acme", "acme-large", "2025-06-22", [1, 2]),
      genai("acme", "acme-small", "2025-06-22", [5, 6]),
      genai("openrouter", "acme/acme-large", "2025-06-22", [1, 2]),
      genai("openrouter", "acme/acme-small", "2025-06-22", [3, 4]),
      genai("bazaar", "acme-large", "2025-06-22", [1, 2]),
      genai("acme", "acme-large-2", "2025-07-22", [1, 2]),
    ];
    const offers = history.map(({ host: at, modelId, prices }) =>
      listed("genai-prices", at, modelId, [prices.input, prices.output]),
    );
    const records = [record("genai-prices", "2025-08-01", history, offers)];
    expect(rowsOf(records, "acme").filter((row) => row.includes("reseller"))).toEqual([
      "2025-06-22 acme-large 1/2 reseller",
    ]);
    expect(rowsOf(records, "openrouter").join()).not.toContain("reseller");
    expect(rowsOf(records, "bazaar").join()).not.toContain("reseller");
  });

  test("is marked wherever the source says so itself", () => {
    const note = "reseller: taken from OpenRouter";
    const history = [genai("bazaar", "acme-large", "2026-01-01", [1, 2])];
    const offers = [listed("genai-prices", "bazaar", "acme-large", [1, 3], { note })];
    expect(rowsOf([record("genai-prices", "2026-08-01", history, offers)], "bazaar")).toEqual([
      "2026-01-01 acme-large 1/2 reseller",
      "2026-08-01 acme-large 1/3 reseller",
    ]);
  });
});

describe("the offers", () => {
  const records = [
    record(
      "models-dev",
      "2026-07-01",
      [],
      [
        listed("models-dev", "bazaar", "odd-name", [0, 0], {
          traits: { ...NO_TRAITS, contextWindow: 1000 },
          status: "beta",
        }),
        listed("models-dev", "bazaar", "acme-large-fast-fp8", [3, 4]),
        listed("models-dev", "bazaar", "acme-large"),
        listed("models-dev", "bazaar", "nobody-knows-it"),
      ],
    ),
    record(
      "litellm",
      "2026-08-01",
      [said("litellm", "openrouter", "acme/acme-small", "2024-01-31")],
      [
        listed("litellm", "bazaar", "odd-name", [1, 2], {
          traits: {
            ...NO_TRAITS,
            contextWindow: 5,
            maxOutputTokens: 100,
            retirementDate: "2026-01-01",
          },
        }),
      ],
    ),
  ];

  test("have a row for each id with statements, under the reviewed tie or the name", () => {
    const { offers, prices, unresolved } = run(records);
    expect(offers.get("bazaar")?.map((row) => [row.model_id, row.model])).toEqual([
      ["acme-large", "acme-large"],
      ["acme-large-fast-fp8", "acme-large"],
      ["odd-name", "acme-small"],
    ]);
    expect(unresolved).toEqual(["bazaar nobody-knows-it"]);
    expect(prices.get("bazaar")?.some((row) => row.model_id === "nobody-knows-it")).toBe(false);
  });

  test("take the limits from the first source that says something, and keep a retirement of the past", () => {
    const [, fast, odd] = run(records).offers.get("bazaar") ?? [];
    expect(odd).toMatchObject({
      context_window: 1000,
      max_output_tokens: 100,
      retirement_date: "2026-01-01",
      status: "beta",
      billing: "free",
      source: "models-dev",
      as_of: "2026-07-01",
    });
    expect(fast).toMatchObject({ service_tier: "fast", quantization: "fp8", billing: "tokens" });
  });

  test("have no maximum output above the context window", () => {
    const traits = { ...NO_TRAITS, contextWindow: 1000, maxOutputTokens: 1001 };
    const listing = [listed("models-dev", "bazaar", "acme-large", [1, 2], { traits })];
    expect(
      run([record("models-dev", "2026-07-01", [], listing)]).offers.get("bazaar"),
    ).toMatchObject([{ context_window: 1000, max_output_tokens: null }]);
  });

  test("of an id that nobody lists name who told of it last", () => {
    expect(run(records).offers.get("openrouter")).toMatchObject([
      { model: "acme-small", source: "litellm", as_of: "2024-01-31", status: "active" },
    ]);
  });
});
