import { expect, test } from "vitest";
import {
  formatLongDate,
  formatScore,
  formatShortDate,
  formatSignedPercent,
  formatUsdOrFree,
  formatWithCommas,
  html,
  renderBackticksAsCode,
  renderBreakableUrl,
  renderUnbrokenTitle,
  toPercentChange,
} from "./html.ts";
import { formatOneDecimal } from "./parts.ts";

const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);

test.each([
  [html`<p>${"</p><script>"}</p>`, "<p>&lt;/p&gt;&lt;script&gt;</p>"],
  [html`<a href="${'/x" y'}" title="it's"></a>`, `<a href="/x&quot; y" title="it's"></a>`],
  [html`<a title="${"it's & more"}"></a>`, '<a title="it&#39;s &amp; more"></a>'],
  [html`<ul>${items}</ul>`, "<ul><li>a</li><li>&lt;b&gt;</li></ul>"],
  [html`<p>${["<i>", 3]}</p>`, "<p>&lt;i&gt;3</p>"],
  [html`<p>${null}${undefined}${false}${0}</p>`, "<p>0</p>"],
])("values are escaped, and null, undefined and false render as nothing: %s", (made, text) => {
  expect(String(made)).toBe(text);
});

test.each([
  [formatLongDate, "2026-08-03", "3 August 2026"],
  [formatLongDate, "2026-08", "August 2026"],
  [formatLongDate, "2026", "2026"],
  [formatShortDate, "2026-05-13", "13 May 2026"],
  [formatShortDate, "2026-09-30", "30 Sep 2026"],
])("a date is formatted with the precision that it has: %o %s", (format, date, text) => {
  expect(format(date)).toBe(text);
});

test("a small score is not shown as 0", () => {
  expect([0.04, 5.17, 0].map((score) => formatScore(score, "minutes"))).toEqual([
    "0.04 minutes",
    "5.2 minutes",
    "0 minutes",
  ]);
});

test("numbers below 1,000 have one decimal", () => {
  expect([0.6, 88, 2800].map(formatOneDecimal)).toEqual(["0.6", "88.0", "2,800"]);
});

test("prices have cents, and more digits only below a dollar", () => {
  const prices = [null, 0, 15, 2.5, 0.5, 0.435, 0.075, 0.0001, 0.000_123_4];
  const texts = "unknown free $15.00 $2.50 $0.50 $0.435 $0.075 $0.0001 $0.000123";
  expect(prices.map(formatUsdOrFree)).toEqual(texts.split(" "));
});

test("a change in percent is rounded once", () => {
  const shown = [146.46, 53.53, 108.26, 99.96, 50].map((after) =>
    formatSignedPercent(toPercentChange(100, after)),
  );
  expect(shown).toEqual(["+46 %", "−46 %", "+8.3 %", "0 %", "−50 %"]);
});

test("a title does not break within a percentage or a short name that has a number", () => {
  expect(String(renderUnbrokenTitle("23 % more"))).toBe('<span class="whole">23 %</span> more');
  expect(String(renderUnbrokenTitle("GPT-6.1 Sol <costs> less than multi-step o3"))).toBe(
    '<span class="whole">GPT-6.1</span> Sol &lt;costs&gt; less than multi-step o3',
  );
});

test("numbers have thousands separators, backticks become code, and URLs may wrap after a slash", () => {
  expect([0, 999, 1000, 1234567].map(formatWithCommas)).toEqual(["0", "999", "1,000", "1,234,567"]);
  expect(String(renderBackticksAsCode("send `a<b` or <c>"))).toBe(
    "send <code>a&lt;b</code> or &lt;c&gt;",
  );
  expect(String(renderBreakableUrl("/a/{slug}?b=1"))).toBe("/<wbr>a/<wbr><var>{slug}</var>?b=1");
});
