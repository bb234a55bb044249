import { z } from "zod";
import { outcomeOf } from "../../experiments/outcomes.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../names/not-found.ts";
import { DatasetName, LAB_TESTS, LabItem, LabRun, TestStatus } from "./own-test.ts";

export const getLabDataset = defineEndpoint({
  id: "getLabDataset",
  path: "/api/lab/{test}",
  tag: "Own tests",
  summary: "The raw dataset of one of our own tests",
  description: `Every item and every recorded answer, so that each score can be recomputed. Tests: ${LAB_TESTS.map(({ slug }) => slug).join(", ")}.`,
  params: {
    test: {
      description: "Name of the dataset",
      example: "tokenizer-tax",
      values: DatasetName.options,
    },
  },
  query: {},
  response: envelope("LabDataset", {
    test: DatasetName,
    status: TestStatus,
    items: z.array(LabItem),
    runs: z.array(LabRun),
    records: z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        "Rows that are counted or read, not answered by a model: tokens by tokenizer and language, offers by model and host",
      ),
  }),
  *enumerate() {
    for (const { slug } of LAB_TESTS) yield { params: { test: slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const test = LAB_TESTS.find(({ slug }) => slug === params.test);
    if (!test) {
      const kind = { name: "dataset", folder: "/api/lab/", list: "/api/v1/own-tests" };
      return unknownSlug(params.test, { ...kind, candidates: LAB_TESTS }, catalog);
    }
    const { asOf, status, items, runs, records } = outcomeOf(test.test, catalog);
    return {
      title: `${test.name}: dataset`,
      asOf,
      body: { test: test.slug, status, items, runs, records },
    };
  },
});
