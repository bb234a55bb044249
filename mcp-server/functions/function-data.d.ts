declare module "#function-data" {
  /** CatalogData as JSON. */
  export const catalog: string;
  /** MiniSearch index as JSON. */
  export const search: string;
}
