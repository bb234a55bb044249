/** Facts → DuckDB with every view of `views/` materialised, in the order of their numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { BuildError } from "../facts/fault.ts";
import { byText } from "../schema/order.ts";
import { csvStatements, type JsonFacts, jsonStatements } from "./load-facts.ts";

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
  /** Resolves when benchmark scores are there (`ability_scores`), to be fitted while DuckDB makes the rest. */
  scores: Promise<void>;
  /** Resolves when every view is there. */
  everything: Promise<void>;
}

const SCORES = "01-scores.sql";

/**
 * Facts → tables and views. DuckDB works in threads of its own, whatever this one does: the CSV files are loaded at
 * once; `begin` hands over the JSON facts when they have been read, and everything else follows.
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
    const views = readViews();
    const json = jsonStatements(jsonFacts);
    const afterScores = views.findIndex(({ file }) => file.endsWith(SCORES)) + 1;
    const first = this.#db.run(
      [...json.map((sql) => `${sql};\n`), ...toSql(views.slice(0, afterScores))].join(""),
    );
    const rest = first.then(() => this.#db.run(toSql(views.slice(afterScores)).join("")));
    const named = (...steps: Promise<unknown>[]): Promise<void> => {
      const done = Promise.all(steps).then(
        () => undefined,
        async (error: Error) => {
          const loading = [...this.#loading, ...json].join(";\n");
          throw new BuildError(`${await nameOfFailure(loading, views)}: ${error.message}`);
        },
      );
      // Faults in the facts are told first, and better; this error counts when there are none.
      done.catch(() => {});
      return done;
    };
    return {
      scores: named(this.#csvLoaded, first),
      everything: named(this.#csvLoaded, first, rest),
    };
  }
}

const toSql = (views: readonly View[]): string[] => views.map(({ sql }) => sql);

interface View {
  file: string;
  sql: string;
}

const readViews = (): View[] =>
  readdirSync(VIEWS)
    .sort(byText)
    .map((file) => ({
      file: `build/snapshot/views/${file}`,
      sql: readFileSync(new URL(file, VIEWS), "utf8"),
    }));

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
