import { expect, test } from "vitest";
import type { Resolver } from "../ingest/resolve/resolution.ts";
import type { PriceEvent } from "../schema/price-event.ts";
import { withEarlierHistory } from "./append-only.ts";

const row = (date: string, more: Partial<PriceEvent> = {}): PriceEvent => ({
  date,
  model: "nimbus-1",
  model_id: "nimbus-1",
  change: "added",
  input_usd_per_mtok: 1,
  output_usd_per_mtok: 2,
  cache_read_usd_per_mtok: null,
  cache_write_usd_per_mtok: null,
  source: "models-dev",
  suspect: null,
  ...more,
});

const resolver: Resolver = {
  resolve: () => ({ model: "nimbus-1", step: "alias", configuration: null }),
};

test("rows that no upstream tells again stay, under the model their id has now", () => {
  const before = [
    { ...row("2025-01-01", { model: "nimbus" }), file: "shop" },
    { ...row("2025-02-01", { input_usd_per_mtok: 9 }), file: "shop" },
    { ...row("2025-01-01"), file: "closed-shop" },
  ];
  const now = new Map([["shop", [row("2025-02-01")]]]);
  const history = withEarlierHistory(before, now, new Set(["nimbus-1"]), resolver);
  expect(history.get("shop")).toEqual([row("2025-02-01"), row("2025-01-01")]);
  expect(history.get("closed-shop")).toEqual([row("2025-01-01")]);
});
