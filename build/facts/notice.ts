/** NOTICE: whose facts these are, under which licence, and what was taken. */
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

/** @param sources In any order; equal sources give equal text. */
export function toNotice(sources: readonly Source[]): string {
  const upstreams = sources
    .filter(({ id }) => id !== OWN_WORK)
    .sort((a, b) => byText(a.id, b.id))
    .map(toEntry);
  return [HEAD, ...upstreams].join(`\n${"-".repeat(78)}\n\n`);
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
