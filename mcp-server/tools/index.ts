/** All tools, in the order in which they are listed. */
import { cheapestProvider } from "./cheapest-provider.ts";
import { compareModelsTool } from "./compare-models.ts";
import { fetch, search } from "./connector.ts";
import { latestFindings } from "./findings.ts";
import { getModelTool } from "./get-model.ts";
import { getOwnTestTool, getScorecardTool } from "./own-tests.ts";
import { searchModels } from "./search-models.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  searchModels,
  getModelTool,
  cheapestProvider,
  compareModelsTool,
  getOwnTestTool,
  getScorecardTool,
  latestFindings,
  search,
  fetch,
];
