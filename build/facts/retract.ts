/** `npm run retract`: adds rows that mark statements as wrong from the day they were recorded. Nothing is deleted. */
import { groupBy } from "../schema/collections.ts";
import { PriceStatement } from "../schema/price-statement.ts";
import { createNullFields } from "../schema/values.ts";
import type { FactFileTexts } from "./fact-files.ts";
import { CommandError } from "./fault.ts";
import { parseAndCheckFacts } from "./read-facts.ts";
import { type FactFileText, toCsvFactFile } from "./write-facts.ts";

export interface PriceRetractionInput {
  /** Day on which the statements were recorded, YYYY-MM-DD. */
  recorded: string;
  host?: string | undefined;
  modelId?: string | undefined;
  source?: string | undefined;
  because: string;
  /** https:// URL of the page that shows it. */
  page: string;
}

/**
 * Plans a retraction row for each matching statement of that day. Writes nothing.
 * @param today Today, YYYY-MM-DD.
 * @throws CommandError if nothing matches, or if all of it is already retracted; FactsError if a check fails.
 */
export function planPriceRetraction(
  files: FactFileTexts,
  { recorded, host, modelId, source, because, page }: PriceRetractionInput,
  today: string,
): { files: FactFileText[]; retracted: string[] } {
  const { prices } = parseAndCheckFacts(files);
  const gone = new Set(prices.filter(({ event }) => event === "was_wrong").map(keyOfWrong));
  const matching = prices.filter(
    (row) =>
      row.event === "stated" &&
      row.recorded === recorded &&
      (host === undefined || row.file === host) &&
      (modelId === undefined || row.model_id === modelId) &&
      (source === undefined || row.source === source),
  );
  const wrong = matching.filter((row) => !gone.has(keyOf(row)));
  if (wrong.length === 0)
    throw new CommandError(
      matching.length > 0
        ? "these prices are already marked as wrong"
        : `no price recorded on ${recorded} matches; data/prices/<host>.csv has the day in the column recorded`,
    );
  // Two statements of one day, one of them with an effective day, are retracted together.
  const once = new Map(wrong.map((row) => [keyOf(row), row]));
  const texts = [...groupBy([...once.values()], ({ file }) => file)].map(([file, rows]) =>
    toCsvFactFile("prices", file, [
      ...prices.flatMap(({ file: own, ...row }) => (own === file ? row : [])),
      ...rows.map(
        ({ model_id, source }): PriceStatement => ({
          ...createNullFields(PriceStatement),
          recorded: today,
          effective: recorded,
          model_id,
          source,
          event: "was_wrong",
          note: `wrong: ${because} ${page}`,
        }),
      ),
    ]),
  );
  parseAndCheckFacts(new Map([...files, ...texts.map(({ path, text }) => [path, text] as const)]));
  const toLine = ({ file, model_id, source, input, output }: (typeof wrong)[number]) =>
    `${file} ${model_id} (${source}): input ${input ?? "unknown"}, output ${output ?? "unknown"}`;
  return { files: texts, retracted: [...once.values()].map(toLine) };
}

type Row = PriceStatement & { file: string };
const keyOf = ({ file, model_id, source, recorded }: Row): string =>
  [file, model_id, source, recorded].join("\n");
const keyOfWrong = ({ file, model_id, source, effective }: Row): string =>
  [file, model_id, source, effective].join("\n");
