/** Whose scores they are, and under which licence. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkDetail } from "../../../endpoints/benchmarks/get-benchmark.ts";
import { sourceLicense, sourceUrl } from "../../../endpoints/service/source.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export function licencesSection({ scores }: BenchmarkDetail, catalog: Catalog): Html | false {
  const counts = new Map<string, number>();
  for (const { source } of scores) counts.set(source, (counts.get(source) ?? 0) + 1);
  if (counts.size === 0) return false;
  const items = [...counts].map(
    ([source, count]) =>
      html`<li><a href="${sourceUrl(source, catalog)}">${nameOf(source, catalog)}</a>: ${count} ${count === 1 ? "score" : "scores"}, ${sourceLicense(source, catalog)}</li>
`,
  );
  return section(
    "licence",
    "Licence of the scores",
    html`<ul class="files">
${items}</ul>`,
  );
}

const nameOf = (id: string, { sources }: Catalog): string =>
  sources.find((source) => source.id === id)?.name ?? id;
