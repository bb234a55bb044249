/** Every endpoint with a link that answers, and the files that hold everything at once. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { ENDPOINTS } from "../../../endpoints/index.ts";
import type { Endpoint } from "../../../http/endpoint.ts";
import { address, withCode } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { exampleAddress } from "../../examples.ts";
import { parameters } from "./parameters.ts";

/** Published files that are no endpoint's answers. */
const WHOLE_FILES = [
  ["/api/v1/openapi.json", "The API description, OpenAPI 3.1"],
  ["/api/v1/schema/ModelDetail.json", "JSON Schema of one answer; each answer has its own"],
  ["/api/v1/manifest.json", "Every published file with its bytes and SHA-256"],
  ["/api/v1/dump.json", "The whole catalogue in one file"],
] as const;

export function endpoints(catalog: Catalog): Html {
  const tags = [...new Set(ENDPOINTS.map(({ tag }) => tag))];
  const groups = tags.map(
    (tag) => html`<h3>${tag}</h3>
${ENDPOINTS.filter((endpoint) => endpoint.tag === tag).map((endpoint) => toArticle(endpoint, catalog))}`,
  );
  return section(
    "endpoints",
    "Endpoints",
    html`<p>All are <code>GET</code> and answer with JSON. Parameters that are not listed are ignored.</p>
${groups}<h3>Whole files</h3>
<ul class="files">
${WHOLE_FILES.map(([path, text]) => html`<li><a href="${path}"><code>${address(path)}</code></a> <span>${text}</span></li>\n`)}</ul>`,
  );
}

function toArticle(endpoint: Endpoint, catalog: Catalog): Html {
  const example = exampleAddress(endpoint, catalog);
  return html`<article id="${endpoint.id}" class="entry">
<div>
<h4><code>${address(endpoint.path)}</code></h4>
<p class="summary">${endpoint.summary}</p>
<p>${withCode(endpoint.description)}</p>
<p class="try"><span>Try</span> <a href="${example}"><code>${address(example)}</code></a></p>
</div>
${parameters(endpoint)}
</article>
`;
}
