import { expect, test } from "vitest";
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

test("a skill without an address is rejected", () => {
  expect(collect(skill({ url: "see README" }))).toMatchObject({
    rows: [],
    rejected: [{ reason: "no address" }],
  });
});
