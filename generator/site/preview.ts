/** Entry point of the bundle that `npm start -- --watch` rebuilds when code changes. */
export { bundleAssetFiles } from "./layout/asset-files.ts";
export { renderSitePageAt } from "./pages.ts";
