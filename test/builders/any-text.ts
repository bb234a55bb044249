/** Texts of any characters, for properties. */
import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any code point but half of a pair. The unit `binary` of fast-check draws the same, but first makes a table of all of
 * Unicode: a second and a half in each process.
 */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));

export const arbitraryText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: codePoint, maxLength });
