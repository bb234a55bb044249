import { z } from "zod";
import { OWN_TESTS } from "../../build/own-tests/registry.ts";
import { defineEndpoint } from "../endpoint.ts";
import { envelope } from "../envelope.ts";
import { unknownSlug } from "../resources/not-found.ts";

const TESTS = OWN_TESTS.flatMap(({ lab, name }) => (lab === null ? [] : [{ slug: lab, name }]));

const LabItem = z.looseObject({
  item_id: z.string(),
  prompt: z.string(),
  answer: z.string().nullable(),
  meta: z.record(z.string(), z.unknown()),
  version: z.string(),
});

const LabRun = z.looseObject({
  id: z.string(),
  test: z.string(),
  version: z.string(),
  model_id: z.string(),
  model_slug: z.string(),
  model_name: z.string(),
  route: z.string().nullable(),
  run_date: z.string(),
  n_items: z.int(),
  n_valid: z.int(),
  score: z.number().nullable(),
  metrics: z.record(z.string(), z.unknown()),
  cost_usd: z.number().nullable(),
  config: z.record(z.string(), z.unknown()),
  answers: z.array(
    z.looseObject({
      item_id: z.string(),
      raw: z.string().nullable(),
      parsed: z.unknown(),
      correct: z.boolean().nullable(),
    }),
  ),
});

export const getLabDataset = defineEndpoint({
  id: "getLabDataset",
  path: "/api/lab/{test}",
  tag: "Own tests",
  summary: "The raw dataset of one of our own tests",
  description: `Every item and every recorded answer, so that each score can be computed again. Tests: ${TESTS.map(({ slug }) => slug).join(", ")}.`,
  params: { test: { description: "Name of the dataset", example: "tokenizer-tax" } },
  query: {},
  response: envelope("LabDataset", {
    test: z.string(),
    status: z.enum(["not_run", "published"]),
    items: z.array(LabItem),
    runs: z.array(LabRun),
  }),
  *enumerate() {
    for (const { slug } of TESTS) yield { params: { test: slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const test = TESTS.find(({ slug }) => slug === params.test);
    if (!test) return unknownSlug("dataset", params.test, TESTS, catalog, "/api/lab/");
    return {
      title: `${test.name}: dataset`,
      asOf: null,
      body: { test: test.slug, status: "not_run", items: [], runs: [] },
    };
  },
});
