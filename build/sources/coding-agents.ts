/** Daily commits and pull requests on public GitHub that bear the signature of a coding agent. */
import { z } from "zod";
import type { MindshareDay } from "../schema/activity.ts";
import { IsoDate } from "../schema/values.ts";
import { emptyDay } from "./attention.ts";
import type { Collected, Collector, Rejected, UpstreamFiles } from "./listing.ts";
import { newestDay } from "./parse/newest-day.ts";
import { parseCsvRows } from "./parse/upstream-rows.ts";

const SOURCE = "coding-agents";
const FILE = "agents_daily.csv";

/** Upstream's key → our slug. The three of Cursor are three searches that overlap, so they are not added up. */
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
type AgentDay = z.infer<typeof AgentDay>;

const parse = (files: UpstreamFiles) =>
  parseCsvRows(files, { source: SOURCE, file: FILE }, AgentDay);

/** One row per day and agent. What the upstream does not have that day (commits of March 2025) is null. */
function toMindshare(days: readonly AgentDay[]): { rows: MindshareDay[]; rejected: Rejected[] } {
  const byDay = new Map<string, MindshareDay>();
  const rejected: Rejected[] = [];
  for (const { day, agent, metric, count } of days) {
    const slug = AGENTS.get(agent);
    if (slug === undefined) {
      rejected.push({
        source: SOURCE,
        place: `${FILE}, ${day}`,
        value: `${agent} ${metric}`,
        reason:
          agent === BROKEN_AGENT
            ? "broken upstream: more commits than all of GitHub"
            : "unknown agent; add it to AGENTS and to data/agents",
      });
      continue;
    }
    const key = `${day} ${slug}`;
    const row = byDay.get(key) ?? emptyDay(day, slug, SOURCE);
    row[metric === "commits" ? "github_commits" : "github_prs"] = count;
    byDay.set(key, row);
  }
  return { rows: [...byDay.values()], rejected };
}

export const codingAgents: Collector = {
  source: {
    id: SOURCE,
    name: "GitHub Coding Agent Monitor",
    url: "https://github.com/jphme/github-coding-agent-tracker",
    data_url: null,
    license: "MIT",
    license_url: "https://github.com/jphme/github-coding-agent-tracker/blob/HEAD/LICENSE",
    copyright: "Copyright (c) 2026 Patrick DeVivo",
    credit: "Counts of coding agents' commits and pull requests: GitHub Coding Agent Monitor",
    provides: ["agents", "mindshare"],
  },
  frozen: { folder: "coding-agents", files: [FILE] },
  minRows: 5000,
  newestFact: (files) => newestDay(parse(files).rows.map(({ day }) => day)),
  translate(files): Collected {
    const { rows: days, rejected: malformed } = parse(files);
    const { rows, rejected } = toMindshare(days);
    return {
      facts: { mindshare: [{ file: "agent", rows }] },
      rejected: [...malformed, ...rejected],
    };
  },
};
