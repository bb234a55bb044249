/** Netlify's adapter: the function behind every /api address that has no file. */
import { join } from "node:path";
import { FUNCTION_DATA_PATH, readFunctionContext } from "../../generator/pipeline/function-data.ts";
import { createRequestHandler } from "../function.ts";

/** `included_files` of netlify.toml stand below it as below the project's folder. */
const ROOT = process.env.LAMBDA_TASK_ROOT ?? process.cwd();

export default createRequestHandler(readFunctionContext(join(ROOT, FUNCTION_DATA_PATH)));
