/** Netlify's adapter: the function behind every /api address that has no file. */
import data from "#function-data" with { type: "json" };
import { toFunctionContext } from "../function-context.ts";
import { createHandle } from "../handle.ts";

export default createHandle(toFunctionContext(data));
