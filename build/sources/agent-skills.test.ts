import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
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

const read = (...lines: string[]) => {
  const { facts, reasons } = collect(agentSkills, { "skills.jsonl": lines.join("\n") });
  return { rows: facts.skills?.[0]?.rows ?? [], reasons };
};

test("name, maker and address are taken, upstream's headings are not", () => {
  expect(read(skill({})).rows).toEqual([
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
  const { rows } = read(skill({}), skill({ org: "Joe" }));
  expect(rows.map(({ slug }) => slug)).toEqual(["jane-docx", "jane-docx-joe"]);
});

test("a skill without an address is rejected", () => {
  expect(read(skill({ url: "see README" }))).toEqual({ rows: [], reasons: ["no address"] });
});
