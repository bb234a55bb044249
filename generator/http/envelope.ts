/** The envelope of every JSON answer: its source, its date and how to cite it. */
import * as z from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import {
  definePublicSchema,
  PUBLISHED_SCHEMAS,
  ResponseDate,
  ResponseUrl,
} from "../../build/schema/values.ts";
import { formatCitation } from "../site/components/html.ts";

const Envelope = definePublicSchema("Envelope", {
  source: z.string().describe("Name of the service"),
  url: ResponseUrl.describe(
    "Canonical absolute URL of this answer: the path and the parameters that differ from their defaults",
  ),
  as_of: ResponseDate.nullable().describe(
    "Newest day on which a fact in this answer was recorded (YYYY-MM-DD); null when the answer holds no facts",
  ),
  license: z.string().describe("Licence of the data"),
  attribution: z.string().describe("How to credit the data"),
  cite: z.string().describe("Citation of this answer, ready to paste"),
});

/** Schema of an answer: the envelope, then the answer's own fields. */
export const envelopeSchema = <F extends z.ZodRawShape>(id: string, fields: F) =>
  Envelope.extend(fields).register(PUBLISHED_SCHEMAS, { id });

export const EMPTY_LIST_HINT_FIELD = z
  .string()
  .optional()
  .describe(
    "Why the answer is empty or a value had no effect, and what to send instead; absent otherwise",
  );

export const LICENSE_OF_ANSWERS_WITH_SCORES =
  "CC BY 4.0 (compilation); scores keep the licence of their source";

/** @param about `title` is the title of the answer in its citation. */
export function toEnvelope(
  service: Service,
  about: { url: string; asOf: string | null; title: string; license?: string | undefined },
) {
  const { url, asOf, title, license = service.license } = about;
  return {
    source: service.name,
    url,
    as_of: asOf,
    license,
    attribution: `Show "Source: ${service.name}" as a visible link to ${url}`,
    cite: formatCitation({ source: service.name, url, asOf, title }),
  };
}

/** The envelope of a published file without an endpoint. @param asOf By default, the date of the newest fact. */
export const toProvenanceOfFile = (
  { service, asOf: newest }: Catalog,
  path: string,
  title: string,
  asOf: string | null = newest || null,
) => toEnvelope(service, { url: service.base_url + path, title, asOf });

/** Headers of a downloadable file: its envelope and its file name. */
export const toDownloadHeaders = (
  fileName: string,
  ...file: Parameters<typeof toProvenanceOfFile>
): Record<string, string> => ({
  "Content-Disposition": `attachment; filename="${fileName}"`,
  ...toEnvelopeHeaders(file[0].service, toProvenanceOfFile(...file)),
});

/** The envelope as headers, for plain arrays. @param hint Characters outside printable ASCII are percent-encoded. */
export function toEnvelopeHeaders(
  service: Service,
  envelope: ReturnType<typeof toEnvelope>,
  hint?: string,
): Record<string, string> {
  return {
    "X-Data-Source": envelope.source,
    "X-Data-Url": envelope.url,
    ...(envelope.as_of !== null && { "X-Data-As-Of": envelope.as_of }),
    "X-Data-License": envelope.license,
    "X-Data-Attribution": envelope.attribution,
    ...(hint !== undefined && {
      "X-Data-Hint": hint.toWellFormed().replace(/[^ -~]/gu, encodeURIComponent),
    }),
    Link: `<${service.license_url}>; rel="license", <${envelope.url}>; rel="canonical"`,
  };
}

/** The newest of some dates; null when there is none. */
export function newestDate(dates: Iterable<string | null | undefined>): string | null {
  let latest: string | null = null;
  for (const date of dates) if (date && (latest === null || date > latest)) latest = date;
  return latest;
}
