/** The documents: Markdown files beside this one, the reference, the repository's changelog, and the glossary. */
import { readFileSync } from "node:fs";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { DOCS_PATH, GLOSSARY_PATH } from "../../components/addresses.ts";
import { type Html, html, withCode } from "../../components/html.ts";
import { renderMarkdown } from "../../components/markdown.ts";
import { commaList, note } from "../../components/parts.ts";
import type { SitePage } from "../../layout/page.ts";
import { toInserts } from "./inserts.ts";
import { reference } from "./reference.ts";

/** Name below the folder of documents (empty for their overview), title and lead; each but the reference is Markdown. */
const DOCUMENTS = [
  ["", "API and documents", "A first request, what the data covers, and its licence."],
  [
    "reference",
    "Reference",
    "Every endpoint of the API with its parameters, and every export with its columns.",
  ],
  ["guides", "Guides", "How to load the data with common tools."],
  ["errors", "Errors", "What each error means, and what to do about it."],
  ["methods", "Methods", "How published values are computed, and their limits."],
  ["changelog", "Changelog", "What changed for users of the service."],
] as const;

export function docsPages(catalog: Catalog): SitePage[] {
  const inserts = toInserts(catalog);
  const read = (name: string): Html => {
    const file = `generator/site/pages/docs/${name || "overview"}.md`;
    const text = readFileSync(name === "changelog" ? "CHANGELOG.md" : file, "utf8");
    return renderMarkdown(text, inserts);
  };
  return DOCUMENTS.map(([name, title, lead]) => ({
    path: DOCS_PATH + name,
    title,
    description: lead,
    chapter: "Docs",
    kicker: name !== "" && html`<a href="${DOCS_PATH}">API and documents</a>`,
    subnavigation: navigation(name),
    main: name === "reference" ? reference(catalog) : read(name),
    scripts: name === "reference" ? ["try-it"] : [],
  }));
}

const navigation = (current: string): Html =>
  html`<nav class="contents" aria-label="Documents"><ul>${DOCUMENTS.map(([name, title]) => html`<li><a href="${DOCS_PATH}${name}"${name === current && html` aria-current="page"`}>${title}</a></li>`)}<li><a href="${GLOSSARY_PATH}">Glossary</a></li></ul></nav>`;

type Term = Catalog["glossary"][number];

export function glossaryPage({ glossary }: Catalog): SitePage {
  const names = new Map(glossary.map(({ slug, name }) => [slug, name]));
  return {
    path: GLOSSARY_PATH,
    title: "Glossary",
    description: "Terms about AI models and their prices, each explained on its own.",
    chapter: "Docs",
    main: html`<dl class="glossary">
${glossary.map((term) => toEntry(term, names))}</dl>`,
    data: {
      asOf: newest(glossary.map(({ as_of }) => as_of)),
      files: [{ label: "JSON", path: "/api/v1/glossary" }],
    },
  };
}

function toEntry({ slug, name, summary, text, also, see_also }: Term, names: Map<string, string>) {
  const links = see_also.map((other) => html`<a href="#${other}">${names.get(other) ?? other}</a>`);
  return html`<div id="${slug}">
<dt>${name}${also.length > 0 && html` <small>also ${also.join(", ")}</small>`}</dt>
<dd><p>${withCode(summary)}</p>
<p>${withCode(text)}</p>
${links.length > 0 && note(html`See ${commaList(links)}`)}</dd>
</div>
`;
}
