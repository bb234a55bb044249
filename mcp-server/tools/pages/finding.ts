/** A finding as a page, and as a row of a table. */
import type { FindingItem } from "../../../generator/endpoints/findings/findings.ts";
import type { TableRow, ToolPage } from "../tool.ts";

export function findingRow({ id, date, kind, title, summary, models, url }: FindingItem): TableRow {
  return {
    text: `${date} ${title}. ${summary}`,
    value: { id, date, kind, title, models, url },
  };
}

export function findingPage({ id, date, kind, title, summary, ...rest }: FindingItem): ToolPage {
  return {
    title,
    url: rest.url,
    asOf: date,
    lines: [`${date} ${title}`, summary],
    value: { id, date, kind, models: rest.models, numbers: rest.numbers },
    tables: [],
  };
}
