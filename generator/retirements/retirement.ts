/** Days on which models are no longer sold: at their maker, or at one host. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText } from "../../build/schema/collections.ts";
import { perCatalog } from "../http/per-catalog.ts";

export interface Retirement {
  model: string;
  name: string;
  /** Slug of the host, or of the lab where no host of its own is on record. */
  host: string;
  hostName: string;
  /** The host belongs to the lab that made the model. */
  isMaker: boolean;
  /** YYYY-MM-DD. */
  date: string;
  /** Day on which it was recorded, or the day itself where that came first. */
  recorded: string;
  /** Where the day stands in the answer of the model. */
  at: string;
}

/** The latest day first. */
export const retirements = perCatalog((catalog): Retirement[] =>
  catalog.models
    .flatMap(({ slug }) => retirementsOf(slug, catalog))
    .sort((a, b) => byText(b.date, a.date) || byText(a.model, b.model) || byText(a.host, b.host)),
);

function retirementsOf(slug: string, catalog: Catalog): Retirement[] {
  const { name, lab, retirement_date, as_of } = catalog.getModel(slug);
  const ownHosts = catalog.provider(lab)?.own_hosts ?? [];
  const nameOf = (provider: string) => catalog.provider(provider)?.name ?? provider;
  const rows = catalog.offersOf(slug).flatMap((offer, index): Retirement[] => {
    const { host, retirement_date: date } = offer;
    const isMaker = ownHosts.includes(host);
    if (date === null || (isMaker && date === retirement_date)) return [];
    const at = `/providers/${index}/retirement_date`;
    const recorded = earlier(offer.as_of, date);
    return [{ model: slug, name, host, hostName: nameOf(host), isMaker, date, recorded, at }];
  });
  if (retirement_date === null) return rows;
  const host = ownHosts[0] ?? lab;
  const recorded = earlier(as_of, retirement_date);
  const at = "/retirement_date";
  const date = retirement_date;
  return [
    { model: slug, name, host, hostName: nameOf(host), isMaker: true, date, recorded, at },
    ...rows,
  ];
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** What people read in a calendar or a feed. */
export const retirementTitle = ({ name, hostName }: Retirement): string =>
  `${name} retires at ${hostName}`;
