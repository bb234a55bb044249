/** Searches and calls of tools that a response lists in what it answers, and not in its usage. */
import type { Cost } from "../cost.ts";
import type { Usage } from "../usage.ts";
import { isJsonObject, readLogFieldAsText, toUnpricedCount } from "./reading.ts";

export interface ToolUse {
  usage: Usage;
  /** Of the calls of tools. */
  variant: string | null;
  missing: Cost["missing"];
}

/**
 * OpenAI's responses: a page that was opened or searched costs nothing
 * (https://developers.openai.com/api/docs/guides/tools-web-search). Programs are charged by their container, and pictures
 * by the tokens of another model: the response has neither.
 */
export function readToolUse(output: unknown): ToolUse {
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
      .map(toUnpricedCount),
  };
}
