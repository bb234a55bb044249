import { expect, test } from "vitest";
import { stated } from "../../../test/builders/price-statements.ts";
import { createTiers, soldIds } from "../../identity/offer-terms.ts";

const id = (model_id: string) => ({ file: "acme", model_id, model: "acme-2" });
const says = (model_id: string, note: string | null = null) => ({
  ...stated("2026-01-01", 1, 2, { model_id, note }),
  file: "acme",
});
const tierOfPreview = (prices: ReturnType<typeof says>[]) =>
  createTiers(
    [{ slug: "acme-2", lab: "acme" }],
    [{ slug: "acme", own_hosts: ["acme"] }],
    soldIds([id("acme-2-preview"), id("acme-2")], prices),
  )("acme", "acme-2-preview", "acme-2");

test("a preview beside the finished model is a tier of its own", () => {
  expect(tierOfPreview([says("acme-2-preview"), says("acme-2")])).toBe("preview");
});

test("an id that the ledger does not know yet counts as sold", () => {
  expect(tierOfPreview([says("acme-2-preview")])).toBe("preview");
});

test("a lab's only id is the model, whatever a reseller's list calls it", () => {
  const lent = says("acme-2", "reseller: taken from a router");
  expect(tierOfPreview([says("acme-2-preview"), lent])).toBe("standard");
});
