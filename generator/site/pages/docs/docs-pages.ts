/** The documents: Markdown files in this folder, the API reference, the changelog, and the glossary. */

import { readFileSync } from "node:fs";
import { USAGE_FIELDS } from "../../../../build/cost/usage.ts";
import { OWN_TESTS } from "../../../../build/experiments/own-tests.ts";
import { CommandError } from "../../../../build/facts/fault.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { SourceRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { CostTestVector } from "../../../../build/schema/cost-vector.ts";
import { exampleEndpointUrl, pickExampleModelSlug } from "../../../endpoints/index.ts";
import { getCheapestProviderEndpoint } from "../../../endpoints/models/get-model.ts";
import { listModelsEndpoint } from "../../../endpoints/models/list-models.ts";
import { getPriceProofEndpoint } from "../../../endpoints/proof/proof.ts";
import { getSourceUrl } from "../../../endpoints/service/service.ts";
import { listFeeds } from "../../../feeds/feeds.ts";
import { COMPAT_FORMAT_TEXTS } from "../../../formats/format-texts.ts";
import { type AnswerContext, executeEndpoint, MCP_PATH } from "../../../http/endpoint.ts";
import { newestDate, toEnvelope } from "../../../http/envelope.ts";
import { isProblem, PROBLEM_TYPES, toProblemBody } from "../../../http/problem.ts";
import {
  DOCS_PAGE_PATH,
  GLOSSARY_PAGE_PATH,
  ownTestPagePath,
  PROVIDERS_PAGE_PATH,
} from "../../components/addresses.ts";
import { formatWithCommas, type Html, html, renderBackticksAsCode } from "../../components/html.ts";
import {
  type MarkdownPlaceholders,
  renderMarkdown,
  toMarkdownTable,
} from "../../components/markdown.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { renderReportWrongFact } from "../../components/wrong-fact.ts";
import type { SitePage } from "../../layout/page.ts";
import { renderApiReference } from "./reference.ts";

/** Last part of the path, title and lead of each document. All except the reference are Markdown files. */
const DOCUMENTS = [
  ["", "API and documents", "How to send a first request, what the data covers, and its licence."],
  [
    "reference",
    "Reference",
    "Every endpoint of the API with its parameters, and every export with its columns.",
  ],
  ["guides", "Guides", "How to load the data with common tools."],
  [
    "integrations",
    "Integrations",
    "How to point price calculators, gateways and coding assistants at this catalogue.",
  ],
  ["feeds", "Feeds", "How to be notified of new models, price changes and retirements."],
  [
    "cost-vectors",
    "Cost vectors",
    "Test cases for code that computes the cost of requests: token counts, prices and expected costs.",
  ],
  [
    "proof",
    "Proofs",
    "How to prove that a price was published on a certain day and has not been changed since.",
  ],
  ["errors", "Errors", "The meaning of each error, and how to correct the request."],
  ["methods", "Methods", "How published values are computed, and their limitations."],
  ["changelog", "Changelog", "Changes for users of the service, by day."],
] as const;

/** Documents that are files elsewhere in the repository, where people also read them. */
const FILES: Readonly<Record<string, string>> = {
  changelog: "CHANGELOG.md",
  integrations: "docs/integrations.md",
};

export function makeDocsPages(catalog: Catalog): SitePage[] {
  const inserts = toInserts(catalog);
  const read = (name: string): Html => {
    const file = FILES[name] ?? `generator/site/pages/docs/${name || "overview"}.md`;
    return renderMarkdown(readFileSync(file, "utf8"), inserts);
  };
  return DOCUMENTS.map(([name, title, lead]) => ({
    path: DOCS_PAGE_PATH + name,
    title,
    description: lead,
    chapter: "API",
    kicker: name !== "" && html`<a href="${DOCS_PAGE_PATH}">API and documents</a>`,
    subnavigation: renderDocsNavigation(name),
    ...(name === "reference" && {
      lead: html`${lead} <span class="note">API version 1; the examples contain data of ${ui.renderDate(catalog.asOf)}.</span>`,
    }),
    main: name === "reference" ? renderApiReference(withoutSearch(catalog)) : read(name),
    ...(name === "feeds" && { delivery: { redirectedFrom: "/feeds" } }),
    scripts: name === "reference" ? ["try-it"] : name === "proof" ? ["proof-check"] : [],
  }));
}

