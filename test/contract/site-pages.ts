/** The pages of a built site, and what tests read from their markup. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MODELS_TABLE_DATA_PATH } from "../../generator/site/components/addresses.ts";
import type { ArraysByColumn } from "../../generator/site/components/table.ts";
import { arraysByColumnToRows } from "../../generator/site/components/table.ts";
import {
  type ModelsFileRow,
  type ModelTableItem,
  toModelTableItem,
} from "../../generator/site/pages/models/model-rows.ts";
import { getDefined } from "../builders/get.ts";
import { type BuiltSite, memoizePerSite, visit } from "./harness.ts";
import { slugsOf } from "./walk.ts";

export interface PublishedPage {
  /** Its public address: `/models/`, `/models/norn-5`, `/compare?models=norn-4,norn-5`. */
  address: string;
  /** Kind of the page; pages of one kind come from the same template. */
  kind: string;
  text: string;
}

/**
 * All pages that are files, and three that the function renders (`/compare` with and without models, and a search);
 * read once per site.
 */
export const readPublishedPages = memoizePerSite(
  async (site): Promise<readonly PublishedPage[]> => {
    const paths = Object.keys(site.manifest).filter((path) => isPage(site, path));
    const files = paths.map((path) => toPage(path, readFileSync(join(site.dist, path), "utf8")));
    return [...files, ...(await askedPages(site))];
  },
);

/** Paths of pages have no extension, or `.html`. So have answers, but those are below `/api`. */
const isPage = ({ dist }: BuiltSite, path: string): boolean =>
  /\/[^/.]+(\.html)?$/.test(path) &&
  !/^\/(api|_q|\.well-known)\//.test(path) &&
  readFileSync(join(dist, path), "latin1").startsWith("<!doctype html>");

async function askedPages(site: BuiltSite): Promise<PublishedPage[]> {
  const slugs = slugsOf(site.context.catalog.models.slice(0, 3));
  const [name] = slugs;
  return Promise.all(
    ["/compare", `/compare?models=${slugs.join(",")}`, `/search?q=${name}`].map(async (address) => {
      const answer = await visit(site.doors.exact, address);
      return toPage(address, await answer.text());
    }),
  );
}

const toPage = (path: string, text: string): PublishedPage => {
  const address = path.replace(/index\.html$/, "");
  return { address, kind: toPageKind(address), text };
};

/** `/models/norn-5` → `/models/*`. Each page of the docs and each method is a kind of its own. */
export const toPageKind = (address: string): string =>
  address
    .replace(/\?.*$/, "?*")
    .replace(/^(\/(models|providers|benchmarks|compare|prices)\/).+$/, "$1*");

/** Of each kind the page with the longest markup, because more of it can be wrong. */
export function longestPageOfEachKind(pages: readonly PublishedPage[]): PublishedPage[] {
  const fullest = new Map<string, PublishedPage>();
  for (const page of pages)
    if (page.text.length > (fullest.get(page.kind)?.text.length ?? 0)) fullest.set(page.kind, page);
  return [...fullest.values()];
}

/** A number on a page, and where the API says the same. */
export interface PageFact {
  page: PublishedPage;
  /** Address of the API's answer, from the nearest `data-of` around the number. */
  of: string;
  /** JSON Pointer to the number in that answer. */
  at: string;
  value: string;
}

/** The models as the script of the page of models reads them. */
export async function readModelTableItems({ read }: BuiltSite): Promise<ModelTableItem[]> {
  const file = await read<{ columns: ArraysByColumn<ModelsFileRow> }>(MODELS_TABLE_DATA_PATH);
  return arraysByColumnToRows(file.columns).map(toModelTableItem);
}

const VOID = /^(meta|link|wbr|path|img|input|br|line|circle|rect)$/;

/** @throws Error where a number stands in no element with `data-of`. */
export function readPageFacts(page: PublishedPage): PageFact[] {
  const facts: PageFact[] = [];
  const open: (string | undefined)[] = [];
  for (const [tag, slash, name = ""] of page.text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi)) {
    if (slash === "/") open.pop();
    else if (!VOID.test(name) && !tag.endsWith("/>")) {
      const of = attribute(tag, "data-of") ?? open.at(-1);
      open.push(of);
      const at = name === "data" ? attribute(tag, "data-at") : undefined;
      if (at === undefined) continue;
      const value = getDefined(attribute(tag, "value"), `value in ${tag}`);
      facts.push({ page, of: getDefined(of, `data-of around ${tag}, ${page.address}`), at, value });
    }
  }
  return facts;
}

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
};

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

export const unescapeHtml = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? "");

/** Values of an attribute, in the order of the page. */
export const readAttributeValues = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<[a-z][^<>]*?\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    unescapeHtml(value),
  );
