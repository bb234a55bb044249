/** What no answer may be, whatever was asked. */
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

/** A call to the tool server without a call in it: an error of JSON-RPC. */
function callFaults({ status, body }: HttpAnswer<unknown>): string[] {
  const { jsonrpc, error } = body as { jsonrpc?: string; error?: { code?: number } };
  return jsonrpc === "2.0" && Number(error?.code) < 0 ? [] : [`${status} without an error`];
}

/** @param text Of the response, which is read already. Parsed when its body is looked at. */
export const toHttpAnswer = ({ status, headers }: Response, text: string): HttpAnswer<unknown> => ({
  status,
  headers,
  text,
  get body(): unknown {
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined;
  },
});

export const isApiAddress = (address: string): boolean => /^\/api(\/|\?|$)/.test(address);
