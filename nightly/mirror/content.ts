/**
 * Content of the mirror: the exports and own-test datasets of a built site, the facts from which it was built, and the
 * licence terms. README.md starts with the metadata of a dataset card, so that the folder can be pushed to a dataset
 * hosting service unchanged.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFactFileTexts } from "../../build/facts/fact-files.ts";
import { CommandError } from "../../build/facts/fault.ts";
import { parseAndCheckFacts } from "../../build/facts/read-facts.ts";
import { buildFactMerkleTree, getCurrentChainedMerkleRoot } from "../../build/facts/roots.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { EXPORT_DATASETS } from "../../generator/exports/datasets.ts";
import { toMarkdownTable } from "../../generator/site/components/markdown.ts";

export interface MirrorContent {
  /** Newest day of the facts (YYYY-MM-DD). */
  day: string;
  snapshot: string;
  root: string;
  /** Path in the mirror → content. */
  files: ReadonlyMap<string, string | Buffer>;
}

export const MIRROR_SNAPSHOT_FILE = "snapshot.json";

type Source = Record<"name" | "url" | "license" | "license_url" | "credit", string>;

/** @throws CommandError if `dist` does not contain a complete site, or was not built from the facts in `data`. */
export async function readContentToMirror(dist: string, data: string): Promise<MirrorContent> {
  const read = <T>(path: string, from: (file: string) => Promise<T>): Promise<T> =>
    from(join(dist, path)).catch(({ code }: NodeJS.ErrnoException) => {
      throw new CommandError(
        `${join(dist, path)}: cannot be read (${code}); run npm run build first`,
      );
    });
  const readJson = async <T>(path: string): Promise<T> =>
    JSON.parse(String(await read(path, readFile))) as T;
  const status = await readJson<Status>("api/v1/status");
  const { as_of: day, snapshot, root } = status;
  if (day === null)
    throw new CommandError(`${dist}: the site has no facts, so there is nothing to mirror`);
  const facts = readFactFileTexts(data);
  const rows = parseAndCheckFacts(facts);
  if (getCurrentChainedMerkleRoot(buildFactMerkleTree(rows).root, rows.roots, day).root !== root)
    throw new CommandError(`${dist} was not built from ${data}: run npm run build`);
  const { info, servers } = await readJson<OpenApi>("api/v1/openapi.json");
  const baseUrl = servers[0]?.url ?? "";
  if (/^$|^https?:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(baseUrl))
    throw new CommandError(
      `${dist}: was built with a localhost address, which must not be published in a mirror; set BASE_URL, or base_url of data/service.json, and build again`,
    );
  const { data: sources } = await readJson<{ data: Source[] }>("api/v1/sources");
  const tests = (await read("api/lab", (folder) => readdir(folder))).sort(compareByCodePoint);
  const about: About = { ...status, ...info, name: status.source, day, sources, tests, baseUrl };
  const files = new Map<string, string | Buffer>([
    ["README.md", await toReadme(about)],
    ["LICENSE", toLicense(about)],
    [MIRROR_SNAPSHOT_FILE, `${JSON.stringify({ as_of: day, snapshot, root }, null, 2)}\n`],
    // Prevents line-ending conversion, so that files have the published bytes on every machine.
    [".gitattributes", "* -text\n"],
  ]);
  for (const { name } of EXPORT_DATASETS)
    files.set(`exports/${name}.csv`, await read(`api/v1/export/${name}`, readFile));
  for (const test of tests) files.set(`lab/${test}.json`, await read(`api/lab/${test}`, readFile));
  for (const [path, text] of facts) files.set(`facts/${path}`, text);
  return { day, snapshot, root, files };
}

type Status = Record<"source" | "snapshot" | "root", string> & { as_of: string | null };

interface OpenApi {
  info: { summary: string; license: { name: string; url: string } };
  servers: readonly { url: string }[];
}

type About = OpenApi["info"] &
  Record<"name" | "baseUrl" | "day" | "snapshot" | "root", string> & {
    tests: readonly string[];
    sources: readonly Source[];
  };

/** Fills `readme.md`, in which names in braces stand for values. */
async function toReadme(about: About): Promise<string> {
  const { name, summary, baseUrl, day, snapshot, root, license, tests, sources } = about;
  const exports = EXPORT_DATASETS.map(({ name, title, columns }) => [
    `[${name}.csv](exports/${name}.csv)`,
    title,
    columns.map((column) => column.name).join(", "),
  ]);
  const upstreams = sources.map((source) => [
    `[${source.name}](${source.url})`,
    `[${source.license}](${source.license_url})`,
    source.credit,
  ]);
  const configs = EXPORT_DATASETS.map(
    ({ name }) => `- config_name: ${name}\n  data_files: exports/${name}.csv`,
  );
  const values: Record<string, string> = {
    name,
    summary,
    day,
    root,
    base_url: baseUrl,
    license: license.name,
    license_id: license.name.toLowerCase().replaceAll(" ", "-"),
    license_url: license.url,
    year: day.slice(0, 4),
    short_snapshot: snapshot.slice(0, 12),
    configs: configs.join("\n"),
    exports: toMarkdownTable(["file", "what", "columns"], exports),
    tests: tests.map((test) => `[${test}](lab/${test}.json)`).join(", "),
    upstreams: toMarkdownTable(["upstream", "licence", "credit"], upstreams),
  };
  return fillReadmeTemplate(await readFile(join(import.meta.dirname, "readme.md"), "utf8"), values);
}

/** @throws CommandError with the line if the template has a name without a value. */
export const fillReadmeTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (name: string, key: string, at: number) => {
    const value = values[key];
    if (value !== undefined) return value;
    const line = template.slice(0, at).split("\n").length;
    throw new CommandError(
      `nightly/mirror/readme.md:${line}: ${name} has no value; correct the name, or add it to toReadme`,
    );
  });

const toLicense = ({ name, baseUrl, license }: About): string =>
  `The data in this repository is licensed under ${license.name}:
${license.url}

Attribution: show "Source: ${name}" as a visible link to ${baseUrl}.
Further terms of an upstream may apply to the facts that it states; see README.md.
`;
