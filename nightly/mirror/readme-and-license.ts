/** The texts beside the data: what it is, how old, and on what terms. They say nothing but the facts do. */
import { DATASETS } from "../../generator/exports/datasets.ts";

export interface About {
  name: string;
  summary: string;
  baseUrl: string;
  day: string;
  snapshot: string;
  license: { name: string; url: string };
  /** Names of the lab datasets. */
  tests: readonly string[];
  sources: readonly {
    name: string;
    url: string;
    license: string;
    license_url: string;
    credit: string;
  }[];
}

export function toReadme(about: About): string {
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
size and SHA-256 of its files. What stands there is never changed.

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

export const toLicense = ({ name, baseUrl, license }: About): string =>
  `The data in this repository is licensed under ${license.name}:
${license.url}

Attribution: show "Source: ${name}" as a visible link to ${baseUrl}.
Single facts may stand under further terms of the upstream that their row names; see README.md.
`;
