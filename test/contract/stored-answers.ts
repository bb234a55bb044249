/** Compares answers of the golden site with texts in `test/golden/answers`, so that changes are reviewed. */
import { expect } from "vitest";
import type { PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import { verifies } from "./harness.ts";

interface Answer {
  data?: readonly ({ slug?: string } | PublishedCost)[];
  meta?: object;
  detail?: string;
  parameter?: string;
}

/**
 * Tests what each answer understood, or why it refuses, and the first three slugs of its list, or its costs.
 * `npx vitest run --project contract <test> -u` stores them anew.
 *
 * @param name Of the file, which says what the addresses are about. @param addresses Below `/api/v1/`.
 */
export const verifiesStored = (rule: string, name: string, ...addresses: readonly string[]) =>
  verifies(rule, `answers as stored in ${name}.txt`, async ({ get }) => {
    const texts: string[] = [];
    for (const address of addresses) {
      const { status, headers, body } = await get<Answer>(`/api/v1/${address}`);
      const { data = [], meta = headers.get("X-Data-Hint"), detail, parameter = "" } = body;
      const slugs = data.slice(0, 3).flatMap((row) => ("slug" in row ? (row.slug ?? []) : []));
      const costs = data.flatMap((row) => ("usd" in row ? `${toCostLine(row)}\n` : []));
      const shown = detail === undefined ? JSON.stringify(meta) : `[${parameter}] ${detail}`;
      texts.push(
        [decodeURIComponent(address), `${status} ${shown}`, slugs.join(" ") + costs.join("")]
          .join("\n")
          .trim(),
      );
    }
    await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(`../golden/answers/${name}.txt`);
  });

function toCostLine({ model, provider_slug, model_id, usd, trust, parts, missing }: PublishedCost) {
  const sums = parts.map((one) => [one.meter, one.quantity, one.rate, one.usd].join(" "));
  return JSON.stringify({ model, provider_slug, model_id, usd, trust, sums, missing });
}
