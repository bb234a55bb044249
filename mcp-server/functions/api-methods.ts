/**
 * The same function for methods that have no files. Rewrites do not look at the method, so a POST to a
 * file's address would be answered by the CDN itself; a path of its own brings it here.
 */
import handle from "./api.ts";

export default handle;

export const config = { path: "/api/*", method: ["OPTIONS", "POST", "PUT", "PATCH", "DELETE"] };
