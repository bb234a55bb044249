/** Which model of the catalogue is asked where, and at what price. */
import { BuildError } from "../../facts/fault.ts";
import type { Facts, FiledFact } from "../../facts/kinds.ts";
import { toSlug } from "../../schema/values.ts";
import type { AskedTest, Subject } from "../asked-test.ts";
import type { Prices } from "./costs.ts";

export interface Wanted {
  /** Name at the endpoint; `name=slug` says which model of the catalogue it is. */
  model: string;
  route: string | null;
  /** USD per 1M tokens, over the catalogue's. */
  prices: Prices | null;
}

export interface Plan {
  subject: Subject;
  modelId: string;
  route: string | null;
  prices: Prices;
}

/** @throws BuildError when the catalogue knows neither the model nor its price. */
export function toPlan({ model, route, prices }: Wanted, facts: Facts): Plan {
  if (route !== null && !facts.providers.some(({ slug }) => slug === route))
    throw new BuildError(`--route ${route}: no such host in data/providers`);
  const [modelId, named] = splitName(model);
  const slug = named ?? findModel(modelId, route, facts);
  const known = facts.models.find((fact) => fact.slug === slug);
  if (!known)
    throw new BuildError(
      `--model ${model}: the catalogue has no model "${slug ?? modelId}"; write --model ${modelId}=<slug of data/models>`,
    );
  return {
    subject: { model: known.slug, lab: known.lab },
    modelId,
    route,
    prices: prices ?? pricesOf(known, modelId, route, facts),
  };
}

/** `Llama-3.3=llama-3-3-70b-instruct` → both. */
function splitName(text: string): [modelId: string, slug: string | undefined] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** By the host's own id, else by slug or alias. An id that means two models means none. */
function findModel(modelId: string, route: string | null, facts: Facts): string | undefined {
  const sold = facts.offers.filter(
    (offer) => offer.model_id === modelId && (route === null || offer.file === route),
  );
  const slugs = new Set(sold.map(({ model }) => model));
  if (slugs.size === 1) return [...slugs][0];
  const written = toSlug(modelId);
  return (
    facts.models.find(({ slug }) => slug === written)?.slug ??
    facts.modelAliases.find(({ alias }) => alias === modelId || alias === written)?.model
  );
}

/** Of the offer at the host, of the lab's own where none is named. */
function pricesOf(
  { slug, lab }: { slug: string; lab: string },
  modelId: string,
  route: string | null,
  facts: Facts,
): Prices {
  const own = facts.providers.find((provider) => provider.slug === lab)?.own_hosts ?? [];
  const hosts = route === null ? own : [route];
  const offers = facts.offers
    .filter((offer) => offer.model === slug && hosts.includes(offer.file))
    .sort((a, b) => Number(b.model_id === modelId) - Number(a.model_id === modelId));
  for (const offer of offers) {
    const { input, output } = lastStatement(offer, facts) ?? { input: null, output: null };
    if (input !== null && output !== null) return { input, output };
  }
  throw new BuildError(
    `the catalogue has no price of ${slug} at ${hosts.join(", ") || "its lab"}; name another --route, or give --input-price and --output-price in USD per 1M tokens`,
  );
}

/** What was said last of an id's price: near enough for what a run may cost. */
const lastStatement = (offer: FiledFact<"offers">, { prices }: Facts) =>
  prices.findLast(
    ({ file, model_id, event, note }) =>
      file === offer.file &&
      model_id === offer.model_id &&
      event === "stated" &&
      !note?.startsWith("suspect:"),
  );

/** The same for the same test, model, host and day: running the command again goes on with it. */
export const toRunId = (test: AskedTest, { subject, route }: Plan, date: string): string =>
  `${date}-${test.about.test}-v${toSlug(test.version)}-${subject.model}${route === null ? "" : `-at-${route}`}`;
