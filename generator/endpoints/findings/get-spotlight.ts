import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { FindingItem, toFindingItem } from "./finding.ts";

export const getSpotlight = defineEndpoint({
  id: "getSpotlight",
  path: "/api/spotlight",
  tag: "Findings",
  summary: "The newest finding",
  description: "One finding, for a page that shows one; null while there is none.",
  params: {},
  query: {},
  response: envelope("Spotlight", { finding: FindingItem.nullable() }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond(_, { catalog }) {
    const [newest] = catalog.findings;
    return {
      title: "Spotlight",
      asOf: newest?.date ?? null,
      body: { finding: newest ? toFindingItem(newest, catalog) : null },
    };
  },
});
