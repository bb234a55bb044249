/** `model-almanac lint`: prints findings as text, JSON, SARIF or GitHub annotations; `--fix` corrects the files. */
import {
  fixPriceTable,
  type LintResult,
  type LintRule,
  lintPriceTable,
  PRICE_TABLE_LINT_RULES,
} from "../lint.ts";
import { type Command, type CommandOutput, createCliUsageError, PROGRAM_NAME } from "./command.ts";
import { pluralize, toCliTableRows } from "./format.ts";

const FORMATS = ["text", "sarif", "github"] as const;
const RULES = Object.keys(PRICE_TABLE_LINT_RULES) as LintRule[];

interface FileFindings extends LintResult {
  path: string;
  /** Number of findings that `--fix` has corrected in the file. */
  fixed: number;
}

export const lintCommand: Command = {
  name: "lint",
  summary:
    "Finds stale prices, wrong units, swapped columns and retired models in price tables (LiteLLM, models.dev, genai-prices, code, CSV).",
  arguments: "<file> [<file> …]",
  options: {
    fix: { description: "Write the corrections that are certain into the files" },
    format: { description: `${FORMATS.join(", ")}; text when left out`, value: "<format>" },
    ignore: {
      description: `Rules to leave out: ${RULES.join(", ")}`,
      value: "<rules>",
      isList: true,
    },
    unknown: { description: "Also list the names that match no model" },
  },
  examples: [
    "model-almanac lint model_prices.json",
    "model-almanac lint src/pricing.ts --fix",
    "model-almanac lint prices.csv --format sarif --ignore retired",
  ],
  async run(input) {
    const { words, options, almanac } = input;
    if (words.length === 0)
      throw createCliUsageError("lint needs a file", `write ${PROGRAM_NAME} lint src/pricing.ts`);
    const ignored = options.list("ignore");
    const wrong = ignored.find((rule) => !(RULES as string[]).includes(rule));
    if (wrong !== undefined)
      throw createCliUsageError(`--ignore ${wrong} is no rule`, `use some of ${RULES.join(", ")}`);
    const format = options.choice("format", FORMATS) ?? "text";
    const files: FileFindings[] = [];
    // Written only after all files are read, because a file that is missing ends the command without a report.
    const corrected = new Map<string, string>();
    const showsUnknown = ["unknown", "json"].some(options.has) || format === "sarif";
    for (const path of words) {
      const text = await input.readText(path);
      const table = lintPriceTable(text, path, almanac, showsUnknown ? undefined : 0);
      const findings = table.findings.filter(({ rule }) => !ignored.includes(rule));
      const certain = options.has("fix") ? findings.filter(({ fixes }) => fixes.length > 0) : [];
      files.push({ path, ...table, findings, fixed: certain.length });
      if (certain.length > 0) corrected.set(path, fixPriceTable(text, certain));
    }
    for (const [path, text] of corrected) await input.writeText(path, text);
    const fixed = files.reduce((sum, file) => sum + file.fixed, 0);
    const errors = files.flatMap(({ findings }) =>
      findings.filter(({ level }) => level === "error"),
    );
    const left = errors.length - fixed;
    return {
      data: { files, errors: errors.length, fixed },
      text: toLines(format, files, options.has("unknown")),
      isRaw: format !== "text",
      exitCode: left > 0 ? 1 : 0,
    };
  },
};

function toLines(
  format: (typeof FORMATS)[number],
  files: readonly FileFindings[],
  showUnknown: boolean,
): CommandOutput["text"] {
  if (format === "sarif") return [JSON.stringify(toSarif(files), null, 2)];
  if (format === "github") return files.flatMap(toAnnotations);
  return files.flatMap((file) => {
    const { findings } = file;
    const shown = findings.filter(({ rule }) => rule !== "unknown" || showUnknown);
    const head = toSummary(file);
    if (shown.length === 0) return [head];
    const table = toCliTableRows(shown, {
      line: ({ line }) => String(line),
      rule: ({ rule }) => rule,
      model: ({ name }) => name,
      finding: ({ message }) => message,
      source: ({ source, day }) => [source, day].filter(Boolean).join(", "),
    });
    return [head, "", table];
  });
}

/** `src/pricing.ts: 7 rows, 6 compared, 3 errors, 1 note` */
function toSummary({ path, rows, compared, per, findings, fixed }: FileFindings): string {
  const unknown = findings.filter(({ rule }) => rule === "unknown").length;
  const errors = findings.filter(({ level }) => level === "error").length;
  const notes = findings.length - unknown - errors;
  const isUnitUnknown = per === null && compared === 0 && rows > unknown;
  const parts = [
    pluralize(rows, "row"),
    `${compared} compared${isUnitUnknown ? " (too few rows equal a known price to find the unit)" : ""}`,
    pluralize(errors, "error"),
    notes > 0 && pluralize(notes, "note"),
    unknown > 0 && `${pluralize(unknown, "unknown name")} (--unknown lists them)`,
    fixed > 0 && `${fixed} corrected`,
  ];
  return `${path}: ${parts.filter(Boolean).join(", ")}`;
}

/** Workflow commands that GitHub shows next to the lines of a pull request. */
const toAnnotations = ({ path, findings }: FileFindings): string[] =>
  findings
    .filter(({ level }) => level === "error")
    .map(({ line, column, rule, name, message, source, day }) => {
      const text = `${name}: ${message}${source === null ? "" : ` (${source}, ${day})`}`;
      const data = text.replaceAll("%", "%25").replaceAll("\n", "%0A");
      const property = (value: string) =>
        value.replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
      return `::error file=${property(path)},line=${line},col=${column},title=${property(`${PROGRAM_NAME}: ${rule}`)}::${data}`;
    });

const toSarif = (files: readonly FileFindings[]) => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: PROGRAM_NAME,
          rules: RULES.map((id) => ({
            id,
            shortDescription: { text: PRICE_TABLE_LINT_RULES[id] },
          })),
        },
      },
      results: files.flatMap(({ path, findings }) =>
        findings.map(({ rule, level, line, column, name, message, source, day }) => ({
          ruleId: rule,
          level,
          message: { text: `${name}: ${message}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(path.replaceAll("\\", "/")) },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
          properties: { source, day },
        })),
      ),
    },
  ],
});
