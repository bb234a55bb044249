/** Netlify's adapter: the function behind every /api address that has no file. */
import {
  FUNCTION_DATA_FILE,
  findFileIncludedInFunction,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../function.ts";

const data = findFileIncludedInFunction(FUNCTION_DATA_FILE, import.meta.dirname);

export default createApiHandler(readAnswerContextOfFunction(data));
