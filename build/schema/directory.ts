/** Entries that exist to be found: agents, MCP servers, skills, glossary terms. */
import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

export const Agent = z.strictObject({
  slug: Slug,
  name: Text,
  summary: Text.describe("What it is, one sentence of our own"),
  maker: Text.nullable(),
  url: Url.nullable(),
  source: Slug,
  as_of: IsoDate,
});
export type Agent = z.infer<typeof Agent>;

export const McpServer = z.strictObject({
  slug: Slug,
  name: Text,
  url: Url.nullable().describe("Repository or home page"),
  category: Text.nullable(),
  license: Text.nullable(),
  source: Slug,
});
export type McpServer = z.infer<typeof McpServer>;

export const Skill = z.strictObject({
  slug: Slug,
  name: Text,
  org: Text,
  url: Url,
  source: Slug,
});
export type Skill = z.infer<typeof Skill>;

export const GlossaryTerm = z.strictObject({
  slug: Slug,
  name: Text,
  summary: Text.max(220).describe("One sentence that stands alone"),
  text: Text.describe("Two to four sentences, written for this project"),
  also: z.array(Text).describe("Other names of the same thing"),
  see_also: z.array(Slug).describe("Slugs of related terms, all of which exist"),
  as_of: IsoDate,
});
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;
