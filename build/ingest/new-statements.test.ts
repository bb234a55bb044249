import { expect, test } from "vitest";
import { sampleModel } from "../../test/builders/fact-builders.ts";
import { readPriceStatements, sampleWithdrawal } from "../../test/builders/price-statements.ts";
import { toHostModelIdKey } from "../identity/host-ids.ts";
import type { Model } from "../schema/model.ts";
import { withdrawStaleOffers } from "./new-statements.ts";

const DAY = "2026-09-01";
/** models.dev's record of the host is complete from 2025-07-01 on. */
const RECORD = `models-dev 2025-06-01 1/2 id=first, models-dev 2025-07-01 1/2 id=second,
  models-dev 2025-07-01 1/2 id=third, models-dev 2026-07-31 gone id=third`;
const LISTED = "models-dev 2025-07-01 1/2 id=old";
const GONE = `${LISTED}, models-dev 2026-02-01 gone id=old`;
const BOTH = "litellm 2025-08-01 1/2 id=old, genai-prices 2025-08-01 1/2 id=old";

/** What is withdrawn of ids that stand for the model of the same name without a number at its end. */
function ended(
  statements: string,
  model_type: "text" | "image" = "text",
  lastRead = DAY,
  own: Partial<Model> = {},
) {
  const host = "bazaar";
  const prices = readPriceStatements(`${statements}, ${RECORD}`).map((row) => {
    return { ...row, file: host };
  });
  const modelOf = new Map(
    prices.map(({ model_id: id }) => [toHostModelIdKey(host, id), id.replace(/-\d+$/, "")]),
  );
  const names = ["third", "closed", "second"];
  const models = names.map((slug) => ({
    ...sampleModel(slug, "acme", { model_type, ...own }),
    file: slug,
  }));
  return withdrawStaleOffers({ prices, models }, [], modelOf, DAY, lastRead).map(
    ({ file: _, ...row }) => row,
  );
}

test("an id that models.dev withdrew is withdrawn for both sources that still list it, with the rule as note", () => {
  const note = "rule: models.dev withdrew it and nothing newer is said";
  const row = { model_id: "old", effective: "2026-02-01", note };
  const sources = ["genai-prices", "litellm"];
  expect(ended(`${GONE}, ${BOTH}`)).toEqual(
    sources.map((source) => sampleWithdrawal(DAY, { ...row, source })),
  );
});

const LATER = "litellm 2026-03-01 1/2 id=old, genai-prices 2026-03-01 1/2 id=old";
/** From Portkey's first commit, which does not say since when the price has been stated. */
const PORTKEY = "portkey 2026-08-21 1/2 id=old";
const LITELLM = "litellm 2025-08-01 1/2 id=old";

test.each([
  ["genai-prices stated it later, so only LiteLLM's price ends", `${GONE}, ${LATER}`, ["litellm"]],
  ["Portkey has it too", `${GONE}, ${LATER}, ${PORTKEY}`, ["litellm", "portkey"]],
  ["it was listed again", `${GONE}, models-dev 2026-04-01 1/2 id=old, ${BOTH}`, []],
  ["models.dev withdrew it today only", `${LISTED}, models-dev ${DAY} gone id=old, ${BOTH}`, []],
  ["models.dev never listed it, nor an id of its model", BOTH, []],
  ["it is stated after the day of the answers", `${GONE}, litellm 2026-09-02 1/2 id=old`, []],
  ["it is withdrawn already", `${GONE}, ${LITELLM}, litellm 2025-09-01 gone id=old`, []],
  ["another source states it", `${GONE}, openrouter 2025-08-01 1/2 id=old`, []],
])("the sources whose price is withdrawn are right: %s", (_, statements, sources) => {
  expect(ended(statements).map(({ source }) => source)).toEqual(sources);
  // The list may have been cut in its last reading.
  expect(ended(statements, "text", "2026-02-01")).toEqual([]);
});

test("an id that models.dev never listed ends with the last id of its model, if it is a chat model", () => {
  const row = "genai-prices 2025-08-01 1/2 id=third-0709";
  expect(ended(row)).toMatchObject([
    { effective: "2026-07-31", note: "rule: models.dev withdrew every id of its model" },
  ]);
  expect(ended(row, "image")).toEqual([]);
  // The id's price is older than models.dev's record; adding a cache price later does not make it newer.
  const old = "genai-prices 2025-06-30 1/2 id=third-0709";
  expect(ended(`${old}, genai-prices 2026-06-01 1/2 id=third-0709 cache_read=0.1`)).toEqual([]);
});

test("a chat model without open weights that its lab has retired ends where models.dev does not list it", () => {
  const retired = { is_open_source: false, retirement_date: "2026-05-01" };
  const end = (text: string, own: Partial<Model> = retired, type: "text" | "image" = "text") =>
    ended(text, type, DAY, own).map(({ effective, note }) => `${effective} ${note}`);
  const note = "rule: its lab retired the model, which models.dev does not list here";
  expect(end("litellm 2025-08-01 1/2 id=closed")).toEqual([`2026-05-01 ${note}`]);
  expect(end("portkey 2026-08-21 1/2 id=closed")).toEqual([`2026-08-21 ${note}`]);
  // Nobody sells it again after that, so that a table which still states it only lags.
  const again = "models-dev 2026-02-01 gone id=closed, genai-prices 2026-06-01 1/2 id=closed";
  expect(end(`models-dev 2025-07-01 1/2 id=closed, ${again}`)).toHaveLength(1);
  // Stated since, open, for sale, no chat model; and one that models.dev lists.
  expect(end("litellm 2026-06-01 1/2 id=closed")).toEqual([]);
  expect(end("litellm 2025-08-01 1/2 id=closed", { ...retired, is_open_source: true })).toEqual([]);
  expect(end("litellm 2025-08-01 1/2 id=closed", { is_open_source: false })).toEqual([]);
  expect(end("litellm 2025-08-01 1/2 id=closed", retired, "image")).toEqual([]);
  expect(end("litellm 2025-08-01 1/2 id=second-2")).toEqual([]);
});
