/** How to load the data with what people have. Every line was tried as it stands. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { exampleModel } from "../../examples.ts";
import { assistants } from "./assistants.ts";

interface Guide {
  id: string;
  title: string;
  text: Html;
  /** @param model Slug of one that exists. */
  code(base: string, model: string): string;
}

const GUIDES: readonly Guide[] = [
  {
    id: "curl",
    title: "curl",
    text: html`The cheapest host of a model, and why the others were passed over. <code>jq</code> picks what you want.`,
    code: (
      base,
      model,
    ) => `curl -s "${base}/api/v1/models/${model}/cheapest" | jq .cheapest_provider
curl -s "${base}/api/v1/models?sort=release_date&limit=3" | jq -r '.data[].slug'`,
  },
  {
    id: "typescript",
    title: "TypeScript",
    text: html`<code>fetch</code> is enough. Types for every answer can be generated from <a href="/api/v1/openapi.json">the API description</a>.`,
    code: (base, model) => `const answer = await fetch("${base}/api/v1/price-history/${model}");
if (!answer.ok) throw new Error((await answer.json()).detail);
for (const { date, input, output } of await answer.json()) console.log(date, input, output);`,
  },
  {
    id: "python",
    title: "Python",
    text: html`Without a package. Whole datasets are read as CSV.`,
    code: (base) => `import csv, io, json, urllib.request as web
models = json.load(web.urlopen("${base}/api/v1/models?limit=200"))["data"]
with web.urlopen("${base}/api/v1/export/provider-offers") as file:
    offers = list(csv.DictReader(io.TextIOWrapper(file, "utf-8", newline="")))`,
  },
  {
    id: "duckdb",
    title: "DuckDB",
    text: html`Parquet has true types. Slugs join the datasets; <a href="/datapackage.json">/datapackage.json</a> names columns and keys.`,
    code: (base, model) => `curl -sO ${base}/api/v1/export/provider-offers.parquet
duckdb -c "FROM 'provider-offers.parquet' SELECT provider, input_usd_per_m WHERE model = '${model}' ORDER BY 2"`,
  },
  {
    id: "spreadsheet",
    title: "Spreadsheet",
    text: html`Open the file (UTF-8, comma), or let the sheet fetch it. The second line is for Google Sheets, and needs an address that its servers reach.`,
    code: (base) => `curl -so models.csv ${base}/api/v1/export/models.csv
=IMPORTDATA("${base}/api/v1/export/models.csv")`,
  },
];

export function guides(catalog: Catalog): Html {
  const model = exampleModel("gpt-4o", catalog);
  return html`${GUIDES.map(({ id, title, text, code }) =>
    section(
      id,
      title,
      html`<p>${text}</p>
<pre class="wrap" tabindex="0"><code data-copy>${code(catalog.service.base_url, model)}</code></pre>`,
    ),
  )}${assistants(catalog.service)}`;
}
