/** The list of changes since a day, shared by the endpoint, the export and the feeds. */
import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import {
  ChangeType,
  COMPANY_METRIC_LABELS,
  daysBetween,
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
} from "../../../build/schema/values.ts";
import { type AnswerContext, defineEndpoint, memoizePerCatalog } from "../../http/endpoint.ts";
import { EMPTY_LIST_HINT_FIELD, envelopeSchema, newestDate } from "../../http/envelope.ts";
import { findRowOrProblem, hintForUnknownProvider } from "../../http/names.ts";
import {
  dayParameter,
  integerParameter,
  limitParameter,
  type QueryValues,
  strictChoiceParameter,
  textParameter,
} from "../../http/parameter.ts";
import { isProblem, type Problem } from "../../http/problem.ts";
import { formatShortDate, formatWithCommas } from "../../site/components/html.ts";

const Change = definePublicSchema("Change", {
  id: nullableSchemas.count.describe(
    "Permanent id of the change; changes that are recorded later have higher ids. Null for a new change until the next nightly run records it",
  ),
  date: ResponseDate.describe(
    "Day of the change: of a new model, `first_seen`; of a company figure, the day on which it was reported",
  ),
  type: ChangeType.describe(
    "`offer_added`, `offer_removed`: a host (not a router or a subscription service) started or stopped selling a model. `context_changed`: a context window changed by 5 % or more. `renamed`: the model has a new slug. `correction`: a price that was wrong by a power of ten was corrected, or an earlier change is retracted because it was wrong",
  ),
  model: nullableSchemas.text.describe("Slug of the model; null for company updates"),
  provider: nullableSchemas.text.describe(
    "Slug of the host, lab or company that the change is about; null for a model that is no longer in the catalogue",
  ),
  title: z.string(),
  details: z
    .record(z.string(), z.unknown())
    .describe(
      "What changed, depending on the kind: the old and new prices with percentages, the release date of a new model, the old and new context window, the retirement date, the old slug, the id of the retracted change, or the old and new figure of a company",
    ),
  first_seen: ResponseDate.nullable().describe(
    "First day on which a source listed the model; null for company updates, and for a model that is no longer in the catalogue",
  ),
  source: z.string(),
});

const CHANGE_QUERY = {
  since: dayParameter({
    description: "Lists only changes of this day or later (YYYY-MM-DD)",
  }),
  type: strictChoiceParameter({
    description: "Lists only changes of this kind",
    values: ChangeType.options,
  }),
  provider: textParameter({
    description:
      "Slug of a host, lab or company; lists only changes of its prices, models or figures",
    example: "anthropic",
  }),
  model: textParameter({
    description: "Slug or other name of a model; lists only its changes",
    example: "gpt-4o",
  }),
  host: textParameter({
    description: "Slug or name of a host; lists only changes of its prices and offers",
    example: "groq",
  }),
  lab: textParameter({
    description: "Slug or name of a lab; lists only changes of its models, at every host",
    example: "mistral",
  }),
  after: integerParameter({
    description:
      "Id of a change: lists only changes with a higher id, in the order of their ids; 0 starts with the first change",
    example: "0",
  }),
  skip: integerParameter({
    description: "Number of changes to skip at the start of the list",
    default: 0,
  }),
  limit: limitParameter("changes in the answer", { default: 100, max: 1000 }),
};

export const PRICE_CHANGE_RULE_TEXT =
  "A price change is listed only if one source stated both prices, and if the new price was confirmed by a second source or has lasted 7 days.";

