import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { ProviderEntry, toProviderEntry } from "./provider.ts";

export const listProviders = defineEndpoint({
  id: "listProviders",
  path: "/api/v1/providers",
  tag: "Providers",
  summary: "All labs and hosts",
  description: "Who makes models and who sells them, by slug.",
  params: {},
  query: {},
  response: envelope("ProviderList", {
    data: z.array(ProviderEntry),
    meta: z.looseObject({ total: z.int() }),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const data = catalog.providers.map(toProviderEntry);
    return {
      title: "AI labs and hosts",
      asOf: newest(data.map(({ as_of }) => as_of)),
      body: { data, meta: { total: data.length } },
    };
  },
});
