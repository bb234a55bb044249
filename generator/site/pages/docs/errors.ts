/** The documentation that the `type` of every error points to: one place per name, with the name as its id. */
import type { Service } from "../../../../build/schema/service.ts";
import { listModels } from "../../../endpoints/models/list-models.ts";
import { isProblem, PROBLEMS, type ProblemName, toProblemBody } from "../../../http/problem.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

/** Why it happens, and what to do. A new problem does not compile without its words. */
const HELP: Record<ProblemName, Html> = {
  "bad-parameter": html`For example <code>limit=0</code>, <code>since=yesterday</code>, or a comparison of one model. <code>parameter</code> names it, <code>detail</code> says what to send, and <code>allowed</code> lists the values where there are only some.`,
  "not-found": html`Compare the path with the <a href="/docs/reference#endpoints">list of endpoints</a>: versions, plurals and dashes matter.`,
  "unknown-slug": html`The path is right, but no model, provider, benchmark, test, dataset or term is called so. <code>suggestions</code> holds the nearest names; <a href="/docs/reference#search">search</a> finds the rest.`,
  "method-not-allowed": html`The service is read-only: send <code>GET</code> or <code>HEAD</code>. The <code>Allow</code> header lists what the address takes.`,
  "body-too-large": html`A request body may hold 256 KiB. Only an address that takes <code>POST</code> reads one.`,
  "query-too-long": html`What follows the <code>?</code> may hold 4 KiB. Ask for less at once.`,
  "too-many-requests": html`Only where a service has turned its tiers on. <code>Retry-After</code> says how many seconds to wait, <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code> stand on every answer that is counted. What is published as a file is not.`,
  "internal-error": html`The fault is ours. Try again in a minute; answers that are published as files go on working. If it stays, <a href="/docs/#contact">tell us</a> the address.`,
};

export function errors(service: Service): Html {
  const names = Object.keys(PROBLEMS) as ProblemName[];
  return section(
    "errors",
    "Errors",
    html`<p>An error is <code>application/problem+json</code> (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>). Its <code>type</code> is the address of its paragraph here.</p>
${names.map(toArticle)}<details>
<summary>What an error looks like</summary>
<pre tabindex="0"><code>${sample(service)}</code></pre>
</details>`,
  );
}

const toArticle = (name: ProblemName): Html => html`<article id="${name}" class="error">
<h3><span class="status">${PROBLEMS[name].status}</span> <code>${name}</code></h3>
<p><em>${PROBLEMS[name].title}.</em> ${HELP[name]}</p>
</article>
`;

/** What `/api/v1/models?limit=zero` answers. */
function sample(service: Service): string {
  const problem = listModels.query.limit?.read("zero", "limit");
  if (typeof problem !== "object" || problem === null || !isProblem(problem)) return "";
  return JSON.stringify(toProblemBody(problem, service.base_url, "/api/v1/models"), null, 2);
}
