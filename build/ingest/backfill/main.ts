/** `npm run backfill`: histories and listings of the price sources → `prices/` and `offers/`. Run once. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../../facts/fault.ts";
import { readKinds } from "../../facts/read-kinds.ts";
import { toCsvFile, writeFactFile } from "../../facts/write-facts.ts";
import { backfill } from "./backfill.ts";
import { readTies } from "./ties.ts";
import { readPriceSources } from "./upstreams.ts";

const program = new Command("backfill")
  .description("Writes the price ledger and the offers from the recorded histories of the sources.")
  .requiredOption("--from <folder>", "copies of the upstreams, one folder each")
  .option(
    "--out <folder>",
    "facts: models, providers, aliases and ties are read, prices and offers written",
    "data",
  )
  .addHelpText("after", "\nExit codes: 0 done, 1 nothing was written because of a fault.");

async function run({ from, out }: { from: string; out: string }): Promise<void> {
  const data = resolve(out);
  if (existsSync(join(data, "prices")))
    throw new BuildError(
      `${join(data, "prices")} is there already: the ledger is append-only, and \`npm run ingest\` goes on with it`,
    );
  const standing = readKinds(data, [
    "models",
    "providers",
    "modelAliases",
    "hostAliases",
    "sources",
  ]);
  const days = new Map(standing.sources.map(({ id, recorded_on }) => [id, recorded_on]));
  const records = await readPriceSources(
    resolve(from),
    (id) => days.get(id) ?? "",
    standing.hostAliases,
  );
  const { prices, offers, unresolved } = backfill(records, {
    ...standing,
    ties: await readTies(data),
  });
  for (const [host, rows] of prices) await writeFactFile(data, toCsvFile("prices", host, rows));
  for (const [host, rows] of offers) await writeFactFile(data, toCsvFile("offers", host, rows));
  const count = (files: ReadonlyMap<string, readonly unknown[]>) =>
    [...files.values()].reduce((sum, rows) => sum + rows.length, 0);
  process.stdout.write(
    `${count(prices)} statements and ${count(offers)} ids at ${prices.size} hosts; ${unresolved.length} names are no model and stay out:\n${unresolved.map((id) => `  ${id}\n`).join("")}`,
  );
}

program.action(run);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
