/** The commands for prices, hosts, models, comparisons and changes. */
import type { CardRate, RateCard } from "../../../../build/cost/cost.ts";
import type { PackagedModel, PackagedOffer } from "../../../../build/model/package-facts.ts";
import {
  createModelSortComparator,
  type FilterableModel,
  isOneOf,
  MODEL_FILTERS,
  MODEL_SORT_BY_ANY_NAME,
  MODEL_SORTS,
  type ModelFilterDefinition,
  type ModelFilterName,
  type ParsedModelFilterValue,
  passesModelFilter,
  sortByUnitPrice,
  toFilterableModelFacts,
  toFilterablePrices,
} from "../../../../generator/endpoints/models/model-filters.ts";
import { type Almanac, describeUnknownName, parseDayOrTime } from "../almanac.ts";
import {
  CliError,
  type Command,
  type CommandInput,
  type CommandOutput,
  createCliUsageError,
} from "./command.ts";
import {
  formatCliCount,
  formatCliUsd,
  pluralize,
  toCliTableRows,
  UNKNOWN_VALUE_TEXT,
} from "./format.ts";

const price: Command = {
  name: "price",
  summary: "Shows all rates of a model at a host, today or on a past day.",
  arguments: "<model>",
  options: {
    at: { description: "Price of that day (UTC)", value: "<day>" },
    host: {
      description: "Host, by slug or name; by default the host of the list price",
      value: "<host>",
    },
  },
  examples: [
    "model-almanac price gpt-4o",
    "model-almanac price gpt-4o --at 2024-06-01",
    "model-almanac price 'sonnet 4.5' --host amazon-bedrock --json",
  ],
  run({ almanac, words, options }) {
    const name = getOnly(words, "price");
    const model = resolveModelArgument(almanac, name);
    const at = parseDayArgument(options.text("at"), "at");
    const host = resolveHostOption(almanac, options.text("host"));
    const card = almanac.cardOf(model, { name, host, at });
    if (typeof card === "string") throw new CliError(`${card}; ${seeHosts(model)}`);
    const { rates, is_doubted, ...of } = card;
    // At this host, an id may mean another model, or have meant one on that day.
    const sold = almanac.facts.getModel(card.model);
    const unknown = `${card.host} sells ${sold.slug}, but its price is not known`;
    if (rates.length === 0) throw new CliError(`${unknown}; ${seeHosts(sold)}`);
    const day = at === undefined ? "" : `, on ${at}`;
    const offers = at === undefined ? almanac.facts.offersOf(sold.slug) : [];
    const isOfCard = (one: PackagedOffer) =>
      one.host === card.host && one.model_id === card.model_id;
    const trust = offers.find(isOfCard)?.trust ?? (is_doubted ? "unverified" : null);
    const terms = [card.model_id, `price since ${card.since}`, trust?.replace("_", " ")];
    return {
      data: { ...of, name: sold.name, at: at ?? null, trust, rates },
      text: [
        `${sold.name} at ${nameOfHost(almanac, card.host)}${day} (${terms.filter(Boolean).join(", ")})`,
        ...(card.billing === "plan"
          ? ["The host sells this model by subscription, so a single request has no price."]
          : []),
        ...(card.hint ? [card.hint] : []),
        "",
        toCliTableRows(rates, {
          rate: ({ meter }) => meter,
          USD: ({ price }) => formatCliUsd(price),
          per: ({ unit }) => unit,
          condition: (rate) => toConditionText(rate, card.service_tier),
          source: ({ source }) => source ?? "",
          "stated since": ({ valid_from }) => valid_from ?? "",
        }),
      ],
    };
  },
};

function toConditionText(rate: CardRate, usualTier: RateCard["service_tier"]): string {
  const { above_input_tokens: size, tier_mode, cache_ttl, region } = rate;
  const tier = rate.service_tier ?? usualTier;
  return [
    tier !== "standard" && tier,
    size && `${tier_mode === "excess" ? "tokens" : "prompts"} above ${formatCliCount(size)}`,
    cache_ttl && `kept ${cache_ttl}`,
    region && `in ${region.replaceAll("+", ", ")}`,
    rate.hours_utc && `${rate.hours_utc} UTC`,
    rate.variant,
  ]
    .filter(Boolean)
    .join(", ");
}

