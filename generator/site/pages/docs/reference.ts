/** The API reference: endpoints with examples, objects with their fields, and exports with their columns. */
import { groupBy } from "../../../../build/schema/collections.ts";
import { PUBLISHED_SCHEMAS } from "../../../../build/schema/values.ts";
import { ENDPOINTS, exampleEndpointUrl } from "../../../endpoints/index.ts";
import {
  CSV_FORMAT,
  EXPORT_URL_PREFIX,
  type ExportDataset,
  exportUrlPath,
  PARQUET_FORMAT,
} from "../../../exports/dataset.ts";
import { EXPORT_DATASETS } from "../../../exports/datasets.ts";
import { SQLITE_HREF } from "../../../exports/sqlite.ts";
import { type AnswerContext, DATA_PACKAGE_PATH, type Endpoint } from "../../../http/endpoint.ts";
import type { QueryParameter } from "../../../http/parameter.ts";
import { type JsonSchema, makePublishedJsonSchemas } from "../../../openapi/json-schemas.ts";
import { exampleEndpointAnswer } from "../../../openapi/openapi.ts";
import {
  type Html,
  type HtmlContent,
  html,
  renderBackticksAsCode,
  renderBreakableUrl,
  renderTextToCopy,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";

/** Object name → its schema. References in the schemas are anchors on this page. */
type Objects = ReadonlyMap<string, JsonSchema>;

export function renderApiReference(context: AnswerContext): Html {
  const objects: Objects = makePublishedJsonSchemas((id) => `#${id}`);
  return html`${endpointsSection(context, objects)}${objectsSection(objects)}${exportsSection()}`;
}

/** Published files that are not the answer of an endpoint. */
const WHOLE_FILES = [
  ["/api/v1/openapi.json", "API description, OpenAPI 3.1"],
  ["/api/v1/schema/ModelDetail.json", "JSON Schema of one kind of answer"],
  ["/api/v1/manifest.json", "Every published file with its size and SHA-256"],
  ["/api/v1/dump.json", "The whole catalogue in one file"],
  ["/cost-vectors.json", "Test cases for code that computes costs"],
] as const;

function endpointsSection(context: AnswerContext, objects: Objects): HtmlContent {
  const groups = [...groupBy(ENDPOINTS, ({ tag }) => tag)];
  const nav = html`<nav aria-label="Endpoints"><details class="on-page"><summary>List of endpoints</summary>
${groups.map(
  ([tag, some]) => html`<p><b>${tag}</b></p>
<ul>${some.map(({ id, path }) => html`<li><a href="#${id}">${renderBreakableUrl(path.replace("/api/v1/", "/"))}</a></li>\n`)}</ul>
`,
)}</details></nav>
`;
  const entries = groups.map(
    ([tag, some]) => html`<h3>${tag}</h3>
${some.map((endpoint) => endpointEntry(endpoint, objects, context))}`,
  );
  return ui.renderSection(
    "endpoints",
    "Endpoints",
    html`<p>Every endpoint accepts <code>GET</code> and answers with JSON. Parameters that are not listed are ignored. Every answer has the fields of <a href="#Envelope"><code>Envelope</code></a>.</p>
${entries}<h3>Whole files</h3>
<ul class="files">
${WHOLE_FILES.map(([path, text]) => html`<li><a href="${path}"><code>${renderBreakableUrl(path)}</code></a> <span>${text}</span></li>\n`)}</ul>`,
    nav,
  );
}

/** Endpoint whose example answer is shown. The other endpoints only link to theirs. */
const WITH_ANSWER = "listModels";

function endpointEntry(endpoint: Endpoint, objects: Objects, context: AnswerContext): Html {
  const { catalog } = context;
  const answer = endpoint.id === WITH_ANSWER && exampleEndpointAnswer(endpoint, context);
  const example = exampleEndpointUrl(endpoint, catalog);
  const parameters = [
    ...Object.entries(endpoint.params).map(([name, { description }]) =>
      definition(name, "in the path", renderBackticksAsCode(description)),
    ),
    ...Object.entries(endpoint.query).map(([name, parameter]) =>
      definition(name, parameter.required && "required", describe(parameter)),
    ),
  ];
  const fields = fieldsOf(objects.get(PUBLISHED_SCHEMAS.get(endpoint.response)?.id ?? ""));
  const description = html`<p class="id">${renderTextToCopy(`curl ${toShellWord(catalog.service.base_url + example)}`, html`class="wrap"`)}</p>
<p>${renderBackticksAsCode(endpoint.description)}</p>
<p class="try"><span>Try</span> <a href="${example}"><code>${renderBreakableUrl(example)}</code></a></p>
`;
  return html`<article id="${endpoint.id}" class="entry">
<h4><code>GET ${renderBreakableUrl(endpoint.path)}</code></h4>
<p>${endpoint.summary}</p>
${answer ? ui.renderTwoColumns(description, html`<h5>Example answer, with shortened lists</h5>\n<pre tabindex="0"><code>${JSON.stringify(answer, null, 2)}</code></pre> <button type="button" class="copy needs-script">Copy</button>\n`) : description}
${parameters.length > 0 && html`<h5>Parameters</h5>\n<dl>${parameters}</dl>`}
${fields.length > 0 && html`<h5>Fields of the answer</h5>\n<dl>${fields}</dl>`}
</article>
`;
}

/** Puts a URL in quotes if it contains characters that a shell would interpret. */
const toShellWord = (url: string): string => (/[?&*]/.test(url) ? `"${url}"` : url);

/** Fields of an object, without those of the envelope, which are listed only once. */
const fieldsOf = (schema: JsonSchema | undefined): Html[] =>
  Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) =>
    definition(
      name,
      typeOf(field),
      typeof field.description === "string" && renderBackticksAsCode(field.description),
    ),
  );

