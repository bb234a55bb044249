/**
 * The same function for methods other than GET and HEAD. Static files and rewrites ignore the method, so without this
 * route the CDN itself would answer a CORS preflight or a POST to the path of a file, without CORS headers.
 */
import handle from "./api.ts";

export default handle;

export const config = { path: "/*", method: ["OPTIONS", "POST", "PUT", "PATCH", "DELETE"] };
