import { describe, expect, test } from "vitest";
import { stated, withdrawn } from "../../test/builders/price-statements.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { type DeadIdContext, firstFullRecord, withdrawnByRule } from "./new-statements.ts";

const CONTEXT: DeadIdContext = {
  host: "bazaar",
  isLab: false,
  day: "2026-08-01",
  followedUntil: "2026-07-01",
  firstSeenOf: () => "2025-01-01",
  isBeyondChat: () => false,
  modelOf: (id) => id.replace(/-\d+$/, ""),
};

/** models.dev's record of the host: full since 2025-07-01. */
const BASE = { source: "models-dev" };
const RECORD = [
  stated("2025-06-01", 1, 2, { ...BASE, model_id: "first" }),
  stated("2025-07-01", 1, 2, { ...BASE, model_id: "second" }),
  stated("2025-07-01", 1, 2, { ...BASE, model_id: "third" }),
];
const litellm = { source: "litellm", model_id: "old-name" };
const genai = { source: "genai-prices", model_id: "old-name" };

const ended = (rows: readonly PriceStatement[], more: Partial<DeadIdContext> = {}) =>
  withdrawnByRule([...RECORD, ...rows], { ...CONTEXT, ...more });

test("a record is full when it lists half of what it ever listed at once", () => {
  const rows = ["a", "b", "c", "d"].map((model_id, index) =>
    stated(`2025-0${index + 1}-01`, 1, 2, { model_id }),
  );
  expect(firstFullRecord(rows)).toBe("2025-02-01");
  expect(firstFullRecord([])).toBeNull();
});

describe("an id that models.dev withdrew", () => {
  const known = [
    stated("2025-07-01", 1, 2, { ...BASE, model_id: "old-name" }),
    withdrawn("2026-02-01", { ...BASE, model_id: "old-name" }),
  ];

  test("is withdrawn for both that keep it, with the rule", () => {
    const rows = [stated("2025-08-01", 1, 2, litellm), stated("2025-08-01", 1, 2, genai)];
    expect(ended([...known, ...rows])).toEqual(
      [genai, litellm].map((row) =>
        withdrawn("2026-02-01", {
          ...row,
          note: "rule: models.dev withdrew it and nothing newer is stated",
        }),
      ),
    );
  });

  test("stays what genai-prices stated later; LiteLLM is not heard, and ends on its own day", () => {
    const rows = [stated("2026-03-01", 1, 2, litellm), stated("2026-03-01", 1, 2, genai)];
    expect(ended([...known, ...rows])).toMatchObject([
      { source: "litellm", recorded: "2026-03-01", event: "withdrawn" },
    ]);
  });

  test("and was listed again lives", () => {
    const again = stated("2026-04-01", 1, 2, { ...BASE, model_id: "old-name" });
    expect(ended([...known, again, stated("2025-08-01", 1, 2, litellm)])).toEqual([]);
  });
});

describe("an id that models.dev never listed", () => {
  test("ends with models.dev's full record when it is older", () => {
    expect(ended([stated("2024-01-31", 1, 2, litellm)])).toMatchObject([
      { recorded: "2025-07-01", note: expect.stringMatching(/^rule: older than models\.dev's/) },
    ]);
  });

  test("is as old as its price: a cache price that was added makes it no younger", () => {
    const rows = [
      stated("2024-01-31", 1, 2, litellm),
      stated("2026-06-01", 1, 2, { ...litellm, cache_read: 0.1 }),
    ];
    expect(ended(rows)).toMatchObject([{ recorded: "2026-06-01", effective: null }]);
  });

  test("and that was recorded later than it counts from ends from the day it should have", () => {
    const launch = stated("2026-08-01", 1, 2, { ...litellm, effective: "2024-03-04" });
    expect(ended([launch])).toMatchObject([{ recorded: "2026-08-01", effective: "2025-07-01" }]);
  });

  test("ends with the last id of its model", () => {
    const gone = withdrawn("2026-02-01", { ...BASE, model_id: "third" });
    const rows = [gone, stated("2025-08-01", 1, 2, { ...genai, model_id: "third-0709" })];
    expect(ended(rows, { firstSeenOf: () => "2025-08-01" })).toMatchObject([
      { recorded: "2026-02-01", note: "rule: models.dev withdrew every id of its model" },
    ]);
  });

  test("lives when its model is new, for LiteLLM new to models.dev's record", () => {
    const rows = [stated("2025-09-01", 1, 2, genai), stated("2025-09-01", 1, 2, litellm)];
    expect(ended(rows, { firstSeenOf: () => "2025-08-20" })).toMatchObject([
      { source: "litellm", note: "rule: models.dev follows the host and never listed it" },
    ]);
    expect(ended(rows, { firstSeenOf: () => "2026-06-20" })).toEqual([]);
    expect(ended(rows, { firstSeenOf: () => null })).toHaveLength(2);
  });

  test("lives at a lab, of which genai-prices checks the list, unless a reseller lent the price", () => {
    const own = stated("2026-03-01", 1, 2, genai);
    expect(ended([own])).toHaveLength(1);
    expect(ended([own], { isLab: true })).toEqual([]);
    expect(ended([{ ...own, note: "reseller: x" }], { isLab: true })).toHaveLength(1);
  });

  test("without a price is of unknown age, and ends", () => {
    expect(ended([stated("2026-03-01", null, null, genai)], { isLab: true })).toMatchObject([
      { recorded: "2026-03-01" },
    ]);
  });

  test("lives when it is no chat model, or when models.dev does not follow the host", () => {
    const old = stated("2024-01-31", 1, 2, litellm);
    expect(ended([old], { isBeyondChat: () => true })).toEqual([]);
    expect(withdrawnByRule([old], CONTEXT)).toEqual([]);
  });
});

test("what is withdrawn already, and other sources, are left alone", () => {
  const rows = [stated("2024-01-31", 1, 2, litellm), withdrawn("2024-05-01", litellm)];
  expect(ended(rows)).toEqual([]);
  expect(ended([stated("2024-01-31", 1, 2, { ...litellm, source: "openrouter" })])).toEqual([]);
});

test("a closed host is closed, whoever follows it", () => {
  const old = stated("2024-01-31", 1, 2, litellm);
  expect(withdrawnByRule([old], { ...CONTEXT, host: "anyscale" })).toMatchObject([
    { recorded: "2026-08-01", note: "rule: the host sells it no more" },
  ]);
});
