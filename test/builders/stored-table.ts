import { expect } from "vitest";

/**
 * Expects a table in another tool's format to equal the one stored in `test/golden/formats`.
 * @param path Public path of the table.
 */
export const expectStoredTable = (path: string, table: unknown): Promise<void> =>
  expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(
    new URL(`../golden/formats/${path.replace(/^.*\/|\.json$/g, "")}.txt`, import.meta.url)
      .pathname,
  );
