import { expect, test } from "vitest";
import { drawFavicon } from "./favicon.ts";

/** Red, green, blue, alpha of a pixel, counted from the top left. */
function pixel(icon: Buffer, column: number, row: number): number[] {
  const [blue, green, red, alpha] = icon.subarray(62 + ((31 - row) * 32 + column) * 4);
  return [red ?? 0, green ?? 0, blue ?? 0, alpha ?? 0];
}

test("is an icon of 32 pixels: a pale moon, waning, in a red sky that is clear around it", () => {
  const icon = Buffer.from(drawFavicon());
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(icon.readUInt32LE(14)).toBe(icon.length - icon.readUInt32LE(18));
  expect([icon.readInt32LE(26), icon.readInt32LE(30), icon.readUInt16LE(36)]).toEqual([32, 64, 32]);
  expect(pixel(icon, 0, 0)).toEqual([0, 0, 0, 0]);
  expect(pixel(icon, 8, 16)).toEqual([0xa3, 0x26, 0x1a, 255]);
  expect(pixel(icon, 18, 16)).toEqual([0xa3, 0x26, 0x1a, 255]);
  expect(pixel(icon, 24, 16)).toEqual([0xf5, 0xf6, 0xf0, 255]);
});
