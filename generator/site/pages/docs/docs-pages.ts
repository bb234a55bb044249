/** The documents: Markdown files beside this one, the reference, and the changelog of the repository. */
import { readFileSync } from "node:fs";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../../http/headers.ts";
import { DOCS_PATH, GLOSSARY_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { renderMarkdown } from "../../components/render-markdown.ts";
import { pageFile } from "../../layout/site-page.ts";
import { toInserts } from "./inserts.ts";
import { reference } from "./reference.ts";

interface Document {
  /** Below the folder of documents; empty for their overview. */
  name: string;
  title: string;
  lead: string;
  /** Markdown; the reference has none. */
  file?: string;
}

const FOLDER = "generator/site/pages/docs";

const DOCUMENTS: readonly Document[] = [
  {
    name: "",
    title: "API and documents",
    lead: "A first request, what the data covers, and its licence.",
    file: `${FOLDER}/overview.md`,
  },
  {
    name: "reference",
    title: "Reference",
    lead: "Every endpoint of the API with its parameters, and every export with its columns.",
  },
  {
    name: "guides",
    title: "Guides",
    lead: "How to load the data with common tools.",
    file: `${FOLDER}/guides.md`,
  },
  {
    name: "errors",
    title: "Errors",
    lead: "What each error means, and what to do about it.",
    file: `${FOLDER}/errors.md`,
  },
  {
    name: "methods",
    title: "Methods",
    lead: "How published values are computed, and their limits.",
    file: `${FOLDER}/methods.md`,
  },
  {
    name: "changelog",
    title: "Changelog",
    lead: "What changed for users of the service.",
    file: "CHANGELOG.md",
  },
];

export function docsPages(catalog: Catalog): StaticFile[] {
  const inserts = toInserts(catalog);
  return DOCUMENTS.map(({ name, title, lead, file }) =>
    pageFile(
      {
        path: DOCS_PATH + name,
        title,
        description: lead,
        chapter: "Docs",
        kicker: name !== "" && html`<a href="${DOCS_PATH}">API and documents</a>`,
        subnavigation: navigation(name),
        main:
          file === undefined
            ? reference(catalog)
            : renderMarkdown(readFileSync(file, "utf8"), inserts),
        scripts: file === undefined ? ["try-it"] : [],
      },
      catalog.service,
    ),
  );
}

const navigation = (current: string): Html =>
  html`<nav class="contents" aria-label="Documents"><ul>${DOCUMENTS.map(({ name, title }) => html`<li><a href="${DOCS_PATH}${name}"${name === current && html` aria-current="page"`}>${title}</a></li>`)}<li><a href="${GLOSSARY_PATH}">Glossary</a></li></ul></nav>`;
