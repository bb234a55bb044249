/** The envelope as headers, for answers that are a plain array. */
import type { Service } from "../../build/schema/service.ts";
import type { toEnvelope } from "./envelope.ts";

export function toDataHeaders(
  service: Service,
  envelope: ReturnType<typeof toEnvelope>,
): Record<string, string> {
  return {
    "X-Data-Source": envelope.source,
    "X-Data-Url": envelope.url,
    ...(envelope.as_of !== null && { "X-Data-As-Of": envelope.as_of }),
    "X-Data-License": envelope.license,
    "X-Data-Attribution": envelope.attribution,
    Link: `<${service.license_url}>; rel="license", <${envelope.url}>; rel="canonical"`,
  };
}
