import type { z } from "zod";
import type { GlossaryTerm } from "../../../generator/endpoints/glossary/glossary.ts";
import type { Enveloped } from "../call-endpoint.ts";
import type { ToolPage } from "../tool.ts";

export function glossaryTermPage(answer: Enveloped<z.infer<typeof GlossaryTerm>>): ToolPage {
  const { slug, name, summary, text, also, see_also, url, as_of } = answer;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name}: ${summary}`,
      text,
      also.length > 0 ? `Also called ${also.join(", ")}.` : "",
      see_also.length > 0 ? `See also ${see_also.join(", ")}.` : "",
    ].filter((line) => line !== ""),
    value: { slug, name, summary, also, see_also },
    tables: [],
  };
}