const cheapest: Command = {
  name: "cheapest",
  summary: "Lists the hosts of a model, the cheapest first.",
  arguments: "<model>",
  options: { limit: { description: "Number of hosts; 10 when left out", value: "<number>" } },
  examples: [
    "model-almanac cheapest llama-3-3-70b",
    "model-almanac cheapest gpt-4o --limit 3",
    "model-almanac cheapest 'deepseek v3.2' --json",
  ],
  run({ almanac, words, options }) {
    const model = resolveModelArgument(almanac, getOnly(words, "cheapest"));
    // Sorted by price, but the offers that cannot be the cheapest come last.
    const offers = almanac.facts
      .offersOf(model.slug)
      .toSorted((a, b) => toRank(a) - toRank(b))
      .map(({ variants: _, ...offer }) => offer);
    if (offers.length === 0)
      throw new CliError(
        `no host sells ${model.slug}; model-almanac price ${model.slug} --at <day> has its past prices`,
      );
    const shown = offers.slice(0, options.limit(10));
    return {
      data: { model: model.slug, hosts: offers.length, offers: shown },
      text: [
        `${model.name}: ${pluralize(offers.length, "host")}; prices per 1M tokens, blended 3:1`,
        "",
        toCliTableRows(shown, {
          host: ({ host }) => host,
          id: ({ model_id }) => model_id,
          "input / output": toPriceText,
          compared: ({ unit, unit_price }) =>
            unit_price === null
              ? UNKNOWN_VALUE_TEXT
              : `${formatCliUsd(unit_price)}${toUnitText(unit)}`,
          "price is": ({ trust }) => trust.replace("_", " "),
          "not the cheapest because": ({ passed_over }) => passed_over ?? "",
        }),
        ...toRest(shown.length, offers.length, "hosts"),
      ],
    };
  },
};

const toRank = ({ is_eligible, passed_over }: PackagedOffer): number =>
  passed_over === null ? 0 : is_eligible ? 1 : 2;

/** `$2.50 / $10.00`; `$0.04 per image` where it is not sold by the token. */
function toPriceText(offer: PackagedOffer | undefined): string {
  const { input = null, output = null, unit = null, unit_price = null } = offer ?? {};
  if (input !== null && output !== null) return `${formatCliUsd(input)} / ${formatCliUsd(output)}`;
  if (input !== null) return formatCliUsd(input);
  return unit_price === null ? UNKNOWN_VALUE_TEXT : formatCliUsd(unit_price) + toUnitText(unit);
}

/** `output_image/image` → ` per image`; nothing for tokens. */
const toUnitText = (unit: string | null): string =>
  /\/.*/.exec(unit ?? "")?.[0].replace("/", " per ") ?? "";

/** Filters and sort orders whose values the packaged facts do not contain. */
const UNKNOWN_HERE = ["service_score", "parameters", "license"];
const FILTERS = (
  Object.entries(MODEL_FILTERS) as [ModelFilterName, ModelFilterDefinition][]
).filter(([, { of }]) => !UNKNOWN_HERE.includes(of));
const SORTS = Object.keys(MODEL_SORT_BY_ANY_NAME).filter((name) => !UNKNOWN_HERE.includes(name));
const STATUSES = ["current", "superseded", "active", "alpha", "beta", "deprecated", "retired"];
const toOptionName = (filter: string): string => filter.replaceAll("_", "-");

