/** Netlify adapter for the pictures below /share. */
import {
  FUNCTION_DATA_FILE,
  findFileIncludedInFunction,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createSharePictureHandler } from "../pictures.ts";

const data = findFileIncludedInFunction(FUNCTION_DATA_FILE, import.meta.dirname);

export default createSharePictureHandler(readAnswerContextOfFunction(data));
