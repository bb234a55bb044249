/** Three requests to paste, and the whole answer to one of them. */

import { BuildError } from "../../../../build/facts/fault.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { getCheapest } from "../../../endpoints/models/get-cheapest.ts";
import { execute } from "../../../http/execute.ts";
import { isProblem } from "../../../http/problem.ts";
import { type Html, html } from "../../components/html.ts";
import { exampleModel } from "../../examples.ts";

export function quickStart(catalog: Catalog): Html {
  const base = catalog.service.base_url;
  const model = catalog.model(exampleModel("claude-sonnet-4-5", catalog));
  const repriced = exampleModel("gpt-4o", catalog);
  const name = model?.name ?? "a model";
  return html`<section id="quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title">Quick start</h2>
<p>Every address below answers to a plain <code>GET</code>, from a shell, a server or a page in a browser.</p>
<pre class="wrap"><code><i># The ablest open models, on one scale over all benchmarks</i>
curl "${base}/api/v1/models?open_source=true&sort=service_score&limit=5"

<i># Who sells ${name} for the least</i>
curl "${base}/api/v1/models/${model?.slug ?? ""}/cheapest"

<i>// Every recorded list price of ${catalog.model(repriced)?.name ?? repriced}</i>
const prices = await fetch(
  "${base}/api/v1/price-history/${repriced}"
).then((answer) =&gt; answer.json());</code></pre>
${model && sample(model.slug, catalog)}
<p>Machines begin at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Who wants everything at once takes <a href="/api/v1/dump.json">/api/v1/dump.json</a> or a <a href="/docs/reference#exports">CSV export</a>.</p>
</section>`;
}

function sample(slug: string, catalog: Catalog): Html {
  const request = { params: { slug }, query: {} };
  const made = execute(getCheapest, request, { catalog, search: NO_SEARCH });
  if (isProblem(made)) throw new BuildError(`the landing page's sample: ${made.detail}`);
  return html`<details>
<summary>The answer to the second</summary>
<pre tabindex="0"><code>${JSON.stringify(made.value, null, 2)}</code></pre>
</details>`;
}

/** The sample is looked up by its slug. */
const NO_SEARCH = {
  find(): never {
    throw new BuildError("the landing page's sample does not search");
  },
};
