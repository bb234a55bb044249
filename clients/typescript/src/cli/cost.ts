/** `model-almanac cost`: what the requests of a log cost, by model; and what they would have cost on others. */
import { isDeepStrictEqual } from "node:util";
import { describeFutureDay } from "../../../../build/cost/card-of-day.ts";
import { countUnpricedCacheAsInput } from "../../../../build/cost/log-cost.ts";
import { CACHE_TTL, SERVICE_TIERS } from "../../../../build/cost/rates.ts";
import {
  readUsageLogStream,
  type UsageColumns,
} from "../../../../build/cost/readers/read-usage-log.ts";
import type { UsageReading } from "../../../../build/cost/readers/reading.ts";
import {
  addToUsageSum,
  sumUsageFields,
  USAGE_FIELDS,
  type Usage,
  type UsageField,
} from "../../../../build/cost/usage.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { type Almanac, type CostOptions, NO_MODEL_REASON, parseDayOrTime } from "../almanac.ts";
import {
  CliError,
  type CliTableRows,
  type Command,
  type CommandInput,
  type CommandOutput,
  createCliUsageError,
  getOnlyFile,
} from "./command.ts";
import { parseDayArgument, resolveHostOption, resolveModelArgument } from "./commands.ts";
import { formatCliCost, formatCliCount, pluralize, UNKNOWN_VALUE_TEXT } from "./format.ts";

/** The requests for one model at one host, added up. */
interface Group {
  model: string;
  host: string | null;
  requests: number;
  usage: Usage;
  /** USD of the requests with a known price. */
  usd: number;
  unpriced: number;
  /** USD that the log states; null where no entry does. */
  reported_usd: number | null;
  /** Why requests have no price → how many. */
  missing: Record<string, number>;
}

export const usageLogCostCommand: Command = {
  name: "cost",
  summary:
    "Computes the cost of the requests in a usage log, each at the prices of its day. The log does not leave this machine.",
  arguments: "<file or ->",
  options: {
    model: { description: "Use the prices of this model for all requests", value: "<model>" },
    "what-if": {
      description:
        "Cost of the same usage on another model, at its newest prices; without a cache rate, cached tokens count as input",
      value: "<model>",
      isList: true,
    },
    host: { description: "Use the prices of this host for all requests", value: "<host>" },
    at: {
      description:
        "Use the prices of this day for all requests, instead of those of the day of each request",
      value: "<day>",
    },
    "service-tier": { description: SERVICE_TIERS.join(", "), value: "<tier>" },
    columns: {
      description:
        "Which column holds which count, for a table whose column names are not recognized",
      value: "<field>=<column>",
      isList: true,
    },
    region: {
      description: "Region of the host, if its prices depend on the region",
      value: "<region>",
    },
    variant: {
      description: "Resolution or quality, in the host's own terms, if the prices depend on it",
      value: "<variant>",
    },
    "cache-ttl": {
      description: "How long written tokens stay in the cache, if the log does not say: 5m, 1h",
      value: "<time>",
    },
  },
  examples: [
    "model-almanac cost usage.jsonl",
    "model-almanac cost ~/.codex/sessions/2026/11/23/rollout.jsonl --what-if gpt-5-mini,claude-sonnet-4-5",
    "model-almanac cost usage.csv --columns input=Prompt,output=Completion,model=Deployment",
    "model-almanac cost - --model gpt-4o --service-tier batch --json < responses.jsonl",
  ],
  async run({ almanac, words, options, readChunks }: CommandInput): Promise<CommandOutput> {
    const path = getOnlyFile(words, "cost usage.jsonl");
    const model = options.text("model");
    const common: CostOptions = {
      host: resolveHostOption(almanac, options.text("host")),
      at: parseDayArgument(options.text("at"), "at"),
      serviceTier: options.choice("service-tier", SERVICE_TIERS),
      region: options.text("region"),
      variant: options.text("variant"),
      cacheTtl: readCacheTtl(options.text("cache-ttl")),
    };
    const asModel = model === undefined ? undefined : resolveModelArgument(almanac, model).slug;
    const alternatives = options
      .list("what-if")
      .map((name) => resolveModelArgument(almanac, name).slug);
    const costs = new GroupedCosts(almanac, { ...common, model: asModel });
    const unconditional = (["region", "variant", "cacheTtl"] as const)
      .filter((name) => common[name] !== undefined)
      .map((name) => {
        const terms = { ...common, model: asModel, [name]: undefined };
        return { name, costs: new GroupedCosts(almanac, terms) };
      });
    const moved = alternatives.map((slug) => ({
      slug,
      costs: new GroupedCosts(almanac, { ...common, model: slug }),
    }));
    const { asOf } = almanac.facts;
    let newestDay = "";
    const columns = readColumns(options.list("columns"));
    const skipped = await readUsageLogStream(readChunks(path), columns, (entry) => {
      for (const one of [{ costs }, ...unconditional]) one.costs.add(entry);
      for (const one of moved) one.costs.add(toOtherModel(entry, almanac, one.slug, common));
      const { day } = parseDayOrTime(common.at ?? entry.at ?? asOf);
      if (day > newestDay) newestDay = day;
    });
    const groups = costs.list();
    if (groups.length === 0) {
      const reason = skipped[0] ?? "it contains no usage.";
      const next = reason.includes("known columns")
        ? " Or say with --columns which column is which: --columns model=Deployment,input=Prompt,output=Completion"
        : "";
      throw new CliError(`${path === "-" ? "standard input" : path}: ${reason}${next}`);
    }
    const hints = unconditional
      .filter((one) => isDeepStrictEqual(one.costs.list(), groups))
      .map(
        ({ name }) =>
          `--${name.replace("T", "-t")} ${common[name]} had no effect on the cost of these requests.`,
      );
    const future = describeFutureDay(newestDay, asOf);
    if (future) hints.push(future);
    hints.push(...new Set([{ costs }, ...moved].flatMap((one) => [...one.costs.longPromptHints])));
    const whatIf = moved.map((one) => totalOf(one.costs.list(), one.slug));
    const total = totalOf(groups, "total");
    return {
      data: {
        models: groups.map(toPublished),
        total: toPublished(total),
        what_if: whatIf.map(toPublished),
        skipped,
        hints,
      },
      exitCode: total.unpriced > 0 ? 3 : 0,
      text: [
        [
          ["model", "host", "requests", "input", "cache read", "cache write", "output", "cost"],
          ...[...groups, total].map((group) => [
            group.model,
            group.host ?? "",
            formatCliCount(group.requests),
            ...COLUMNS.map((fields) => formatCliCount(sumUsageFields(group.usage, fields))),
            toGroupText(group),
          ]),
        ],
        ...(whatIf.length > 0 ? ["", toWhatIfTable(whatIf, total)] : []),
        ...toNotes(groups, whatIf, total, [...hints, ...skipped]),
      ],
    };
  },
};

