/** The day by which models are put in order. */
import type { ModelRow } from "./rows.ts";

/** Its release, else the day on which it was seen as news; null where nothing tells. */
export const orderDate = ({
  release_date,
  release_date_basis,
  first_seen,
}: ModelRow): string | null =>
  release_date ?? (release_date_basis === "first_seen" ? first_seen : null);
