import { describe, expect, test } from "vitest";
import { hasFrozenCopies, translateFrozenCopy } from "../../collect/frozen-copy.ts";
import { agentSkills } from "./agent-skills.ts";

const skill = (fields: object) =>
  JSON.stringify({
    name: "jane/docx",
    slug: "jane-docx",
    org: "jane",
    url: "https://skills.example/jane/docx",
    section: "A sentence of the upstream's",
    ...fields,
  });

const collect = (...lines: string[]) => {
  const files = new Map([["skills.jsonl", `${lines.join("\n")}\n`]]);
  const { facts, rejected } = agentSkills.translate(files, "2026-08-21");
  return { rows: facts?.skills?.[0]?.rows ?? [], rejected };
};

test("name, maker and address are taken, upstream's headings are not", () => {
  expect(collect(skill({})).rows).toEqual([
    {
      slug: "jane-docx",
      name: "jane/docx",
      org: "jane",
      url: "https://skills.example/jane/docx",
      source: "agent-skills",
    },
  ]);
});

test("a slug is given once only", () => {
  const { rows } = collect(skill({}), skill({ org: "Joe" }));
  expect(rows.map(({ slug }) => slug)).toEqual(["jane-docx", "jane-docx-joe"]);
});

test("a skill without an address is rejected", () => {
  expect(collect(skill({ url: "see README" }))).toMatchObject({
    rows: [],
    rejected: [{ reason: "no address" }],
  });
});

describe.skipIf(!hasFrozenCopies)("over the frozen copy", () => {
  test("all 1,201 skills, each under a slug of its own", async () => {
    const { facts, rejected } = await translateFrozenCopy(agentSkills);
    const rows = facts?.skills?.[0]?.rows ?? [];
    expect(rows).toHaveLength(1201);
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(1201);
    expect(rejected).toEqual([]);
  });
});
