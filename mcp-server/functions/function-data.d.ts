declare module "#function-data" {
  /** CatalogData: JSON, gzip, base64. */
  export const catalog: string;
  /** SearchIndex: JSON, gzip, base64. */
  export const search: string;
}
