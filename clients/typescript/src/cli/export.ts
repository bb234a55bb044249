/** The command `export`: a table of prices in the format of another tool. */
import { type Command, createCliUsageError } from "./command.ts";
import { parseDayArgument } from "./commands.ts";

/** Name of a format in the command → URL path of the same table at the service. */
export const COMPAT_TABLE_URL_PATHS: Readonly<Record<string, string>> = {
  "models-dev": "/api.json",
  litellm: "/compat/litellm.json",
  openrouter: "/v1/models",
  openlit: "/compat/openlit.json",
  "llm-prices": "/compat/llm-prices.json",
  ccusage: "/compat/ccusage.json",
  librechat: "/compat/librechat.json",
  "genai-prices": "/compat/genai-prices.json",
  "llm-prices-historical": "/compat/llm-prices-historical.json",
  langfuse: "/compat/langfuse.json",
};

const NAMES = Object.keys(COMPAT_TABLE_URL_PATHS);

export const exportCompatPricesCommand: Command = {
  name: "export",
  summary:
    "Writes all prices as a price table for another tool (LiteLLM, models.dev, genai-prices and others); works offline.",
  arguments: "",
  options: {
    format: { description: NAMES.join(", "), value: "<name>" },
    at: {
      description:
        "Prices of that day (UTC); files in the last three formats contain the prices of all days",
      value: "<day>",
    },
  },
  examples: [
    "model-almanac export --format litellm > model_prices.json",
    "model-almanac export --format ccusage --at 2026-03-01 > ccusage.json",
  ],
  isPacked: true,
  async run({ words, options, makeTable }) {
    if (words.length > 0)
      throw createCliUsageError("export takes no arguments", "write --format <name>");
    const format = options.choice("format", NAMES);
    const next = `set --format to one of ${NAMES.join(", ")}`;
    if (format === undefined) throw createCliUsageError("export needs a format", next);
    const at = parseDayArgument(options.text("at"), "at");
    const table = await makeTable(COMPAT_TABLE_URL_PATHS[format] ?? "", at);
    const data = { format, at: at ?? null, table: JSON.parse(table) };
    return { data, text: [table], isRaw: true };
  },
};
