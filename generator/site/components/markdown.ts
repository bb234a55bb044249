/** Pages as Markdown for programs, and Markdown documents as sections of a page. */
import { Marked, type Tokens } from "marked";
import { CommandError } from "../../../build/facts/fault.ts";
import { escapeHtml, type Html, html, renderTextToCopy, trustedHtml } from "./html.ts";
import { renderSection } from "./parts.ts";

/** Joins blocks with an empty line between them; false, null and empty blocks are skipped. */
export const joinMarkdownBlocks = (blocks: readonly (string | false | null)[]): string =>
  `${blocks.filter((block) => block !== false && block !== null && block !== "").join("\n\n")}\n`;

export const toMarkdownTable = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head, head.map(() => "---"), ...rows].map(toRow).join("\n");

const toRow = (cells: readonly unknown[]): string =>
  `| ${cells.map((cell) => String(cell).replace(/[|\\]/g, "\\$&").replace(/\n/g, " ")).join(" | ")} |`;

/** Placeholder name → its text, or markup that takes the place of a paragraph. */
export type MarkdownPlaceholders = Readonly<Record<string, string | Html>>;

/** Each `## Title {#id}` starts a section (default id: from the title); `{{name}}` is replaced by that placeholder. */
export function renderMarkdown(source: string, inserts: MarkdownPlaceholders): Html {
  const text = source.replace(/\{\{([\w-]+)\}\}/g, (place, name) => {
    const value = inserts[name];
    if (value === undefined)
      throw new CommandError(
        `a document contains the placeholder ${place}, for which there is no value`,
      );
    return typeof value === "string" ? value : place;
  });
  const [, ...sections] = text.split(/^## /m);
  return html`${sections.map((part) => {
    const end = part.indexOf("\n");
    const { title, id = toId(title) } = toHeading(part.slice(0, end));
    const body = String(markdown.parse(part.slice(end), { async: false }));
    return renderSection(id, title, trustedHtml(placeMarkup(body, inserts)));
  })}`;
}

const placeMarkup = (body: string, inserts: MarkdownPlaceholders): string =>
  body.replace(/<p>\{\{([\w-]+)\}\}<\/p>/g, (_, name) => String(inserts[name]));

/** Splits `Quick start {#start}` into title and id. */
function toHeading(text: string): { title: string; id: string | undefined } {
  const [, title = "", id] = /^\[?(.*?)\]?(?: \{#([\w-]+)\})?$/.exec(text) ?? [];
  return { title, id };
}

const toId = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

const markdown = new Marked({
  renderer: {
    heading({ depth, tokens }) {
      const { title, id } = toHeading(this.parser.parseInline(tokens));
      return `<h${depth}${id === undefined ? "" : ` id="${id}"`}>${title}</h${depth}>\n`;
    },
    code: ({ text }) => `<pre class="wrap" tabindex="0">${renderTextToCopy(text)}</pre>\n`,
    list({ items }) {
      return `<ul class="lines">\n${items.map((item) => this.listitem(item)).join("")}</ul>\n`;
    },
    html: ({ text }) => escapeHtml(text),
    /** On a phone, each cell is a line after the title of its column. */
    table({ header, rows }) {
      const titles = header.map(({ text }) => escapeHtml(text));
      const body = rows.map((row) => {
        const cells = row.map(({ tokens }) => this.parser.parseInline(tokens));
        return `<tr>${cells.map((cell, at) => `<td class="t" data-title="${titles[at]}">${cell}</td>`).join("")}</tr>\n`;
      });
      const first = escapeHtml(rows[0]?.[0]?.text.replaceAll("`", "") ?? "");
      return `<div class="scroll" role="region" aria-label="${titles.join(", ")}, from ${first}" tabindex="0"><table class="figures listed">
<thead><tr>${titles.map((title) => `<th class="t">${title}</th>`).join("")}</tr></thead>
<tbody>
${body.join("")}</tbody>
</table></div>\n`;
    },
    /** Links to files of the repository (as in CHANGELOG.md) do not work on the site and are rendered as text. */
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      return /^(\/|#|https:)/.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
  },
});
