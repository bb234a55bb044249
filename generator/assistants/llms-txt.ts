/** `/llms.txt`: what is here, for a language model that reads one page first (llmstxt.org). */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { DATA_PACKAGE_PATH } from "../exports/data-package.ts";
import type { Dataset } from "../exports/dataset.ts";
import { DATASETS } from "../exports/datasets.ts";
import { exportPath, FORMATS } from "../exports/formats.ts";
import { FEED_LINKS } from "../feeds/links.ts";
import { type Endpoint, TAGS } from "../http/endpoint.ts";
import {
  BENCHMARKS_PATH,
  MODELS_PATH,
  modelPage,
  PRICES_PATH,
  PROVIDERS_PATH,
} from "../site/components/addresses.ts";
import { toMarkdownPath } from "../site/components/markdown.ts";
import { exampleAddress, exampleModel } from "../site/examples.ts";
import { OVERVIEW_PATH } from "../site/pages/own-tests/own-tests-pages.ts";
import { SERVICE_SCORE_PATH } from "../site/pages/service-score-page.ts";
import { MCP_PATH } from "./mcp-address.ts";

export function toLlmsTxt(catalog: Catalog): string {
  const { name, summary, base_url, license } = catalog.service;
  const { models, offers, benchmarks, asOf } = catalog;
  return `${[
    `# ${name}`,
    `> ${summary}`,
    `${models.length} models, ${offers.length} offers, ${benchmarks.length} benchmarks; newest fact ${asOf}. Free, no key, data ${license}: name the source and the day of a fact (\`as_of\`) when you pass it on. Prices are US dollars per million tokens; null is unknown, 0 is free. A lab makes a model, a host sells it.`,
    `## Tools`,
    `- [MCP server](${base_url}${MCP_PATH}): Streamable HTTP, stateless, no key. Tools take a model by slug, alias or name. Connect to it rather than reading pages, when you can.`,
    ...Object.keys(TAGS).flatMap((tag) => toSection(tag, catalog)),
    `## Pages for people`,
    `- [A model](${base_url}${modelPage(exampleModel("gpt-4o", catalog))}): lead a reader there, with the slug in question; the same facts as its answer, prices at every host, charts`,
    `- [All models](${base_url}${MODELS_PATH}), [hosts and labs](${base_url}${PROVIDERS_PATH}), [benchmarks](${base_url}${BENCHMARKS_PATH}), [prices](${base_url}${PRICES_PATH})`,
    `## Exports`,
    `- [Data package](${base_url}${DATA_PACKAGE_PATH}): columns, types, size and SHA-256 of every file below`,
    ...DATASETS.map((dataset) => toExportItem(dataset, base_url)),
    `## Methods`,
    `- [Own tests](${base_url}${toMarkdownPath(OVERVIEW_PATH)}): what each asks, how it is scored, what it cannot tell`,
    `- [Service score](${base_url}${toMarkdownPath(SERVICE_SCORE_PATH)}): how one score over all benchmarks is made`,
    `## Optional`,
    `- [API description](${base_url}/api/v1/openapi.json): OpenAPI 3.1, every parameter and field`,
    ...FEED_LINKS.map(({ title, href }) => `- [${title}](${base_url}${href}): newest first`),
    `- [Everything](${base_url}/api/v1/dump.json): the whole catalogue in one JSON file`,
  ].join("\n\n")}\n`.replace(/\n\n- /g, "\n- ");
}

function toSection(tag: string, catalog: Catalog): string[] {
  const endpoints = ENDPOINTS.filter((endpoint) => endpoint.tag === tag);
  if (endpoints.length === 0) return [];
  return [`## ${tag}`, ...endpoints.map((endpoint) => toItem(endpoint, catalog))];
}

const toExportItem = (dataset: Dataset, base: string): string =>
  `- ${dataset.title}: ${FORMATS.map((format) => `[${format.name}](${base}${exportPath(dataset, format)})`).join(", ")}`;

const toItem = (endpoint: Endpoint, catalog: Catalog): string =>
  `- [${endpoint.summary}](${catalog.service.base_url}${exampleAddress(endpoint, catalog)}): ${endpoint.path}. ${endpoint.description}`;
