import { expect, test } from "vitest";
import { html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";

const render = (source: string, inserts = {}): string => String(renderMarkdown(source, inserts));

test("each level-2 heading starts a section, with its given id or one made from the title", () => {
  const page = render("# Title\n\nText before.\n\n## [First one]\n\na\n\n## Second {#two}\n\nb\n");
  expect([...page.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    "first-one",
    "two",
  ]);
  expect(page).toContain('<h2 id="two-title">Second</h2>');
  expect(page).not.toContain("Text before");
});

test("texts are inserted anywhere, HTML as a paragraph of its own, and a missing insert is an error", () => {
  const inserts = { base: "https://a.example", table: html`<table></table>`, name: "<b>" };
  const page = render(
    "## A\n\n{{table}}\n\n{{name}} at [x]({{base}}/y)\n\n```\n{{name}}\n```\n",
    inserts,
  );
  expect(page).toContain("\n<table></table>");
  expect(page).toContain('&lt;b&gt; at <a href="https://a.example/y">x</a>');
  expect(page).toContain("<code data-copy>&lt;b&gt;</code>");
  expect(() => render("## A\n\n{{missing}}\n")).toThrow("{{missing}}");
});

test("HTML is escaped, and links to repository files and scripts become plain text", () => {
  const page = render("## A\n\n<img src=x> [docs](docs/spec.md) [run](javascript:alert)\n");
  expect(page).toContain("&lt;img src=x&gt; docs run");
});
