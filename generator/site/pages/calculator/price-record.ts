/** The rows of `/tables/prices.json`, put together from its three tables. */
import type { BILLINGS, SERVICE_TIERS } from "../../../../build/schema/offer.ts";
import type { TRUSTS } from "../../../../build/schema/price-statement.ts";
import type { HOST_KINDS } from "../../../../build/schema/provider.ts";
import { type Columns, fromColumns } from "../../components/column-rows.ts";
import type { Rates } from "./cost.ts";

export interface PricedModel {
  slug: string;
  name: string;
  lab: string;
  is_open_source: boolean | null;
  context_window: number | null;
  service_score: number | null;
  model_type: string;
  /** Input modalities with a space between; empty when unknown. */
  takes: string;
}

export interface PricedHost {
  slug: string;
  name: string;
  kind: (typeof HOST_KINDS)[number] | null;
}

/** What one host asks for one model. */
export interface HostPrice extends Rates {
  /** Place in `models` and in `hosts`. */
  model: number;
  host: number;
  trust: (typeof TRUSTS)[number];
  billing: (typeof BILLINGS)[number];
  service_tier: (typeof SERVICE_TIERS)[number];
}

export interface PricesFile {
  models: Columns<PricedModel>;
  hosts: Columns<PricedHost>;
  prices: Columns<HostPrice>;
}

export interface PriceRecord extends Omit<HostPrice, "model" | "host"> {
  model: PricedModel;
  host: PricedHost;
}

export function toPriceRecords(file: PricesFile): PriceRecord[] {
  const models = fromColumns(file.models);
  const hosts = fromColumns(file.hosts);
  return fromColumns(file.prices).flatMap((price) => {
    const model = models[price.model];
    const host = hosts[price.host];
    return model && host ? [{ ...price, model, host }] : [];
  });
}
