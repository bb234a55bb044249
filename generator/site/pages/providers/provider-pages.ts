import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../../http/static-file.ts";
import { PROVIDERS_PATH, providerPage } from "../../components/addresses.ts";
import { pageFile } from "../../layout/page-file.ts";
import { providersPage } from "./index-page.ts";
import { toProviderPage } from "./provider-page.ts";

export const providerPages = (catalog: Catalog): StaticFile[] => [
  pageFile(PROVIDERS_PATH, providersPage(catalog)),
  ...catalog.providers.map((provider) =>
    pageFile(providerPage(provider.slug), toProviderPage(provider, catalog)),
  ),
];
