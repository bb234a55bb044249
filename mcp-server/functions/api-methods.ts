/**
 * The same function for methods that have no files. Files and rewrites do not look at the method, so the CDN itself would
 * answer a script's preflight or a POST to a file's address, without CORS; a path of its own brings them all here.
 */
import handle from "./api.ts";

export default handle;

export const config = { path: "/*", method: ["OPTIONS", "POST", "PUT", "PATCH", "DELETE"] };
