/** The newest findings, each beside the raw statements of the ledger that it was made from. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import type { Finding } from "../../build/model/catalog/finding.ts";
import { groupBy } from "../../build/schema/collections.ts";
import type { Section } from "./section.ts";

const MOST_FINDINGS = 60;

const Statement = z.object({
  finding: z.string(),
  source: z.string(),
  host: z.string(),
  model_id: z.string(),
  recorded: z.string(),
  effective: z.string().nullable(),
  event: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
  note: z.string().nullable(),
});
type Statement = z.infer<typeof Statement>;

/** What was said of each finding's model at the hosts that it names, up to the week after it: the last two of a source. */
const STATEMENTS = `
  WITH named AS (
    SELECT DISTINCT date, kind, model, unnest([host, best_host, cheapest_host, dearest_host]) AS host FROM finding_facts
  )
  SELECT concat_ws(' ', f.date, f.kind, f.model) AS finding, p.source, p.host, p.model_id, p.recorded, p.effective, p.event,
    p.input, p.output, p.note
  FROM named f
  JOIN offers o ON o.model = f.model AND o.host = f.host
  JOIN prices p ON p.host = o.host AND p.model_id = o.model_id
  WHERE p.recorded::DATE <= f.date::DATE + 7
  QUALIFY row_number() OVER (PARTITION BY f.date, f.kind, f.model, p.host, p.model_id, p.source ORDER BY p.recorded DESC) <= 2
  ORDER BY finding, p.host, p.model_id, p.source, p.recorded`;

/** @param findings Newest first. */
export async function findingSection(
  db: DuckDBConnection,
  findings: readonly Finding[],
): Promise<Section> {
  const answer = await db.runAndReadAll(STATEMENTS);
  const statements = groupBy(
    z.array(Statement).parse(answer.getRowObjectsJS()),
    ({ finding }) => finding,
  );
  const statedOf = ({ date, kind, models }: Finding): Statement[] =>
    models.flatMap((model) => statements.get(`${date} ${kind} ${model}`) ?? []);
  const toRows = (finding: Finding): string[][] => [
    [finding.date, finding.title, ...Array(8).fill("")],
    ...statedOf(finding).map(toStatementRow),
  ];
  return {
    title: `The newest ${MOST_FINDINGS} findings beside what was stated`,
    look: "A sentence that the statements below it do not bear out: another id, another tier, a source that came late.",
    columns: [
      ...["date", "finding", "source", "host", "id", "recorded", "effective", "input", "output"],
      "note",
    ],
    rows: findings.slice(0, MOST_FINDINGS).flatMap(toRows),
  };
}

const toStatementRow = (row: Statement): string[] => [
  ...["", "", row.source, row.host, row.model_id, row.recorded, row.effective ?? ""],
  ...(row.event === "stated" ? [row.input, row.output] : [row.event, null]).map((value) =>
    value === null ? "" : String(value),
  ),
  row.note ?? "",
];
