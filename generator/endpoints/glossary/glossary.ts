/** The words of the field. */
import { z } from "zod";
import { namedSchema, ResponseDay } from "../../../build/schema/values.ts";
import { defineEndpoint, defineUnpagedList, enumerateSlugs } from "../../http/endpoint.ts";
import { envelopeSchema } from "../../http/envelope.ts";
import { findGlossaryTerm, unknownEntityProblem } from "../../http/names.ts";

const GlossaryTerm = namedSchema("GlossaryTerm", {
  slug: z.string(),
  name: z.string(),
  summary: z.string().describe("One sentence that can be read on its own"),
  text: z.string(),
  also: z.array(z.string()).describe("Other names of the term"),
  see_also: z.array(z.string()).describe("Slugs of related terms"),
  as_of: ResponseDay.describe("Day on which the text was written"),
});

export const listGlossaryEndpoint = defineEndpoint({
  id: "listGlossary",
  path: "/api/v1/glossary",
  tag: "Glossary",
  summary: "All glossary terms",
  description: "Every term with a one-sentence summary and a short text, sorted by slug.",
  ...defineUnpagedList(
    "GlossaryList",
    GlossaryTerm,
    "Glossary",
    ({ glossary }) => glossary,
    ({ as_of }) => as_of,
  ),
});

export const getGlossaryTermEndpoint = defineEndpoint({
  id: "getGlossaryTerm",
  path: "/api/v1/glossary/{slug}",
  tag: "Glossary",
  summary: "One glossary term",
  description: "A one-sentence summary, a short text and related terms.",
  params: {
    slug: { description: "Slug or common name of a term: `moe`", example: "context-window" },
  },
  response: envelopeSchema("GlossaryEntry", GlossaryTerm.shape),
  enumerate: enumerateSlugs("glossary"),
  respond({ params }, { catalog }) {
    const term = findGlossaryTerm(params.slug, catalog);
    if (!term) return unknownEntityProblem("term", params.slug, catalog);
    const { slug, name, as_of } = term;
    return { title: name, asOf: as_of, body: term, canonical: { slug } };
  },
});
