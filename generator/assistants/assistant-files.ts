/** Published files for assistants and their registries: what this service is and offers. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { JSON_TYPE, type StaticFile } from "../http/static-file.ts";
import { toLlmsTxt } from "./llms-txt.ts";
import { toServerJson } from "./server-json.ts";

export function assistantFiles(catalog: Catalog): StaticFile[] {
  return [
    {
      path: "/server.json",
      body: JSON.stringify(toServerJson(catalog.service), null, 2),
      contentType: JSON_TYPE,
      owner: "assistants",
    },
    {
      path: "/llms.txt",
      body: toLlmsTxt(catalog),
      contentType: "text/plain; charset=utf-8",
      owner: "assistants",
    },
  ];
}
