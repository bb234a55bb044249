import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../http/not-found.ts";
import { findTerm } from "../../names/find-named.ts";
import { GlossaryTerm } from "./glossary-term.ts";

export const getGlossaryTerm = defineEndpoint({
  id: "getGlossaryTerm",
  path: "/api/v1/glossary/{slug}",
  tag: "Glossary",
  summary: "One term of the field, explained",
  description: "A sentence that stands alone, a short text, and related terms.",
  params: {
    slug: {
      description: "Slug of a term, or what people call it: `moe`",
      example: "context-window",
    },
  },
  query: {},
  response: envelope("GlossaryEntry", GlossaryTerm.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.glossary) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const term = findTerm(params.slug, catalog);
    if (!term) {
      const kind = { name: "term", folder: "/api/v1/glossary/", list: "/api/v1/glossary" };
      return unknownSlug(params.slug, { ...kind, candidates: catalog.glossary }, catalog);
    }
    return {
      title: term.name,
      asOf: term.as_of,
      body: term,
      ...(term.slug !== params.slug && { canonicalPath: `/api/v1/glossary/${term.slug}` }),
    };
  },
});
