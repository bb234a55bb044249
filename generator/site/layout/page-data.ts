/** Which data a page shows: for readers below the page, and for search engines as schema.org. */
import type { Service } from "../../../build/schema/service.ts";
import { toEnvelope } from "../../http/envelope.ts";
import { dateTag } from "../components/facts.ts";
import { type Html, html, trusted } from "../components/html.ts";

export interface DataFile {
  label: string;
  path: string;
  /** Absent: JSON. */
  type?: string;
}

export interface PageData {
  /** Newest day of the facts shown (YYYY-MM-DD); null without any. */
  asOf: string | null;
  /** The same facts for programs. */
  files: readonly DataFile[];
  /** Name, description and files of the data where they are not the page's; what it is about. */
  dataset?: { name?: string; description?: string; files?: readonly DataFile[]; about?: object };
}

interface DataPage {
  path: string;
  title: string;
  description: string;
}

/** JSON and CSV of a dataset that is also exported. */
export const jsonAndCsv = (json: string, dataset: string): DataFile[] => [
  { label: "JSON", path: json },
  { label: "CSV", path: `/api/v1/export/${dataset}`, type: "text/csv" },
];

export function provenance({ asOf, files }: PageData, page: DataPage, service: Service): Html {
  const url = service.base_url + page.path;
  const { cite } = toEnvelope(service, { url, asOf, title: page.title });
  return html`<dl class="provenance">
<div><dt>As of</dt><dd>${asOf === null ? "no date" : dateTag(asOf)}</dd></div>
${files.length > 0 && html`<div><dt>Data of this page</dt><dd><ul>${files.map(({ label, path }) => html`<li><a href="${path}">${label}</a></li>`)}</ul></dd></div>`}
<div><dt>Licence</dt><dd><a href="${service.license_url}" rel="license">${service.license}</a></dd></div>
<div class="cite"><dt>Cite</dt><dd><code data-copy>${cite}</code></dd></div>
</dl>
`;
}

export function toDataset({ asOf, files, dataset }: PageData, page: DataPage, service: Service) {
  const { base_url, license_url, name } = service;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: dataset?.name ?? page.title,
    description: dataset?.description ?? page.description,
    url: base_url + page.path,
    license: license_url,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name, url: `${base_url}/` },
    ...(asOf !== null && { dateModified: asOf }),
    distribution: (dataset?.files ?? files).map(({ path, type = "application/json" }) => ({
      "@type": "DataDownload",
      encodingFormat: type,
      contentUrl: base_url + path,
    })),
    ...(dataset?.about && { about: dataset.about }),
  };
}

/** No text in it can end the element. */
export const toJsonLd = (value: object): Html =>
  trusted(
    `<script type="application/ld+json">${JSON.stringify(value).replace(/</g, "\\u003c")}</script>\n`,
  );
