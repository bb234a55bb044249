import { expect } from "vitest";

/** Expects a table of another tool's format to be the one stored in `test/golden/formats`. @param path Its address. */
export const expectStoredTable = (path: string, table: unknown): Promise<void> =>
  expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(
    new URL(`../golden/formats/${path.replace(/^.*\/|\.json$/g, "")}.txt`, import.meta.url)
      .pathname,
  );
