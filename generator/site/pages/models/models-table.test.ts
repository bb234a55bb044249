import { beforeAll, describe, expect, test } from "vitest";
import { getDefined } from "../../../../test/builders/get.ts";
import { openSample } from "../../../../test/builders/sample-catalog.ts";
import { listModels, type ModelEntry } from "../../../endpoints/models/list-models.ts";
import type { Loaded } from "../../../pipeline/load.ts";
import { fromColumns } from "../../components/table.ts";
import type { ModelRecord } from "./columns.ts";
import { modelsTable } from "./models-page.ts";
import {
  countChoices,
  filterRecords,
  readView,
  sortRecords,
  toViewCsv,
  writeView,
} from "./view.ts";

let loaded: Loaded;
beforeAll(async () => {
  loaded = await openSample();
});

const record = (slug: string, more: Partial<ModelRecord> = {}): ModelRecord => ({
  ...{ slug, name: slug, lab: "acme", lab_name: "ACME", basis: "list" },
  ...{ input: null, output: null, context_window: null, max_output_tokens: null },
  ...{ service_score: null, avg_score: null, released: null, is_release_stated: false },
  ...{ is_open_source: null, offers: 0, model_type: "text", takes: "" },
  ...{ tools: null, reasoning: null, structured_output: null, knowledge_cutoff: null },
  ...more,
});

const slugs = (records: readonly ModelRecord[]): string[] => records.map(({ slug }) => slug);

describe("the file of all models", () => {
  test("holds what the API answers, in its order", () => {
    const { columns } = modelsTable(loaded.catalog).body;
    const query = { limit: 200, page: 1, sort: "", q: undefined, provider: undefined } as const;
    const answer = listModels.respond(
      { params: {}, query: { ...query, open_source: false } },
      loaded,
    );
    const { data } = ("body" in answer ? answer.body : {}) as { data: ModelEntry[] };
    const records = fromColumns(columns);
    expect(slugs(records)).toEqual(data.map(({ slug }) => slug));
    expect(records.map(({ input, output, offers }) => ({ input, output, offers }))).toEqual(
      data.map(({ pricing, offers }) => ({
        ...{ input: pricing.input, output: pricing.output },
        offers,
      })),
    );
  });
});

const RECORDS = [
  record("open-long", { is_open_source: true, context_window: 200_000, input: 0.5 }),
  record("open-short", {
    is_open_source: true,
    context_window: 32_000,
    input: 2,
    takes: "image text",
  }),
  record("closed", {
    is_open_source: false,
    context_window: 1_000_000,
    input: 1,
    lab: "beta",
    released: "2026-07-01",
  }),
  record("unknown", {}),
];

describe("filters", () => {
  test("keep what passes all of them; what is not known passes no bound", () => {
    const open = filterRecords(RECORDS, { open: "1", context: "200000", price: "1" });
    expect(slugs(open)).toEqual(["open-long"]);
    expect(slugs(filterRecords(RECORDS, { price: "1" }))).toEqual(["open-long", "closed"]);
    expect(slugs(filterRecords(RECORDS, { takes: "image" }))).toEqual(["open-short"]);
    expect(slugs(filterRecords(RECORDS, { since: "2026-07" }))).toEqual(["closed"]);
    expect(slugs(filterRecords(RECORDS, { since: "2026-08" }))).toEqual([]);
  });

  test("count for each value what would be left if it alone were chosen instead", () => {
    const counts = countChoices(RECORDS, { open: "1" });
    expect(counts.get("open")).toEqual(
      new Map([
        ["1", 2],
        ["0", 1],
      ]),
    );
    expect(counts.get("lab")).toEqual(
      new Map([
        ["acme", 2],
        ["beta", 0],
      ]),
    );
    expect(counts.get("context")?.get("128000")).toBe(1);
  });

  test.each([
    ["gpt5", ["gpt-5-mini"]],
    ["GPT 5", ["gpt-5-mini"]],
    ["mini open", ["gpt-5-mini"]],
    ["pt", []],
    ["deepseekv3", ["deepseek-v3"]],
    ["", ["gpt-5-mini", "deepseek-v3"]],
  ])("by the words %j find %j", (words, found) => {
    const named = [
      record("gpt-5-mini", { name: "GPT-5 mini", lab_name: "OpenAI" }),
      record("deepseek-v3", { name: "DeepSeek V3" }),
    ];
    expect(slugs(filterRecords(named, {}, words))).toEqual(found);
  });
});

describe("order", () => {
  test("puts what is not known last in both directions, and keeps the file's order of equals", () => {
    expect(slugs(sortRecords(RECORDS, { sort: "input", direction: "asc" }))).toEqual([
      "open-long",
      "closed",
      "open-short",
      "unknown",
    ]);
    expect(slugs(sortRecords(RECORDS, { sort: "input", direction: "desc" }))).toEqual([
      "open-short",
      "closed",
      "open-long",
      "unknown",
    ]);
    expect(slugs(sortRecords(RECORDS, { sort: "type", direction: "desc" }))).toEqual(
      slugs(RECORDS),
    );
  });
});

describe("a view", () => {
  test.each([
    "",
    "open=1&context=200000&price=1&sort=input",
    "q=gpt+5&lab=openai&takes=image&since=2026-01&order=asc&columns=name%2Cinput%2Clab",
  ])("is the same after it was an address: %j", (query) => {
    const view = readView(new URLSearchParams(query));
    expect(String(writeView(view))).toBe(query);
    expect(readView(writeView(view))).toEqual(view);
  });

  test("as CSV quotes what must be, and disarms formulas", () => {
    const rows = [record("a", { name: '=1+1,"x"', input: 0.5 }), record("b", { name: "+B" })];
    expect(toViewCsv(rows, ["name", "input"])).toBe(
      `slug,lab,name,input\r\na,ACME,"'=1+1,""x""",0.5\r\nb,ACME,'+B,\r\n`,
    );
    expect(getDefined(toViewCsv([], ["name"]), "csv")).toBe("slug,lab,name\r\n");
  });
});
