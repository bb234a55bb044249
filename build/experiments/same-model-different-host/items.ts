/** The items of version 1: what the program makes of this seed. `items.test.ts` holds their hash. */
import type { Item } from "../asked-test.ts";
import { generateItems } from "./generate.ts";

const SEED = 20_261_121;

/** 100 items, 25 of each kind, so that one of them is one percent. */
export const ITEMS: readonly Item[] = generateItems(SEED, 25);
