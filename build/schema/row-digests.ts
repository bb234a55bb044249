import { z } from "zod";
import { Text } from "./values.ts";

/**
 * What was recorded in a file of facts: a digest of each of its rows. Written by the ingest and by `npm run data:fmt`,
 * never by hand. A row that is edited, deleted or moved by accident is one whose digest nobody recorded.
 */
export const RowDigests = z.strictObject({
  path: Text.describe("The file, below `data/`"),
  day: z
    .string()
    .nullable()
    .describe("Day that these rows begin with, as in the ledger; null for a file as a whole"),
  digests: z
    .string()
    .regex(/^[0-9a-f]{8}( [0-9a-f]{8})*$/, "write 8 hexadecimal digits a row, joined by spaces")
    .describe(
      "Of each row in its order, or of a JSON file: the first 8 hexadecimal digits of the sha256 of its text, without the line's end",
    ),
});
export type RowDigests = z.infer<typeof RowDigests>;
