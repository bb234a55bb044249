/** What `npm start -- --watch` bundles anew when the code changes. */
export { assetFiles } from "./layout/asset-files.ts";
export { pageAt } from "./pages.ts";
