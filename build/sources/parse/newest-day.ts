import { byText } from "../../schema/collections.ts";

/** The last of some days; empty when there are none: such an answer fails for its lack of rows. */
export const newestDay = (days: readonly string[]): string => [...days].sort(byText).at(-1) ?? "";
