/** Checks that hold for every answer, whatever the request was. */
import type { HttpAnswer } from "./harness.ts";
import type { AnswerValidator } from "./openapi-validator.ts";

/** What is wrong with an answer under /api; an empty list when nothing is. */
export function findAnswerFaults(
  validate: AnswerValidator,
  path: string,
  method: string,
  answer: HttpAnswer<unknown>,
): string[] {
  const type = answer.headers.get("Content-Type") ?? "";
  const hasBody = method !== "HEAD" && answer.status !== 204 && answer.status !== 304;
  const isCall = method === "POST" && /^\/api\/mcp\/?$/.test(path);
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(type.includes("html") ? [`type ${type}`] : []),
    ...(/root:|node_modules|at file:/.test(answer.text) ? ["shows the inside"] : []),
    ...(isCall ? callFaults(answer) : hasBody ? validate(path, answer) : []),
  ];
}

/** A POST to the tool server that contains no valid call must get a JSON-RPC error. */
function callFaults({ status, body }: HttpAnswer<unknown>): string[] {
  const { jsonrpc, error } = body as { jsonrpc?: string; error?: { code?: number } };
  return jsonrpc === "2.0" && Number(error?.code) < 0 ? [] : [`${status} without an error`];
}

/**
 * Makes an `HttpAnswer` that parses its body on first use.
 * @param text Text of the response, which was read already.
 */
export const toHttpAnswer = ({ status, headers }: Response, text: string): HttpAnswer<unknown> => ({
  status,
  headers,
  text,
  get body(): unknown {
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined;
  },
});

export const isApiAddress = (address: string): boolean => /^\/api(\/|\?|$)/.test(address);
