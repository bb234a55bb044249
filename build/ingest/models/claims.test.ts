import { expect, test } from "vitest";
import { sampleClaim } from "../../../test/builders/claims.ts";
import { SAMPLE_RULES } from "../../../test/builders/rules.ts";
import {
  addKnowledgeCutoffShares,
  addNameableInputs,
  decideModelTraits,
  findOutvotedTraits,
  type ModelTraitName,
  type ResolvedClaim,
} from "./claims.ts";

const OWN = ["acme", "acme-cloud"];
type Claims = Parameters<typeof decideModelTraits>[0];
const decided = (claims: Claims, firstSeen: string | null = null) =>
  decideModelTraits(claims, OWN, firstSeen, SAMPLE_RULES);
const hosts = (count: number, traits: Parameters<typeof sampleClaim>[1]) =>
  Array.from({ length: count }, (_, index) => sampleClaim(`host-${index}`, traits));

test("a trait is what most claims say, and null for a tie, never false", () => {
  const open = hosts(3, { is_open_source: true });
  const closed = hosts(2, { is_open_source: false });
  const { is_open_source } = decided([...open, ...closed, sampleClaim("x", {})]);
  expect(is_open_source).toMatchObject({ value: true, source: "models-dev", objected: [] });
  expect(decided([...open.slice(1), ...closed]).is_open_source.value).toBeNull();
});

test("no model returns PDF files, whatever a source says", () => {
  const { output_modalities } = decided([
    sampleClaim("x", { output_modalities: ["pdf", "image"] }),
  ]);
  expect(output_modalities.value).toEqual(["image"]);
});

const tools = (value: boolean) => ({ tools: value });
const page = sampleClaim("acme", tools(false), { source: "operator" });
const reads = (...all: ("text" | "image")[][]) =>
  all.map((input_modalities, at) => sampleClaim(`host-${at}`, { input_modalities }));
const modes = Array.from({ length: 2 }, (_, at) =>
  sampleClaim(`mode-${at}`, { input_modalities: ["text", "image"] }, { step: "declared" }),
);
const files = (attachments: boolean, ...input_modalities: ("text" | "image")[]) =>
  sampleClaim(null, { attachments, input_modalities });
const open = (host: string | null, is_open_source = true) => sampleClaim(host, { is_open_source });
const closed = (host: string) =>
  sampleClaim(host, { is_open_source: false }, { name: "quark-7-32b" });
const resellers = hosts(3, { is_open_source: false });
const weights = sampleClaim("x", { weights: "https://hub.example.org/quark-7" });

const window = (host: string | null, context_window: number, is_open_source?: boolean) =>
  sampleClaim(host, { context_window, ...(is_open_source && { is_open_source }) });
const limits = (
  host: string,
  context_window: number,
  max_output_tokens: number | null,
  more = {},
) => sampleClaim(host, { context_window, max_output_tokens, is_open_source: false, ...more });
const output = (host: string | null, max_output_tokens: number) =>
  sampleClaim(host, { max_output_tokens });
const input = limits("acme", 272_000, 128_000);
const small = limits("acme", 8_000, null);
const whole = limits("acme", 256_000, 256_000);
const openWhole = limits("acme", 256_000, 256_000, { is_open_source: true });
const records = [window(null, 2, true), window(null, 3, true)];
const maker = sampleClaim(null, { context_window: 2 }, { source: "operator" });
const share = limits("x", 262_144, 235_929);

const released = (host: string, release_date: string, knowledge_cutoff: string) =>
  sampleClaim(host, { release_date, knowledge_cutoff });
const cutoffs = (...all: string[]) =>
  all.map((knowledge_cutoff, at) => sampleClaim(`host-${at}`, { knowledge_cutoff }));
const late = released("acme", "2026-03-09", "2026-03");
const early = sampleClaim("bazaar", { knowledge_cutoff: "2025-10" });
const other = released("x", "2025-01-05", "2024-10");

const decides = (name: ModelTraitName, cases: [string, Claims, unknown][]) =>
  test.each(cases)(`${name}: %s`, (_, claims, value) => {
    expect(decided(claims)[name].value).toEqual(value);
  });

const readOn = (as_of: string, value: boolean, host: string | null = null) =>
  sampleClaim(host, tools(value), { source: "operator", as_of });
const earlier = readOn("2026-07-02", true);
decides("tools", [
  ["a page before all", [sampleClaim(null, tools(true)), page], false],
  ["the page that was read last", [earlier, earlier, readOn("2026-07-03", false)], false],
  ["no page of a reseller", [earlier, readOn("2026-07-03", false, "x")], true],
]);

decides("input_modalities", [
  ["lists in any order", reads(["text", "image"], ["image", "text"], ["text"]), ["image", "text"]],
  ["no empty list", reads(["text"], [], []), ["text"]],
  ["most hosts, whatever mode they name", [...reads(["text"]), ...modes], ["image", "text"]],
  ["the plain name, for a tie", [...reads(["text"]), ...modes.slice(1)], ["text"]],
]);

decides("attachments", [
  ["no file input of a model that takes only text", [files(true, "text"), files(false)], false],
  ["file input of a model that takes images", [files(false, "text", "image"), files(true)], true],
  ["what is stated where the inputs are unknown", [files(true)], true],
]);

