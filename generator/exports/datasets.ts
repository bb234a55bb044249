/** The exports with their columns, one line each in `columns.csv`; those known from similar exports come first. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { METERS, PRICE_UNITS, PROMPT_TIER_MODES } from "../../build/cost/rates.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { ENUM_FIELD_SCHEMAS } from "../../build/schema/field-schemas.ts";
import {
  type FieldDefinition,
  getModelFieldsOfView,
  OFFER_FIELD_BY_NAME,
  type PublishedFieldKind,
} from "../../build/schema/fields.ts";
import {
  ATTENTION_ENTITY_TYPES,
  BENCHMARK_CATEGORIES,
  COMPANY_METRICS,
  PriceChangeReason,
} from "../../build/schema/values.ts";
import { COLUMN_TYPES, type DatasetColumn, EXPORTS, type ExportDataset } from "./dataset.ts";

/** The types that readers of this export expect; /api/v1/changes has all types. */
export const EXPORTED_CHANGE_TYPES = [
  ...(["new_model", "price_drop", "price_increase", "company_update"] as const),
];

/** Column of the type `choice` → all values that it may have. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  change: PriceChangeReason.options,
  meter: METERS,
  unit: PRICE_UNITS,
  tier_mode: PROMPT_TIER_MODES,
  type: EXPORTED_CHANGE_TYPES,
  metric: COMPANY_METRICS,
  category: BENCHMARK_CATEGORIES,
  entity_type: ATTENTION_ENTITY_TYPES,
};

/**
 * Field of a model → its column where the name or the SQL differs. The price is that of `pricing` in the API: the list
 * price of the lab, else the price at the cheapest host.
 */
const MODEL_FIELD_COLUMNS: Readonly<Record<string, { name: string; sql?: string }>> = {
  "replacement.slug": { name: "replacement" },
  offers: { name: "hosts" },
  "pricing.input": { name: "input_usd_per_m", sql: "o.input" },
  "pricing.output": { name: "output_usd_per_m", sql: "o.output" },
  "pricing.basis": {
    name: "price_basis",
    sql: "CASE WHEN m.list_host IS NOT NULL THEN 'list' WHEN m.cheapest_host IS NOT NULL THEN 'cheapest_offer' END",
  },
};

const ColumnRow = z
  .strictObject({
    dataset: z.enum(EXPORTS.map(({ name }) => name)),
    column: z.string().min(1),
    /** Type of the values, the dataset whose slugs they are, `choice`, or `field` for a published field of an offer. */
    type: z.enum([...COLUMN_TYPES, "models", "providers", "benchmarks", "choice", "field"]),
    /** SQL for the value, or the name of the field; empty when the snapshot has a column of the same name. */
    from: z.string(),
    description: z.string(),
  })
  .refine(({ type, from }) => type !== "field" || Object.hasOwn(OFFER_FIELD_BY_NAME, from), {
    path: ["from"],
    message: "OFFER in build/schema/fields.ts has no such field",
  });

function toColumn({ column: name, type, from, description }: z.infer<typeof ColumnRow>) {
  const sql = from === "" ? {} : { sql: from };
  switch (type) {
    case "field":
      return toFieldColumn(
        OFFER_FIELD_BY_NAME[from as keyof typeof OFFER_FIELD_BY_NAME],
        name,
        from,
      );
    case "models":
    case "providers":
    case "benchmarks":
      return { name, type: "string", description, ...sql, references: type } as const;
    case "choice":
      return { name, type: "string", description, ...sql, values: CHOICES[name] ?? [] } as const;
    default:
      return { name, type, description, ...sql };
  }
}

/** Types of fields that are not text. */
const TYPES: Partial<Record<PublishedFieldKind, DatasetColumn["type"]>> = {
  tokens: "integer",
  count: "integer",
  usd: "number",
  number: "number",
  day: "date",
  flag: "boolean",
  object: "object",
};

/** Makes a column from a published field. Lists are joined with semicolons. */
function toFieldColumn(
  { name: field, kind, description }: FieldDefinition,
  name: string,
  sql: string,
): DatasetColumn {
  const own = { name, type: TYPES[kind] ?? ("string" as const), description, sql };
  if (kind === "choice")
    return { ...own, values: ENUM_FIELD_SCHEMAS[field as keyof typeof ENUM_FIELD_SCHEMAS].options };
  if (kind !== "list") return own;
  return {
    ...own,
    description: `${description}; several values are separated by semicolons`,
    sql: `nullif(array_to_string(${sql}, ';'), '')`,
  };
}

const rows = groupBy(
  z.array(ColumnRow).parse(parse(readFileSync("generator/exports/columns.csv"), { columns: true })),
  ({ dataset }) => dataset,
);
const MODEL_COLUMNS = getModelFieldsOfView("export").map((field) => {
  const { name = field.name.replace(".", "_"), sql = `m.${field.name}` } =
    MODEL_FIELD_COLUMNS[field.name] ?? {};
  return toFieldColumn(field, name, sql);
});

export const EXPORT_DATASETS: readonly ExportDataset[] = EXPORTS.map((dataset) => ({
  ...dataset,
  columns: [
    ...(rows.get(dataset.name) ?? []).map(toColumn),
    ...(dataset.name === "models" ? MODEL_COLUMNS : []),
  ],
}));
