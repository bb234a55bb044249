/** `/.well-known/api-catalog` (RFC 9727): where a machine that knows only our domain finds the API. */
import type { Service } from "../../build/schema/service.ts";
import { MCP_PATH } from "../assistants/mcp-address.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";

/** The profile says that the link set is a catalog of APIs. */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** How the start page and the catalogue itself name it, as the RFC asks. */
export const API_CATALOG_LINK = { Link: `<${API_CATALOG_PATH}>; rel="api-catalog"` };

export function toApiCatalog({ base_url, license_url }: Service) {
  const link = (path: string, type: string) => ({ href: `${base_url}${path}`, type });
  return {
    linkset: [
      {
        // An address that answers: there is nothing at /api/v1 itself.
        anchor: `${base_url}/`,
        "service-desc": [link("/api/v1/openapi.json", "application/json")],
        "service-doc": [link("/", "text/html"), link("/llms.txt", "text/plain")],
        status: [link("/api/v1/status", "application/json")],
        license: [{ href: license_url, type: "text/html" }],
      },
      {
        anchor: `${base_url}${MCP_PATH}`,
        "service-desc": [link("/server.json", "application/json")],
        "service-doc": [link("/llms.txt", "text/plain")],
        status: [link("/api/v1/status", "application/json")],
        license: [{ href: license_url, type: "text/html" }],
      },
    ],
  };
}
