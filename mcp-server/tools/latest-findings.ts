import { z } from "zod";
import type { FindingItem } from "../../generator/endpoints/findings/finding.ts";
import { listFindings } from "../../generator/endpoints/findings/list-findings.ts";
import { ask } from "./ask.ts";
import { findingRow } from "./pages/others.ts";
import { defineTool, isRefusal, limit, STAMP } from "./tool.ts";

export const latestFindings = defineTool({
  name: "latest_findings",
  title: "Latest findings",
  description:
    "What happened lately among AI models: price drops and rises, new models, new lowest prices, best scores. The newest first, each with its date and numbers.",
  input: z.strictObject({ limit: limit(10) }),
  output: z.looseObject({ findings: z.array(z.looseObject({ id: z.string() })), ...STAMP }),
  call({ limit }, context) {
    const asked = ask<FindingItem[]>(listFindings, { query: { limit: String(limit) } }, context);
    if (isRefusal(asked)) return asked;
    return {
      title: "Findings",
      url: asked.url,
      asOf: asked.as_of,
      lines: [`Facts are as of ${asked.as_of ?? "no day: there are none"}.`],
      value: {},
      tables: [
        {
          field: "findings",
          heading: "Findings, the newest first",
          rows: asked.data.map(findingRow),
          total: Number(asked.meta.total),
          more: `ask with a larger limit, or read ${asked.url}`,
        },
      ],
    };
  },
});