decides("is_open_source", [
  ["the lab's own host before others", [...resellers, open("acme")], true],
  ["a record before it", [open("acme"), open(null, false)], false],
  ["an address of the weights", [...resellers, weights], true],
  ["no reseller of a model named by its size", [closed("x")], null],
  ["its lab", [closed("x"), closed("acme")], false],
]);

decides("context_window", [
  ["the lab's own host before a record", [window(null, 1), window("acme", 2)], 2],
  ["a page before a larger record of open weights", [maker, ...records], 2],
  ["the larger record of open weights", [window("acme", 1, true), ...records], 3],
  ["no input limit beside a record", [window(null, 400_000), input], 400_000],
  ["an input limit without a record", [input], 272_000],
]);

decides("max_output_tokens", [
  ["one within the window", [small, output(null, 32_000), output("b", 4_000)], 4_000],
  ["none above the window", [small, output(null, 32_000)], null],
  ["none that is the whole window", [whole, output("b", 64_000)], 64_000],
  ["it where there is no other", [whole], 256_000],
  ["it if it is small", [limits("acme", 8192, 8192), output("b", 64_000)], 8192],
  ["it for open weights", [openWhole, output("b", 64_000)], 256_000],
  ["no nine tenths of a window", [share, share, output("b", 64_000)], 64_000],
  ["nor alone", [share], null],
]);

decides("knowledge_cutoff", [
  ["a month before the release", [released("acme", "2026-03-09", "2026-02")], "2026-02"],
  ["the year of the release", [released("acme", "2026-03-09", "2026")], "2026"],
  ["no month of the release", [late], null],
  ["the next claim instead", [late, early], "2025-10"],
  ["no month that its source copied", [released("x", "2026-01-05", "2026-01")], null],
  ["no cutoff of a model of another day", [late, other, early], "2025-10"],
  ["such a cutoff where there is no other", [other, late], "2024-10"],
  ["a month with a day in it", cutoffs("2024-07", "2024-07-31", "2024-10"), "2024-07"],
  ["none of a tie", cutoffs("2024-07", "2024-10"), null],
]);

test("values that a rule does not use are reported as objected", () => {
  const record = window(null, 400_000);
  expect(decided([record, input]).context_window.objected).toEqual([272_000]);
  const none = { value: null, source: null, objected: [32_000] };
  expect(decided([small, output(null, 32_000)]).max_output_tokens).toMatchObject(none);
});

test.each<[string, string[], string | null, string]>([
  ["most claims name, the earlier one of a tie", ["03-03", "03-01", "05-01"], null, "03-01"],
  ["is not after the first price", ["05-01", "05-01", "02-01"], "02-03", "02-01"],
])("the day of release is the one that %s", (_, days, firstSeen, day) => {
  const claims = days.map((one, at) => sampleClaim(`host-${at}`, { release_date: `2026-${one}` }));
  const { release_date } = decided(claims, firstSeen && `2026-${firstSeen}`);
  expect(release_date.value).toBe(`2026-${day}`);
});

test.each([
  [5, 3, 0],
  [5, 2, 5],
  [4, 3, 4],
])(
  "when a host states one cutoff for %i models of %i labs, it counts for %i of them",
  (count, labs, known) => {
    const claims = hosts(count, { knowledge_cutoff: "2025-01-01" });
    const others = hosts(6, { knowledge_cutoff: "2024-06" });
    const all = [...claims, ...others].map((claim) => [{ ...claim, host: "x" }]);
    const mentions = new Map(all.map((own, at) => [`model-${at}`, own]));
    addKnowledgeCutoffShares(mentions, (slug) => `lab-${Number(slug.slice(6)) % labs}`);
    const cutoffs = [...mentions.values()].map((own) => decided(own).knowledge_cutoff.value);
    expect(cutoffs.filter((cutoff) => cutoff === "2025-01-01")).toHaveLength(known);
  },
);

test.each<[string, string[], string[], string]>([
  ["what others add", ["text", "image"], ["audio", "image", "text"], "models-dev"],
  ["no list that contradicts it", ["text"], ["audio", "image", "text"], "pi-ai"],
])("a source that has no word for audio decides with %s", (_, own, others, source) => {
  const at = (host: string, input_modalities: string[], of = "models-dev") =>
    sampleClaim(host, { input_modalities }, { source: of });
  const narrow = Array.from({ length: 500 }, () => [at("acme", own, "pi-ai"), at("x", others)]);
  const mentions = new Map([
    [`other`, [at("x", ["text", "image"], "pi-ai")]],
    ...narrow.map((claims, index): [string, ResolvedClaim[]] => [`model-${index}`, claims]),
  ]);
  addNameableInputs(mentions);
  const { input_modalities } = decided(mentions.get("model-0") ?? []);
  expect(input_modalities).toMatchObject({ source, value: source === "pi-ai" ? own : others });
});

test("ties are listed as disputed, and so are values that most claims contradict", () => {
  const claims = [
    sampleClaim(null, { is_open_source: true, tools: true }),
    sampleClaim("a", { is_open_source: false, tools: true, reasoning: true }),
    sampleClaim("b", { is_open_source: false, tools: false, reasoning: false }),
  ];
  expect(findOutvotedTraits("quark-7", decideModelTraits(claims, [], null, SAMPLE_RULES))).toEqual([
    { model: "quark-7", field: "is_open_source", decided: "true", claims: "false×2 true×1" },
    { model: "quark-7", field: "supports.reasoning", decided: null, claims: "false×1 true×1" },
  ]);
});
