/** Operations of the published files that are no endpoint's answers: exports, schemas, manifest, dump. */
import { z } from "zod";
import { getAt } from "../../build/schema/collections.ts";
import { DATASETS } from "../exports/datasets.ts";
import { EXPORT_INDEX_PATH } from "../exports/dated-copies.ts";
import { CSV, CSV_ENDING, EXPORT_FOLDER, type Format, PARQUET } from "../exports/formats.ts";
import { envelope } from "../http/envelope.ts";
import type { JsonSchema } from "./json-schemas.ts";
import { REF, toProblemResponse } from "./problem-response.ts";

const Snapshot = z.string().describe("sha256 of all facts");
/** The dump holds the read model's own tables, whose fields are no part of the contract. */
const Rows = z.array(z.record(z.string(), z.unknown()));

envelope("Manifest", {
  snapshot: Snapshot,
  files: z
    .record(z.string(), z.looseObject({ sha256: z.string(), bytes: z.int() }))
    .describe("Path of every published file but this one"),
});

const ExportAddress = z.string().describe("Absolute address");

envelope("ExportIndex", {
  datasets: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string(),
      csv: ExportAddress,
      parquet: ExportAddress,
    }),
  ),
  copies: z
    .array(
      z.looseObject({
        date: z.string().describe("Day of its facts (YYYY-MM-DD)"),
        snapshot: z.string().describe("sha256 of the facts of that day"),
        files: z.array(
          z.looseObject({
            name: z.string().describe("price-history.csv"),
            url: ExportAddress,
            bytes: z.int(),
            sha256: z.string(),
          }),
        ),
      }),
    )
    .describe(
      "The last publish of each past month, the oldest first; what is there is never changed",
    ),
});

envelope("Dump", {
  snapshot: Snapshot,
  models: Rows,
  offers: Rows,
  price_history: Rows,
  benchmarks: Rows,
  scores: Rows,
  providers: Rows,
  changes: Rows,
  findings: Rows,
  sources: Rows,
  glossary: Rows,
  agents: Rows,
});

const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } });
/** A document in a form of its own. */
const DOCUMENT: JsonSchema = { type: "object", additionalProperties: true };
const refTo = (id: string): JsonSchema => ({ $ref: `${REF}${id}` });

/** @param schemas Names of the published schemas. */
export function documentPaths(schemas: readonly string[]): [string, JsonSchema][] {
  return [
    [
      EXPORT_INDEX_PATH,
      operation({
        operationId: "listExports",
        tags: ["Exports"],
        summary: "Every export, and copies of past months",
        description:
          "Copies are the last publish of each past month, kept by the mirror; the list is empty where the service has no mirror.",
        content: json(refTo("ExportIndex")),
      }),
    ],
    [
      `${EXPORT_FOLDER}{date}/{dataset}${CSV_ENDING}`,
      operation({
        operationId: "exportDatasetOfDay",
        tags: ["Exports"],
        summary: "A whole dataset as CSV, as it was on a day",
        description: `The last publish of a past month; it never changes. ${EXPORT_INDEX_PATH} lists the days, with bytes and hashes.`,
        // Without an example: which days there are, if any, is for the mirror to say.
        parameters: [
          {
            name: "date",
            description: "Day of the index",
            schema: { type: "string", format: "date" },
          },
          { name: "dataset", description: DATASET.description, schema: { type: "string" } },
        ],
        content: { [CSV.mediatype]: { schema: { type: "string" } } },
      }),
    ],
    // Before the last, whose pattern their addresses fit too.
    exportPathOf("exportDatasetAsParquet", PARQUET, PARQUET.ending, {}),
    exportPathOf("exportDatasetAsCsv", CSV, CSV_ENDING, { type: "string" }),
    exportPathOf("exportDataset", CSV, "", { type: "string" }),
    [
      "/api/v1/dump.json",
      operation({
        operationId: "getDump",
        tags: ["Exports"],
        summary: "Everything in one file",
        description: "Every table of the catalogue as the service reads it.",
        content: json(refTo("Dump")),
      }),
    ],
    [
      "/api/v1/manifest.json",
      operation({
        operationId: "getManifest",
        tags: ["Service"],
        summary: "Every published file with its size and SHA-256",
        description: "Compare two manifests to see what a night changed.",
        content: json(refTo("Manifest")),
      }),
    ],
    [
      "/api/v1/openapi.json",
      operation({
        operationId: "getOpenApi",
        tags: ["Service"],
        summary: "This description",
        description: "OpenAPI 3.1.",
        content: json(DOCUMENT),
      }),
    ],
    [
      "/api/v1/schema/{name}.json",
      operation({
        operationId: "getSchema",
        tags: ["Service"],
        summary: "JSON Schema of one part of the answers",
        description: "Draft 2020-12; the names are those of the schemas of this description.",
        parameters: [
          {
            name: "name",
            description: "Name of the schema",
            schema: { type: "string", enum: schemas },
            example: "ModelDetail",
          },
        ],
        content: json(DOCUMENT),
      }),
    ],
  ];
}

const DATASET = {
  name: "dataset",
  description: "Name of the dataset",
  schema: { type: "string", enum: DATASETS.map(({ name }) => name) },
  example: getAt(DATASETS, 0).name,
};

const exportPathOf = (
  operationId: string,
  format: Format,
  ending: string,
  schema: JsonSchema,
): [string, JsonSchema] => [
  `${EXPORT_FOLDER}{dataset}${ending}`,
  operation({
    operationId,
    tags: ["Exports"],
    summary: `A whole dataset as ${format.name}`,
    description: `${format.description} Columns, sizes and hashes are in /datapackage.json.`,
    parameters: [DATASET],
    content: { [format.mediatype]: { schema } },
  }),
];

function operation({
  parameters = [],
  content,
  ...more
}: {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Of the path. */
  parameters?: readonly JsonSchema[];
  content: JsonSchema;
}): JsonSchema {
  return {
    get: {
      ...more,
      parameters: parameters.map((one) => ({ ...one, in: "path", required: true })),
      responses: {
        200: { description: more.summary, content },
        404: toProblemResponse("unknown-slug"),
        405: toProblemResponse("method-not-allowed"),
      },
    },
  };
}
