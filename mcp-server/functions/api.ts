/** Netlify's adapter: the function behind every /api address that has no file. */
import {
  FUNCTION_DATA_PATH,
  findDeployedFile,
  readFunctionContext,
} from "../../generator/pipeline/function-data.ts";
import { createRequestHandler } from "../function.ts";

const data = findDeployedFile(FUNCTION_DATA_PATH, import.meta.dirname);

export default createRequestHandler(readFunctionContext(data));
