/** The documents: what the API is, its reference, its errors. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { DOCS_PATH, GLOSSARY_PATH } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import type { ScriptName } from "../../layout/assets/addresses.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { changelog } from "./changelog.ts";
import { conventions } from "./conventions.ts";
import { coverage } from "./coverage.ts";
import { endpoints } from "./endpoints.ts";
import { errors } from "./errors.ts";
import { datasets } from "./exports.ts";
import { guides } from "./guides.ts";
import { methods } from "./methods.ts";
import { quickStart } from "./quick-start.ts";
import { contact, sources, terms } from "./terms.ts";

interface Document {
  /** Below the folder of documents; empty for their overview. */
  name: string;
  title: string;
  lead: string;
  main(catalog: Catalog): Content;
  scripts?: readonly ScriptName[];
}

const DOCUMENTS: readonly Document[] = [
  {
    name: "",
    title: "API and documents",
    lead: "One request to begin with, what is on record, and on what terms.",
    main: (catalog) => html`<div class="opening">
${quickStart(catalog)}
${coverage(catalog)}
</div>
${conventions()}${terms(catalog)}${sources(catalog)}${contact(catalog.service)}`,
  },
  {
    name: "reference",
    title: "Reference",
    lead: "Every address of the API with its parameters, and every export with its columns.",
    main: (catalog) => html`${endpoints(catalog)}${datasets()}`,
    scripts: ["try-it"],
  },
  {
    name: "guides",
    title: "Guides",
    lead: "How to load it with what you have.",
    main: guides,
  },
  {
    name: "errors",
    title: "Errors",
    lead: "What each error means, and what to do about it.",
    main: (catalog) => errors(catalog.service),
  },
  {
    name: "methods",
    title: "Methods",
    lead: "How what is published comes about, and what it cannot tell.",
    main: methods,
  },
  {
    name: "changelog",
    title: "Changelog",
    lead: "What changed for those who use the service.",
    main: changelog,
  },
];

export const docsPages = (catalog: Catalog): { path: string; page: Html }[] =>
  DOCUMENTS.map((document) => ({
    path: document.name === "" ? `${DOCS_PATH}index.html` : DOCS_PATH + document.name,
    page: toDocsPage(document, catalog),
  }));

const toDocsPage = ({ name, title, lead, main, scripts = [] }: Document, catalog: Catalog): Html =>
  toPage(
    {
      path: DOCS_PATH + name,
      title,
      description: lead,
      chapter: "Docs",
      scripts,
      head: html`${pageTitle({ kicker: name !== "" && html`<a href="${DOCS_PATH}">API and documents</a>`, title, lead })}
<nav class="contents" aria-label="Documents"><ul>${DOCUMENTS.map((other) => html`<li><a href="${DOCS_PATH}${other.name}"${other.name === name && html` aria-current="page"`}>${other.title}</a></li>`)}<li><a href="${GLOSSARY_PATH}">Glossary</a></li></ul></nav>`,
      main: main(catalog),
    },
    catalog.service,
  );
