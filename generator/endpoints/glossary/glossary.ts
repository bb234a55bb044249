/** The words of the field. */
import { z } from "zod";
import { Day } from "../../../build/schema/values.ts";
import { defineEndpoint, once } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { findTerm, unknownNamed } from "../../http/names.ts";

export const GlossaryTerm = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    summary: z.string().describe("One sentence that can be read on its own"),
    text: z.string(),
    also: z.array(z.string()).describe("Other names for the same thing"),
    see_also: z.array(z.string()).describe("Slugs of related terms"),
    as_of: Day.describe("Day the text was written"),
  })
  .meta({ id: "GlossaryTerm" });

export const listGlossary = defineEndpoint({
  id: "listGlossary",
  path: "/api/v1/glossary",
  tag: "Glossary",
  summary: "All glossary terms",
  description: "Every term with a one-sentence summary and a short text, sorted by slug.",
  params: {},
  query: {},
  response: envelope("GlossaryList", {
    data: z.array(GlossaryTerm),
    meta: z.looseObject({ total: z.int() }),
  }),
  enumerate: once,
  respond(_, { catalog }) {
    const data = catalog.glossary;
    return {
      title: "Glossary",
      asOf: newest(data.map(({ as_of }) => as_of)),
      body: { data, meta: { total: data.length } },
    };
  },
});

export const getGlossaryTerm = defineEndpoint({
  id: "getGlossaryTerm",
  path: "/api/v1/glossary/{slug}",
  tag: "Glossary",
  summary: "One glossary term",
  description: "A one-sentence summary, a short text and related terms.",
  params: {
    slug: { description: "Slug or common name of a term: `moe`", example: "context-window" },
  },
  query: {},
  response: envelope("GlossaryEntry", GlossaryTerm.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.glossary) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const term = findTerm(params.slug, catalog);
    if (!term) return unknownNamed("term", params.slug, catalog);
    const { slug, name, as_of } = term;
    return { title: name, asOf: as_of, body: term, canonical: { slug } };
  },
});
