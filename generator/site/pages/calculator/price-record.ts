/** `/tables/prices.json`: every host's price for every model, as three tables of arrays by field. */
import type { BILLINGS, SERVICE_TIERS } from "../../../../build/schema/offer.ts";
import type { TRUSTS } from "../../../../build/schema/price-statement.ts";
import type { HostKind } from "../../../../build/schema/provider.ts";
import type { Columns } from "../../components/columns.ts";

export interface PricedModel {
  slug: string;
  name: string;
  /** Name of the lab that made it. */
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
  kind: HostKind | null;
}

/** In USD per 1M tokens. Offers without an input price are left out. */
export interface HostPrice {
  /** Place in `models`, from 0. */
  model: number;
  /** Place in `hosts`, from 0. */
  host: number;
  input: number;
  output: number | null;
  cache_read: number | null;
  cache_write: number | null;
  trust: (typeof TRUSTS)[number];
  billing: (typeof BILLINGS)[number];
  service_tier: (typeof SERVICE_TIERS)[number];
}

export interface PriceTables {
  models: Columns<PricedModel>;
  hosts: Columns<PricedHost>;
  prices: Columns<HostPrice>;
}