/** Type of a value, with links to objects: `text`, `array of Model`, `number or null`. */
function typeOf({ $ref, type, anyOf, items, enum: values }: JsonSchema): HtmlContent {
  if (typeof $ref === "string") return html`<a href="${$ref}">${$ref.slice(1)}</a>`;
  if (Array.isArray(anyOf)) return ui.joinHtmlContents(anyOf.map(typeOf), " or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") return html`array of ${typeOf((items ?? {}) as JsonSchema) || "values"}`;
  if (Array.isArray(values)) return ui.joinHtmlContents(values.map(code), ", ");
  return typeof type === "string" ? type : false;
}

const objectsSection = (objects: Objects): HtmlContent =>
  ui.renderSection(
    "objects",
    "Objects",
    html`<p>This section lists the objects in the answers of the API. <code>/api/v1/schema/</code> has a JSON Schema of each object.</p>
<div class="exports">
${[...objects].map(([id, schema]) => {
  const fields = fieldsOf(schema);
  return html`<article class="export">
<h3><a href="/api/v1/schema/${id}.json"><code>${id}</code></a></h3>
<details>
<summary>${ui.pluralize(fields.length, "field")}<span class="sr-only"> of ${id}</span></summary>
<dl class="columns" id="${id}">${fields}
</dl>
</details>
</article>
`;
})}</div>`,
  );

const definition = (name: string, note: HtmlContent, text: HtmlContent): Html =>
  html`
<div><dt><code>${name}</code>${note && html` <small>${note}</small>`}</dt><dd>${text}</dd></div>`;

/** Meaning and allowed values of a query parameter, from its JSON Schema. */
function describe({ description, schema, example }: QueryParameter<unknown>): Html {
  const { enum: values, type, minimum, maximum, minLength, default: otherwise } = schema;
  const from = typeof minimum === "number" && ` from ${minimum}`;
  const to = typeof maximum === "number" && ` to ${maximum}`;
  const limits = [
    Array.isArray(values) && html`one of ${ui.joinHtmlContents(values.map(code))}`,
    type === "integer" && html`whole number${from}${to}`,
    typeof minLength === "number" && `text, ${minLength} characters or more`,
    otherwise !== undefined && otherwise !== "" && html`default ${code(otherwise)}`,
    example !== undefined && html`for example ${code(example)}`,
  ].filter((limit) => limit !== false);
  const sentence = renderBackticksAsCode(
    description.endsWith(".") ? description : `${description}.`,
  );
  return html`${sentence}${limits.length > 0 && html` <small class="takes">Value: ${ui.joinHtmlContents(limits)}</small>`}`;
}

const code = (value: unknown): Html => html`<code>${String(value)}</code>`;

const exportsSection = (): HtmlContent =>
  ui.renderSection(
    "exports",
    "CSV and Parquet exports",
    html`<p>Whole datasets for a spreadsheet or a database, at <code>${EXPORT_URL_PREFIX}<var>{dataset}</var></code>: UTF-8 with a header row; the field of an unknown value is empty. Add <code>${PARQUET_FORMAT.ending}</code> to the name of an export to get the same rows as Parquet, with typed columns. <a href="${DATA_PACKAGE_PATH}"><code>${DATA_PACKAGE_PATH}</code></a> lists the columns, size and SHA-256 of every file, for tools that read Data Packages. If the operator builds it, <code>${SQLITE_HREF}</code> is one SQLite database with every dataset as a table. No export contains benchmark scores of third parties.</p>
<div class="exports">
${EXPORT_DATASETS.map(exportEntry)}</div>`,
  );

const exportEntry = (dataset: ExportDataset): Html => {
  const { name, title, columns } = dataset;
  return html`<article class="export">
<h3><a href="${exportUrlPath(dataset, CSV_FORMAT)}"><code>${name}</code></a></h3>
<p>${title}, also as <a href="${exportUrlPath(dataset, PARQUET_FORMAT)}">Parquet</a></p>
<details>
<summary>${columns.length} columns<span class="sr-only"> of ${name}</span></summary>
<dl class="columns">${columns.map(({ name, type, description }) =>
    definition(name, type, renderBackticksAsCode(description)),
  )}
</dl>
</details>
</article>
`;
};
