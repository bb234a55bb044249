/** Agent skills: instructions that an agent loads when a task calls for them. Names and addresses only. */
import { z } from "zod";
import type { Skill } from "../schema/directory.ts";
import type { Collected, Collector, Rejected } from "./listing.ts";
import { toCleanText, toCleanUrl } from "./parse/clean-values.ts";
import { UNDATED_RECORDED_ON } from "./parse/undated.ts";
import { UniqueSlugs } from "./parse/unique-slugs.ts";
import { parseJsonLines } from "./parse/upstream-rows.ts";

const SOURCE = "agent-skills";
const FILE = "skills.jsonl";

const ListedSkill = z.object({
  name: z.string().transform(toCleanText).pipe(z.string().min(1)),
  slug: z.string().min(1),
  org: z.string().transform(toCleanText).pipe(z.string().min(1)),
  url: z.string(),
});
type ListedSkill = z.infer<typeof ListedSkill>;

function toSkills(listed: readonly ListedSkill[]): { rows: Skill[]; rejected: Rejected[] } {
  const slugs = new UniqueSlugs();
  const rows: Skill[] = [];
  const rejected: Rejected[] = [];
  for (const { name, slug, org, url } of listed) {
    const address = toCleanUrl(url);
    if (address === null)
      rejected.push({
        source: SOURCE,
        place: FILE,
        value: `${name}: ${url}`,
        reason: "no address",
      });
    else rows.push({ slug: slugs.claim(slug, org), name, org, url: address, source: SOURCE });
  }
  return { rows, rejected };
}

export const agentSkills: Collector = {
  source: {
    id: SOURCE,
    name: "Awesome Agent Skills",
    url: "https://github.com/VoltAgent/awesome-agent-skills",
    data_url: null,
    license: "MIT",
    license_url: "https://github.com/VoltAgent/awesome-agent-skills/blob/HEAD/LICENSE",
    copyright: "Copyright (c) 2025 VoltAgent",
    credit: "Names and addresses of agent skills: Awesome Agent Skills by VoltAgent",
    provides: ["skills"],
  },
  frozen: { folder: "agent-skills", files: [FILE] },
  minRows: 900,
  newestFact: () => UNDATED_RECORDED_ON,
  translate(files): Collected {
    const listed = parseJsonLines(files, { source: SOURCE, file: FILE }, ListedSkill);
    const { rows, rejected } = toSkills(listed.rows);
    return {
      facts: { skills: [{ file: "awesome-agent-skills", rows }] },
      rejected: [...listed.rejected, ...rejected],
    };
  },
};
