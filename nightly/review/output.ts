/** A review as text for the terminal, and as one page for the browser. */
import { type Html, html, trusted } from "../../generator/site/components/html.ts";
import type { Section } from "./review.ts";

/** Longer cells are cut in the terminal; the page has them whole. */
const WIDEST = 90;

export const toText = (sections: readonly Section[]): string =>
  sections.map(sectionText).join("\n\n");

function sectionText({ title, look, columns, rows }: Section): string {
  const table = [columns, ...rows].map((row) => row.map(shorten));
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [`${title} (${rows.length} rows)`, look, "", ...lines].join("\n");
}

const shorten = (cell: string): string =>
  cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;

const STYLE = trusted(`
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .15rem .6rem; border-bottom: 1px solid #8884; vertical-align: top }
thead th { position: sticky; top: 0; background: Canvas }
`);

/** One page that stands alone, for the browser of whoever reviews. */
export const toPage = (day: string, sections: readonly Section[]): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Review of ${day}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Review of ${day}</h1>
<ul>
${sections.map(({ title, rows }, at) => html`<li><a href="#s${at}">${title}</a> (${rows.length} rows)</li>\n`)}</ul>
${sections.map(sectionHtml)}</body>
</html>
`;

const sectionHtml = (
  { title, look, columns, rows }: Section,
  at: number,
): Html => html`<h2 id="s${at}">${title}</h2>
<p>${look}</p>
<table>
<thead><tr>${columns.map((column) => html`<th>${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
`;
