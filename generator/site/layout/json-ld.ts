/** What a page shows, as search engines for data read it (schema.org). */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { type Html, trusted } from "../components/html.ts";

export interface DatasetFacts {
  name: string;
  description: string;
  /** Of the page. */
  path: string;
  /** Newest day of its facts (YYYY-MM-DD); null without any. */
  asOf: string | null;
  distribution: readonly { path: string; type: string }[];
}

export function toDataset(facts: DatasetFacts, { service }: Catalog): object {
  const { name, description, path, asOf, distribution } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name,
    description,
    url: service.base_url + path,
    license: service.license_url,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: service.name, url: `${service.base_url}/` },
    ...(asOf !== null && { dateModified: asOf }),
    distribution: distribution.map((file) => ({
      "@type": "DataDownload",
      encodingFormat: file.type,
      contentUrl: service.base_url + file.path,
    })),
  };
}

/** No text in it can end the element. */
export const toScript = (value: object): Html =>
  trusted(
    `<script type="application/ld+json">${JSON.stringify(value).replace(/</g, "\\u003c")}</script>\n`,
  );
