/** Every published answer of a site, read once, with what is wrong with it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Enveloped, isDocument, type Site } from "./harness.ts";
import { walk } from "./walk.ts";

export interface PublishedAnswer {
  /** Public path of its file. */
  path: string;
  /** The address it answers, as its own envelope names it. */
  address: string;
  text: string;
}

/** An answer that is looked at. */
interface OpenAnswer extends PublishedAnswer {
  body: Enveloped;
  /** Every field, however deep, with its name. */
  fields: readonly (readonly [name: string, value: unknown])[];
}

/** @returns What is wrong; empty when nothing is. */
type Rule = (answer: OpenAnswer, site: Site) => string[];

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_FIELDS = new Set([
  ...["as_of", "date", "day", "release_date", "retirement_date", "run_date"],
  ...["newest_fact", "recorded_on"],
]);
const SLUG_FIELDS = new Set([
  ...["slug", "provider_slug", "benchmark_slug", "model_slug", "aliases", "models", "leader"],
]);
const LIMIT_FIELDS = new Set(["context_window", "max_output_tokens"]);
/** Fields that every answer begins with. */
export const ENVELOPE = ["source", "url", "as_of", "license", "attribution", "cite"];

const RULES = {
  /** JSON in UTF-8, on one line, as a reader would write it again. */
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
    Object.keys(body).slice(0, ENVELOPE.length).join() === ENVELOPE.join() &&
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
    return asksForLink && cite.startsWith(head) && cite.endsWith(tail) ? [] : [cite];
  },
  isDescribed: ({ address, text, body }, { validate }) => {
    const headers = new Headers({ "Content-Type": "application/json" });
    return validate(address, { status: 200, headers, text, body });
  },
  standsAtItsPath: ({ path, address }) =>
    path.startsWith("/_q/") || path === address ? [] : [`answers ${address}`],
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

interface Judged {
  answers: PublishedAnswer[];
  /** Rule → path and fault. */
  faults: Map<RuleName, string[]>;
}

const judged = new WeakMap<Site, Promise<Judged>>();

/** Once for a site: a whole one is 50 MB. */
function judgedOnce(site: Site): Promise<Judged> {
  const answers = judged.get(site) ?? judgeAll(site);
  judged.set(site, answers);
  return answers;
}

async function judgeAll(site: Site): Promise<Judged> {
  const rules = Object.entries(RULES) as [RuleName, Rule][];
  const faults = new Map(rules.map(([name]) => [name, [] as string[]]));
  const answers: PublishedAnswer[] = [];
  for (const path of Object.keys(site.manifest)) {
    if (!/^\/(api|_q)\//.test(path) || isDocument(path)) continue;
    const answer = await openAnswer(path, site);
    for (const [name, judge] of rules)
      faults.get(name)?.push(...judge(answer, site).map((fault) => `${path}: ${fault}`));
    answers.push({ path, address: answer.address, text: answer.text });
  }
  return { answers, faults };
}

async function openAnswer(path: string, { dist, base }: Site): Promise<OpenAnswer> {
  const text = await readFile(join(dist, path), "utf8");
  const body = JSON.parse(text) as Enveloped;
  const fields: [string, unknown][] = [];
  walk(body, (name, value) => fields.push([name, value]));
  return { path, address: body.url.slice(base.length), text, body, fields };
}

/** Every published answer but documents: exports, schemas, the manifest and the dump. */
export const everyAnswer = async (site: Site): Promise<PublishedAnswer[]> =>
  (await judgedOnce(site)).answers;

/** The answers that break a rule, with how; at most ten of them. */
export const breaking = async (rule: RuleName, site: Site): Promise<string[]> =>
  (await judgedOnce(site)).faults.get(rule)?.slice(0, 10) ?? [];

const odd = (
  fields: OpenAnswer["fields"],
  isOdd: (name: string, value: unknown) => boolean,
): string[] =>
  fields.filter(([name, value]) => isOdd(name, value)).map(([name, value]) => `${name} ${value}`);

const isA = (pattern: RegExp, value: unknown): boolean => pattern.test(String(value));

/** Significant digits of a number with a fraction; whole numbers have no noise. */
const digits = (value: number): number =>
  Number.isInteger(value)
    ? 0
    : String(value).replace(/e.*$/, "").replace(/\D/g, "").replace(/^0+/, "").length;
