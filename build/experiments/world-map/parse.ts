/** An answer → land or water. */
import { foldAnswer } from "../answers/short-answer.ts";

const KINDS: ReadonlyMap<string, "land" | "water"> = new Map([
  ["land", "land"],
  ["on land", "land"],
  ["water", "water"],
  ["in water", "water"],
  ["in the water", "water"],
]);

/** @returns null for anything but one of the two words. */
export const parse = (plain: string): string | null => KINDS.get(foldAnswer(plain)) ?? null;
