/** Error responses: RFC 9457 problem details. They are returned as values and never thrown. */
import * as z from "zod";
import {
  definePublicSchema,
  pickValuesOfSchemaFields,
  ResponseUrl,
  toJsonEscapingInvisibleCharacters,
} from "../../build/schema/values.ts";
import { getErrorHeaders } from "./headers.ts";

export const NameSuggestion = definePublicSchema("Suggestion", {
  slug: z.string(),
  name: z.string(),
  url: ResponseUrl.describe("Absolute URL of the suggested resource"),
});
export type NameSuggestion = z.infer<typeof NameSuggestion>;

export const ProblemBody = definePublicSchema("Problem", {
  type: ResponseUrl.describe("Absolute URL of this error's documentation"),
  title: z.string(),
  status: z.int().describe("HTTP status of the answer"),
  detail: z.string().describe("Message that says which value was wrong and what to do next"),
  instance: z.string().describe("Path of the request"),
  parameter: z.string().optional().describe("The parameter that was wrong"),
  allowed: z
    .array(z.string())
    .optional()
    .describe("Accepted values of `parameter`; if `status` is 405, the accepted HTTP methods"),
  suggestions: z
    .array(NameSuggestion)
    .optional()
    .describe("Slugs that are similar to the one that was not found"),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

/** Name of the error in its documentation → status and title. */
export const PROBLEM_TYPES = {
  "bad-parameter": { status: 400, title: "A parameter has an invalid value" },
  "unknown-key": { status: 401, title: "The API key is unknown" },
  "not-found": { status: 404, title: "The requested resource does not exist" },
  "unknown-slug": { status: 404, title: "This slug does not exist" },
  "method-not-allowed": { status: 405, title: "This URL does not accept this method" },
  "body-too-large": { status: 413, title: "The request body is too large" },
  "query-too-long": { status: 414, title: "The query is too long" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "The service failed" },
} as const;
export type ProblemTypeName = keyof typeof PROBLEM_TYPES;

export interface Problem {
  problem: ProblemTypeName;
  detail: string;
  parameter?: string;
  allowed?: readonly string[];
  suggestions?: readonly NameSuggestion[];
}

export const isProblem = (value: object): value is Problem => "problem" in value;

/** Quotes what a client sent, so that it is safe in an answer: well-formed text of at most 100 characters. */
export function quoteInput(value: string): string {
  const text = value.toWellFormed();
  const characters = [...text];
  return `"${characters.length > 100 ? `${characters.slice(0, 100).join("")}…` : text}"`;
}

export const problemTypeUrl = (name: ProblemTypeName, baseUrl: string): string =>
  `${baseUrl}/docs/errors#${name}`;

export function toProblemBody(problem: Problem, baseUrl: string, instance: string): ProblemBody {
  const { problem: name, allowed, suggestions } = problem;
  return pickValuesOfSchemaFields(ProblemBody, {
    ...PROBLEM_TYPES[name],
    ...problem,
    type: problemTypeUrl(name, baseUrl),
    instance,
    allowed: allowed && [...allowed],
    suggestions: suggestions && [...suggestions],
  });
}

/** @param more Headers in addition to those of every problem. */
export function toProblemResponse(
  problem: Problem,
  { method, url }: Request,
  baseUrl: string,
  more: Record<string, string> = {},
): Response {
  const { status } = PROBLEM_TYPES[problem.problem];
  const instance = new URL(url).pathname.slice(0, 200);
  const body = toJsonEscapingInvisibleCharacters(toProblemBody(problem, baseUrl, instance));
  const headers = {
    ...getErrorHeaders(status),
    "Content-Type": "application/problem+json; charset=utf-8",
    ...(status === 405 && problem.allowed && { Allow: problem.allowed.join(", ") }),
    ...more,
  };
  return new Response(method === "HEAD" ? null : body, { status, headers });
}
