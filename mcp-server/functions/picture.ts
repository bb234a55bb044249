/** Netlify's adapter: the pictures below /share. */
import {
  FUNCTION_DATA_PATH,
  findDeployedFile,
  readFunctionContext,
} from "../../generator/pipeline/function-data.ts";
import { createPictureHandler } from "../pictures.ts";

const data = findDeployedFile(FUNCTION_DATA_PATH, import.meta.dirname);

export default createPictureHandler(readFunctionContext(data));
