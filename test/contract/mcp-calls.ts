/** A call of every tool, as an assistant would make it. */
export const CALLS: readonly { name: string; args: Record<string, unknown>; says: RegExp }[] = [
  { name: "search_models", args: { query: "claude sonnet" }, says: /Claude Sonnet 4\.5/ },
  { name: "get_model", args: { model: "Claude Sonnet 4.5" }, says: /List price at anthropic: / },
  { name: "cheapest_provider", args: { model: "claude-sonnet-4-5" }, says: /is cheapest at/ },
  { name: "compare_models", args: { models: ["gpt4o", "deepseek r1"] }, says: /best gpt-4o/ },
  { name: "get_own_test", args: { test: "world-map" }, says: /World map/ },
  { name: "get_scorecard", args: {}, says: /Grades of models/ },
  { name: "latest_findings", args: { limit: 3 }, says: /^- \d{4}-\d\d-\d\d /m },
  { name: "search", args: { query: "gpqa" }, says: /"id":"benchmark:gpqa-diamond"/ },
  { name: "fetch", args: { id: "benchmark:gpqa-diamond" }, says: /"title":"GPQA Diamond"/ },
];

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** The text of a result that has nothing else. */
export const textOf = ({ content }: ToolResult): string =>
  content.map(({ text }) => text).join("\n");
