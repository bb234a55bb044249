import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packPieces } from "./function-data.ts";

test.each([1, 4, 1000])("what is packed in pieces of %i characters is unpacked as one", (most) => {
  const pieces = ["{", '"名":', "[1,2", ",3]", "}"];
  expect(gunzipSync(packPieces(pieces, most)).toString()).toBe(pieces.join(""));
});
