/** Reads the published answers of a site once and checks each against rules. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../build/schema/collections.ts";
import { sampleEvenly } from "../builders/runs.ts";
import {
  type AnswerEnvelope,
  type BuiltSite,
  isNonEndpointFile,
  memoizePerSite,
} from "./harness.ts";
import { visitJsonFields } from "./walk.ts";

export interface PublishedAnswer {
  /** Public path of its file. */
  path: string;
  /** Public address of the answer, as its envelope states it. */
  address: string;
  text: string;
}
type Fields = readonly (readonly [name: string, value: unknown])[];
/** An answer with its body, and all fields at any depth, by name. */
type OpenAnswer = PublishedAnswer & { body: AnswerEnvelope; fields: Fields };

/** @returns What is wrong; empty when nothing is. */
type Rule = (answer: OpenAnswer, site: BuiltSite) => string[];

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_FIELDS = new Set(
  "as_of date day release_date retirement_date run_date newest_fact recorded_on".split(" "),
);
const SLUG_FIELDS = new Set(
  "slug provider_slug benchmark_slug model_slug aliases models leader".split(" "),
);
const LIMIT_FIELDS = new Set(["context_window", "max_output_tokens"]);
/** Fields that every answer begins with. */
export const ENVELOPE_FIELDS = ["source", "url", "as_of", "license", "attribution", "cite"];

const RULES = {
  /** UTF-8 JSON on one line, exactly as `JSON.stringify` writes it. */
  isWrittenAsJson: ({ text, body }) =>
    JSON.stringify(body) === text && !/[\n\uFEFF\uFFFD]/.test(text)
      ? []
      : ["not as JSON writes it"],
  hasNoFloatNoise: ({ fields }) =>
    odd(fields, (_, value) => typeof value === "number" && digits(value) > 12),
  hasDays: ({ fields }) =>
    odd(fields, (name, value) => DAY_FIELDS.has(name) && value !== null && !isA(DAY, value)),
  hasSlugs: ({ fields }) =>
    odd(fields, (name, value) => {
      return SLUG_FIELDS.has(name) && typeof value === "string" && !SLUG.test(value);
    }),
  hasNoEmptyText: ({ fields }) =>
    odd(fields, (name, value) => value === "" || (LIMIT_FIELDS.has(name) && value === 0)),
  beginsWithEnvelope: ({ body }) =>
    Object.keys(body).slice(0, ENVELOPE_FIELDS.length).join() === ENVELOPE_FIELDS.join() &&
    body.source === "Model Almanac"
      ? []
      : ["no envelope at its beginning"],
  isCited: ({ body: { url, as_of, attribution, cite } }) => {
    const asksForLink =
      attribution.includes('"Source: Model Almanac"') && attribution.includes(`link to ${url}`);
    const [head, tail] =
      as_of === null
        ? ["Model Almanac. ", `. ${url}.`]
        : [`Model Almanac (${as_of.slice(0, 4)}). `, `. ${url}. As of ${as_of}.`];
    const hasTitle = cite.length > head.length + tail.length;
    return asksForLink && hasTitle && cite.startsWith(head) && cite.endsWith(tail) ? [] : [cite];
  },
  isDescribed: ({ address, text, body }, { validate }) => {
    const headers = new Headers({ "Content-Type": "application/json" });
    return validate(address, { status: 200, headers, text, body });
  },
  standsAtItsPath: ({ path, address }) =>
    path.startsWith("/_q/") || path === address ? [] : [`answers ${address}`],
} satisfies Record<string, Rule>;

/** Maximum number of answers checked per family. `npm run test:slow` checks all answers of the live facts. */
const MOST_OF_A_FAMILY = 200;

/** `/_q/api/v1/models/…` → `/_q/api/v1/models`. */
const familyOf = (path: string): string =>
  path.split("/", path.startsWith("/_q/") ? 5 : 4).join("/");

/** Answers of every family. Exports, schemas, the OpenAPI document, the manifest and the dump are not included. */
export const readPublishedAnswers = memoizePerSite(
  async ({ manifest, dist, base }): Promise<readonly PublishedAnswer[]> => {
    const paths = Object.keys(manifest).filter(
      (path) => /^\/(api|_q)\//.test(path) && !isNonEndpointFile(path),
    );
    const looked = [...groupBy(paths, familyOf).values()].flatMap((family) =>
      sampleEvenly(family, MOST_OF_A_FAMILY),
    );
    return looked.map((path) => {
      const text = readFileSync(join(dist, path), "utf8");
      const [, url = ""] = /"url":"([^"]+)"/.exec(text) ?? [];
      return { path, address: url.slice(base.length), text };
    });
  },
);

const judgeAll = memoizePerSite(async (site): Promise<Map<string, string[]>> => {
  const faults = new Map<string, string[]>(Object.keys(RULES).map((name) => [name, []]));
  for (const answer of await readPublishedAnswers(site)) {
    const body: AnswerEnvelope = JSON.parse(answer.text);
    const fields: [string, unknown][] = [];
    // `sources` is left out: it has the names of a model's fields, but a source as each value.
    visitJsonFields({ ...body, sources: null }, (name, value) => fields.push([name, value]));
    for (const [name, judge] of Object.entries<Rule>(RULES))
      for (const fault of judge({ ...answer, body, fields }, site))
        faults.get(name)?.push(`${answer.path}: ${fault}`);
  }
  return faults;
});

/** @returns Up to ten answers that break the rule, each with what is wrong. */
export const findAnswersBreakingRule = async (
  rule: keyof typeof RULES,
  site: BuiltSite,
): Promise<string[]> => (await judgeAll(site)).get(rule)?.slice(0, 10) ?? [];

const odd = (fields: Fields, isOdd: (name: string, value: unknown) => boolean): string[] =>
  fields.filter(([name, value]) => isOdd(name, value)).map(([name, value]) => `${name} ${value}`);

const isA = (pattern: RegExp, value: unknown): boolean => pattern.test(String(value));

/** Significant digits of a number with a fraction; 0 for whole numbers, which have no floating-point noise. */
const digits = (value: number): number =>
  Number.isInteger(value)
    ? 0
    : String(value).replace(/e.*$/, "").replace(/\D/g, "").replace(/^0+/, "").length;
