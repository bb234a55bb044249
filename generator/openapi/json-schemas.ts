/** The response schemas as JSON Schema (draft 2020-12), one per id. They allow fields that are added later. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
// Importing the endpoints registers the id of every response schema.
import "../endpoints/index.ts";
import { PUBLISHED_SCHEMAS } from "../../build/schema/values.ts";

export type JsonSchema = Record<string, unknown>;

interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required: string[];
}

const ENVELOPE = "Envelope";

/** What fields of these names mean in every schema, unless a schema describes its own. */
const COMMON_FIELDS: Readonly<Record<string, string>> = {
  slug: "Name in URLs",
  name: "Name to display",
  title: "Short text to display",
  provider_slug: "Slug of the lab that made the model, or of the host that sells it",
  model_slug: "Slug of the model",
  model_name: "Name of the model to display",
  date: "Day of the news",
  links: "URLs about the model",
  numbers: "Figures of the text by name; prices in USD per 1M tokens",
  pricing:
    "The list price or, if the model has none, the price of its cheapest provider; if it has neither, the fields are null",
  cheapest_provider: "Host with the lowest price; null when no offer qualifies",
  list_price:
    "Price at the lab's own API; null when the lab does not sell the model, or when the price there is unknown or `unverified`",
  test: "Name of the test, as in its URL",
  grade: "Grade from A to F; null if there is none",
  grades: "Name of a test → the grade of the model in this test; null without a grade",
  item_id: "Permanent id of the item",
  version:
    "Version of the test's texts and questions. Results of different versions are never compared",
  run_id: "Id of the run",
  run_date: "Day of the run",
  n_items: "Number of items that were asked or counted",
  n_valid: "Number of items with a usable answer",
  config: "Settings of the requests; null where the request had no such setting",
  metrics: "Measurements, including those from which the score is computed",
  low: "Lower end of the interval",
  high: "Upper end of the interval",
  category: "Category of the benchmark",
  unit: "Unit of the value",
  higher_is_better: "Whether a higher value is a better one",
  score: "Result in the unit of the benchmark or test",
  source: "Id of the source that states it, as in /api/v1/sources",
  source_url: "Page that states it",
  source_license: "Licence of the source",
  as_of: "Day on which it was recorded; of several facts, the newest day",
  license: "Licence, as an SPDX identifier",
  license_url: "Text of the licence",
  url: "Absolute URL",
  homepage: "Website of the provider",
  documentation_url: "Documentation of the provider's API",
  summary: "One or two sentences of text to display",
  rows: "Number of rows",
  sha256: "SHA-256 of the file in hexadecimal digits",
  bytes: "Size of the file in bytes",
  missed_runs:
    "Number of consecutive scheduled runs in which the source could not be read, so its facts stayed unchanged",
  newest_fact: "Day of the newest fact from this source",
  last_read:
    "Newest day on which the nightly job read the source, whether or not it had new facts. Facts that a person took from the source may be newer",
  last_seen: "Newest day on which the source stated the changes",
  rates: "All rates of the offer that are known for the day",
  usd: "Cost of the quantity in USD",
  parts: "Cost of each quantity",
  meter: "What the request was to be charged for",
  reason: "The reason in words",
  data: "The rows of the answer",
  meta: "About the answer: counts, and what was understood",
  total: "Number of rows that match",
  limit: "Largest number of rows in this answer",
  page: "Number of this page, from 1",
  sort: "The sort that was used",
  order: "Direction of the sort",
  type: "The parameter `type`; null when it was not sent",
};

/** @param uri Returns the address where the schema of an id is published; references use it. */
export function makePublishedJsonSchemas(uri: (id: string) => string): Map<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(PUBLISHED_SCHEMAS, {
    target: "draft-2020-12",
    uri,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "object") delete jsonSchema.additionalProperties;
      // The bounds of JavaScript's safe integers are not part of the API contract.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const named = Object.entries(schemas).map(([id, schema]): [id: string, JsonSchema] => {
    const described = JSON.parse(JSON.stringify(schema), describeCommonFields);
    const { $schema: _, $id: __, id: ___, ...rest } = described;
    return [id, rest];
  });
  const parts = new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  const head = parts.get(ENVELOPE) ?? {};
  for (const [id, schema] of parts)
    if (id !== ENVELOPE) parts.set(id, onEnvelope(schema, head, uri(ENVELOPE)));
  return parts;
}

/** Makes a response schema refer to the envelope and list only its own fields and those that it narrows. */
function onEnvelope(schema: JsonSchema, head: JsonSchema, uri: string): JsonSchema {
  if (!isObject(head) || !isObject(schema)) return schema;
  const { type, properties, required, ...rest } = schema;
  const shared = Object.entries(head.properties);
  if (!shared.every(([name]) => name in properties)) return schema;
  const same = new Set(
    shared.filter(([name, own]) => isDeepStrictEqual(own, properties[name])).map(([name]) => name),
  );
  return {
    ...rest,
    type,
    allOf: [{ $ref: uri }],
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !same.has(name))),
    required: required.filter((name) => !same.has(name)),
  };
}

function describeCommonFields(_: string, schema: Partial<ObjectSchema> | null) {
  const { properties = {} } = schema ?? {};
  for (const [name, own] of Object.entries(properties)) {
    const text = own.description ?? COMMON_FIELDS[name];
    if (typeof text !== "string") continue;
    const isClear = !acceptsNull(own) || /\bnull\b/i.test(text);
    const description = isClear ? text : `${text}; null when there is none`;
    properties[name] = Object.assign({ description }, own, { description });
  }
  return schema;
}

const acceptsNull = ({ type = [], anyOf = [] }: { type?: unknown; anyOf?: JsonSchema[] }) =>
  [type].flat().includes("null") || anyOf.some((one) => one.type === "null");

const isObject = (schema: JsonSchema): schema is ObjectSchema => "properties" in schema;
