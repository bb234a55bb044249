import { beforeAll, expect, test } from "vitest";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { getItemAt } from "../../build/schema/collections.ts";
import { withModels } from "../../test/builders/sample-catalog.ts";
import { searchEverything } from "../endpoints/search/search.ts";
import type { AnswerContext } from "../http/endpoint.ts";

/** Models by slug and lab, with the number of hosts; those that nobody sells are retired. */
const MODELS: readonly [slug: string, lab: string, offers: number][] = [
  ["acme-2-0-large", "acme", 0],
  ["acme-2-5-large", "acme", 9],
  ["acme-7b-chat", "acme", 1],
  ["acme-coder", "acme", 9],
  ["acme-r1", "acme", 9],
  ["coder-mini", "delta", 1],
  ["delta-acme-7b", "delta", 1],
  ["gulf-max", "cumulus", 0],
  ["gulf-9-max", "cumulus", 9],
  ["minim-1", "cumulus", 9],
  ["r1-2000", "delta", 0],
];
let context: AnswerContext;
beforeAll(async () => {
  const { queryWords } = readFactsOfKinds("data", ["queryWords"]);
  context = await withModels((models) => {
    const base = { ...getItemAt(models, 0), replacement: null, first_seen: null };
    return MODELS.map(([slug, lab, offers], at) => {
      const status = offers > 0 ? ("active" as const) : ("retired" as const);
      const release_date = `2026-01-${10 + at}`;
      const aliases = slug === "minim-1" ? ["minim-acme-large-latest"] : [];
      return { ...base, aliases, slug, name: slug, lab, offers, status, release_date };
    });
  }, queryWords);
});

test.each([
  // A short name is the name of a model before the beginning of others.
  ["r1", "acme-r1 r1-2000"],
  // A name after another word that begins with a family is not a short name.
  ["acme 7b", "acme-7b-chat delta-acme-7b"],
  // An id means a model, although only an alias of another has all its words.
  ["acme-large-latest", "acme-2-5-large minim-1"],
  // A version: those on sale come first.
  ["acme 2", "acme-2-5-large acme-2-0-large"],
  // The family of another lab is not an own name, but a word in the names of many models is no family.
  ["acme", "acme-2-5-large acme-r1 acme-coder acme-7b-chat acme-2-0-large delta-acme-7b minim-1"],
  // In an order, neither a name that only contains the letters nor the lone model of the name hides the others.
  ["cheapest mini", "coder-mini"],
  ["latest gulf max", "gulf-9-max gulf-max"],
  // A lab whose models have its name, and one whose models have others.
  ["is acme cheaper than minim", "acme-2-5-large minim-1"],
  ["acme vs cumulus", "acme-2-5-large"],
])("%s finds %s", (q, slugs) => {
  const found = searchEverything({ q, type: "model", limit: 9 }, context).hits;
  expect(found.map(({ slug }) => slug).join(" ")).toBe(slugs);
});
