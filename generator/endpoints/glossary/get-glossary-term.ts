import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../http/not-found.ts";
import { GlossaryTerm } from "./glossary-term.ts";

export const getGlossaryTerm = defineEndpoint({
  id: "getGlossaryTerm",
  path: "/api/v1/glossary/{slug}",
  tag: "Glossary",
  summary: "One term of the field, explained",
  description: "A sentence that stands alone, a short text, and related terms.",
  params: { slug: { description: "Slug of a term", example: "context-window" } },
  query: {},
  response: envelope("GlossaryEntry", GlossaryTerm.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.glossary) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const term = catalog.glossary.find(({ slug }) => slug === params.slug);
    if (!term)
      return unknownSlug("term", params.slug, catalog.glossary, catalog, "/api/v1/glossary/");
    return { title: term.name, asOf: term.as_of, body: term };
  },
});
