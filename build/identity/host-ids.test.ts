import { expect, test } from "vitest";
import { createNonModelReasonFinder } from "./host-ids.ts";

const find = createNonModelReasonFinder([
  { host: null, model_id: "*/auto", reason: "a router" },
  { host: "bazaar", model_id: "text.*", reason: "a class of models" },
]);

test.each([
  ["bazaar", "Acme/Auto", "a router"],
  ["cumulus", "acme/auto-2", undefined],
  ["bazaar", "text.max", "a class of models"],
  ["bazaar", "textxmax", undefined],
  ["cumulus", "text.max", undefined],
])("at %s the reason why the id %s is no model is: %s", (host, id, reason) => {
  expect(find(host, id)).toBe(reason);
});
