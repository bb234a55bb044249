import { z } from "zod";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { modelPage } from "./pages/model.ts";
import { defineTool, isRefusal, PROVENANCE } from "./tool.ts";

export const getModelTool = defineTool({
  name: "get_model",
  title: "Get one model",
  description:
    "Everything about one AI model: list price now and in the past, price at every host, context window, abilities, release and retirement dates, licence, benchmark scores. For where to buy it use cheapest_provider.",
  input: z.strictObject({ model: MODEL_NAME }),
  output: z.looseObject({
    slug: z.string(),
    name: z.string(),
    provider: z.string(),
    pricing: z.looseObject({}),
    providers: z.array(z.looseObject({})),
    price_history: z.array(z.looseObject({ date: z.string() })),
    scores: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ model }, context) {
    const found = findOneModel(model, context);
    return isRefusal(found) ? found : modelPage(found.slug, context);
  },
});
