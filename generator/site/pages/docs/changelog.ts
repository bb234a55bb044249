/** CHANGELOG.md as a page: headings, lists and paragraphs are all that it uses. */
import { readFileSync } from "node:fs";
import { withCode } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export function changelog(): Html {
  const [, ...releases] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  return html`${releases.map(toRelease)}`;
}

function toRelease(text: string): Html {
  const [head = "", ...kinds] = text.split(/^### /m);
  const title = head.split("\n", 1).join("").replace(/[[\]]/g, "");
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return section(id, title, kinds.map(toKind));
}

function toKind(text: string): Html {
  const [title = "", ...lines] = text.split("\n");
  const items = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  return html`<h3>${title}</h3>
<ul class="changes">${items.map((item) => html`<li>${withCode(item.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"))}</li>\n`)}</ul>
`;
}
