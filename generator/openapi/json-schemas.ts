/**
 * Response schemas as JSON Schema (draft 2020-12), one document for each that has an id. They name the fields of an
 * answer and say nothing of others: a validator accepts a field that is added later, and a generated type does not
 * have one that is misspelt.
 */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
// Every response registers its id when its module is loaded.
import "../endpoints/index.ts";
import { PUBLISHED_SCHEMAS } from "../../build/schema/values.ts";

export type JsonSchema = Record<string, unknown>;

interface ObjectSchema extends JsonSchema {
  properties: JsonSchema;
  required: string[];
}

const ENVELOPE = "Envelope";

/** @param uri Where the schema of an id will stand; references are written with it. */
export function toJsonSchemas(uri: (id: string) => string): Map<string, JsonSchema> {
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

/** An answer refers to the envelope, and spells out its own fields and what it narrows. */
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

/** The range of safe integers is JavaScript's business, not the contract's. */
function stripIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