export const listChangesEndpoint = defineEndpoint({
  id: "listChanges",
  path: "/api/v1/changes",
  tag: "Prices",
  summary: "Changes: prices, models, offers, limits, retirements, company figures",
  description: `Recorded changes, newest first. To get every change once, start with \`after=0\` and follow the \`Link\` header with \`rel="next"\`; changes then come in the order of their ids. To poll, send the last id that you have as \`after\`: later changes have higher ids. If a change turns out to be wrong, it is removed from the list, and a \`correction\` that names the removed id is added. \`meta.total\` counts all matching changes. \`meta.newest\` is the day of the newest change; if \`since\` is later than that day, \`meta.hint\` says so. ${PRICE_CHANGE_RULE_TEXT} Other price changes are only in the price history. For an unknown provider, the list is empty and \`meta.hint\` names the nearest provider.`,
  query: CHANGE_QUERY,
  response: envelopeSchema("ChangeList", {
    data: z.array(Change),
    meta: z.looseObject({
      total: z.int(),
      limit: z.int(),
      since: ResponseDate.nullable().describe("The parameter `since`; null when it was not sent"),
      newest: ResponseDate.nullable().describe("Day of the newest change; null when there is none"),
      last_id: z
        .int()
        .describe("Highest id of any change; 0 when there is none. Send it as `after` to poll"),
      hint: EMPTY_LIST_HINT_FIELD,
    }),
  }),
  respond({ query }, context) {
    const { catalog } = context;
    const { since, provider, after, skip, limit } = query;
    const rows = findChangesOfQuery(query, context);
    if (isProblem(rows)) return rows;
    const shown = rows.slice(skip, skip + limit);
    const data = shown.map((row) => toPublishedChange(row, catalog));
    const newest = catalog.changes.at(-1)?.date ?? null;
    const { last_id } = byId(catalog);
    const hint =
      (provider !== undefined && hintForUnknownProvider(provider, catalog)) ||
      (since !== undefined && rows.length === 0 && hintForSince(query, context)) ||
      undefined;
    const meta = { total: rows.length, limit, since: since ?? null, newest, last_id, hint };
    const last = shown.at(-1)?.id;
    const next = after !== undefined && last ? { after: last, skip: 0 } : { skip: skip + limit };
    return {
      title: since === undefined ? "Changes" : `Changes since ${since}`,
      asOf: newestDate(data.map(({ date }) => date)),
      body: { data, meta },
      ...(shown.length > 0 && rows.length > skip + limit && { next }),
    };
  },
});

/** All changes that match a query; a problem if the query names an unknown model, host or lab. */
export function findChangesOfQuery(
  query: ChangeFilters,
  context: AnswerContext,
): readonly ChangeRow[] | Problem {
  const { catalog } = context;
  const wanted: ChangeFilters = { ...query };
  for (const name of ["model", "host", "lab"] as const) {
    const sent = query[name];
    if (sent === undefined) continue;
    const row = findRowOrProblem(name === "model" ? "model" : "provider", sent, context, name);
    if (isProblem(row)) return row;
    wanted[name] = row.slug;
  }
  const rows = query.after === undefined ? newestFirst(catalog) : byId(catalog).rows;
  return rows.filter((row) => isWanted(row, wanted, catalog));
}

const newestFirst = memoizePerCatalog(({ changes }) => changes.toReversed());

/** The changes that have an id because a run recorded them, by id, and the highest id (0 without any). */
const byId = memoizePerCatalog(({ changes }) => {
  const rows = changes.filter(({ id }) => id !== null).sort((a, b) => Number(a.id) - Number(b.id));
  return { rows, last_id: rows.at(-1)?.id ?? 0 };
});

type ChangeFilters = Partial<QueryValues<typeof CHANGE_QUERY>>;

const isWanted = (row: ChangeRow, wanted: ChangeFilters, catalog: Catalog): boolean =>
  (wanted.since === undefined || row.date >= wanted.since) &&
  (wanted.type === undefined || row.type === wanted.type) &&
  (wanted.provider === undefined || getProviderSlugOfChange(row, catalog) === wanted.provider) &&
  (wanted.model === undefined || row.model === wanted.model) &&
  (wanted.host === undefined || row.host === wanted.host) &&
  (wanted.lab === undefined || catalog.model(row.model ?? "")?.lab === wanted.lab) &&
  (wanted.after === undefined || Number(row.id) > wanted.after);

/** Names the day of the newest change that matches the other filters; undefined when there is none. */
function hintForSince(query: ChangeFilters, context: AnswerContext): string | undefined {
  const rows = findChangesOfQuery({ ...query, since: undefined }, context);
  const last = isProblem(rows) ? null : newestDate(rows.map(({ date }) => date));
  return last ? `The newest change that matches is from ${last}; send since=${last}.` : undefined;
}