/** @param current Name of the current document. Pages below the methods document pass its name. */
export const renderDocsNavigation = (current: string): Html =>
  html`<nav class="contents" aria-label="Documents"><ul>${DOCUMENTS.map(([name, title]) => html`<li><a href="${DOCS_PAGE_PATH}${name}"${name === current && html` aria-current="page"`}>${title}</a></li>`)}<li><a href="${GLOSSARY_PAGE_PATH}"${current === "glossary" && html` aria-current="page"`}>Glossary</a></li></ul></nav>`;

type Term = Catalog["glossary"][number];

/** Glossary grouped by first letter. The `list-filter` script shows only the terms that match the input. */
export function makeGlossaryPage({ glossary, service }: Catalog): SitePage {
  const names = new Map(glossary.map(({ slug, name }) => [slug, name]));
  // `0` stands for terms that do not begin with a letter.
  const letters = [
    ...groupBy(glossary, ({ name }) => /^[a-z]/i.exec(name)?.[0].toUpperCase() ?? "0"),
  ].sort(([a], [b]) => compareByCodePoint(a, b));
  return {
    path: GLOSSARY_PAGE_PATH,
    title: "Glossary",
    description: `${ui.pluralize(glossary.length, "term")} about AI models and their prices, in plain words.`,
    chapter: "API",
    kicker: html`<a href="${DOCS_PAGE_PATH}">API and documents</a>`,
    subnavigation: renderDocsNavigation("glossary"),
    scripts: ["list-filter"],
    main: [
      html`<p class="chips">${ui.renderListFilterInput("Filter terms")}</p>
<p class="chips">${letters.map(([letter]) => html` <a class="filter-chip" href="#letter-${letter}">${letter}</a>`)}</p>
`,
      ...letters.map(([letter, terms]) =>
        ui.renderSection(
          `letter-${letter}`,
          letter,
          html`<dl class="glossary">
${terms.map((term) => toEntry(term, names, service))}</dl>`,
        ),
      ),
    ],
    data: {
      asOf: newestDate(glossary.map(({ as_of }) => as_of)),
      files: [{ label: "JSON", path: "/api/v1/glossary" }],
    },
  };
}

function toEntry(
  { slug, name, summary, text, also, see_also }: Term,
  names: ReadonlyMap<string, string>,
  service: Catalog["service"],
): Html {
  const links = see_also.map((other) => html`<a href="#${other}">${names.get(other) ?? other}</a>`);
  const fact = { title: `Glossary: ${name}`, row: `glossary/${slug}.json`, value: summary };
  const wrong = renderReportWrongFact({ ...fact, source: null }, service);
  return html`<div id="${slug}">
<dt>${name}${also.length > 0 && html` <small>also ${also.join(", ")}</small>`}</dt>
<dd><p>${renderBackticksAsCode(summary)}</p>
<p>${renderBackticksAsCode(text)}</p>
${(links.length > 0 || wrong) && ui.renderFootnote(html`${links.length > 0 && html`See ${ui.joinHtmlContents(links)} `}${wrong}`)}</dd>
</div>
`;
}

