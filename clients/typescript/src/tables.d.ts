/** The service's tables for other tools; the build of the package bundles them beside this module. @returns JSON. */
export declare function makeCompatPricesJson(
  dataFile: string,
  path: string,
  day: string | undefined,
): string;
