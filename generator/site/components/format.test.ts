import { expect, test } from "vitest";
import { address, thousands, toLongDate, toShortDate, usd, withCode } from "./format.ts";

test("dates keep as much as is known", () => {
  expect(toLongDate("2026-08-03")).toBe("3 August 2026");
  expect(toLongDate("2026-08")).toBe("August 2026");
  expect(toLongDate("2026")).toBe("2026");
  expect(toShortDate("2026-05-13")).toBe("13 May 2026");
  expect(toShortDate("2026-09-30")).toBe("30 Sep 2026");
});

test("prices have cents, and more digits only below a dollar", () => {
  const prices = [null, 0, 15, 2.5, 0.5, 0.435, 0.075, 0.0001, 0.000_123_4];
  expect(prices.map(usd)).toEqual([
    "unknown",
    "free",
    "$15.00",
    "$2.50",
    "$0.50",
    "$0.435",
    "$0.075",
    "$0.0001",
    "$0.000123",
  ]);
});

test("large numbers are grouped", () => {
  expect([0, 999, 1000, 1234567].map(thousands)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("text between backticks is code, escaped like the rest", () => {
  expect(String(withCode("send `a<b` or <c>"))).toBe("send <code>a&lt;b</code> or &lt;c&gt;");
});

test("an address may break at its slashes, and its variables stand out", () => {
  expect(String(address("/a/{slug}?b=1"))).toBe("/<wbr>a/<wbr><var>{slug}</var>?b=1");
});
