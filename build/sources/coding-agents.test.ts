import { expect, test } from "vitest";
import { codingAgents } from "./coding-agents.ts";

const collect = (...lines: string[]) => {
  const text = ["day,agent,metric,count,total,share", ...lines, ""].join("\n");
  const files = new Map([["agents_daily.csv", text]]);
  const { facts, rejected } = codingAgents.translate(files, "2026-08-21");
  return { rows: facts?.mindshare?.[0]?.rows ?? [], rejected };
};

test("commits and pull requests of a day become one row; what is not known is null", () => {
  const { rows } = collect(
    "2025-04-01,claude,commits,7,100,0.07",
    "2025-04-01,claude,prs,0,50,0.0",
    "2025-03-10,claude,prs,2,50,0.04",
  );
  expect(rows.map((row) => [row.day, row.slug, row.github_commits, row.github_prs])).toEqual([
    ["2025-04-01", "claude-code", 7, 0],
    ["2025-03-10", "claude-code", null, 2],
  ]);
  expect(rows[0]).toMatchObject({ hn_mentions: null, wiki_views: null, github_stars: null });
});
