/** A problem as one of an operation's responses. */
import { PROBLEMS, type ProblemName } from "../http/problem.ts";
import type { JsonSchema } from "./json-schemas.ts";

/** Where schemas stand in the OpenAPI document. */
export const REF = "#/components/schemas/";

export const toProblemResponse = (name: ProblemName): JsonSchema => ({
  description: PROBLEMS[name].title,
  content: { "application/problem+json": { schema: { $ref: `${REF}Problem` } } },
});
