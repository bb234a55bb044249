/** What the API is, in five lines. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { DOCS_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export const apiInBrief = ({ service }: Catalog): Html =>
  section(
    "api",
    "For programs",
    html`<pre class="wrap"><code>curl "${service.base_url}/api/v1/models?sort=service_score&limit=5"</code></pre>
<ul class="lines">
<li>Every figure here is an answer of a free <a href="${DOCS_PATH}">API</a>: JSON, no key, no limit, readable from any site.</li>
<li>Whole datasets as <a href="/docs/reference#exports">CSV and Parquet</a>; all of it in <a href="/api/v1/dump.json">one file</a>.</li>
<li>Assistants ask the same by <a href="/docs/guides#assistants">MCP</a>; <a href="/feed.xml">feeds</a> tell what moved.</li>
<li>Every fact has its day and its source; what nobody says is unknown, not guessed.</li>
<li>${service.license}: use it, change it, sell what you build; name the source.</li>
</ul>`,
  );
