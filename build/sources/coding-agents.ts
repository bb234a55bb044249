/** Daily commits and pull requests on public GitHub that are signed by a coding agent. */
import { z } from "zod";
import type { MindshareDay } from "../schema/activity.ts";
import { IsoDate } from "../schema/values.ts";
import { emptyDay } from "./attention.ts";
import { type Collected, type Collector, licensed } from "./listing.ts";
import type { UpstreamFiles } from "./live.ts";
import { UpstreamReader } from "./parse/rows.ts";

const ID = "coding-agents";
const FILE = "agents_daily.csv";
const PAGE = "https://github.com/jphme/github-coding-agent-tracker";

/** Upstream's key → our slug. Cursor's three are overlapping searches, so they are not added up. */
const AGENTS: ReadonlyMap<string, string> = new Map([
  ["aider", "aider"],
  ["amazonq", "amazon-q-developer"],
  ["amp", "amp"],
  ["claude", "claude-code"],
  ["codex", "codex"],
  ["copilot", "github-copilot"],
  ["cursor", "cursor"],
  ["cursor_bg", "cursor-background-agent"],
  ["cursor_editor", "cursor-editor"],
  ["devin", "devin"],
  ["jules", "jules"],
  ["opencode", "opencode"],
  ["windsurf", "windsurf"],
]);

/** Upstream counts more of its commits than there are on all of GitHub. */
const BROKEN_AGENT = "junie";

const AgentDay = z.object({
  day: IsoDate,
  agent: z.string().min(1),
  metric: z.enum(["commits", "prs"]),
  count: z.string().regex(/^\d+$/, "not a count").transform(Number),
});

export const codingAgents: Collector = {
  source: {
    id: ID,
    name: "GitHub Coding Agent Monitor",
    url: PAGE,
    data_url: null,
    ...licensed("MIT", `${PAGE}/blob/HEAD/LICENSE`, "Copyright (c) 2026 Patrick DeVivo"),
    credit: "Counts of coding agents' commits and pull requests: GitHub Coding Agent Monitor",
    provides: ["agents", "mindshare"],
  },
  minRows: 5000,
  translate,
};

/** One row per day and agent. What the upstream lacks on a day (commits of March 2025) is null. */
function translate(files: UpstreamFiles): Collected {
  const reader = new UpstreamReader(ID, files);
  const rows = new Map<string, MindshareDay>();
  for (const { day, agent, metric, count } of reader.csv(FILE, AgentDay)) {
    const slug = AGENTS.get(agent);
    if (slug === undefined) {
      const reason =
        agent === BROKEN_AGENT
          ? "broken upstream: more commits than all of GitHub"
          : "unknown agent; add it to AGENTS and to data/agents";
      reader.reject(`${FILE}, ${day}`, `${agent} ${metric}`, reason);
      continue;
    }
    const row = rows.get(`${day} ${slug}`) ?? emptyDay(day, slug, ID);
    row[metric === "commits" ? "github_commits" : "github_prs"] = count;
    rows.set(`${day} ${slug}`, row);
  }
  const mindshare = [{ file: "agent", rows: [...rows.values()] }];
  return { facts: { mindshare }, rejected: reader.rejected };
}