const models: Command = {
  name: "models",
  summary:
    "Lists the models that pass all filters and whose name or slug contains all given words.",
  arguments: "[<words>]",
  options: {
    ...Object.fromEntries(
      FILTERS.map(([name, { kind, description }]) => {
        const option = { description, isList: kind === "names" };
        return [toOptionName(name), { ...option, ...(kind !== "flag" && { value: `<${kind}>` }) }];
      }),
    ),
    sort: { description: `${SORTS.join(", ")}; avg_score when left out`, value: "<order>" },
    order: { description: "asc or desc", value: "<direction>" },
    limit: { description: "Number of models; 20 when left out", value: "<number>" },
  },
  examples: [
    "model-almanac models --supports tools,reasoning --max-input-price 1 --min-context 200000",
    "model-almanac models claude --sort release_date",
    "model-almanac models --provider mistral --open-source --json",
  ],
  run({ almanac, words, options }) {
    const host = readFilter("host", MODEL_FILTERS.host, { almanac, options, all: [] })?.toString();
    const all = almanac.facts.models.map((model) => toFoundModel(almanac, model, host));
    const filters = FILTERS.flatMap(([name, filter]) => {
      const value = readFilter(name, filter, { almanac, options, all });
      return value === undefined ? [] : [{ filter, value }];
    });
    const wanted = words.join(" ").toLowerCase().split(/\s+/);
    const sort = MODEL_SORT_BY_ANY_NAME[options.choice("sort", SORTS) ?? ""] ?? "avg_score";
    const order = options.choice("order", ["asc", "desc"]) ?? MODEL_SORTS[sort].order;
    const compare = createModelSortComparator(sort, order);
    const sorted = all
      .filter(
        ({ model: { slug, name }, values }) =>
          filters.every(({ filter, value }) => passesModelFilter(filter, values, value)) &&
          wanted.every((word) => `${slug} ${name.toLowerCase()}`.includes(word)),
      )
      .sort((a, b) => compare(a.values, b.values));
    const found = sortByUnitPrice(sorted, { sort, order }, ({ values, offer }) => ({
      input: values.input,
      rate: offer && { unit: toUnitText(offer.unit), price: offer.unit_price },
    }));
    const shown = found.slice(0, options.limit(20));
    return {
      data: { total: found.length, models: shown.map(toModelData) },
      text: toList(
        shown,
        found.length,
        "models",
        "No model matches all filters; leave out a filter.",
        {
          model: ({ model }) => model.slug,
          lab: ({ model }) => model.lab,
          host: ({ offer }) => offer?.host ?? UNKNOWN_VALUE_TEXT,
          "input / output": ({ offer }) =>
            offer?.billing === "plan" ? "subscription" : toPriceText(offer),
          context: ({ model }) => formatCliCount(model.context_window),
          // For a model without a release date: the day on which it was first seen.
          released: ({ model, values }) =>
            model.release_date ??
            (values.released ? `seen ${values.released}` : UNKNOWN_VALUE_TEXT),
          status: ({ model }) => model.status ?? UNKNOWN_VALUE_TEXT,
        },
      ),
    };
  },
};

/** @throws CliError when no model has the value, or the value is of the wrong kind. */
function readFilter(
  name: string,
  { kind, of }: ModelFilterDefinition,
  { almanac, options, all }: Pick<CommandInput, "almanac" | "options"> & { all: FoundModel[] },
): ParsedModelFilterValue | undefined {
  const option = toOptionName(name);
  if (!options.has(option)) return undefined;
  if (kind === "flag") return true;
  if (kind === "number") return options.number(option);
  if (kind === "day") return parseDayArgument(options.text(option), option);
  const names = options.list(option);
  if (of === "hosts" || of === "lab") {
    const role = of === "lab" ? "lab" : "host";
    const slugs = names.flatMap((one) => resolveHostOption(almanac, one, role) ?? []);
    return kind === "name" ? slugs.join() : slugs;
  }
  if (of === "slug") return names.map((one) => resolveModelArgument(almanac, one).slug);
  const known = of === "status" ? STATUSES : namesOf(all.flatMap(({ values }) => values[of]));
  const wrong = names.find((one) => !known.includes(one));
  if (wrong !== undefined)
    throw createCliUsageError(
      `--${option} ${wrong} is not known`,
      `use one of ${known.join(", ")}`,
    );
  return kind === "name" ? names[0] : names;
}

const namesOf = (values: readonly unknown[]): string[] =>
  [...new Set(values)].filter((value) => typeof value === "string").sort();

const toRest = (shown: number, total: number, things: string): string[] =>
  shown < total ? ["", `${shown} of ${total} ${things}; --limit ${total} shows all.`] : [];

