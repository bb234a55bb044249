/** Models with a price and a service score, and those that give the best score for their price. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type Pricing, toPricing } from "../../../endpoints/models/prices.ts";

export interface Rated {
  slug: string;
  name: string;
  pricing: Pricing;
  /** USD per million tokens, three parts input to one part output; above 0. */
  price: number;
  score: number;
}

/** The cheapest first, of one price the ablest. */
export const toRated = (catalog: Catalog): Rated[] =>
  catalog.service_scores
    .flatMap(({ model: slug, score }): Rated[] => {
      const model = catalog.getModel(slug);
      const pricing = toPricing(model, catalog);
      const { input, output } = pricing;
      const price = input === null || output === null ? 0 : (3 * input + output) / 4;
      return price > 0 ? [{ slug, name: model.name, pricing, price, score }] : [];
    })
    .sort((a, b) => a.price - b.price || b.score - a.score || byText(a.slug, b.slug));

/** @param rated The cheapest first. @returns Each abler than all that cost less. */
export function frontierOf(rated: readonly Rated[]): Rated[] {
  let best = Number.NEGATIVE_INFINITY;
  return rated.filter(({ score }) => {
    if (score <= best) return false;
    best = score;
    return true;
  });
}
