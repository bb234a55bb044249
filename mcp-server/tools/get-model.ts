import { z } from "zod";
import { getModel } from "../../generator/endpoints/models/get-model.ts";
import type { ModelDetail } from "../../generator/endpoints/models/model-detail.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { modelPage } from "./pages/model.ts";
import { defineTool, isRefusal, PROVENANCE } from "./tool.ts";

export const getModelTool = defineTool({
  name: "get_model",
  title: "Get one model",
  description:
    "Everything about one AI model: list price, price at every host, context window, abilities, release date and benchmark scores. For the lowest price alone use cheapest_provider.",
  input: z.strictObject({ model: MODEL_NAME }),
  output: z.looseObject({
    slug: z.string(),
    name: z.string(),
    provider: z.string(),
    pricing: z.looseObject({}),
    providers: z.array(z.looseObject({})),
    scores: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ model }, context) {
    const found = findOneModel(model, context);
    if (isRefusal(found)) return found;
    const answer = callEndpoint<ModelDetail>(getModel, { params: { slug: found.slug } }, context);
    return isRefusal(answer) ? answer : modelPage(answer);
  },
});
