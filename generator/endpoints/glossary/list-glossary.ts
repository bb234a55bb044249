import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { GlossaryTerm } from "./glossary-term.ts";

export const listGlossary = defineEndpoint({
  id: "listGlossary",
  path: "/api/v1/glossary",
  tag: "Glossary",
  summary: "The words of the field, explained",
  description: "Every term with a sentence and a short text, by slug.",
  params: {},
  query: {},
  response: envelope("GlossaryList", {
    data: z.array(GlossaryTerm),
    meta: z.looseObject({ total: z.int() }),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const data = catalog.glossary;
    return {
      title: "Glossary",
      asOf: newest(data.map(({ as_of }) => as_of)),
      body: { data, meta: { total: data.length } },
    };
  },
});
