import { expect, test } from "vitest";
import { openSample } from "../../test/builders/sample-catalog.ts";
import { toAtom } from "./feed-files.ts";
import { modelFeeds } from "./feeds.ts";

test("each model with a change has a feed of its changes, newest first, that leads to its page", async () => {
  const { catalog } = await openSample();
  const feeds = [...modelFeeds(catalog)];
  const changed = new Set(catalog.changes.flatMap(({ model }) => model ?? []));
  expect(feeds.map(({ path }) => path)).toEqual(
    [...changed].sort().map((slug) => `/feeds/models/${slug}`),
  );
  for (const feed of feeds) {
    const dates = feed.entries.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set(feed.entries.map(({ id }) => id)).size).toBe(dates.length);
    expect(toAtom(feed, catalog)).toContain(
      `href="https://almanac.example/models/${feed.path.split("/").at(-1)}"`,
    );
  }
});
