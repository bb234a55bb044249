import { describe, expect, test } from "vitest";
import { address, html, thousands, toLongDate, toShortDate, usd, withCode } from "./html.ts";

describe("html", () => {
  test("a script in a name cannot break out of text", () => {
    const name = "</p><script>alert(1)</script>";
    expect(String(html`<p>${name}</p>`)).toBe(
      "<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    );
  });

  test("a quote in an address cannot break out of an attribute", () => {
    expect(String(html`<a href="${'/x" onclick="y'}" title="${"it's & more"}">x</a>`)).toBe(
      '<a href="/x&quot; onclick=&quot;y" title="it&#39;s &amp; more">x</a>',
    );
  });

  test("markup within markup is kept, and lists are joined", () => {
    const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
    expect(String(html`<ul>${items}</ul>`)).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>");
  });

  test("a string inside a list is escaped too", () => {
    expect(String(html`<p>${["<i>", 3]}</p>`)).toBe("<p>&lt;i&gt;3</p>");
  });

  test("null, undefined and false leave nothing; 0 is a number", () => {
    expect(String(html`<p>${null}${undefined}${false}${0}</p>`)).toBe("<p>0</p>");
  });
});

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
