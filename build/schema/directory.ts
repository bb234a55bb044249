/** Directory entries: agents, MCP servers, skills, glossary terms. */
import * as z from "zod";
import { IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

export const CodingAgent = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  summary: NonEmptyText.describe("What the tool is, in one sentence written for this project"),
  maker: NonEmptyText.nullable(),
  url: WebUrl.nullable(),
  source: Slug,
  as_of: IsoDate,
});

export const McpServerListing = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  url: WebUrl.nullable().describe("URL of the repository or the home page"),
  category: NonEmptyText.nullable(),
  license: NonEmptyText.nullable(),
  source: Slug,
});
export type McpServerListing = z.infer<typeof McpServerListing>;

export const AgentSkill = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  org: NonEmptyText,
  url: WebUrl,
  source: Slug,
});

export const GlossaryTerm = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  summary: z
    .string()
    .max(200)
    .regex(/^[^\n]+\.$/, "not a sentence: write one line that ends with a full stop")
    .describe("Definition in one sentence that can be understood without `text`"),
  text: NonEmptyText.describe("Two to four sentences, written for this project"),
  also: z.array(NonEmptyText).describe("Other names of the term"),
  see_also: z.array(Slug).describe("Slugs of related terms in the glossary"),
  as_of: IsoDate,
});