/** @param none What to say when nothing is shown. */
const toList = <T>(
  shown: readonly T[],
  total: number,
  things: string,
  none: string,
  columns: Parameters<typeof toCliTableRows<T>>[1],
): CommandOutput["text"] =>
  shown.length === 0
    ? [none]
    : [toCliTableRows(shown, columns), ...toRest(shown.length, total, things)];

interface FoundModel {
  model: PackagedModel;
  offer: PackagedOffer | undefined;
  values: FilterableModel;
}

function toFoundModel(almanac: Almanac, model: PackagedModel, host?: string): FoundModel {
  const offer = offerOf(almanac, model, host);
  const values = {
    ...toFilterableModelFacts(model, almanac.facts.offersOf(model.slug)),
    ...toFilterablePrices(offer ?? { input: null, output: null }, model),
    license: [],
    service_score: null,
    parameters: null,
  };
  return { model, offer, values };
}

/** The offer of the given host, or of the cheapest of several; by default that of the list-price host, else the cheapest. */
function offerOf({ facts }: Almanac, model: PackagedModel, host?: string) {
  const wanted = host ?? model.list_host ?? model.cheapest_host;
  return facts.offersOf(model.slug).find((offer) => isOneOf(wanted, offer.host));
}

const toModelData = ({ model: { aliases: _, ...model }, offer, values }: FoundModel) => ({
  ...model,
  price: offer ? { host: offer.host, input: values.input, output: values.output } : null,
});

const compare: Command = {
  name: "compare",
  summary: "Compares two to six models.",
  arguments: "<model> <model> [<model> …]",
  options: {},
  examples: [
    "model-almanac compare gpt-4o claude-sonnet-4-5",
    "model-almanac compare 'gemini 2.5 pro' gpt-5 opus-4.1 --json",
  ],
  run({ almanac, words }) {
    const chosen = [...new Set(words.map((word) => resolveModelArgument(almanac, word)))];
    if (chosen.length < 2 || chosen.length > 6)
      throw createCliUsageError(
        `compare takes 2 to 6 different models, not ${chosen.length}`,
        "write model-almanac compare gpt-4o claude-sonnet-4-5",
      );
    const all = chosen.map((model) => toFoundModel(almanac, model));
    const rows: Record<string, (one: FoundModel) => string> = {
      "": ({ model }) => model.slug,
      name: ({ model }) => model.name,
      lab: ({ model }) => model.lab,
      "list price": ({ offer }) => toOfferText(offer),
      "cheapest host": ({ model }) =>
        toOfferText(model.cheapest_host ? offerOf(almanac, model, model.cheapest_host) : undefined),
      hosts: ({ model }) => String(model.offers),
      "average score": ({ model }) => String(model.avg_score ?? UNKNOWN_VALUE_TEXT),
      context: ({ model }) => formatCliCount(model.context_window),
      "max output": ({ model }) => formatCliCount(model.max_output_tokens),
      input: ({ model }) => model.input_modalities?.join(", ") ?? UNKNOWN_VALUE_TEXT,
      output: ({ model }) => model.output_modalities?.join(", ") ?? UNKNOWN_VALUE_TEXT,
      supports: ({ values }) => values.supports.join(", ") || UNKNOWN_VALUE_TEXT,
      "open weights": ({ model: { is_open_source: is } }) =>
        is === null ? UNKNOWN_VALUE_TEXT : is ? "yes" : "no",
      released: ({ model }) => model.release_date ?? UNKNOWN_VALUE_TEXT,
      retirement: ({ model }) => model.retirement_date ?? UNKNOWN_VALUE_TEXT,
      status: ({ model }) => model.status ?? UNKNOWN_VALUE_TEXT,
    };
    return {
      data: { models: all.map(toModelData) },
      text: [
        Object.entries(rows).map(([label, toText]) => [label, ...all.map(toText)]),
        "",
        "Prices: input / output, USD per 1M tokens.",
      ],
    };
  },
};

const toOfferText = (offer: PackagedOffer | undefined): string =>
  offer ? `${toPriceText(offer)} at ${offer.host}` : UNKNOWN_VALUE_TEXT;

