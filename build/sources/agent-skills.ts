/** Agent skills: instructions that an agent loads when a task needs them. Names and addresses only. */
import { z } from "zod";
import type { Skill } from "../schema/directory.ts";
import type { Collected, Collector } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { createRejects, parseJsonLines } from "./parse/rows.ts";
import { toCleanText, toCleanUrl, UniqueSlugs } from "./parse/text.ts";

const ID = "agent-skills";
const FILE = "skills.jsonl";

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
    url: "https://github.com/VoltAgent/awesome-agent-skills",
    data_url: null,
    license: "MIT",
    license_url: "https://github.com/VoltAgent/awesome-agent-skills/blob/HEAD/LICENSE",
    copyright: "Copyright (c) 2025 VoltAgent",
    credit: "Names and addresses of agent skills: Awesome Agent Skills by VoltAgent",
    provides: ["skills"],
  },
  minRows: 900,
  translate,
};

function translate(files: UpstreamFiles): Collected {
  const listed = parseJsonLines(files, { source: ID, file: FILE }, ListedSkill);
  const { rejected, reject } = createRejects(ID);
  const slugs = new UniqueSlugs();
  const rows: Skill[] = [];
  for (const { name, slug, org, url: written } of listed.rows) {
    const url = toCleanUrl(written);
    if (url === null) reject(FILE, `${name}: ${written}`, "no address");
    else rows.push({ slug: slugs.claim(slug, org), name, org, url, source: ID });
  }
  return {
    facts: { skills: [{ file: "awesome-agent-skills", rows }] },
    rejected: [...listed.rejected, ...rejected],
  };
}
