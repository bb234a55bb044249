/** Ways to go through many answers, shared by several tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../build/schema/collections.ts";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import type { ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { sampleEvenly } from "../builders/runs.ts";
import type { BuiltSite, DetailAnswer, HttpAnswer } from "./harness.ts";
import { isNonEndpointFile, memoizePerSite } from "./harness.ts";

/** Fields that every answer begins with. */
export const ENVELOPE_FIELDS = ["source", "url", "as_of", "license", "attribution", "cite"];

export interface PublishedAnswer {
  /** Public path of its file. */
  path: string;
  /** Public address of the answer, as its envelope states it. */
  address: string;
  text: string;
}

/** Maximum number of answers checked per family. `npm run test:slow` checks all answers of the live facts. */
const MOST_OF_A_FAMILY = 200;

/** `/_q/api/v1/models/…` → `/_q/api/v1/models`. */
const familyOf = (path: string): string =>
  path.split("/", path.startsWith("/_q/") ? 5 : 4).join("/");

/** Answers of every family. Exports, schemas, the OpenAPI document, the manifest and the dump are not included. */
export const readPublishedAnswers = memoizePerSite(
  async ({ manifest, dist, base }): Promise<readonly PublishedAnswer[]> => {
    const paths = Object.keys(manifest).filter((path) => /^\/(api|_q)\//.test(path));
    const families = groupBy(
      paths.filter((path) => !isNonEndpointFile(path)),
      familyOf,
    );
    const looked = [...families.values()].flatMap((one) => sampleEvenly(one, MOST_OF_A_FAMILY));
    return looked.map((path) => {
      const text = readFileSync(join(dist, path), "utf8");
      const [, url = ""] = /"url":"([^"]+)"/.exec(text) ?? [];
      return { path, address: url.slice(base.length), text };
    });
  },
);

/**
 * Calls `visit` for each scalar of a JSON value, at any depth, with the name of its field. Elements of an array have
 * the array's name.
 */
type Visit = (key: string, value: unknown) => void;
export function visitJsonFields(value: unknown, visit: Visit, key = ""): void {
  if (Array.isArray(value)) {
    for (const element of value) visitJsonFields(element, visit, key);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) visitJsonFields(field, visit, name);
  } else {
    visit(key, value);
  }
}

/** The rows of all pages of a list; each page names the next one in its `Link` header. */
export async function readAllPages<T>({ get, base }: BuiltSite, address: string): Promise<T[]> {
  const rows: T[] = [];
  let next: string | undefined = address;
  while (next !== undefined) {
    const page: HttpAnswer<{ data: T[] }> = await get<{ data: T[] }>(next.replace(base, ""));
    rows.push(...page.body.data);
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "")?.[1];
  }
  return rows;
}

/** All pages of a list of models. */
export const readEveryModelEntry = memoizePerSite(
  (site, query: string): Promise<readonly ModelEntry[]> =>
    readAllPages(site, `/api/v1/models?${query}&limit=200`),
);

export const readEveryModelDetail = memoizePerSite(
  async (site): Promise<readonly DetailAnswer<ModelDetail>[]> => {
    const answers = await site.readAll("/api/v1/models/");
    if (answers.length === 0) throw new Error("the site has no model");
    return answers;
  },
);

/** Slugs of rows, in their order. */
export const slugsOf = (rows: readonly { slug: string }[]): string[] =>
  rows.map(({ slug }) => slug);

/** Smallest first, unknown last. */
export const compareNullsLast = (a: number | null, b: number | null): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : a - b;
};

/** Rounds to two decimals, halves up as in decimal notation. */
export const roundToCents = (value: number) =>
  Math.round(Number((value * 100).toPrecision(12))) / 100;

export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The input price of an embedding or rerank model; of others (3 × input + output) / 4; null when a price is unknown. */
export function toExpectedBlendedPrice(
  { input, output }: { input: number | null; output: number | null },
  { model_type }: { model_type: string },
): number | null {
  if (model_type === "embedding" || model_type === "rerank") return input;
  return input === null || output === null
    ? null
    : Math.round(1e6 * ((3 * input + output) / 4)) / 1e6;
}
