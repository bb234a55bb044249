/** Agent skills: instructions that an agent loads when a task needs them. Names and addresses only. */
import { z } from "zod";
import type { Skill } from "../schema/directory.ts";
import { type Collected, type Collector, licensed } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";
import { toCleanText, toCleanUrl, UniqueSlugs } from "./parse/text.ts";

const ID = "agent-skills";
const FILE = "skills.jsonl";
const PAGE = "https://github.com/VoltAgent/awesome-agent-skills";

const CleanText = z.string().transform(toCleanText).pipe(z.string().min(1));
const ListedSkill = z.object({
  name: CleanText,
  slug: z.string().min(1),
  org: CleanText,
  url: z.string(),
});

export const agentSkills: Collector = {
  source: {
    id: ID,
    name: "Awesome Agent Skills",
    url: PAGE,
    data_url: null,
    ...licensed("MIT", `${PAGE}/blob/HEAD/LICENSE`, "Copyright (c) 2025 VoltAgent"),
    credit: "Names and addresses of agent skills: Awesome Agent Skills by VoltAgent",
    provides: ["skills"],
  },
  minRows: 900,
  translate,
};

function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const slugs = new UniqueSlugs();
  const rows: Skill[] = [];
  for (const { name, slug, org, url: written } of reader.jsonLines(FILE, ListedSkill)) {
    const url = toCleanUrl(written);
    if (url === null) reader.reject(FILE, `${name}: ${written}`, "no address");
    else rows.push({ slug: slugs.claim(slug, org), name, org, url, source: ID });
  }
  const file = "awesome-agent-skills";
  return { facts: { skills: [{ file, rows }] }, rejected: reader.rejected };
}
