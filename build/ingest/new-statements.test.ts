import { expect, test } from "vitest";
import { sampleModel } from "../../test/builders/fact-builders.ts";
import { samplePrice, sampleWithdrawal } from "../../test/builders/price-statements.ts";
import { toHostModelIdKey } from "../identity/host-ids.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { withdrawStaleOffers } from "./new-statements.ts";

const DAY = "2026-09-01";
const REFERENCE = { source: "models-dev" };
const litellm = { source: "litellm", model_id: "old-name" };
const genai = { source: "genai-prices", model_id: "old-name" };

/**
 * models.dev's record of the host is complete from 2025-07-01 on. `ended` adds its withdrawal of `third` on 2026-07-31.
 */
const RECORD = [
  samplePrice("2025-06-01", 1, 2, { ...REFERENCE, model_id: "first" }),
  samplePrice("2025-07-01", 1, 2, { ...REFERENCE, model_id: "second" }),
  samplePrice("2025-07-01", 1, 2, { ...REFERENCE, model_id: "third" }),
];
const LISTED = samplePrice("2025-07-01", 1, 2, { ...REFERENCE, model_id: "old-name" });
const KNOWN = [LISTED, sampleWithdrawal("2026-02-01", { ...REFERENCE, model_id: "old-name" })];
const ENDS_TODAY = sampleWithdrawal(DAY, { ...REFERENCE, model_id: "old-name" });

function ended(rows: readonly PriceStatement[], { host = "bazaar", type = "text" as const } = {}) {
  const at = (row: PriceStatement) => ({ ...row, file: host });
  const modelOf = new Map(
    [...RECORD, ...rows].map(({ model_id }) => [
      toHostModelIdKey(host, model_id),
      model_id.replace(/-\d+$/, ""),
    ]),
  );
  const last = sampleWithdrawal("2026-07-31", { ...REFERENCE, model_id: "third" });
  const facts = {
    prices: [...RECORD, ...rows, last].map(at),
    models: [{ ...sampleModel("third", "acme", { model_type: type }), file: "third" }],
  };
  return withdrawStaleOffers(facts, [], modelOf, DAY).map(({ file: _, ...row }) => row);
}

test("an id that models.dev withdrew is withdrawn for both sources that still list it, with the rule as note", () => {
  const note = "rule: models.dev withdrew it and nothing newer is said";
  const rows = [samplePrice("2025-08-01", 1, 2, litellm), samplePrice("2025-08-01", 1, 2, genai)];
  expect(ended([...KNOWN, ...rows])).toEqual(
    [genai, litellm].map((row) => sampleWithdrawal(DAY, { ...row, effective: "2026-02-01", note })),
  );
});

const AGAIN = samplePrice("2026-04-01", 1, 2, { ...REFERENCE, model_id: "old-name" });
/** From Portkey's first commit, which does not say since when the price has been stated. */
const PORTKEY = samplePrice("2026-08-21", 1, 2, { source: "portkey", model_id: "old-name" });

test.each([
  ["genai-prices stated it later, so only LiteLLM's price ends", KNOWN, "2026-03-01", ["litellm"]],
  ["Portkey has it too", [...KNOWN, PORTKEY], "2026-03-01", ["litellm", "portkey"]],
  ["it was listed again", [...KNOWN, AGAIN], "2025-08-01", []],
  ["models.dev withdrew it today only", [LISTED, ENDS_TODAY], "2025-08-01", []],
  ["models.dev never listed it, nor an id of its model", [], "2025-08-01", []],
  ["both state it after the day of the answers", KNOWN, "2026-09-02", []],
] as const)("the sources whose price is withdrawn are right: %s", (_, known, day, sources) => {
  const rows = [samplePrice(day, 1, 2, litellm), samplePrice(day, 1, 2, genai)];
  expect(ended([...known, ...rows]).map(({ source }) => source)).toEqual(sources);
});

test("an id that models.dev never listed ends with the last id of its model, if it is a chat model", () => {
  const row = samplePrice("2025-08-01", 1, 2, { ...genai, model_id: "third-0709" });
  expect(ended([row])).toMatchObject([
    { effective: "2026-07-31", note: "rule: models.dev withdrew every id of its model" },
  ]);
  expect(ended([row], { type: "image" as "text" })).toEqual([]);
  // The id's price is older than models.dev's record; adding a cache price later does not make it newer.
  const old = [
    samplePrice("2025-06-30", 1, 2, { ...genai, model_id: "third-0709" }),
    samplePrice("2026-06-01", 1, 2, { ...genai, model_id: "third-0709", cache_read: 0.1 }),
  ];
  expect(ended(old)).toEqual([]);
});

test("closed hosts, withdrawn ids and other sources are left alone", () => {
  const row = samplePrice("2025-08-01", 1, 2, litellm);
  expect(ended([...KNOWN, row], { host: "anyscale" })).toEqual([]);
  expect(ended([...KNOWN, row, sampleWithdrawal("2025-09-01", litellm)])).toEqual([]);
  expect(
    ended([...KNOWN, samplePrice("2025-08-01", 1, 2, { ...litellm, source: "openrouter" })]),
  ).toEqual([]);
});