/** @throws CliError when the text is not a cache lifetime. */
function readCacheTtl(text: string | undefined): string | undefined {
  if (text === undefined || CACHE_TTL.test(text)) return text;
  const fault = `--cache-ttl ${text} is not a number of minutes, hours or days`;
  throw createCliUsageError(fault, "write --cache-ttl 1h");
}

function readColumns(pairs: readonly string[]): UsageColumns | undefined {
  const columns = pairs.map((pair) => {
    const [field = "", column = ""] = pair.split("=");
    const about = ["model", "host", "at", "serviceTier", "region", "requests"];
    const fields = [...Object.keys(USAGE_FIELDS), ...about];
    if (fields.includes(field) && column !== "") return [field, column];
    const fault = `--columns ${pair} is not <field>=<column>`;
    throw createCliUsageError(fault, `the fields are ${fields.join(", ")}`);
  });
  return columns.length > 0 ? Object.fromEntries(columns) : undefined;
}

const COLUMNS: readonly (readonly UsageField[])[] = [
  ["input", "input_audio", "input_image", "input_video"],
  ["cache_read", "cache_read_audio", "cache_read_image"],
  ["cache_write", "cache_write_5m", "cache_write_1h"],
  ["output", "reasoning", "output_audio", "output_image", "output_video"],
];

const NO_MODEL =
  "no model is named; add --model <model>, or for a table add model=<column> to --columns";

/** Adds up requests one by one, because a log may have more of them than fit in memory. */
class GroupedCosts {
  /** Why long prompts may cost more than computed. */
  readonly longPromptHints = new Set<string>();
  private readonly groups = new Map<string, Group>();
  private readonly almanac: Almanac;
  private readonly options: CostOptions;
  constructor(almanac: Almanac, options: CostOptions) {
    this.almanac = almanac;
    this.options = options;
  }

  add(entry: UsageReading): void {
    const priced = this.almanac.cost(entry, this.options);
    const { usd, missing, host, hint } = priced;
    if (hint !== undefined) {
      const { asOf } = this.almanac.facts;
      const { day } = parseDayOrTime(this.options.at ?? entry.at ?? asOf);
      const long = hint.replace(describeFutureDay(day, asOf) ?? "", "").trim();
      if (long !== "") this.longPromptHints.add(long);
    }
    const model = priced.model ?? entry.model ?? "(no model)";
    const requests = entry.requests ?? 1;
    const key = `${model} ${host}`;
    const group = this.groups.get(key) ?? createGroup(model, host);
    this.groups.set(key, group);
    addToGroup(group, {
      requests,
      usage: entry.usage,
      usd: usd ?? 0,
      unpriced: usd === null ? requests : 0,
      reported_usd: entry.reportedUsd,
      missing: Object.fromEntries(
        missing.map(({ reason }) => [reason === NO_MODEL_REASON ? NO_MODEL : reason, requests]),
      ),
    });
  }

