import { describe, expect, test } from "vitest";
import { html } from "./html.ts";

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