const changes: Command = {
  name: "changes",
  summary: "Lists price changes and new models, newest first.",
  arguments: "[<model>]",
  options: {
    since: { description: "Only changes of this day or later", value: "<day>" },
    type: { description: "new_model, price_drop, price_increase, …", value: "<type>" },
    limit: {
      description: "Number of changes; 20 when left out, all with --since",
      value: "<number>",
    },
  },
  examples: [
    "model-almanac changes --since 2026-08-01",
    "model-almanac changes gpt-4o",
    "model-almanac changes --type price_drop --limit 5 --json",
  ],
  run({ almanac, words, options }) {
    const all = almanac.facts.changes;
    const name = words.length === 0 ? undefined : getOnly(words, "changes");
    const model = name === undefined ? undefined : resolveModelArgument(almanac, name);
    const since = parseDayArgument(options.text("since"), "since");
    const type = options.choice("type", namesOf(all.map((change) => change.type)));
    const found = all
      .filter(
        (change) =>
          (since === undefined || change.date >= since) &&
          (type === undefined || change.type === type) &&
          (model === undefined || change.model === model.slug),
      )
      .toReversed();
    const shown = found.slice(0, options.limit(since === undefined ? 20 : Infinity));
    const newest = all.at(-1)?.date ?? null;
    const none =
      newest === null
        ? "No changes are recorded."
        : `No changes match; the newest change is from ${newest}.`;
    return {
      data: { total: found.length, newest, changes: shown },
      text: toList(shown, found.length, "changes", none, {
        day: ({ date }) => date,
        change: (change) => change.type.replaceAll("_", " "),
        model: (change) => change.model ?? "",
        host: (change) => change.host ?? "",
        input: (change) => toMoveText(change.old_input, change.new_input),
        output: (change) => toMoveText(change.old_output, change.new_output),
      }),
    };
  },
};

const toMoveText = (before: number | null, after: number | null): string =>
  after === null ? "" : `${formatCliUsd(before)} → ${formatCliUsd(after)}`;

export const CATALOG_COMMANDS: readonly Command[] = [price, cheapest, models, compare, changes];

/** @throws CliError when no model or more than one is given. */
function getOnly(words: readonly string[], command: string): string {
  const [word, ...others] = words;
  if (word !== undefined && others.length === 0) return word;
  throw word === undefined
    ? createCliUsageError(`${command} needs a model`, `write model-almanac ${command} gpt-4o`)
    : createCliUsageError(
        `${command} takes one model, not ${words.length}`,
        `put a name of several words in quotes: "${words.join(" ")}"`,
      );
}

/** @throws CliError with the nearest names. */
export function resolveModelArgument(almanac: Almanac, name: string): PackagedModel {
  const model = almanac.findModel(name);
  if (model) return model;
  const near = almanac.suggestModels(name);
  const next = "; model-almanac models <words> lists the models with these words in their name";
  throw new CliError(describeUnknownName("model", name, near) + (near.length > 0 ? "" : next), 2);
}

/** @throws CliError with the nearest names. @returns Slug; undefined for none. */
export function resolveHostOption(almanac: Almanac, name: string | undefined, kind = "host") {
  const host = name === undefined ? undefined : almanac.findHost(name);
  if (host || name === undefined) return host?.slug;
  const near = almanac.suggestHosts(name);
  const next = near.length > 0 ? "" : "; model-almanac cheapest gpt-4o lists hosts by their slugs";
  throw new CliError(`${describeUnknownName(kind, name, near)}${next}`, 2);
}

/** @throws CliError when the text is not a valid day. */
export function parseDayArgument(text: string | undefined, option: string): string | undefined {
  try {
    if (text !== undefined) parseDayOrTime(text);
  } catch {
    const fault = `--${option} ${text} is not a valid date`;
    throw createCliUsageError(fault, `write --${option} 2026-04-01`);
  }
  return text;
}

const seeHosts = ({ slug }: PackagedModel): string =>
  `model-almanac cheapest ${slug} lists the hosts of ${slug}`;
const nameOfHost = ({ facts }: Almanac, slug: string): string => facts.provider(slug)?.name ?? slug;
