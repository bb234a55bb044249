/** The content of the mirror: exports and lab datasets of a built site, in folders, with their terms. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import { byText } from "../../build/schema/collections.ts";
import { DATASETS } from "../../generator/exports/datasets.ts";

/** Folders that hold data; the other files describe them. */
export const DATA_FOLDERS = ["exports", "lab"] as const;
export const SNAPSHOT_FILE = "snapshot.json";

export interface MirrorContent {
  /** Newest day of the facts (YYYY-MM-DD). */
  day: string;
  /** sha256 of all facts. */
  snapshot: string;
  /** Path in the mirror → content. */
  files: ReadonlyMap<string, string | Buffer>;
}

const License = z.looseObject({ name: z.string(), url: z.string() });
const Status = z.looseObject({
  source: z.string(),
  as_of: z.string().nullable(),
  snapshot: z.string(),
});
const Description = z.looseObject({
  info: z.looseObject({ summary: z.string(), license: License }),
  servers: z.tuple([z.looseObject({ url: z.string() })]),
});
const Source = z.looseObject({
  name: z.string(),
  url: z.string(),
  license: z.string(),
  license_url: z.string(),
  credit: z.string(),
});
const Sources = z.looseObject({ data: z.array(Source) });

/** @throws BuildError when `dist` holds no whole site. */
export async function readContent(dist: string): Promise<MirrorContent> {
  const { source: name, as_of: day, snapshot } = await readJson(dist, "api/v1/status", Status);
  const { info, servers } = await readJson(dist, "api/v1/openapi.json", Description);
  const { data: sources } = await readJson(dist, "api/v1/sources", Sources);
  if (day === null) throw new BuildError(`${dist}: holds no facts, so there is no day to mirror`);
  const lab = await readdir(join(dist, "api/lab")).catch((error: NodeJS.ErrnoException) => {
    throw toMissing(dist, "api/lab", error);
  });
  const tests = lab.sort(byText);
  const { summary, license } = info;
  const about = { name, day, snapshot, summary, license, baseUrl: servers[0].url, sources, tests };
  const published = [
    ...DATASETS.map(({ name }) => [`exports/${name}.csv`, `api/v1/export/${name}`] as const),
    ...tests.map((test) => [`lab/${test}.json`, `api/lab/${test}`] as const),
  ];
  const files = new Map<string, string | Buffer>([
    ["README.md", toReadme(about)],
    ["LICENSE", toLicense(about)],
    [SNAPSHOT_FILE, `${JSON.stringify({ as_of: day, snapshot }, null, 2)}\n`],
    // The published bytes, on every machine.
    [".gitattributes", "* -text\n"],
  ]);
  for (const [path, from] of published) files.set(path, await readPublished(dist, from));
  return { day, snapshot, files };
}

async function readJson<T>(dist: string, path: string, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(JSON.parse(String(await readPublished(dist, path))));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new BuildError(`${join(dist, path)}: ${faults.join(", ")}; build the site again`);
}

const readPublished = (dist: string, path: string): Promise<Buffer> =>
  readFile(join(dist, path)).catch((error: NodeJS.ErrnoException) => {
    throw toMissing(dist, path, error);
  });

const toMissing = (dist: string, path: string, { code }: NodeJS.ErrnoException): BuildError =>
  new BuildError(`${join(dist, path)}: cannot be read (${code}); run npm run build first`);

interface About {
  name: string;
  summary: string;
  baseUrl: string;
  day: string;
  snapshot: string;
  license: z.infer<typeof License>;
  /** Names of the lab datasets. */
  tests: readonly string[];
  sources: readonly z.infer<typeof Source>[];
}

function toReadme(about: About): string {
  const { name, summary, baseUrl, day, snapshot, license, tests, sources } = about;
  return `# ${name}: data

${summary}

A mirror of [${baseUrl}](${baseUrl}/), as of **${day}**. There is at most one commit for each day of the facts,
and none when no dataset changed; a commit's date is the day of its facts, not the time of the push.

## exports/

CSV (RFC 4180, UTF-8, a header row, empty where a value is unknown). Prices are US dollars per million tokens.

| file | what | columns |
|---|---|---|
${DATASETS.map(({ name, title, columns }) => `| [${name}.csv](exports/${name}.csv) | ${title} | ${columns.map((column) => column.name).join(", ")} |`).join("\n")}

The last publish of each month stays in a folder of its own, \`exports/<day>/\`; \`exports/index.json\` names each with
size and SHA-256 of its files. These copies never change.

## lab/

Our own tests, with every recorded answer, as JSON: ${tests.map((test) => `[${test}](lab/${test}.json)`).join(", ")}.

## Terms

Data: [${license.name}](${license.url}). Please show "Source: ${name}" as a visible link to ${baseUrl}.

> ${name} (${day.slice(0, 4)}). ${baseUrl}. As of ${day}. Snapshot ${snapshot.slice(0, 12)}.

The facts come from these upstreams; each row names its own.

| upstream | licence | credit |
|---|---|---|
${sources.map((source) => `| [${source.name}](${source.url}) | [${source.license}](${source.license_url}) | ${source.credit} |`).join("\n")}
`;
}

const toLicense = ({ name, baseUrl, license }: About): string =>
  `The data in this repository is licensed under ${license.name}:
${license.url}

Attribution: show "Source: ${name}" as a visible link to ${baseUrl}.
Single facts may have further terms of the upstream that their row names; see README.md.
`;
