/** What a model is: limits, flags, modalities, days of release and retirement, addresses of hosts. */
import { all, dayAfter, entries, type Lie, of, one, shift } from "../lie.ts";

export const TRAITS: readonly Lie[] = [
  all("context windows × 1,000", ({ limit }) => {
    limit.context *= 1000;
  }),
  all("context windows in thousands", ({ limit }) => {
    limit.context = Math.round(limit.context / 1000);
  }),
  all("context windows all 4096", ({ limit }) => {
    limit.context = 4096;
  }),
  all(
    "one host's context windows halved",
    ({ limit }) => {
      limit.context /= 2;
    },
    "alps",
  ),
  one("one context window × 1,000", ({ limit }) => {
    limit.context *= 1000;
  }),
  all("output limits as the context windows", ({ limit }) => {
    limit.output = limit.context;
  }),
  all("output limits above the context windows", ({ limit }) => {
    limit.output = 2 * limit.context;
  }),
  all("tool calls denied", (one) => {
    one.tool_call = false;
  }),
  all("flags flipped", (one) => {
    one.reasoning = !one.reasoning;
    one.attachment = !one.attachment;
  }),
  {
    ...all("all weights open", (one) => {
      one.open_weights = true;
    }),
    isOutvoted: true,
  },
  all("modalities mixed up", ({ modalities }) => {
    modalities.output = ["audio"];
  }),
  all("knowledge cut-offs a year later", (one) => {
    one.knowledge = "2026-04";
  }),
  all("everything deprecated", (one) => Object.assign(one, { status: "deprecated" })),
  all("one host all beta", (one) => Object.assign(one, { status: "beta" }), "cirrus"),
  {
    ...{ name: "models.dev: addresses of all APIs changed", source: "models-dev" },
    tell: ({ api }) => {
      for (const host of Object.values(api)) host.api = "https://proxy.example/v1";
    },
  },
  {
    ...{ name: "litellm: context windows × 1,000", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm)) row.max_input_tokens *= 1000;
    },
  },
  {
    ...{ name: "openrouter: every machine said to run fp4", source: "openrouter" },
    tell: ({ endpoints }) => {
      for (const { data } of Object.values(endpoints))
        for (const endpoint of data.endpoints) endpoint.quantization = "fp4";
    },
  },
  all("context windows as texts", (row) => Object.assign(row.limit, { context: "128k" })),
  all("context windows null", ({ limit }) => Object.assign(limit, { context: null })),
  all("limits exchanged", ({ limit }) => {
    [limit.context, limit.output] = [limit.output, limit.context];
  }),
  all(
    "limits of one host exchanged",
    ({ limit }) => {
      [limit.context, limit.output] = [limit.output, limit.context];
    },
    "acme",
  ),
  of("models-dev", "context windows shifted by a row", (market) =>
    shift(
      entries(market),
      ({ limit }) => limit.context,
      ({ limit }, context) => {
        limit.context = context;
      },
    ),
  ),
  {
    // A release that stands stays.
    ...of("models-dev", "all releases a day later", (market) => {
      for (const row of [...entries(market), ...Object.values(market.records)])
        row.release_date = dayAfter(row.release_date);
    }),
    isOutvoted: true,
  },
  all("released in 2031", (row) => {
    row.release_date = "2031-02-01";
  }),
  all("released in 1970", (row) => {
    row.release_date = "1970-01-01";
  }),
  all("released on a day that is none", (row) => {
    row.release_date = "2026-13-45";
  }),
  of("models-dev", "one model released in 2031", (market) => {
    for (const row of entries(market))
      if (row.id.endsWith("quark-7")) row.release_date = "2031-02-01";
  }),
  all("knowledge of 2030", (row) => {
    row.knowledge = "2030-01";
  }),
  all("weights open by a text", (row) => Object.assign(row, { open_weights: "false" })),
  all("everything takes pictures", (row) => {
    row.modalities.input = ["image", "text"];
  }),
  all("nothing gives anything", (row) => {
    row.modalities = { input: [], output: [] };
  }),
  {
    ...of("models-dev", "one model gives video", (market) => {
      for (const row of entries(market))
        if (row.id.endsWith("quark-7")) row.modalities.output = ["video"];
    }),
    isOutvoted: true,
  },
  all("a status that nobody knows", (row) => Object.assign(row, { status: "sunset" })),
  of("litellm", "retired on no day", ({ litellm }) => {
    for (const row of Object.values(litellm))
      Object.assign(row, { deprecation_date: "0000-00-00" });
  }),
  of("litellm", "one model retired in 1970", ({ litellm }) => {
    Object.assign(litellm["acme/quark-7"] ?? {}, { deprecation_date: "1970-01-01" });
  }),
];
