import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { DisputeRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import { schemaOf } from "../../../build/schema/field-schemas.ts";
import { OFFER_FIELDS } from "../../../build/schema/fields.ts";
import { Address, Day } from "../../../build/schema/values.ts";
import { defineEndpoint, once } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { sourceUrl } from "../service/service.ts";

const Usd = z.number().nullable();

export const Dispute = z
  .looseObject({
    model: z.string().describe("Slug"),
    name: z.string(),
    provider: z.string().describe("Name of the host"),
    provider_slug: z.string(),
    model_id: z.string().describe("The host's model id"),
    service_tier: schemaOf(OFFER_FIELDS.service_tier),
    statements: z
      .array(
        z.looseObject({
          source: z.string(),
          source_url: Address,
          recorded: Day.describe("Day on which the source was first seen with this price"),
          input: Usd,
          output: Usd,
          is_published: z.boolean(),
        }),
      )
      .describe("The current price of each source, the published one first"),
  })
  .meta({ id: "Dispute" });
export type Dispute = z.infer<typeof Dispute>;

export const listDisputes = defineEndpoint({
  id: "listDisputes",
  path: "/api/v1/disputes",
  tag: "Prices",
  summary: "Current prices on which sources differ",
  description:
    "Every model id at a host whose current prices differ between sources by more than 5 % in input or output: each price with its source and day, and which one is published. Sorted by model, host and id.",
  params: {},
  query: {},
  response: envelope("DisputeList", {
    data: z.array(Dispute),
    meta: z.looseObject({ total: z.int() }),
  }),
  enumerate: once,
  respond(_, { catalog }) {
    const data = toDisputes(catalog);
    return {
      title: "Disputed prices",
      asOf: newest(catalog.disputes.map(({ recorded }) => recorded)),
      body: { data, meta: { total: data.length } },
    };
  },
});

/** By model, host and identifier, as the views order the statements. */
export function toDisputes(catalog: Catalog): Dispute[] {
  const byId = groupBy(
    catalog.disputes,
    ({ model, host, model_id }) => `${model} ${host} ${model_id}`,
  );
  return [...byId.values()].flatMap((rows) => toDispute(rows, catalog));
}

function toDispute(rows: readonly DisputeRow[], catalog: Catalog): Dispute[] {
  const [first] = rows;
  if (!first) return [];
  const { model, host, model_id, service_tier } = first;
  const statements = rows.map(({ source, recorded, input, output, is_published }) => ({
    source,
    source_url: sourceUrl(source, catalog),
    recorded,
    input,
    output,
    is_published,
  }));
  return [
    {
      model,
      name: catalog.model(model)?.name ?? model,
      provider: catalog.provider(host)?.name ?? host,
      provider_slug: host,
      model_id,
      service_tier,
      statements,
    },
  ];
}
