/** What of the table is shown, and as an address: `?open=1&context=200000&price=1&sort=input`. */
import { FACETS } from "./facets.ts";
import type { Filters } from "./filter.ts";
import { DEFAULT_SORT, type Direction, SHOWN_COLUMNS, TABLE_COLUMNS } from "./table-columns.ts";

export interface View {
  /** Words of a name, as typed. */
  q: string;
  filters: Filters;
  sort: string;
  direction: Direction;
  /** Keys of columns, in the table's order. */
  columns: readonly string[];
}

/** Parameters and values that mean nothing here are left out. */
export function readView(query: URLSearchParams): View {
  const sort = TABLE_COLUMNS.find(({ key }) => key === query.get("sort"));
  const order = query.get("order");
  const wanted = query.get("columns")?.split(",");
  const columns = TABLE_COLUMNS.map(({ key }) => key).filter(
    (key) => key === "name" || (wanted ?? SHOWN_COLUMNS).includes(key),
  );
  return {
    q: query.get("q") ?? "",
    filters: Object.fromEntries(
      FACETS.flatMap(({ key, ...facet }) => {
        const value = query.get(key);
        if (value === null || value === "") return [];
        const isBound = facet.kind !== "choice";
        return isBound && !Number.isFinite(facet.toNumber(value)) ? [] : [[key, value]];
      }),
    ),
    sort: sort?.key ?? DEFAULT_SORT,
    direction:
      order === "asc" || order === "desc" ? order : naturalDirection(sort?.key ?? DEFAULT_SORT),
    columns,
  };
}

/** Only what differs from the defaults. */
export function writeView({ q, filters, sort, direction, columns }: View): URLSearchParams {
  const query = new URLSearchParams();
  if (q.trim() !== "") query.set("q", q.trim());
  for (const { key } of FACETS) if (filters[key]) query.set(key, filters[key]);
  if (sort !== DEFAULT_SORT) query.set("sort", sort);
  if (direction !== naturalDirection(sort)) query.set("order", direction);
  if (columns.join() !== SHOWN_COLUMNS.join()) query.set("columns", columns.join());
  return query;
}

/** Prices the lowest first, scores the best first. */
const naturalDirection = (sort: string): Direction =>
  TABLE_COLUMNS.find(({ key }) => key === sort)?.direction ?? "asc";

/** What a click on a heading asks for. */
export function turned(view: View, sort: string): View {
  const other = view.direction === "asc" ? "desc" : "asc";
  return { ...view, sort, direction: view.sort === sort ? other : naturalDirection(sort) };
}
