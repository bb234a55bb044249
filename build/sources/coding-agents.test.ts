import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { codingAgents } from "./coding-agents.ts";

const read = (...lines: string[]) => {
  const text = ["day,agent,metric,count,total,share", ...lines, ""].join("\n");
  const { facts, reasons } = collect(codingAgents, { "agents_daily.csv": text });
  return { rows: facts.mindshare?.[0]?.rows ?? [], reasons };
};

test("commits and pull requests of a day become one row; what is not known is null", () => {
  const { rows } = read(
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

test("junie is left out as broken upstream, an agent we do not know as unknown", () => {
  const { rows, reasons } = read(
    "2025-04-01,junie,commits,999999,100,9.9",
    "2025-04-01,newcomer,prs,1,50,0.02",
  );
  expect(rows).toEqual([]);
  expect(reasons).toEqual([
    expect.stringContaining("broken upstream"),
    expect.stringContaining("unknown agent"),
  ]);
});
