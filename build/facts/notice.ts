/** NOTICE: whose facts these are, under which licence, and what was taken; and whose packages are used. */
import type { PackageGroup } from "../packages/licenses.ts";
import { byText } from "../schema/order.ts";
import type { Source } from "../schema/source.ts";

/** Source of the operator's own work, which needs no credit to others. */
const OWN_WORK = "operator";

const HEAD = `Model Almanac
Copyright (c) 2026 Model Almanac contributors

The code is licensed under the MIT License, the data under CC BY 4.0: see LICENSE.
Benchmark scores keep the licence of the source that each of them names.

From the upstreams below facts only are taken: names, identifiers, numbers, dates and
addresses, changed into this project's own schema and units. None of their code, none of
their files and none of their sentences is part of this project. Every published row names
its source. The licence texts are at the addresses given; that of the MIT License is also
in LICENSE, where only the copyright line differs.
`;

const PACKAGES = `Packages

None of these is part of this repository: npm fetches them, each with the text of its licence.
`;

/** @param sources In any order; equal sources give equal text. */
export function toNotice(sources: readonly Source[], packages: readonly PackageGroup[]): string {
  const upstreams = sources
    .filter(({ id }) => id !== OWN_WORK)
    .sort((a, b) => byText(a.id, b.id))
    .map(toEntry);
  const used = [PACKAGES, ...packages.map(toPackageLines)].join("\n");
  return [HEAD, ...upstreams, used].join(`\n${"-".repeat(78)}\n\n`);
}

function toPackageLines({ title, licenses }: PackageGroup): string {
  const lines = [...licenses].map(
    ([license, names]) => `\n    ${license}\n${wrap(names, 88, " ".repeat(6))}`,
  );
  return `  ${title}:\n${lines.join("")}`;
}

/** Names in lines of at most `width` characters, unless a name alone is longer. */
function wrap(names: readonly string[], width: number, indent: string): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${name}`.length <= width)
      lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(indent + name);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function toEntry(source: Source): string {
  const lines: [label: string, value: string | null][] = [
    ["Address", source.url],
    ["Licence", `${source.license} <${source.license_url}>`],
    ["Copyright", source.copyright],
    ["Taken", `facts only: ${source.provides.join(", ")}`],
    ["Credit", source.credit],
  ];
  const known = lines.filter(([, value]) => value !== null);
  return `${source.name}\n\n${known.map(([label, value]) => `  ${`${label}:`.padEnd(11)}${value}\n`).join("")}`;
}
