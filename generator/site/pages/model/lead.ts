/** What a reader wants to know of a model first: what it costs, who sells it for the least, when it goes. */
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { type Part, priceAt } from "./parts.ts";

export const toLead = (model: ModelDetail): Part[] => [...price(model), ...retirement(model)];

function price(model: ModelDetail): Part[] {
  const { list_price: list, cheapest_provider: cheapest } = model;
  if (list !== null && list.input !== null && list.output !== null) {
    const host = hostName(list.provider_slug, model);
    if (list.input === 0 && list.output === 0) return [`Free at ${host}.`, ...atCheapest(model)];
    return [
      `${host} asks `,
      ...prices(list.input, list.output, "/list_price"),
      DOUBT[list.trust] ?? "",
      ...besideList(model),
    ];
  }
  if (cheapest !== null) return [...notAtMaker(model), ...atCheapest(model)];
  return [unsold(model)];
}

/** Who asks less than the maker. */
function besideList(model: ModelDetail): Part[] {
  const { list_price: list, cheapest_provider: cheapest } = model;
  if (cheapest === null) return [". No other host has a price per token that is sure."];
  if (cheapest.provider_slug === list?.provider_slug)
    return [
      model.providers.length > 1 ? ", and no other host that runs it asks less." : ".",
      ...resellers(model),
    ];
  const { saving_vs_list: saving } = cheapest;
  if (saving === null || saving <= 0) return [".", ...atCheapest(model)];
  return [
    `; ${cheapest.provider} sells it for `,
    { value: saving, at: "/cheapest_provider/saving_vs_list", text: `${saving} %` },
    ` less${DOUBT[cheapest.trust] ?? ""}.`,
    ...resellers(model),
  ];
}

/** A reseller is not the cheapest where somebody sells the model itself; readers want to know of it all the same. */
function resellers({ providers, cheapest_provider: cheapest }: ModelDetail): Part[] {
  if (cheapest === null || cheapest.host_kind === "router") return [];
  const at = providers.findIndex(
    ({ host_kind, trust, billing, service_tier, status }) =>
      host_kind === "router" &&
      trust === "verified" &&
      billing === "tokens" &&
      service_tier === "standard" &&
      status !== "deprecated",
  );
  const { provider, input, output } = providers[at] ?? { input: null, output: null };
  if (input === null || output === null || (3 * input + output) / 4 >= cheapest.blended) return [];
  return [
    ` A reseller asks less: ${provider}, `,
    ...prices(input, output, `/providers/${at}`),
    ".",
  ];
}

function notAtMaker({ sold_by_lab, provider }: ModelDetail): Part[] {
  if (sold_by_lab === null) return [];
  return [
    sold_by_lab
      ? `No price at ${provider.name} is sure.`
      : `${provider.name} does not sell it itself.`,
  ];
}

function atCheapest(model: ModelDetail): Part[] {
  const { cheapest_provider: cheapest, list_price } = model;
  if (cheapest === null || cheapest.input === null || cheapest.output === null) return [];
  if (cheapest.provider_slug === list_price?.provider_slug) return [];
  return [
    cheapest.host_kind === "router"
      ? ` The reseller ${cheapest.provider} asks the least: `
      : ` Of the hosts that run it, ${cheapest.provider} asks the least: `,
    ...prices(cheapest.input, cheapest.output, "/cheapest_provider"),
    `${DOUBT[cheapest.trust] ?? ""}.`,
    ...resellers(model),
  ];
}

function unsold({ providers }: ModelDetail): string {
  if (providers.length === 0) return "No host that we follow sells it.";
  if (providers.every(({ billing }) => billing === "plan"))
    return "It is sold in subscriptions only, not by the token.";
  if (providers.some(({ is_free }) => is_free))
    return "It is offered free of charge; nobody sells it by the token at a price that is sure.";
  return "Nobody sells it by the token at a price that is known and sure.";
}

const prices = (input: number, output: number, at: string): Part[] => [
  priceAt(input, `${at}/input`),
  " a million tokens in and ",
  priceAt(output, `${at}/output`),
  " out",
];

const DOUBT: Partial<Record<string, string>> = {
  disputed: " (sources differ)",
  unverified: " (not verified)",
};

const retirement = ({ retirement_date, provider }: ModelDetail): Part[] =>
  retirement_date === null
    ? []
    : [` ${provider.name}’s day of retirement for it: `, { day: retirement_date }, "."];

const hostName = (slug: string, { providers }: ModelDetail): string =>
  providers.find(({ provider_slug }) => provider_slug === slug)?.provider ?? slug;
