import { expect } from "vitest";
import { isFloatingModelAlias } from "../../generator/search/prominence.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies } from "../contract/harness.ts";
import { slugsOf } from "../contract/walk.ts";

/**
 * Models of the same name share first place. An alias that changes its model (`kimi-latest`, with the name `Kimi`) need
 * not come first under its name, only under its slug.
 */
verifies("5.7", "every model comes first under its own name and slug", async ({ context }) => {
  const first = (query: string) => context.search.find(query, { type: "model", limit: 1 }).hits[0];
  const wrong = requireNonEmpty(context.catalog.models, "models").filter(
    ({ slug, name }) =>
      first(slug)?.slug !== slug ||
      !(isFloatingModelAlias(slug) || first(name)?.name.toLowerCase() === name.toLowerCase()),
  );
  expect(slugsOf(wrong)).toEqual([]);
});
