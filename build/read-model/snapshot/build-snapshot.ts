/** Facts → DuckDB with every view of `views/` materialised, in the order of their folders and numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { BuildError } from "../../facts/fault.ts";
import { byText } from "../../schema/order.ts";
import {
  csvStatements,
  type JsonFacts,
  jsonStatements,
  precedenceStatement,
} from "./load-facts.ts";

const VIEWS = new URL("./views/", import.meta.url);

/** An open snapshot. Close it when its rows are read. */
export class Snapshot {
  readonly #instance: DuckDBInstance;
  readonly db: DuckDBConnection;

  private constructor(instance: DuckDBInstance, db: DuckDBConnection) {
    this.#instance = instance;
    this.db = db;
  }

  /**
   * @param file Where to keep the database, replaced when it exists; null: in memory only.
   * @throws BuildError when the file cannot be written, or another program has it open.
   */
  static async open(file: string | null): Promise<Snapshot> {
    if (file) await rm(file, { force: true });
    const instance = await DuckDBInstance.create(file ?? ":memory:", {
      // The other core reads the facts; two threads here would only get in its way.
      threads: "1",
      preserve_insertion_order: "true",
    }).catch((error: unknown) => {
      throw new BuildError(
        `${file ?? "the snapshot"} cannot be opened: ${String(error)}; close the program that has it open, or name another file`,
      );
    });
    return new Snapshot(instance, await instance.connect());
  }

  /** A second connection, so that one query can run while another's rows are parsed. */
  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  close(): void {
    this.db.closeSync();
    this.#instance.closeSync();
  }
}

/** A snapshot in the making. What fails rejects with a BuildError that names the view. */
export interface Building {
  /** Resolves when this table or view is there, mostly before everything is. */
  made(table: string): Promise<void>;
  /** Tables of `views/`, those that are there first before others. */
  tables: readonly string[];
  /** Resolves when every view is there. */
  everything: Promise<void>;
}

/**
 * Facts → tables and views. DuckDB works in threads of its own, whatever this one does: the CSV files are loaded at
 * once; `begin` hands over the JSON facts when they have been read, and everything else follows, stage by stage.
 */
export class SnapshotBuilder {
  readonly #db: DuckDBConnection;
  readonly #loading: string[];
  readonly #csvLoaded: Promise<unknown>;

  constructor({ db }: Snapshot, dataFolder: string) {
    this.#db = db;
    this.#loading = csvStatements(dataFolder);
    this.#csvLoaded = db.run(this.#loading.join(";\n"));
    // Looked at in `begin`; until then it must not count as unhandled.
    this.#csvLoaded.catch(() => {});
  }

  /** Never throws; whoever waits for what failed is told. */
  begin(jsonFacts: JsonFacts): Building {
    const stages = readStages();
    const json = [...jsonStatements(jsonFacts), precedenceStatement()];
    let failure: Promise<string> | undefined;
    const fail = async (error: Error): Promise<never> => {
      failure ??= nameOfFailure([...this.#loading, ...json].join(";\n"), stages.flat());
      throw new BuildError(`${await failure}: ${error.message}`);
    };
    const done: Promise<unknown>[] = [];
    for (const stage of stages) {
      const sql = stage.map((view) => view.sql).join("");
      const before = done.at(-1);
      done.push(
        before === undefined
          ? Promise.all([this.#csvLoaded, this.#db.run(`${json.join(";\n")};\n${sql}`)])
          : before.then(() => this.#db.run(sql)),
      );
    }
    const told = done.map((stage) => {
      const named = stage.then(() => undefined, fail);
      // Faults in the facts are told first, and better; this error counts when there are none.
      named.catch(() => {});
      return named;
    });
    const tables = stages.map((stage) => stage.flatMap(tablesOf));
    return {
      made: (table) => told[tables.findIndex((made) => made.includes(table))] ?? told.at(-1)!,
      tables: tables.flat(),
      everything: told.at(-1)!,
    };
  }
}

interface View {
  file: string;
  sql: string;
}

/** A folder of `views/` is a stage: what is made in one go, while others read what the stages before have made. */
const readStages = (): View[][] =>
  sortedNames(VIEWS).map((stage) =>
    sortedNames(new URL(`${stage}/`, VIEWS)).map((file) => ({
      file: `build/read-model/snapshot/views/${stage}/${file}`,
      sql: readFileSync(new URL(`${stage}/${file}`, VIEWS), "utf8"),
    })),
  );

const sortedNames = (folder: URL): string[] => readdirSync(folder).sort(byText);

const tablesOf = ({ sql }: View): string[] =>
  [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name!);

/** Runs the statements again, one file at a time, to say which of them failed. */
async function nameOfFailure(loading: string, views: readonly View[]): Promise<string> {
  const again = await Snapshot.open(null);
  for (const { file, sql } of [{ file: "the CSV files of data/", sql: loading }, ...views]) {
    const failed = await again.db.run(sql).then(
      () => false,
      () => true,
    );
    if (failed) return file;
  }
  return "the snapshot";
}
