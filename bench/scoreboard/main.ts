/** `npm run scoreboard`: how true the published facts are, beside the floors that they must not fall below. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { GOLD_SETS, judgeNames, precisionOf } from "../../build/identity/gold.ts";
import { undeclaredLookAlikes } from "../../build/identity/look-alikes.ts";
import { notNormalized } from "../../build/identity/normalize-names.ts";
import { readInvariants } from "../../build/model/invariants.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import { type Figure, judge, toText } from "./figures.ts";
import { disagreements, LIST_HISTORY, readLabPrices } from "./list-prices.ts";

const Bounds = z.record(
  z.string(),
  z.union([z.strictObject({ floor: z.number() }), z.strictObject({ ceiling: z.number() })]),
);
const Count = z.object({ share: z.coerce.number() });
const Price = z.object({
  model: z.string(),
  date: z.string(),
  input: z.number().nullable(),
  output: z.number().nullable(),
});

/** Of what is paid by the token and has a price: what two sources, or the most careful one, state. */
const VERIFIED = `
  SELECT (count(*) FILTER (WHERE trust = 'verified') / count(*))::DOUBLE AS share
  FROM offer_ids WHERE billing = 'tokens' AND input IS NOT NULL`;

const OTHER_LAB_SHARE =
  "SELECT (count(*) FILTER (WHERE lab = 'other') / count(*))::DOUBLE AS share FROM models";

const program = new Command("scoreboard")
  .description("Prints each figure beside its bound in bench/scoreboard/bounds.json.")
  .option("--data <folder>", "facts", "data")
  .addHelpText("after", "\nExit codes: 0 every bound is held, 1 one is not.");

async function measure(data: string): Promise<Figure[]> {
  const facts = await readFacts(resolve(data));
  const { db, close } = await buildSnapshot(facts, null);
  try {
    const ask = async <T>(sql: string, shape: z.ZodType<T>): Promise<T[]> =>
      z.array(shape).parse(await (await db.runAndReadAll(sql)).getRowObjectsJS());
    const stated = readLabPrices();
    const wrong = disagreements(stated, await ask(LIST_HISTORY, Price));
    const [verified] = await ask(VERIFIED, Count);
    const figures: Figure[] = [
      {
        name: "list prices as the labs state them",
        value: 1 - wrong.length / stated.length,
        cases: wrong,
      },
      { name: "share of token prices verified", value: verified?.share ?? 0, cases: [] },
      ...GOLD_SETS.map((file) => {
        const judgement = judgeNames(file, facts);
        return {
          name: `names resolved rightly: ${file}`,
          value: precisionOf(judgement),
          cases: judgement.wrong,
        };
      }),
    ];
    const alike = (await undeclaredLookAlikes(db)).map(
      ({ model_a, model_b, likeness }) => `${model_a} and ${model_b}: ${likeness}`,
    );
    figures.push({ name: "look-alikes undeclared", value: alike.length, cases: alike });
    const moved = notNormalized(facts);
    figures.push({
      name: "facts that the names' rules would move",
      value: moved.length,
      cases: moved,
    });
    const [other] = await ask(OTHER_LAB_SHARE, Count);
    figures.push({ name: "models whose maker nobody knows", value: other?.share ?? 1, cases: [] });
    for (const { name, cases } of await readInvariants(db))
      figures.push({
        name,
        value: cases.length,
        cases: cases.map(({ example, file, line }) => `${file}:${line}: ${example}`),
      });
    return figures;
  } finally {
    close();
  }
}

program.action(async ({ data }: { data: string }) => {
  const bounds = Bounds.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, "bounds.json"), "utf8")),
  );
  const verdicts = judge(await measure(data), bounds);
  process.stdout.write(`${toText(verdicts)}\n`);
  if (verdicts.some(({ isHeld }) => !isHeld)) process.exitCode = 1;
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
