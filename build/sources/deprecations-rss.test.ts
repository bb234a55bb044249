import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { deprecationsRssCollector } from "./deprecations-rss.ts";

const url = "https://lab.example.org/deprecations#nimbus-1";
const NOTICE = { provider: "OpenAI", model_id: "nimbus-1", url };
const read = (more: object) => {
  const notice = { ...NOTICE, shutdown_date: "2027-01-20", replacement_models: null, ...more };
  return collectFromTexts(deprecationsRssCollector, { "data.json": [notice] });
};

const EXPECTED = { source: "deprecations-rss", host: "openai", modelId: "nimbus-1" };
test.each([
  [{}, { ...EXPECTED, retirement_date: "2027-01-20", replacements: [], source_url: url }],
  [{ replacement_models: ["nimbus-2"] }, { replacements: ["nimbus-2"] }],
  // A date on Google's page counts once it has passed.
  [{ provider: "Google", shutdown_date: "2026-06-01" }, { host: "google" }],
])("a notice with %o becomes %o", (more, notice) => {
  expect(read(more).notices).toMatchObject([notice]);
});

test.each([
  [{ provider: "Azure" }, "a lifecycle date that is not an announced retirement"],
  [{ provider: "Google" }, expect.stringContaining("no retirement was announced")],
  [{ provider: "Nobody" }, 'no host known as "Nobody": add it to data/aliases/hosts.csv'],
  [{ shutdown_date: "soon" }, expect.stringMatching(/^shutdown_date: /)],
  [{ shutdown_date: "" }, "the page names no retirement date"],
  [{ url: "lab.example.org" }, "the address of the notice's page is not valid"],
])("%o is left out", (more, reason) => {
  expect(read(more)).toMatchObject({ notices: [], reasons: [reason] });
});
