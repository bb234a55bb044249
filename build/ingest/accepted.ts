/** What people let through, recorded beside the corrections. */
import type { Facts } from "../facts/kinds.ts";
import type { AcceptedGate } from "../schema/editorial.ts";
import { withoutFile } from "./fact-rows.ts";
import type { GateFinding } from "./outcome.ts";

/** Earlier rows stay; an acceptance that let nothing through leaves none. */
export function acceptedRows(
  standing: Facts["acceptedGates"],
  findings: readonly GateFinding[],
  date: string,
): AcceptedGate[] {
  const rows = new Map(standing.map((row) => [keyOf(row), withoutFile(row) as AcceptedGate]));
  for (const { gate, source, accepted } of findings) {
    if (accepted === null) continue;
    const row = { date, gate, source, reason: accepted };
    rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}

const keyOf = ({ date, gate, source }: AcceptedGate): string => `${date} ${gate} ${source}`;
