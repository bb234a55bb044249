/** A table that the script of a page loads, in a folder of its own with one type for all. */
import type { Service } from "../../../build/schema/service.ts";
import { toEnvelope } from "../../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../../http/headers.ts";

export function tableFile(
  service: Service,
  { path, title, asOf, body }: { path: string; title: string; asOf: string | null; body: object },
): StaticFile {
  const envelope = toEnvelope(service, { url: service.base_url + path, asOf, title });
  return {
    path,
    body: JSON.stringify({ ...envelope, ...body }),
    contentType: JSON_TYPE,
    owner: "tables",
  };
}
