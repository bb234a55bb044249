import { expect, test } from "vitest";
import { findModelMeantOnDay } from "./card-of-day.ts";

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
