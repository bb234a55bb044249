import { expect, test } from "vitest";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { makeBadgeFiles } from "./badges.ts";

test("badges show the model's price at its maker, or else at the cheapest host", async () => {
  const files = [...makeBadgeFiles((await getSharedSampleCatalog()).catalog)];
  const bodyAt = (at: string) => String(files.find(({ path }) => path === at)?.body);
  expect(bodyAt("/badge/acme-large.svg")).toContain("$4.00 in, $20.00 out");
  expect(bodyAt("/badge/acme-large.svg")).toContain("list price");
  expect(bodyAt("/badge/delta-7b.svg")).toContain("at the cheapest host");
});