  list(): Group[] {
    return [...this.groups.values()].sort((a, b) => b.usd - a.usd || (a.model < b.model ? -1 : 1));
  }
}

/**
 * A request as it would be on another model. The host in the log may not sell it, or not on that day, so both are dropped
 * and the newest price counts. Cached tokens count as input when the model has no cache price.
 */
function toOtherModel(
  entry: UsageReading,
  almanac: Almanac,
  slug: string,
  { host, at, serviceTier }: CostOptions,
): UsageReading {
  const card = almanac.cardOf(almanac.facts.getModel(slug), { host, at, serviceTier });
  const usage =
    typeof card === "string"
      ? entry.usage
      : countUnpricedCacheAsInput(entry.usage, card, { serviceTier });
  return { ...entry, usage, host: null, at: null };
}

/** Exact: both are whole numbers of millionths of a cent. */
const addUsd = (a: number, b: number): number => (Math.round(a * 1e8) + Math.round(b * 1e8)) / 1e8;

const createGroup = (model: string, host: string | null): Group => ({
  model,
  host,
  requests: 0,
  usage: {},
  usd: 0,
  unpriced: 0,
  reported_usd: null,
  missing: {},
});

function addToGroup(sum: Group, one: Omit<Group, "model" | "host">): void {
  addToUsageSum(sum.usage, one.usage);
  sum.requests += one.requests;
  sum.unpriced += one.unpriced;
  sum.usd = addUsd(sum.usd, one.usd);
  if (one.reported_usd !== null) sum.reported_usd = addUsd(sum.reported_usd ?? 0, one.reported_usd);
  for (const [reason, count] of Object.entries(one.missing))
    sum.missing[reason] = (sum.missing[reason] ?? 0) + count;
}

function totalOf(groups: readonly Group[], model: string): Group {
  const [host = null, ...otherHosts] = new Set(groups.map((group) => group.host));
  const sum = createGroup(model, otherHosts.length > 0 ? null : host);
  for (const group of groups) addToGroup(sum, group);
  return sum;
}

/** `usd` is null, not 0, when none of the requests has a price. */
const toPublished = (group: Group): Omit<Group, "usd"> & { usd: number | null } => ({
  ...group,
  usd: group.unpriced > 0 && group.unpriced === group.requests ? null : group.usd,
});

const toGroupText = (group: Group): string => formatCliCost(toPublished(group).usd);

const toWhatIfTable = (whatIf: readonly Group[], total: Group): CliTableRows => [
  ["what if", "host", "cost", "difference"],
  ...whatIf.map((group) => {
    const isKnown = group.unpriced === 0 && total.unpriced === 0;
    const difference = addUsd(group.usd, -total.usd);
    const share = isKnown && total.usd > 0 ? ` (${toPercentText(difference / total.usd)})` : "";
    const sign = difference < 0 ? "-" : "+";
    return [
      group.model,
      group.host ?? "",
      toGroupText(group),
      isKnown ? `${sign}${formatCliCost(Math.abs(difference))}${share}` : UNKNOWN_VALUE_TEXT,
    ];
  }),
];

const toPercentText = (share: number): string =>
  `${share < 0 ? "" : "+"}${(100 * share).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;

/** The day of the request, in a reason. */
const REQUEST_DAY = / (for|on) (\d{4}-\d\d-\d\d)/;

/** One sentence per reason. A reason that applies on several days gets one sentence for all of them. */
function describeMissing({ model, missing }: Group): string[] {
  const byText = groupBy(Object.entries(missing), ([reason]) => reason.replace(REQUEST_DAY, ""));
  return [...byText.values()].map((same) => {
    const count = same.reduce((sum, [, requests]) => sum + requests, 0);
    const days = same.map(([reason]) => REQUEST_DAY.exec(reason)?.[2]).sort();
    const span = ` $1 ${days.length} days from ${days[0]} to ${days.at(-1)}`;
    const [[reason]] = same as [[string, number]];
    const text = same.length > 1 ? reason.replace(REQUEST_DAY, span) : reason;
    return `No price for ${pluralize(count, "request")} of ${model}: ${text}.`.replace(
      /\?\.$/,
      "?",
    );
  });
}

function toNotes(
  groups: readonly Group[],
  whatIf: readonly Group[],
  total: Group,
  others: readonly string[],
): string[] {
  const isUncompared = total.unpriced > 0 && whatIf.some(({ unpriced }) => unpriced === 0);
  const notes = [
    ...[...groups, ...whatIf].flatMap(describeMissing),
    isUncompared &&
      "Some requests in the log have no price, so the total leaves out their cost and cannot be compared with the cost of another model.",
    ...others,
  ].filter((note) => note !== false);
  return notes.length > 0 ? ["", ...notes] : [];
}
