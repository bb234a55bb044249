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
  shortenText,
  toPercentChange,
} from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { formatOneDecimal } from "./parts.ts";

const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);

test.each([
  [html`<p>${"</p><script>"}</p>`, "<p>&lt;/p&gt;&lt;script&gt;</p>"],
  [html`<a href="${'/x" y'}" title="it's"></a>`, `<a href="/x&quot; y" title="it's"></a>`],
  [html`<a title="${"it's & more"}"></a>`, '<a title="it&#39;s &amp; more"></a>'],
  [html`<ul>${items}</ul>`, "<ul><li>a</li><li>&lt;b&gt;</li></ul>"],
  [html`<p>${null}${undefined}${false}${0}</p>`, "<p>0</p>"],
])("values are escaped, and null, undefined and false render as nothing: %s", (made, text) => {
  expect(String(made)).toBe(text);
});

const inPercent = (after: number) => formatSignedPercent(toPercentChange(100, after));
const inMinutes = (score: number) => formatScore(score, "minutes");

test.each<[what: string, format: (value: never) => unknown, values: unknown[], texts: string]>([
  [
    "a long date with the precision that it has",
    formatLongDate,
    ["2026-08-03", "2026-08", "2026"],
    "3 August 2026, August 2026, 2026",
  ],
  ["a short date", formatShortDate, ["2026-05-13", "2026-09-30"], "13 May 2026, 30 Sep 2026"],
  ["a small score is not 0", inMinutes, [0.04, 5.17, 0], "0.04 minutes, 5.2 minutes, 0 minutes"],
  ["numbers below 1,000 have one decimal", formatOneDecimal, [0.6, 88, 2800], "0.6, 88.0, 2,800"],
  ["thousands have separators", formatWithCommas, [0, 999, 1000, 1e6], "0, 999, 1,000, 1,000,000"],
  ["decimals have none", formatWithCommas, [0.000_123_4, 12_345.678_9], "0.0001234, 12,345.6789"],
  [
    "prices have cents, and more digits below a dollar",
    formatUsdOrFree,
    [null, 0, 15, 2.5, 0.5, 0.435, 0.1425, 0.075, 0.0001, 0.000_123_4],
    "unknown, free, $15.00, $2.50, $0.50, $0.435, $0.143, $0.075, $0.0001, $0.000123",
  ],
  [
    "a change in percent is rounded once",
    inPercent,
    [146.46, 53.53, 108.26, 99.96, 50],
    "+46 %, −46 %, +8.3 %, 0 %, −50 %",
  ],
])("%s", (_, format, values, texts) => {
  expect(values.map((value) => format(value as never)).join(", ")).toBe(texts);
});

test.each([
  [renderUnbrokenTitle("23 % more"), '<span class="whole">23 %</span> more'],
  [
    renderUnbrokenTitle("GPT-6.1 Sol <costs> less than multi-step o3"),
    '<span class="whole">GPT-6.1</span> Sol &lt;costs&gt; less than multi-step o3',
  ],
  [renderBackticksAsCode("send `a<b` or <c>"), "send <code>a&lt;b</code> or &lt;c&gt;"],
  [renderBreakableUrl("/a/{slug}?b=1"), "/<wbr>a/<wbr><var>{slug}</var>?b=1"],
])(
  "a percentage or a short name with a number stays in one line, backticks become code, and URLs may wrap: %s",
  (made, text) => {
    expect(String(made)).toBe(text);
  },
);

test.each([
  [
    "# Title\n\nText before.\n\n## [First one]\n\na\n\n## Second {#two}\n\nb\n",
    ['<section id="first-one"', '<section id="two"', '<h2 id="two-title">Second</h2>'],
  ],
  [
    "## A\n\n{{table}}\n\n{{name}} at [x]({{base}}/y)\n\n```\n{{name}}\n```\n",
    ["\n<table></table>", '&lt;b&gt; at <a href="https://a.b/y">x</a>', "<code>&lt;b&gt;</code>"],
  ],
  ["## A\n\n<img src=x> [a](docs/spec.md) [b](javascript:alert)\n", ["&lt;img src=x&gt; a b"]],
])("Markdown has sections, inserts, escaped HTML, no links to scripts: %j", (source, parts) => {
  const inserts = { base: "https://a.b", table: html`<table></table>`, name: "<b>" };
  const page = String(renderMarkdown(source, inserts));
  for (const part of parts) expect(page).toContain(part);
  expect(page).not.toContain("Text before");
  expect(() => renderMarkdown("## A\n\n{{missing}}\n", inserts)).toThrow("{{missing}}");
});

test("a shortened text counts whole letters, and has no space before the ellipsis", () => {
  const texts = ["norn 4", "norn 45", "norn 🎉", "norn 4 mini"];
  const shown = texts.map((text) => shortenText(text, 6));
  expect(shown).toEqual(["norn 4", "norn…", "norn 🎉", "norn…"]);
});