/** Values for the `{{name}}` placeholders of the documents: URLs, examples, and lists computed from the facts. */
function toInserts(catalog: Catalog): MarkdownPlaceholders {
  const { service } = catalog;
  const cheapest = pickExampleModelSlug("claude-sonnet-4-5", catalog);
  const history = pickExampleModelSlug("gpt-4o", catalog);
  const nameOf = (slug: string) => catalog.model(slug)?.name ?? slug;
  return {
    base_url: service.base_url,
    mcp_url: `${service.base_url}${MCP_PATH}`,
    service: service.name,
    license: service.license,
    license_url: service.license_url,
    cheapest_slug: cheapest,
    cheapest_name: nameOf(cheapest),
    cheapest_answer: cheapestAnswer(cheapest, catalog),
    history_slug: history,
    history_name: nameOf(history),
    cite: toEnvelope(service, {
      url: `${service.base_url}/api/v1/models`,
      asOf: catalog.asOf || null,
      title: "AI models",
    }).cite,
    coverage: coverage(catalog),
    sources: html`<ul class="sources">
${catalog.sources.map((source) => sourceItem(source, getSourceUrl(source.id, catalog)))}</ul>`,
    contact: contact(service),
    cost_vector_fields: fieldTable(CostTestVector.shape),
    usage_fields: fieldTable(USAGE_FIELDS),
    formats: toMarkdownTable(
      ["address", "read by", "unit", "ids", "left out"],
      COMPAT_FORMAT_TEXTS.map(({ path, ...of }) => {
        return [`[${path}](${path})`, of.readBy, of.unit, of.ids, of.leavesOut];
      }),
    ),
    lab_feeds: listFeeds(catalog)
      .filter(({ page = "" }) => page.startsWith(PROVIDERS_PAGE_PATH))
      .map(({ path, title }) => `[${title.slice(service.name.length + 2)}](${path}.xml)`)
      .join(", "),
    proof_check: proofCheck(catalog),
    proof_address: exampleEndpointUrl(getPriceProofEndpoint, catalog),
    error_example: errorExample(service.base_url),
    own_tests: html`<ul class="lines">${OWN_TESTS.map((test) => html`<li><a href="${ownTestPagePath(test.test)}">${test.name}</a>: ${test.question}</li>\n`)}</ul>`,
    ...Object.fromEntries(
      Object.entries(PROBLEM_TYPES).map(([name, { status, title }]) => {
        return [name, `${status} \`${name}\`: ${title}`];
      }),
    ),
  };
}

/** A form that checks a proof. Without JavaScript, it opens the proof itself. */
function proofCheck(catalog: Catalog): Html {
  const example = new URL(exampleEndpointUrl(getPriceProofEndpoint, catalog), "https://a.example");
  const field = (name: string) => html`name="${name}" value="${example.searchParams.get(name)}"`;
  return html`<form id="proof-check" action="${example.pathname}"><label>Model <input ${field("model")}></label> <label>Host <input ${field("host")}></label> <label>Day <input name="at" placeholder="newest" pattern="\\d{4}-\\d{2}-\\d{2}"></label> <button>Check</button>
<pre tabindex="0"><output></output></pre></form>\n`;
}

const fieldTable = (fields: Record<string, { description?: string | undefined }>): string =>
  toMarkdownTable(
    ["field", "meaning"],
    Object.entries(fields).map(([name, { description }]) => [`\`${name}\``, description ?? ""]),
  );

/** A context for example requests, which must not call the search. */
function withoutSearch(catalog: Catalog): AnswerContext {
  const find = (): never => {
    throw new CommandError("an example in the docs must not call the search");
  };
  return {
    catalog,
    search: { find, called: find, get: find, parse: find, isOwnName: find },
    rows: { tree: find, ledgerOf: find },
  };
}

function cheapestAnswer(slug: string, catalog: Catalog): Html | string {
  if (!catalog.model(slug)) return "";
  const request = { params: { slug }, query: {} };
  const made = executeEndpoint(getCheapestProviderEndpoint, request, withoutSearch(catalog));
  if (isProblem(made))
    throw new CommandError(`the quick start's example request fails: ${made.detail}`);
  const text = JSON.stringify(made.value, null, 2);
  return ui.renderDisclosure("The answer", html`<pre tabindex="0"><code>${text}</code></pre>\n`);
}

