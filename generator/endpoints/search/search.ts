import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { toResponseFieldSchema } from "../../../build/schema/field-schemas.ts";
import { MODEL_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import {
  definePublicSchema,
  pickValuesOfSchemaFields,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { type AnswerContext, defineEndpoint, withQueryDefaults } from "../../http/endpoint.ts";
import { EMPTY_LIST_HINT_FIELD, envelopeSchema } from "../../http/envelope.ts";
import {
  badParameterProblem,
  limitParameter,
  type QueryParameter,
  strictChoiceParameter,
} from "../../http/parameter.ts";
import { isProblem, quoteInput } from "../../http/problem.ts";
import { roundSearchScore, type SearchHit } from "../../search/search.ts";
import { SEARCH_HIT_TYPES, type SearchHitType } from "../../search/search-index.ts";
import { searchHitPagePath } from "../../site/components/addresses.ts";
import { ModelPricing, toModelPricing } from "../models/model-parts.ts";
import {
  MODEL_QUERY_PARAMETERS,
  type ModelQuery,
  type SearchIntent,
} from "../models/model-query.ts";
import {
  queryModels,
  resolveSearchIntent,
  SEARCH_INTENT_FIELD_SCHEMAS,
} from "../models/query-text.ts";
import { findNamedModels } from "../models/related-models.ts";

export const MIN_SEARCH_LENGTH = 2;

const query: QueryParameter<string> = {
  description: `Search text, at least ${MIN_SEARCH_LENGTH} characters; case, accents and typing errors do not matter`,
  schema: { type: "string", minLength: MIN_SEARCH_LENGTH },
  required: true,
  example: "sonet 4.5",
  read: (raw, name) => {
    const text = (raw ?? "").toWellFormed().trim();
    if ([...text].length >= MIN_SEARCH_LENGTH) return text;
    const found = text === "" ? " is missing" : `=${quoteInput(text)} is too short`;
    return badParameterProblem(
      name,
      `${found}; send at least ${MIN_SEARCH_LENGTH} characters, for example ${name}=claude.`,
    );
  },
  write: (value) => value,
};

const SearchItem = definePublicSchema("SearchItem", {
  type: z.enum(SEARCH_HIT_TYPES).describe("What the result is"),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  url: ResponseUrl.describe(
    "Absolute URL of the result: in this API, or on another site for agents, MCP servers and skills",
  ),
  page: ResponseUrl.nullable().describe(
    "URL of the web page about the result; null when this site has none",
  ),
  price: ModelPricing.pick({ input: true, output: true })
    .optional()
    .describe("For a model: the input and output price of its `pricing`"),
  context_window: toResponseFieldSchema(MODEL_FIELD_BY_NAME.context_window)
    .optional()
    .describe("For a model: maximum input tokens; null when unknown or when sources disagree"),
  score: z
    .number()
    .describe(
      "Relevance of the result to the search text: a larger number is better. The numbers can be compared only within one answer",
    ),
});

function toPriceAndContext(model: ModelRow, catalog: Catalog) {
  const { input, output } = toModelPricing(model, catalog);
  return { price: { input, output }, context_window: model.context_window };
}

const DEFAULTS = withQueryDefaults({ query: MODEL_QUERY_PARAMETERS }, {}) as ModelQuery;

/** Base score of models that meet the conditions, above the score of any match by name. */
const FIRST_SCORE = 20_000;

/** Models that meet the conditions of the text, and other things that match its words. */
export function searchEverything(
  { q, type, limit }: { q: string; type?: SearchHitType | undefined; limit: number },
  context: AnswerContext,
) {
  const { search } = context;
  const query = { ...DEFAULTS, q };
  const intent = resolveSearchIntent(q, query, context);
  // Without a condition, results are matched by words alone and keep their match scores.
  // `no chinese models`: not those that match `chinese`.
  const unread = intent.ignored.filter((one) => !intent.denied.includes(one));
  const isDenied = intent.denied.length > 0 && unread.length === 0;
  const words = unread.join(" ") || q;
  const isUnderstood = Object.keys(intent.understood).length > 0;
  const named = isUnderstood || isDenied ? undefined : (intent.found ?? search.find(words));
  // `fastest model`: words that no filter understands are no misspelt names.
  const isUnread = named && !intent.found && intent.ignored.length > 0 && named.read !== words;
  const isList =
    isUnread || isDenied || (intent.ranked && intent.relations.some(({ kind }) => kind === "list"));
  const found =
    isList || isUnderstood
      ? queryModels(query, context, intent)
      : { text: intent, models: [], hint: undefined };
  if (isProblem(found) || !found.text)
    throw new Error(`the text ${quoteInput(q)} has an invalid condition`);
  const { text, models, hint } = found;
  const news = newsOf(text, context);
  const ignored = text.ignored.filter((words) => !news.used.includes(words));
  const understood = { ...text.understood, ...(news.when && { days: news.when }) };
  const places = new Map<string, SearchHit>();
  const add = (hits: readonly SearchHit[], toScore: (hit: SearchHit, at: number) => number) => {
    for (const [at, hit] of hits.entries()) {
      const key = `${hit.type}:${hit.slug}`;
      if (!places.has(key)) places.set(key, { ...hit, score: toScore(hit, at) });
    }
  };
  const hasConditions = isList || Object.keys(understood).length > 0;
  const compared = comparedThings(text, context);
  if (!hasConditions && text.findings.length + compared.length === 0) {
    const { hits = [] } = named ?? {};
    // A name that one model has is that model, however it is written.
    const first = search.get("model", text.ranked?.[0] ?? "");
    if (first && hits[0]?.type === "model") add([first], () => (hits[0]?.score ?? 0) + 1);
    add(hits, ({ score }) => score);
  } else {
    // `qwen 3 or norn 5 under $1`: only those of them that meet the condition.
    const passing = new Set(models.map(({ model }) => model.slug));
    add(
      compared.filter(({ type, slug }) => type !== "model" || !hasConditions || passing.has(slug)),
      (_, at) => 3 * FIRST_SCORE - at,
    );
    add(news.hits, (_, at) => 2 * FIRST_SCORE - at);
    add([q, text.words].flatMap(search.called), (_, at) => 1.5 * FIRST_SCORE - at);
    const isOnlyWho = Object.keys(understood).every((name) =>
      ["host", "provider", ...(text.benchmark === undefined ? [] : ["best_at"])].includes(name),
    );
    const named = [
      ...text.providers.flatMap((slug) => search.get("provider", slug) ?? []),
      ...[text.benchmark ?? ""].flatMap((slug) => search.get("benchmark", slug) ?? []),
    ];
    add(
      named,
      (_, at) => (isOnlyWho && text.names === "" ? FIRST_SCORE + 1 : FIRST_SCORE / 2) - at,
    );
    const first = models.slice(0, hasConditions ? limit : 0);
    add(
      first.flatMap(({ model }) => search.get("model", model.slug) ?? []),
      (_, at) => FIRST_SCORE * (1 - at / (2 * models.length)),
    );
    if (text.found && !text.found.isPartial)
      add(
        text.found.hits.filter((hit) => hit.type !== "model"),
        ({ score }) => score,
      );
  }
  const all = [...places.values()].sort((x, y) => y.score - x.score);
  const counts = Object.fromEntries(
    SEARCH_HIT_TYPES.map((name) => [name, all.filter((hit) => hit.type === name).length]),
  ) as Record<SearchHitType, number>;
  if (hasConditions) counts.model = models.length;
  const hits = all
    .filter((hit) => type === undefined || hit.type === type)
    .slice(0, limit)
    .map((hit) => ({ ...hit, score: roundSearchScore(hit.score) }));
  const sum = Object.values(counts).reduce((before, count) => before + count, 0);
  const total = type === undefined ? sum : counts[type];
  return { hits, total, counts, understood, ignored, hint };
}

/** The best match of each compared name, in the order of the text. `sonnet 5` must not match Sonnet 5.5. */
function comparedThings(text: SearchIntent, context: AnswerContext): SearchHit[] {
  const { search } = context;
  const versus = text.relations.find(({ kind }) => kind === "versus" || kind === "list");
  const things = versus ? findNamedModels(versus, text, context) : [];
  return things.flatMap(
    ({ name, model }) =>
      (model && search.get("model", model.slug)) ?? search.find(name, { limit: 1 }).hits,
  );
}

/**
 * Findings of the kinds that the text asks for, the newest first: about those it names, with its words, and of its days
 * or, if there are none and no model has such a day, of all. `used` are all words that were read for them.
 */
function newsOf(
  { findings, findingWords: used, words, providers, days, ignored }: SearchIntent,
  { catalog, search }: AnswerContext,
): { hits: SearchHit[]; used: string[]; when?: string | undefined } {
  if (findings.length === 0) return { hits: [], used: [] };
  const named = words === "" ? undefined : search.find(words, { type: "finding" });
  const matching = named && !named.isPartial && new Set(named.hits.map(({ slug }) => slug));
  const found = catalog.findings.filter(({ kind, id, models, statements }) => {
    const about = [
      ...models.map((slug) => catalog.model(slug)?.lab),
      ...statements.map(({ host }) => host),
    ];
    return (
      (findings.includes("*") || findings.includes(kind)) &&
      (providers.length === 0 || providers.some((slug) => about.includes(slug))) &&
      (!matching || matching.has(id))
    );
  });
  const { after = "", before = "9", text } = days;
  const dated = found.filter(({ date }) => after <= date && date < before);
  const hitsOf = (list: typeof found) => list.flatMap(({ id }) => search.get("finding", id) ?? []);
  // `new models in 2019`: a period that also filters the models is not left out for the findings.
  const when = ignored.includes(text) ? text : undefined;
  if (text === "" || (when && dated.length === 0)) return { hits: hitsOf(found), used };
  return { hits: hitsOf(dated), used: [...used, text], when };
}

export const searchEndpoint = defineEndpoint({
  id: "search",
  path: "/api/v1/search",
  tag: "Search",
  summary: "Find models, providers, benchmarks, agents, MCP servers, skills, terms and findings",
  description:
    "Results whose name is exactly the search text come first, then names that begin with the search text, then names that contain all its words, then similar spellings. Conditions such as `cheapest`, `under $1`, `200k context`, `on groq`, `alternatives to …` and `… vs …` filter and sort models as in `q` of /api/v1/models. Results that are not models must contain the words of the text. A question such as `what does … cost` finds the model in the question.",
  query: {
    q: query,
    type: strictChoiceParameter({
      description: "Returns only results of this type",
      values: SEARCH_HIT_TYPES,
    }),
    limit: limitParameter("results in the answer", { default: 20, max: 50 }),
  },
  exampleQuery: "q=sonet+4.5",
  response: envelopeSchema("SearchAnswer", {
    data: z.array(SearchItem),
    meta: z.looseObject({
      q: z.string().describe("Search text"),
      type: z.enum(SEARCH_HIT_TYPES).nullable(),
      total: z.int().describe("Number of matches of the requested type"),
      limit: z.int(),
      counts: z.record(z.string(), z.int()).describe("Type → number of matches of this type"),
      ...SEARCH_INTENT_FIELD_SCHEMAS,
      hint: EMPTY_LIST_HINT_FIELD,
    }),
  }),
  respond({ query }, context) {
    const { catalog } = context;
    const { q, type = null, limit } = query;
    const { hits, total, counts, understood, ignored, hint } = searchEverything(query, context);
    const base = catalog.service.base_url;
    return {
      title: `Search: ${q}`,
      asOf: catalog.asOf,
      body: {
        data: hits.map((hit) => {
          const { type, slug, url } = hit;
          const page = searchHitPagePath(type, slug, catalog);
          const model = type === "model" ? catalog.model(slug) : undefined;
          return pickValuesOfSchemaFields(SearchItem, {
            ...hit,
            url: url.startsWith("/") ? `${base}${url}` : url || base,
            page: page === null ? null : base + page,
            ...(model && toPriceAndContext(model, catalog)),
          });
        }),
        meta: { q, type, total, limit, counts, understood, ignored, hint },
      },
    };
  },
});
