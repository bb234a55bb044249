/** What models call a tool's arguments and their values, beside the names of the schema. */

/** What some send for an argument that they leave out. */
export const ABSENT = new Set([
  "",
  "null",
  "none",
  "undefined",
  "n/a",
  "any",
  "all",
  "either",
  "both",
  "*",
]);
export const FLAGS = new Map(
  Object.entries({ true: true, yes: true, "1": true, false: false, no: false, "0": false }),
);

/** Argument → what else models call it; read where the tool has the argument and no argument of the other name. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ["q", "text", "search", "keywords", "question", "topic", "name", "model", "model_name"],
  model: ["model_name", "model_id", "model_slug", "name", "slug", "id", "models", "q", "query"],
  models: ["model_names", "model_ids", "names", "slugs", "ids", "model", "query", "q"],
  id: ["ids", "result_id", "slug", "name"],
  test: ["test_name", "name", "slug", "id"],
  provider: ["lab", "company", "maker", "vendor", "developer", "organization"],
  lab: ["provider", "company", "maker", "vendor", "developer", "organization"],
  type: ["kind", "change_type"],
  since: ["date", "day", "days", "last_days", "from", "start_date"],
  host: ["hosts", "host_name", "provider", "vendor", "platform"],
  open_source: ["open_weights", "open", "opensource"],
  model_type: ["type"],
  best_at: ["benchmark", "category", "task", "best_for"],
  input_modalities: ["modalities", "modality", "input", "inputs"],
  supports: ["capabilities", "capability", "features"],
  min_context: ["context", "context_window", "context_length", "min_context_window"],
  max_input_price: ["max_price", "max_cost", "price"],
  license: ["licence", "weights_license"],
  sort: ["sort_by", "order_by"],
  limit: ["max_results", "num_results", "top", "count", "n"],
  input: ["input_tokens", "prompt_tokens"],
  output: ["output_tokens", "completion_tokens"],
  cached: ["cache_read", "cached_tokens", "cached_input", "cached_input_tokens"],
  requests: ["num_requests", "request_count", "calls"],
  at: ["date", "day", "as_of"],
};

const CAPABILITIES = {
  ...{ tool: "tools", tool_calling: "tools", tool_use: "tools", function_calling: "tools" },
  ...{ function: "tools", thinking: "reasoning", json: "structured_output", file: "attachments" },
  ...{ json_schema: "structured_output", json_mode: "structured_output" },
  ...{ structured_output: "structured_output", attachment: "attachments" },
};
export const MODALITIES = {
  ...{ image: "image", picture: "image", vision: "image", pdf: "pdf", video: "video" },
  ...{ speech: "audio", voice: "audio" },
};
/** Argument → other words for its values, in the singular. */
export const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sort: {
    ...{ cheapest: "price", lowest_price: "price", cost: "price", latest: "newest" },
    ...{ recent: "newest", date: "newest", best: "service_score", score: "service_score" },
    ...{ top: "service_score", context: "context_window", largest_context: "context_window" },
  },
  type: {
    ...{ price_cut: "price_drop", price_decrease: "price_drop", price_reduction: "price_drop" },
    ...{ price_rise: "price_increase", price_hike: "price_increase", release: "new_model" },
    ...{ launch: "new_model", retired: "retirement", deprecation: "retirement" },
  },
  model_type: {
    ...{ llm: "text", chat: "text", language: "text", tts: "audio", stt: "audio", asr: "audio" },
    ...{ speech: "audio", voice: "audio", picture: "image", embed: "embedding" },
    ...{ reranker: "rerank", reranking: "rerank" },
  },
  part: {
    ...{ price: "providers", host: "providers", offer: "providers", provider: "providers" },
    ...{ history: "price_history", benchmark: "scores", score: "scores", rate: "rates" },
  },
  order: { descending: "desc", ascending: "asc" },
  supports: CAPABILITIES,
  input_modalities: MODALITIES,
  output_modalities: MODALITIES,
  status: { available: "current", live: "current", discontinued: "retired", sunset: "retired" },
};
