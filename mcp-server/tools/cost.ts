/** What a number of requests costs: the answer of the cost endpoint in words. */
import { z } from "zod";
import { SERVICE_TIERS } from "../../build/cost/rates.ts";
import {
  type CostRow,
  getCostEndpoint,
  USAGE_PARAMETERS,
} from "../../generator/endpoints/cost/cost.ts";
import {
  callEndpoint,
  defineMcpTool,
  findModelsOrRefuse,
  PROVENANCE_FIELDS,
  type ToolAnswerRow,
  toAnswerTable,
  toToolAnswer,
} from "./tool.ts";

const tokens = (what: string) => z.number().min(0).optional().describe(`${what}, per request`);

export const estimateCostTool = defineMcpTool({
  name: "estimate_cost",
  title: "Estimate the cost of requests",
  description:
    "The cost of requests to AI models in US dollars, at one host or at every host, today or on a past day, including rates by prompt size, cache lifetimes, batch prices and fees. Give token counts per request and the number of requests. Use this tool instead of multiplying prices yourself.",
  input: z.strictObject({
    models: z.array(z.string().min(1)).min(1).max(6).describe("Slugs, aliases or names"),
    input: tokens("Prompt tokens that are not in the cache"),
    output: tokens("Answer tokens with reasoning"),
    cached: tokens("Prompt tokens read from the cache"),
    cache_write: tokens("Prompt tokens written to the cache"),
    cache_ttl: z.string().optional().describe("Lifetime of cache_write: 5m, 1h"),
    other: z
      .partialRecord(z.enum(USAGE_PARAMETERS), z.coerce.number())
      .optional()
      .describe("Other counts per request: image, minute, page, search, input_audio, …"),
    requests: z.number().min(0).default(1).describe("Number of requests, for example per month"),
    service_tier: z.enum(SERVICE_TIERS).optional().describe("batch, flex, …; else standard"),
    host: z.string().optional().describe("Only at this host"),
    region: z.string().optional().describe("Region of the host"),
    variant: z.string().optional().describe("Resolution or quality"),
    at: z
      .string()
      .optional()
      .describe("Prices of this day, YYYY-MM-DD, or of a time, 2026-06-01T17:30Z"),
  }),
  output: z.looseObject({ costs: z.array(z.looseObject({})), ...PROVENANCE_FIELDS }),
  call({ models: names, other, ...given }, context) {
    const models = findModelsOrRefuse(names, context);
    // An id may have a price of its own; names as people write them are not ids.
    const asked = names.map((name, index) =>
      /^[\w.:/@-]{1,100}$/.test(name) ? name : models[index]?.slug,
    );
    const query = Object.entries({ ...given, ...other, models: asked })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]);
    const answer = callEndpoint(getCostEndpoint, { query: Object.fromEntries(query) }, context);
    const title = `Cost of ${models.map(({ name }) => name).join(" and ")}`;
    const when = given.at === undefined ? "" : ` at the prices of ${given.at}`;
    const known = answer.data.length > 0;
    return toToolAnswer(
      title,
      answer,
      [
        `${title}, ${given.requests} requests${when}${known ? "" : ": no host with a price is known"}.`,
        !known && (answer.meta.hint ?? false),
      ],
      [
        toAnswerTable(
          "costs",
          "By host, US dollars",
          answer.data,
          toCostRow,
          "call estimate_cost with one of the hosts as host, or with fewer models",
          20,
        ),
      ],
    );
  },
});

function toCostRow(row: CostRow): ToolAnswerRow {
  const { model, provider_slug, usd, parts, missing, trust } = row;
  const sum = parts.map((part) => `${part.meter} ${part.quantity} × $${part.rate}/${part.unit}`);
  const reasons = missing.map(({ reason }) => reason);
  const words = usd === null ? `unknown: ${reasons.join("; ")}` : `$${usd} (${sum.join(" + ")})`;
  const value = { model, provider: provider_slug, usd, missing: reasons, trust };
  return {
    text: `${model} at ${provider_slug}: ${words}${trust === null ? "" : `, ${trust}`}`,
    value,
  };
}
