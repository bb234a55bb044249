import { expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { sampleProvider } from "../../../test/builders/fact-builders.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import { toModelFromClaims, updateModel } from "./model-from-claims.ts";

const KNOWN = { slug: "quark-7", lab: "acme", firstSeen: null };
type Claims = Parameters<typeof toModelFromClaims>[1];
/** What claims make of quark-7, whose lab has one host. */
const combine = (claims: Claims, firstSeen: string | null = null) => {
  const acme = sampleProvider("acme", { own_hosts: ["acme"] });
  return toModelFromClaims({ ...KNOWN, firstSeen }, claims, [acme], SAMPLE_RULES);
};

const id = (name: string, retirement_date: string | null, more = {}) =>
  sampleClaim("acme", { retirement_date }, { name, source: "litellm", ...more });
const notice = (name: string, day: string, more = {}) => {
  return { ...id(name, day, more), isNotice: true };
};
const plain = id("quark-7", null);
const first = id("quark-7-2025-03-01", "2026-02-01");
const early = id("quark-7-0430", "2024-04-30");
const END = { retirement_date: "2026-01-01" };
const excluded = sampleClaim("acme", {}, { name: "quark-7-2025-09-01" });
const ended = notice("quark-7-2025-03-01", "2026-02-01");
const released = sampleClaim("acme", { release_date: "2026-03-01" }, { name: "quark-7" });

/** The model was first sold on 2025-03-01. */
test.each<[string, Claims, string | null]>([
  ["its undated name", [id("quark-7", "2026-09-01"), id("quark-7-2025-03-01", null)], "2026-09-01"],
  ["its last snapshot", [plain, first, id("quark-7-2025-09-01", "2026-09-01")], "2026-09-01"],
  ["none while a snapshot continues", [plain, first, id("quark-7-2025-09-01", null)], null],
  ["no preview", [id("quark-7-preview", "2026-01-01"), plain], null],
  ["no other model", [id("quark-7-2025-03-01", "2026-01-01", { step: "tag" }), plain], null],
  ["no other host", [sampleClaim("bazaar", END)], null],
  ["no other host on a page", [sampleClaim("bazaar", END, { source: "operator" })], null],
  [
    "the last one, whatever a source states that records no retirements",
    [first, excluded],
    "2026-02-01",
  ],
  ["a notice about one snapshot", [ended], "2026-02-01"],
  ["a notice about it, listed on", [ended, id("quark-7-2025-03-01", null)], "2026-02-01"],
  ["no notice while another continues", [ended, id("quark-7-2025-09-01", null)], null],
  [
    "no notice about a preview",
    [notice("quark-7-exp-03-25", "2026-02-01", { step: "strict" }), plain],
    null,
  ],
  ["no date of a list before the first sale", [early], null],
  ["such a date of a notice", [notice("quark-7-0430", "2024-04-30")], "2024-04-30"],
  ["such a date of a page", [{ ...early, source: "operator" }], "2024-04-30"],
  ["no date before the release", [notice("quark-7", "2026-02-01"), released], null],
  ["a date after the release", [id("quark-7", "2026-03-02"), released], "2026-03-02"],
])("a model retires when the lab's own host stops selling it: %s", (_, claims, day) => {
  expect(combine(claims, "2025-03-01").model.retirement_date).toBe(day);
});

test.each<[string, "text"[], string[]]>([
  ["quark-embedding-7", ["text"], ["embedding"]],
  ["quark-embedding-7", [], ["embedding"]],
  ["quark-rerank-7", ["text"], ["rerank"]],
  ["quark-7", ["text"], ["text"]],
])("%s, of which sources state the outputs %j, returns %j", (slug, output_modalities, outputs) => {
  const claims = [sampleClaim("acme", { output_modalities }, { name: slug })];
  const claimed = toModelFromClaims({ ...KNOWN, slug }, claims, [], SAMPLE_RULES);
  expect(claimed.model.output_modalities).toEqual(outputs);
  const before = { ...claimed.model, output_modalities };
  expect(updateModel(before, claimed, []).output_modalities).toEqual(outputs);
});

test("the replacement of a model is the one that the lab's own host names, not another host's", () => {
  const names = (host: string, model_id: string) =>
    sampleClaim(host, {
      more: { replacement: { model_id, source_url: "https://acme.example/retirements" } },
    });
  const replacementOf = (...claims: Claims) => combine(claims).model.replacement?.model_id;
  expect(replacementOf(names("bazaar", "gluon-1"), names("acme", "quark-8"))).toBe("quark-8");
  expect(replacementOf(names("bazaar", "gluon-1"))).toBeUndefined();
});

test("options and parameters that one host states of what a model cannot do are not published", () => {
  const effort = { toggle: false, effort: ["low", "high"], budget_tokens: null };
  const more = { reasoning_options: effort, supported_parameters: ["reasoning", "tools"] };
  const states = (host: string, reasoning: boolean) =>
    sampleClaim(host, { reasoning, more: reasoning ? more : {} });
  const reasons = combine([states("bazaar", true)]);
  expect(reasons.model).toMatchObject(more);
  const others = combine([states("bazaar", true), states("mall", false), states("shop", false)]);
  for (const model of [others.model, updateModel(reasons.model, others, [])]) {
    expect(model).toMatchObject({ reasoning_options: null, supported_parameters: ["tools"] });
    expect(model.sources).not.toHaveProperty("reasoning_options");
  }
});

/** The model that results from claims of hosts with these release dates. */
const releasedOn = (...days: string[]) =>
  combine([
    sampleClaim("mall", {}),
    ...days.map((release_date, index) => sampleClaim(`host-${index}`, { release_date })),
  ]);

test.each([
  ["of a source that may have stopped describing the model", "models-dev", [], "2026-03-01"],
  ["of a row that the operator removed", "operator", [], null],
  ["of a correction", "operator", ["release_date"], "2026-03-01"],
  ["of an unknown source", undefined, [], null],
])("a recorded value that no claim states: %s", (_, source, corrected, release_date) => {
  const before = { ...releasedOn("2026-03-01").model, parameters: { total: 7, active: null } };
  const sources = source === undefined ? null : { release_date: source, parameters: source };
  const corrections = corrected.map((field) => ({
    ...{ kind: "model" as const, key: before.slug, field, expected: "2026-01-01" },
    ...{ value: "2026-03-01", reason: "announced", source_url: "https://acme.example/" },
  }));
  const parameters = source === "models-dev" ? before.parameters : null;
  const next = updateModel({ ...before, sources }, releasedOn(), corrections);
  expect(next).toMatchObject({ release_date, parameters });
});

test("a correction may hold a list or an object, as JSON", () => {
  const found = combine([sampleClaim("mall", { input_modalities: ["text"] })]);
  const of = (field: string, expected: string | null, value: string) => ({
    ...{ kind: "model" as const, key: found.model.slug, field, expected, value },
    ...{ reason: "the card says so", source_url: "https://acme.example/" },
  });
  const corrections = [
    of("input_modalities", '["text"]', '["image","text"]'),
    of("parameters", null, '{"total":7,"active":null}'),
  ];
  expect(updateModel(found.model, found, corrections)).toMatchObject({
    input_modalities: ["image", "text"],
    parameters: { total: 7, active: null },
  });
});

test.each([
  ["another later one", Array(3).fill("2026-05-01"), "2026-03-01"],
  ["an earlier one not all agree on", ["2026-01-15", "2026-01-15", "2026-03-01"], "2026-03-01"],
  ["an earlier one on which all agree", Array(3).fill("2026-01-15"), "2026-01-15"],
])(
  "a recorded release date with a source yields to another on which all agree, unless much later: %s",
  (_, days, expected) => {
    const { model } = releasedOn("2026-03-01");
    expect(updateModel(model, releasedOn(...days), []).release_date).toBe(expected);
  },
);
