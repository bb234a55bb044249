import { z } from "zod";
import type { FindingItem } from "../../generator/endpoints/findings/finding.ts";
import { listFindings } from "../../generator/endpoints/findings/list-findings.ts";
import { callEndpoint, type ListOf } from "./call-endpoint.ts";
import { findingRow } from "./pages/finding.ts";
import { defineTool, isRefusal, PROVENANCE, rowLimit } from "./tool.ts";

export const latestFindings = defineTool({
  name: "latest_findings",
  title: "Latest findings",
  description:
    "What happened lately among AI models: price drops and rises, new models, new lowest prices, best scores. The newest first, each with its date and numbers.",
  input: z.strictObject({ limit: rowLimit(10) }),
  output: z.looseObject({ findings: z.array(z.looseObject({ id: z.string() })), ...PROVENANCE }),
  call({ limit }, context) {
    const answer = callEndpoint<ListOf<FindingItem>>(
      listFindings,
      { query: { limit: String(limit) } },
      context,
    );
    if (isRefusal(answer)) return answer;
    return {
      title: "Findings",
      url: answer.url,
      asOf: answer.as_of,
      lines: [`Facts are as of ${answer.as_of ?? "no day: there are none"}.`],
      value: {},
      tables: [
        {
          field: "findings",
          heading: "Findings, the newest first",
          rows: answer.data.map(findingRow),
          total: Number(answer.meta.total),
          more: `ask with a larger limit, or read ${answer.url}`,
        },
      ],
    };
  },
});
