import { z } from "zod";
import { newsPage } from "./pages/news.ts";
import { defineTool, PROVENANCE, rowLimit } from "./tool.ts";

export const latestFindings = defineTool({
  name: "latest_findings",
  title: "Latest findings and changes",
  description:
    "What happened lately among AI models: price drops and rises, new models, new lowest prices, best scores; the newest first, with dates and numbers. With a query also every recorded change that it asks for.",
  input: z.strictObject({
    query: z
      .string()
      .default("")
      .describe("What and about whom: price drop, price cuts of OpenAI, new models of Mistral"),
    limit: rowLimit(10),
  }),
  output: z.looseObject({
    findings: z.array(z.looseObject({ id: z.string() })),
    changes: z.array(z.looseObject({ date: z.string() })),
    ...PROVENANCE,
  }),
  call: ({ query, limit }, context) => newsPage(query, limit, context),
});
