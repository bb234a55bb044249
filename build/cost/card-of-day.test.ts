import { expect, test } from "vitest";
import { findCardOfModelId, findModelMeantOnDay } from "./card-of-day.ts";

const rows = [
  { host: "acme", name: "acme-latest", model: "acme-1", since: null },
  { host: "acme", name: "acme-latest", model: "acme-2", since: "2026-02-01" },
  { host: "shop", name: "acme-latest", model: "acme-2", since: "2026-03-01" },
];
const find = (name: string, day: string, host?: string) =>
  findModelMeantOnDay({ name, host, day }, "acme-3", rows);

test("a moving id means the model of the day, and any other name what it means today", () => {
  expect(find("acme-latest", "2026-01-31")).toBe("acme-1");
  expect(find("Acme/ACME-latest", "2026-02-01", "acme")).toBe("acme-2");
  expect(find("acme-latest-turbo", "2026-01-31")).toBe("acme-3");
  expect(find("acme-latest", "2026-01-31", "shop")).toBe("acme-3");
});

test("without a host, hosts have to agree", () => {
  expect(find("acme-latest", "2026-03-01")).toBe("acme-2");
  const more = [
    ...rows,
    { host: "shop", name: "acme-latest", model: "acme-9", since: "2026-04-01" },
  ];
  expect(
    findModelMeantOnDay({ name: "acme-latest", host: undefined, day: "2026-05-01" }, "x", more),
  ).toBe("x");
});

test("rows of an id in another spelling, or of one that it ends with, end no card of it", () => {
  const row = (name: string, date: string, isForSale = true) => ({
    ...{ host: "acme", name, date, model_id: isForSale ? name : null },
  });
  const rows = [
    row("@cf/Large-fast", "2026-03-01"),
    row("@cf/large-fast", "2026-01-01"),
    row("@cf/large-fast", "2026-03-01", false),
    row("large-fast", "2026-01-01"),
    row("large-fast", "2026-02-01", false),
  ];
  const find = (name: string, day: string) =>
    findCardOfModelId({ name, host: "acme", day }, rows)?.model_id;
  expect(find("@cf/Large-fast", "2026-04-01")).toBe("@cf/Large-fast");
  expect(find("@cf/large-fast", "2026-04-01")).toBe("@cf/Large-fast");
  expect(find("@CF/large-fast", "2026-01-01")).toBe("@cf/large-fast");
  expect(find("@CF/LARGE-fast", "2026-04-01")).toBe("@cf/Large-fast");
  expect(find("acme/large-fast", "2026-01-01")).toBe("large-fast");
  expect(find("large-fast", "2026-04-01")).toBeUndefined();
});
