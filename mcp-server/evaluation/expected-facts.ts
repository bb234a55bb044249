/** What a right answer says, by SQL over the published exports: nothing of it is computed by the tools' own code. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";

const Facts = z.looseObject({
  expected: z.array(z.string()).min(1),
  said: z.array(z.string()),
});
/** What the question of a task names, and what has to be answered to it. */
export type Facts = z.infer<typeof Facts>;

export interface ExpectedFacts {
  /**
   * @param place From 1; after the last fact of a kind comes the first, so that a task outlives the data it was written for.
   * @throws BuildError when the data hold nothing of the kind.
   */
  find(kind: string, place: number): Promise<Facts>;
  close(): void;
}

const EXPORTS = {
  ...{ models: "models", providers: "providers", benchmarks: "benchmarks" },
  ...{ offers: "provider-offers", prices: "price-history", changes: "price-changes" },
};
/** Lists of dump.json, with those of their fields that are looked at. */
const LISTS = {
  scores:
    "STRUCT(model VARCHAR, benchmark VARCHAR, score DOUBLE, self_reported BOOLEAN, is_default BOOLEAN)",
  token_counts: "STRUCT(tokenizer VARCHAR, language VARCHAR, tokens INTEGER[])",
  model_tokenizers: "STRUCT(model VARCHAR, tokenizer VARCHAR)",
  glossary: "STRUCT(slug VARCHAR, name VARCHAR)",
};

/** @param dist The built site. */
export async function openExpectedFacts(dist: string): Promise<ExpectedFacts> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const api = join(dist, "api/v1");
  for (const [table, file] of Object.entries(EXPORTS))
    await connection.run(
      `CREATE TABLE ${table} AS FROM read_csv(${text(join(api, "export", file))}, header = true, sample_size = -1)`,
    );
  const columns = Object.entries(LISTS).map(([list, type]) => `${list}: '${type}[]'`);
  await connection.run(
    `CREATE TABLE everything AS FROM read_json(${text(join(api, "dump.json"))}, maximum_object_size = 100000000, columns = {as_of: 'DATE', ${columns.join(", ")}})`,
  );
  for (const list of Object.keys(LISTS))
    await connection.run(
      `CREATE TABLE ${list} AS SELECT unnest(${list}, recursive := true) FROM everything`,
    );
  await connection.run(await readFile(new URL("facts.sql", import.meta.url), "utf8"));
  return {
    async find(kind, place) {
      const rows = await connection.runAndReadAll(`FROM ${kind}`);
      const all = rows.getRowObjectsJson();
      if (all.length === 0) throw new BuildError(`the exports have no fact of kind ${kind}`);
      return Facts.parse(all[(place - 1) % all.length]);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
