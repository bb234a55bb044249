import { expect, test } from "vitest";
import type { Attention } from "../../build/schema/editorial.ts";
import { createCollectors } from "../../build/sources/collectors.ts";
import { upstreamSamples } from "./upstream-samples.ts";

const DAY = "2026-03-02";
const ATTENTION: Attention[] = ["acme", "delta"].map((slug) => ({
  entity_type: "provider",
  slug,
  hn_query: slug,
  wikipedia_article: slug,
  github_repo: `${slug}/${slug}`,
}));

const samples = upstreamSamples(DAY, ATTENTION);

const sampled = createCollectors({ hostAliases: [], attention: ATTENTION }).filter(({ source }) =>
  samples.has(source.id),
);

test.each(sampled)("the sample of $source.id is a full answer", (collector) => {
  const { source, live } = collector;
  const bodies = new Map(samples.get(source.id)?.map(({ url, body }) => [url, body]));
  const read = (requests: readonly { url: string; path: string }[]) =>
    requests.map(({ url, path }) => [path, bodies.get(url) ?? ""] as const);
  const first = new Map(read(live?.requests(DAY) ?? []));
  const files = new Map([...first, ...read(live?.follow?.(first, DAY) ?? [])]);
  const { offers = [], facts = {}, rejected } = collector.translate(files, DAY);
  const rows = Object.values(facts).flatMap((tables) =>
    tables.flatMap((table) => table.rows as object[]),
  );
  expect(offers.length + rows.length).toBeGreaterThanOrEqual(collector.minRows);
  expect(rejected.filter(({ reason }) => !reason.startsWith("no metric"))).toEqual([]);
  expect(files.size).toBe(samples.get(source.id)?.length);
});
