/** Response schemas as JSON Schema (draft 2020-12), one document for each that has an id. */
import { z } from "zod";
// Every response registers its id when its module is loaded.
import "../endpoints/index.ts";
import { ProblemBody } from "../http/problem.ts";

export type JsonSchema = Record<string, unknown>;

/** @param uri Where the schema of an id will stand; references are written with it. */
export function toJsonSchemas(uri: (id: string) => string): Map<string, JsonSchema> {
  z.globalRegistry.get(ProblemBody);
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    target: "draft-2020-12",
    uri,
    override: ({ jsonSchema }) => stripIntegerBounds(jsonSchema as JsonSchema),
  });
  const named = Object.entries(schemas as Record<string, JsonSchema>).map(([id, schema]) => {
    const { $schema: _, $id: __, id: ___, ...rest } = schema;
    return [id, rest] as const;
  });
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The range of safe integers is JavaScript's business, not the contract's. */
function stripIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
