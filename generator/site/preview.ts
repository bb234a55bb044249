/** What `npm start -- --watch` bundles anew when the code changes. */
export { bundleAssetFiles } from "./layout/asset-files.ts";
export { renderSitePageAt } from "./pages.ts";