/** Answer to `/api/v1/models?limit=zero`. */
function errorExample(baseUrl: string): string {
  const problem = listModelsEndpoint.query.limit?.read("zero", "limit");
  if (typeof problem !== "object" || problem === null || !isProblem(problem))
    throw new CommandError("the example request limit=zero must fail, but it succeeded");
  return JSON.stringify(toProblemBody(problem, baseUrl, "/api/v1/models"), null, 2);
}

/** Dataset id → its title, and further counts with their labels. Any other dataset is shown under its id. */
const DATASETS: Record<string, [title: string, counts?: Record<string, string>]> = {
  models: ["Models", { models_with_offer: "on sale", labs: "labs" }],
  offers: ["Current prices", { hosts: "hosts", offers_verified: "verified" }],
  "price-history": ["Price history", { models_with_price_history: "models", price_moves: "moves" }],
  "price-statements": ["Price statements by source"],
  scores: ["Benchmark scores", { benchmarks: "benchmarks", models_with_score: "models" }],
  "company-facts": ["Company figures"],
  "gpu-rental": ["GPU rental prices"],
  mindshare: ["Coding-agent activity"],
  agents: ["Agents"],
  "mcp-servers": ["MCP servers"],
  skills: ["Agent skills"],
  glossary: ["Glossary terms"],
  "own-tests": ["Own test results"],
};

function coverage(catalog: Catalog): Html {
  const order = Object.keys(DATASETS);
  const place = (dataset: string) => (order.indexOf(dataset) + order.length) % order.length;
  return tables.renderTable<Catalog["datasets"][number]>({
    caption: "Number of rows, and date of the newest row, of every dataset",
    isCaptionHidden: true,
    columns: [
      tables.htmlTextColumn(
        "Dataset",
        ({ dataset }) => html`${DATASETS[dataset]?.[0] ?? dataset}${countsOf(dataset, catalog)}`,
      ),
      tables.htmlNumberColumn("Rows", ({ rows }) => formatWithCommas(rows)),
      tables.htmlDateColumn("Newest row", ({ as_of }) => as_of),
    ],
    rows: catalog.datasets
      .filter(({ rows }) => rows > 0)
      .toSorted((a, b) => place(a.dataset) - place(b.dataset)),
  });
}

/** Further counts of a dataset. Counts that are missing or 0 are left out. */
function countsOf(dataset: string, { counts }: Catalog): Html | false {
  const parts = Object.entries(DATASETS[dataset]?.[1] ?? {}).flatMap(([count, words]) =>
    counts[count] ? [`${formatWithCommas(counts[count])} ${words}`] : [],
  );
  return parts.length > 0 && html` <small>${parts.join(", ")}</small>`;
}

const sourceItem = (
  { name, license, license_url, credit, rows, newest_fact }: SourceRow,
  url: string,
): Html =>
  html`<li>
<p><a href="${url}">${name}</a> <small class="license"><a href="${license_url}">${license}</a></small></p>
<p>${credit}</p>
<p class="note">${rows > 0 && html`${formatWithCommas(rows)} rows`}${newest_fact !== null && html`; the newest is of ${ui.renderDate(newest_fact)}`}</p>
</li>
`;

/** Links for questions and source code. If a URL is not set, the text tells the operator where to set it. */
function contact({ contact_url, repository_url }: Catalog["service"]): string {
  const missing = Object.entries({ contact_url, repository_url }).flatMap(([name, url]) =>
    url === null ? `\`${name}\`` : [],
  );
  return [
    contact_url && `Questions and corrections: [${contact_url}](${contact_url}).`,
    repository_url && `Source code: [${repository_url}](${repository_url}).`,
    missing.length > 0 &&
      `If you run this service: set ${missing.join(" and ")} in \`data/service.json\`, and this page links to ${missing.length > 1 ? "them" : "it"}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
