import { expect, test } from "vitest";
import { createGithubStars } from "./github-stars.ts";

const collector = createGithubStars([
  {
    entity_type: "agent",
    slug: "coder",
    hn_query: null,
    wikipedia_article: null,
    github_repo: "acme/coder.js",
  },
]);
const PATH = "2026-02-28/agent/coder.json";

/** The format of a repository in GitHub's REST API; the figures are samples. */
const translate = (stargazers_count: unknown) =>
  collector.translate(
    new Map([[PATH, JSON.stringify({ id: 1, full_name: "acme/coder.js", stargazers_count })]]),
    "2026-03-01",
  );

test("asks for the repository, with a key where there is one", () => {
  expect(collector.live?.requests("2026-03-01")).toEqual([
    {
      url: "https://api.github.com/repos/acme/coder.js",
      path: PATH,
      optional: true,
      keyFrom: "GITHUB_TOKEN",
    },
  ]);
});

test("stars read in the night say how the day before ended", () => {
  expect(translate(1234).facts?.mindshare).toMatchObject([
    {
      file: "agent",
      rows: [{ day: "2026-02-28", slug: "coder", github_stars: 1234, source: "github-stars" }],
    },
  ]);
});

test.each([undefined, null, "1234", -1, 1.5])("%s stars are rejected", (stars) => {
  const { facts, rejected } = translate(stars);
  expect(facts?.mindshare?.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected[0]?.reason).toContain("stargazers_count");
});

test("four of five repositories are a full answer", () => {
  expect(collector.minRows).toBe(1);
});
