import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { deprecationsRssCollector } from "./deprecations-rss.ts";

const NOTICE = {
  provider: "OpenAI",
  model_id: "nimbus-1",
  announcement_date: "2026-07-01",
  shutdown_date: "2027-01-20",
  replacement_models: ["nimbus-2"],
  url: "https://lab.example.org/deprecations#nimbus-1",
};
const read = (more: object) =>
  collectFromTexts(deprecationsRssCollector, { "data.json": [{ ...NOTICE, ...more }] });

test("a notice has a retirement date, replacements and the address of its page", () => {
  expect(read({}).notices).toEqual([
    {
      source: "deprecations-rss",
      host: "openai",
      modelId: "nimbus-1",
      retirement_date: "2027-01-20",
      replacements: ["nimbus-2"],
      source_url: NOTICE.url,
    },
  ]);
  expect(read({ replacement_models: null }).notices[0]?.replacements).toEqual([]);
});

test("a retirement date on Google's page counts once it has passed", () => {
  const { notices } = read({ provider: "Google", shutdown_date: "2026-06-01" });
  expect(notices).toMatchObject([{ host: "google", retirement_date: "2026-06-01" }]);
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
