/** What is on record: rows and newest fact of every dataset. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { redDate, thousands } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";

interface Label {
  title: string;
  /** Further counts in words; a count that is missing or 0 leaves its part out. */
  parts?: readonly (readonly [count: string, words: string])[];
}

/** Dataset of the snapshot → how people call it. One that is not here is shown under its own name. */
const LABELS: Record<string, Label> = {
  models: {
    title: "Models",
    parts: [
      ["models_with_offer", "on sale"],
      ["labs", "labs"],
    ],
  },
  offers: {
    title: "Prices now",
    parts: [
      ["hosts", "hosts"],
      ["offers_verified", "verified"],
    ],
  },
  "price-history": {
    title: "Price history",
    parts: [
      ["models_with_price_history", "models"],
      ["price_moves", "moves"],
    ],
  },
  "price-statements": { title: "Statements of sources on prices" },
  scores: {
    title: "Benchmark scores",
    parts: [
      ["benchmarks", "benchmarks"],
      ["models_with_score", "models"],
    ],
  },
  "company-facts": { title: "Company figures" },
  "gpu-rental": { title: "GPU rental prices" },
  mindshare: { title: "Coding-agent activity" },
  agents: { title: "Agents" },
  "mcp-servers": { title: "MCP servers" },
  skills: { title: "Agent skills" },
  glossary: { title: "Glossary terms" },
  "own-tests": { title: "Own measurements" },
};

export function coverage(catalog: Catalog): Html {
  const order = Object.keys(LABELS);
  const place = (dataset: string) => (order.indexOf(dataset) + order.length) % order.length;
  const rows = [...catalog.datasets]
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => place(a.dataset) - place(b.dataset))
    .map(
      ({ dataset, rows, as_of }) => html`<tr>
<th scope="row">${LABELS[dataset]?.title ?? dataset}${detail(dataset, catalog.counts)}</th>
<td>${thousands(rows)}</td>
<td>${as_of !== null && redDate(as_of)}</td>
</tr>
`,
    );
  return html`<section id="record" aria-labelledby="record-title">
<h2 id="record-title">On record</h2>
<table class="record">
<thead><tr><th scope="col">Dataset</th><th scope="col">Rows</th><th scope="col">Newest fact</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
<p class="note">A date is the day a fact was recorded, never the day of the build. The same table as JSON: <a href="/api/v1/status">/api/v1/status</a></p>
</section>`;
}

function detail(dataset: string, counts: Record<string, number>): Html | null {
  const parts = (LABELS[dataset]?.parts ?? []).flatMap(([count, words]) =>
    counts[count] ? [`${thousands(counts[count])} ${words}`] : [],
  );
  return parts.length === 0 ? null : html` <small>${parts.join(", ")}</small>`;
}
