/** Typed client of Model Almanac: TypeScript checks every path, parameter and field. */
import createFetchClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths } from "../schema.js";

export type ModelAlmanac = Client<paths>;
/** Named parts of the answers: `Schemas["ModelEntry"]`, `Schemas["Offer"]`. */
export type Schemas = components["schemas"];

/** @param options.baseUrl Address of a deployed service, or of `npm start`: `http://localhost:8888`. */
export const createClient = (options: ClientOptions & { baseUrl: string }): ModelAlmanac =>
  createFetchClient<paths>(options);

/** The rows of a price history, whether it was asked for as a plain array or with `envelope=1`. */
export const toPriceRows = (
  history: Schemas["PriceHistoryRows"] | Schemas["PriceHistory"],
): Schemas["PriceHistoryRows"] => (Array.isArray(history) ? history : history.data);
