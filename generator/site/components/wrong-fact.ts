/** How a reader reports a wrong fact. */
import type { Service } from "../../../build/schema/service.ts";
import { formatWithCommas, type HtmlContent, html } from "./html.ts";

export interface FactToReport {
  /** Title of the issue: `GPT-4o at OpenAI: price`. */
  title: string;
  /** The row it comes from: `prices/openai.csv gpt-4o`. */
  row: string;
  value: string | number | boolean | null;
  /** Id or URL of the source. */
  source: string | null;
}

/** A link that opens a prefilled issue; null if the service has no repository URL. */
export function renderReportWrongFact(
  { title, row, value, source }: FactToReport,
  { repository_url }: Pick<Service, "repository_url">,
): HtmlContent {
  if (repository_url === null) return null;
  const shown = typeof value === "number" ? formatWithCommas(value) : value;
  const body = `Row: ${row}\nValue: ${shown ?? "unknown"}\nSource: ${source ?? "not recorded"}\nWrong because: `;
  const query = `title=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
  const address = `${repository_url.replace(/\/$/, "")}/issues/new?${query}`;
  return html`<a class="wrong" href="${address}" title="Report: ${title}" rel="nofollow">Report error</a>`;
}

type Named = Record<"slug" | "name", string>;

export const renderReportWrongScore = (
  { score, source_url }: { score: number; source_url: string },
  model: Named,
  benchmark: Named,
  service: Pick<Service, "repository_url">,
): HtmlContent =>
  renderReportWrongFact(
    {
      title: `${model.name} on ${benchmark.name}: score`,
      row: `scores/${benchmark.slug}.csv ${model.slug}`,
      value: score,
      source: source_url,
    },
    service,
  );
