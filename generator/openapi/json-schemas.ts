/** The response schemas as JSON Schema (draft 2020-12), one per id. They allow fields that are added later. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
// Importing the endpoints registers the id of every response schema.
import "../endpoints/index.ts";
import { PUBLISHED_SCHEMAS } from "../../build/schema/values.ts";

export type JsonSchema = Record<string, unknown>;

interface ObjectSchema extends JsonSchema {
  properties: JsonSchema;
  required: string[];
}

const ENVELOPE = "Envelope";

/** @param uri Returns the address where the schema of an id is published; references use it. */
export function makePublishedJsonSchemas(uri: (id: string) => string): Map<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(PUBLISHED_SCHEMAS, {
    target: "draft-2020-12",
    uri,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "object") delete jsonSchema.additionalProperties;
      stripIntegerBounds(jsonSchema as JsonSchema);
    },
  });
  const named = Object.entries(schemas as Record<string, JsonSchema>).map(([id, schema]) => {
    const { $schema: _, $id: __, id: ___, ...rest } = schema;
    return [id, rest] as const;
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

const isObject = (schema: JsonSchema): schema is ObjectSchema => "properties" in schema;

/** Removes the bounds of JavaScript's safe integers, because they are not part of the API contract. */
function stripIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
