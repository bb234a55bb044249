import { describe, expect, it } from "vitest";
import { readComparison, readIntent, toHostsByWord, toSpaced } from "./query-intent.ts";
import type { StoredHost } from "./search-index.ts";

const host = (isAmbiguous: boolean, ...names: string[]): StoredHost => ({
  document: 0,
  names,
  isAmbiguous,
  sold: [],
  free: [],
});
const BAZAAR = host(false, "bazaar", "grand bazaar");
const ACME = host(true, "acme");
const hosts = toHostsByWord([BAZAAR, ACME]);
const read = (query: string) => readIntent(toSpaced(query), hosts);

describe("query intent", () => {
  it.each([
    ["What does Quill Sonnet cost?", "quill sonnet"],
    ["price of norn-4o per million tokens", "norn 4 o"],
    ["how many tokens can quill take", "quill"],
    ["context window of norn-4o", "norn 4 o"],
    ["cheapest host for quill sonnet", "quill sonnet"],
    ["where is quill sonnet cheapest", "quill sonnet"],
    ["is norn-4o open source", "norn 4 o"],
    ["when was quill 2 released", "quill 2"],
    ["what is RAG", "rag"],
  ])("%s asks about %s", (query, rest) => {
    expect(read(query)).toEqual({ rest, order: undefined, isFree: false, host: undefined });
  });

  it.each([
    ["cheapest quill", "cheapest", "quill"],
    ["which model has the largest context?", "most context", ""],
    ["best open model for coding", "best coding", "open"],
    ["best model", "best", ""],
    ["most expensive acme model", "most expensive", "acme"],
    ["latest price cuts", "price drops", ""],
    ["acme price increase", "price rises", "acme"],
    ["new models", "new models", ""],
  ])("%s asks for the list %s", (query, order, rest) => {
    expect(read(query)).toMatchObject({ order, rest });
  });

  it("free and a host's name narrow what is found", () => {
    expect(read("free quill models")).toMatchObject({ isFree: true, rest: "quill" });
    expect(read("quill on the grand bazaar")).toMatchObject({ host: BAZAAR });
    expect(read("bazaar quill")).toMatchObject({ host: BAZAAR, rest: "quill" });
  });

  it.each([
    ["quill vs norn", ["quill", "norn"]],
    ["quill vs. norn vs taiga", ["quill", "norn", "taiga"]],
    ["compare quill and norn", ["quill", "norn"]],
    ["what is the difference between quill and norn?", ["quill", "norn"]],
    ["is quill better than norn", ["quill", "norn"]],
    ["quill", undefined],
  ])("%s compares %j", (query, parts) => {
    expect(readComparison(toSpaced(query))).toEqual(parts);
  });
});