export const toPublishedChange = (row: ChangeRow, catalog: Catalog) =>
  pickValuesOfSchemaFields(Change, {
    ...row,
    provider: getProviderSlugOfChange(row, catalog),
    title: toChangeTitle(row, catalog),
    details: toChangeDetails(row),
  });

/** Noun for one change of each type; the plural adds an `s`. */
export const CHANGE_NOUNS: Readonly<Record<ChangeRow["type"], string>> = {
  new_model: "new model",
  price_drop: "lower price",
  price_increase: "higher price",
  offer_added: "new offer",
  offer_removed: "ended offer",
  context_changed: "context window",
  retirement: "retirement",
  renamed: "renamed model",
  correction: "correction",
  company_update: "company figure",
};

export function toChangeTitle(row: ChangeRow, catalog: Catalog): string {
  const model = row.model === null ? "" : (catalog.model(row.model)?.name ?? row.model);
  const host = catalog.provider(row.host ?? "")?.name ?? row.host ?? "";
  switch (row.type) {
    case "new_model":
      if (row.date === row.release_date) return `${model} released`;
      return `${model} ${isRelease(row) ? `listed (released ${formatShortDate(row.release_date ?? "")})` : "listed for the first time"}`;
    case "price_drop":
      return `${host} lowers the price of ${model}`;
    case "price_increase":
      return `${host} raises the price of ${model}`;
    case "offer_added":
      return `${host} adds ${model}`;
    case "offer_removed":
      return `${host} removes ${model}`;
    case "context_changed":
      return `${model}: context window ${formatWithCommas(row.previous ?? 0)} → ${formatWithCommas(row.value ?? 0)} tokens`;
    case "retirement":
      return `${model}: retirement on ${formatShortDate(row.key ?? "")}`;
    case "renamed":
      return `${row.key} is now called ${model}`;
    case "correction":
      return row.withdraws === null
        ? `Corrected price of ${model} at ${host}`
        : `Retracted: ${CHANGE_NOUNS[row.withdrawn_type ?? "correction"]}${model && ` of ${model}`}${host && ` at ${host}`}${row.withdrawn_date === null ? "" : ` (${formatShortDate(row.withdrawn_date)})`}`;
    case "company_update": {
      const company = catalog.provider(row.company ?? "")?.name ?? row.company ?? "";
      return `${company}: ${COMPANY_METRIC_LABELS[row.metric ?? ""] ?? row.metric}${row.scope === null ? "" : ` (${row.scope})`}`;
    }
  }
}

/** Days from release to first sight within which a title names the release: sources find some models late. */
const RELEASE_DAYS = { least: -7, most: 45 };

/** A model that is first seen long after its release, or whose release date is unknown, is new only to our sources. */
function isRelease({ date, release_date }: ChangeRow): boolean {
  const days = daysBetween(release_date ?? "", date);
  return days >= RELEASE_DAYS.least && days <= RELEASE_DAYS.most;
}

/** Slug of the host that changed a price, the company of a metric, or the lab of a new model. */
export const getProviderSlugOfChange = (
  { host, company, model }: ChangeRow,
  catalog: Catalog,
): string | null => host ?? company ?? catalog.model(model ?? "")?.lab ?? null;

export function toChangeDetails(row: ChangeRow): Record<string, unknown> {
  if (row.type === "new_model") return { release_date: row.release_date };
  const { metric, scope, value, previous, company: company_slug, source_url } = row;
  if (row.type === "company_update")
    return { metric, ...(scope !== null && { scope }), value, previous, company_slug, source_url };
  if (row.type === "context_changed")
    return { old_context_window: previous, context_window: value };
  if (row.type === "retirement") return { retirement_date: row.key };
  if (row.type === "renamed") return { old_slug: row.key };
  if (row.withdraws !== null) return { withdraws: row.withdraws };
  const { old_input, new_input, old_output, new_output, pct_input, pct_output } = row;
  if (row.type === "offer_added") return { new_input, new_output };
  if (row.type === "offer_removed") return { old_input, old_output };
  const prices = { old_input, new_input, old_output, new_output };
  return { ...prices, pct_change_input: pct_input, pct_change_output: pct_output };
}
