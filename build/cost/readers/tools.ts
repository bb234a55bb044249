/** Searches and calls of tools that a response lists in what it answers, and not in its usage. */
import type { Cost } from "../cost.ts";
import type { Usage } from "../usage.ts";
import {
  findFirstLogField,
  findLogFieldAtPath,
  isJsonObject,
  type JsonObject,
  readLogFieldAsText,
  toUnpricedMeter,
} from "./reading.ts";

export interface ToolCallUsage {
  usage: Usage;
  /** Of the calls of tools. */
  variant: string | null;
  missing: Cost["missing"];
}

/** @param model As the response names it. */
export function readToolCallUsage(response: JsonObject, model: string | null): ToolCallUsage {
  const [own, grounding] = [readCalls(response.output), readGrounding(response, model)];
  return {
    usage: { ...own.usage, search: (own.usage.search ?? 0) + grounding.search },
    ...{ variant: own.variant, missing: [...own.missing, ...grounding.missing] },
  };
}

/**
 * OpenAI's responses: a page that was opened or searched costs nothing
 * (https://developers.openai.com/api/docs/guides/tools-web-search). Programs are charged by their container, and pictures
 * by the tokens of another model: the response has neither.
 */
function readCalls(output: unknown): ToolCallUsage {
  const items = Array.isArray(output) ? output.filter(isJsonObject) : [];
  const count = (type: string) => items.filter((item) => item.type === type).length;
  const search = items.filter(
    (item) =>
      item.type === "web_search_call" &&
      ["", "search"].includes(readLogFieldAsText(item, "action.type")),
  ).length;
  const tool_call = count("file_search_call");
  return {
    usage: { search, tool_call },
    variant: tool_call > 0 ? "file_search" : null,
    missing: ["code_interpreter_call", "image_generation_call"]
      .filter((type) => count(type) > 0)
      .map(toUnpricedMeter),
  };
}

/** What is grounded in other things than web pages has prices of its own. */
const OTHER_GROUNDING = ["image_search_queries", "retrieval_queries", "retrieval", "google_maps"];

/**
 * Gemini 3 is billed for each query that is not empty, once; older models are billed for a prompt with any
 * (https://ai.google.dev/gemini-api/docs/google-search). The queries are also where the AI SDK and LangChain put them;
 * an interaction counts them in its usage.
 */
function readGrounding(response: JsonObject, model: string | null) {
  const candidates = Array.isArray(response.candidates) ? response.candidates : [];
  const grounded = [
    ...candidates.map((candidate) => findLogFieldAtPath(candidate, "grounding_metadata")),
    findLogFieldAtPath(response, "provider_metadata.google.grounding_metadata"),
    findLogFieldAtPath(response, "response_metadata.grounding_metadata"),
  ].filter((one) => one !== undefined);
  const listOf = (name: string) => {
    const items = grounded.flatMap((one) => findLogFieldAtPath(one, name) ?? []);
    return new Set(items.filter((item) => item !== "" && item !== null));
  };
  const countOf = (tool: string): number => {
    const name = `grounding_tool_count.${tool}`;
    return Number(findFirstLogField(response, [`usage.${name}`, name])) || 0;
  };
  const queries = listOf("web_search_queries").size + countOf("google_search");
  const [, version] = /gemini-(\d+)/.exec(model ?? "") ?? [];
  const isKnown = queries < 2 || version !== undefined;
  const isOnMaps = [...listOf("grounding_chunks")].some(
    (chunk) => findLogFieldAtPath(chunk, "maps") !== undefined,
  );
  const unknown = [
    ...(isKnown ? [] : ["web_search_queries"]),
    ...OTHER_GROUNDING.filter((name) => listOf(name).size > 0 || countOf(name) > 0),
    ...(isOnMaps ? ["grounding_chunks.maps"] : []),
  ];
  return {
    search: isKnown ? Math.min(queries, Number(version) < 3 ? 1 : queries) : 0,
    missing: unknown.map((name) => toUnpricedMeter(`grounding_metadata.${name}`)),
  };
}
