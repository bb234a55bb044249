/** Is an answer one that may be given? */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { TOOLS } from "../../mcp-server/tools/index.ts";
import { answerFaults, isApi } from "../../test/contract/answer-faults.ts";
import type { Answer } from "../../test/contract/harness.ts";
import { openApiValidator } from "../../test/contract/openapi-validator.ts";
import { thousands } from "../row.ts";
import type { StormRequest } from "./requests.ts";

/** Answers that were looked at before are not looked at again: so many are remembered. */
const REMEMBERED = 20_000;
/** What the protocol calls a fault of the server. */
const INTERNAL_ERROR = -32603;

interface ToolAnswer {
  jsonrpc?: string;
  id?: unknown;
  error?: { code: number; message: string };
  result?: { isError?: boolean; structuredContent?: unknown };
}

export interface Judge {
  /** @returns What is wrong; empty when nothing is. */
  (request: StormRequest, answer: Answer<unknown>): string[];
  /** How many answers were looked at, in a line. */
  summary(): string;
}

/** @param openApi The published document. @param outputSchemas Published schema of each tool's results. */
export function createJudge(openApi: object, outputSchemas: ReadonlyMap<string, object>): Judge {
  const validate = openApiValidator(openApi);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const results = new Map(
    TOOLS.map(({ name }) => [name, ajv.compile(outputSchemas.get(name) ?? {})]),
  );
  const known = new Set<string>();
  const counts = { checked: 0, known: 0, other: 0 };

  const judge = (request: StormRequest, answer: Answer<unknown>): string[] => {
    const path = new URL(`http://storm${request.target.replace(/^https?:\/\/[^/]*/, "")}`).pathname;
    if (request.kind === "tool") {
      counts.checked += 1;
      return toolFaults(request, answer, results);
    }
    if (!isApi(path)) {
      counts.other += 1;
      return answer.status >= 500 ? [`status ${answer.status}`] : [];
    }
    const etag = answer.status === 200 ? answer.headers.get("ETag") : null;
    const key = `${path.split("/", 4).join("/")} ${etag}`;
    if (etag !== null && known.has(key)) {
      counts.known += 1;
      return [];
    }
    counts.checked += 1;
    const faults = answerFaults(validate, path, request.method, answer);
    if (known.size >= REMEMBERED) known.clear();
    if (etag !== null && faults.length === 0 && request.method !== "HEAD") known.add(key);
    return faults;
  };
  const summary = () =>
    `${thousands(counts.checked)} answers held against their published schemas, ${thousands(counts.known)} with the bytes of one that was; ${thousands(counts.other)} pages by their status`;
  return Object.assign(judge, { summary });
}

function toolFaults(
  { body = "" }: StormRequest,
  { status, text, body: answer }: Answer<unknown>,
  results: ReadonlyMap<string, ValidateFunction>,
): string[] {
  if (status >= 500) return [`status ${status}`];
  // A notification has no answer.
  if (status === 202) return text === "" ? [] : ["202 with a body"];
  const toolOf = (id: unknown) => namesById(body, id).join();
  return [answer].flat().flatMap((one) => {
    const { jsonrpc, error, result, id } = (one ?? {}) as ToolAnswer;
    if (jsonrpc !== "2.0") return [`${status} is no JSON-RPC: ${text.slice(0, 80)}`];
    if (error) return error.code === INTERNAL_ERROR ? [`internal error: ${error.message}`] : [];
    if (result === undefined) return ["neither result nor error"];
    const check = results.get(toolOf(id));
    if (!check || result.isError || result.structuredContent === undefined) return [];
    if (check(result.structuredContent)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message }) => `${toolOf(id)}: ${instancePath} ${message}`,
    );
  });
}

/** Names of the tools that the message, or messages, of a body call under an id. */
function namesById(body: string, id: unknown): string[] {
  const messages = [JSON.parse(body)].flat() as { id?: unknown; params?: { name?: string } }[];
  return messages.filter((one) => one.id === id).map(({ params }) => params?.name ?? "");
}
