/** The frame of every page: head, styles, and nothing that is loaded from elsewhere. */
import { readFileSync } from "node:fs";
import type { Service } from "../../build/schema/service.ts";
import { FEED_LINKS } from "../feeds/links.ts";
import { type Content, type Html, html, trusted } from "./html.ts";
import { toScript } from "./json-ld.ts";

/** In the order of the cascade. */
const STYLE_SHEETS = ["base", "front", "chapters", "reference", "papers", "print"];

/** Read once; comments and indentation are for us, not for readers of the page. */
const STYLE = trusted(
  STYLE_SHEETS.map((name) => readFileSync(`generator/site/style/${name}.css`, "utf8"))
    .join("")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim(),
);

/** The icon, a waning moon, as a data URL, so that browsers request no file for it. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='%23a3261a'/%3E%3Cpath d='M16 5a11 11 0 0 1 0 22a15 15 0 0 0 0-22' fill='%23f5f6f0'/%3E%3C/svg%3E";

export interface Page {
  title: string;
  description: string;
  /** Path of the canonical address; null for a page that is not to be indexed. */
  canonicalPath: string | null;
  /** Path of the same page as Markdown, where there is one. */
  markdownPath?: string;
  /** What data it shows, from `toDataset`. */
  dataset?: object;
  body: Content;
}

export function toPage(page: Page, service: Service): Html {
  const { title, description, canonicalPath, markdownPath, dataset, body } = page;
  const robots = canonicalPath === null && html`<meta name="robots" content="noindex">`;
  const canonical =
    canonicalPath !== null &&
    html`<link rel="canonical" href="${service.base_url}${canonicalPath}">`;
  const markdown =
    markdownPath !== undefined &&
    toLink({ type: "text/markdown", title: "This page as Markdown", href: markdownPath });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${robots}${canonical}
<link rel="service-desc" type="application/json" href="/api/v1/openapi.json">
${markdown}${FEED_LINKS.map(toLink)}${dataset && toScript(dataset)}<link rel="icon" href="${trusted(ICON)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f5f6f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#11171a" media="(prefers-color-scheme: dark)">
<style>
${STYLE}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Readers of feeds find ours from any page. */
const toLink = ({ title, href, type }: (typeof FEED_LINKS)[number]): Html =>
  html`<link rel="alternate" type="${type}" title="${title}" href="${href}">
`;
