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
  release_date: "Day of the release; null if unknown",
  test: "Name of the test, as in its URL",
  grade: "Grade from A to F; null if there is none",
  category: "Category of the benchmark",
  unit: "Unit of the value",
  higher_is_better: "Whether a higher value is a better one",
  score: "Result in the unit of the benchmark or test",
  source: "Id of the source that states it, as in /api/v1/sources",
  source_url: "Page that states it; null if unknown",
  source_license: "Licence of the source",
  as_of: "Day on which it was recorded; of several facts, the newest day",
  data: "The rows of the answer",
  meta: "About the answer: counts, and what was understood",
  total: "Number of rows that match",
  limit: "Largest number of rows in this answer",
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
  for (const [name, field] of Object.entries(properties))
    if (COMMON_FIELDS[name] && !field.$ref)
      properties[name] = { description: COMMON_FIELDS[name], ...field };
  return schema;
}

const isObject = (schema: JsonSchema): schema is ObjectSchema => "properties" in schema;
