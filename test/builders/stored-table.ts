import { expect } from "vitest";

/** @param path Public path of a table that is stored in `test/golden/formats`. */
export const expectStoredTable = (path: string, table: unknown): Promise<void> =>
  expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(
    new URL(`../golden/formats/${path.replace(/^.*\/|\.json$/g, "")}.txt`, import.meta.url)
      .pathname,
  );
