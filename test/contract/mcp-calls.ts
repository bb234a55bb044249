/** A call of every tool, as an assistant would make it. */
export const SAMPLE_TOOL_CALLS: readonly {
  name: string;
  args: Record<string, unknown>;
  says: RegExp;
}[] = [
  { name: "search_models", args: { query: "quill sonnet" }, says: /Quill Sonnet 4\.5/ },
  { name: "get_model", args: { model: "Quill Sonnet 4.5" }, says: /List price at quillon: / },
  { name: "cheapest_provider", args: { model: "quill-sonnet-4-5" }, says: /^Cheapest host of/ },
  { name: "compare_models", args: { models: ["norn4o", "taiga r1"] }, says: /best norn-4o/ },
  {
    name: "estimate_cost",
    args: { models: "norn4o", input: "1k", output: 100 },
    says: /norn-4o at northwind: \$0\.0035 \(input 1000 × \$2\.5\/1M tokens \+ output 100 × \$10\/1M tokens\)/,
  },
  { name: "get_own_test", args: { test: "world-map" }, says: /World map/ },
  { name: "get_scorecard", args: {}, says: /Grades of models/ },
  { name: "latest_findings", args: { limit: 3 }, says: /^- \d{4}-\d\d-\d\d /m },
  {
    name: "list_changes",
    args: { host: "Northwind AI", type: "price drop" },
    says: /^- #100018 2025-10-02 Northwind AI lowers the price of Norn 4o: \$5 input \/ \$15 output → \$2\.5 input \/ \$10 output/m,
  },
  { name: "search", args: { query: "logic" }, says: /"id":"benchmark:logic-prime"/ },
  { name: "fetch", args: { id: "benchmark:logic-prime" }, says: /"title":"Logic Prime"/ },
];

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** Joins the texts of a tool result that contains only text. */
export const joinToolResultTexts = ({ content }: ToolResult): string =>
  content.map(({ text }) => text).join("\n");
