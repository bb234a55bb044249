/** Days as the instants that feeds want. There is no clock: a feed is as new as its newest entry. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Feed } from "./feed.ts";

/** `2026-08-13` → `2026-08-13T00:00:00Z`. */
export const toInstant = (day: string): string => `${day}T00:00:00Z`;

/** A feed without entries is as old as the catalog, an empty catalog older than anything. */
export const updatedOn = ({ entries: [first] }: Feed, { asOf }: Catalog): string =>
  toInstant(first?.date ?? (asOf || "1970-01-01"));
