/** Netlify adapter of the function that answers every /api path without a file. */
import {
  FUNCTION_DATA_FILE,
  findFileIncludedInFunction,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../function.ts";

const data = findFileIncludedInFunction(FUNCTION_DATA_FILE, import.meta.dirname);

export default createApiHandler(readAnswerContextOfFunction(data));
