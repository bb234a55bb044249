/** Parses free text into a query: model filters, an order, relations to another model (`cheaper than X`), and names. */
import { MODEL_FILTERS, parseModelFilterValue } from "../endpoints/models/model-filters.ts";
import { parseSearchDays } from "./query-days.ts";
import {
  isPrepositionBeforeCompany,
  isPriceUnit,
  isProviderNameToken,
  isStopWord,
  type SearchLexicon,
  type SearchToken,
  type SearchTokenConditions,
} from "./query-items.ts";
import {
  isListedCompany,
  isNegatedCondition,
  readCompanyCondition,
  readJoinedCompanies,
  readLabWithoutModelName,
  readModality,
  readModalityOfBothSides,
  readNegatedNumbers,
  readNegations,
} from "./query-neighbours.ts";
import { parseSearchNumbers } from "./query-numbers.ts";
import { mayBePartOfName, parseSearchRelations } from "./query-relations.ts";
import { isFilterName, kindOfStatement, type ParsedSearch, SearchDraft } from "./search-draft.ts";

/**
 * Each step reads items of the text, marks them as used, and adds what they mean to the query. A later step sees only
 * the items that are left, so the steps go from what is certain (`without`, `under $1`) to what may be a name.
 *
 * @returns The meaning of the text. Never throws.
 */
export function parseSearchText(text: string, names: SearchLexicon): ParsedSearch {
  const draft = new SearchDraft(text, names);
  readNegations(draft);
  readBounds(draft, names.asOf);
  readAlternatives(draft);
  readRelations(draft);
  readPhrases(draft);
  readNegatedNumbers(draft);
  readWords(draft);
  dropInapplicable(draft);
  return draft.query;
}

/** `under $1`, `since June`: conditions of several items. */
function readBounds(draft: SearchDraft, asOf: string): void {
  const { query } = draft;
  const add = ({ conditions, text, ignored, days, ...places }: SearchTokenConditions) => {
    if (isNegatedCondition(draft, places) || isAlternative(draft, places.from, places.to)) return;
    query.ignored.push(...ignored);
    query.isInexpressible ||= conditions.length === 0;
    if (days) query.days = { ...days, text };
    for (const [name, value] of conditions)
      if (name === "min_benchmark_score") draft.setBenchmarkScore([value].flat().map(String), text);
      else if (name === "min_unit_price" || name === "max_unit_price")
        draft.setUnitPrice(name === "min_unit_price" ? "min" : "max", [value].flat(), text);
      else draft.set(name, value, text);
  };
  parseSearchDays(draft.text, asOf, add);
  parseSearchNumbers(draft.text, add);
}

/** `openai, mistral and google`, `tools or reasoning`. */
function readAlternatives(draft: SearchDraft): void {
  for (const [at, item] of draft.items.entries()) {
    const isLink = /^(or|sep)$/.test(item.meaning.skip ?? "");
    if (!isLink || item.isUsed || isInRelation(draft, at)) continue;
    readJoinedCompanies(draft, at);
    if (item.meaning.skip === "or") readAlternative(draft, at);
  }
}

/** `cheaper than norn 5`, `norn 5 vs quill 4`. */
function readRelations(draft: SearchDraft): void {
  const { query } = draft;
  query.relations = parseSearchRelations(draft.text, query.isQuestion, (words) => {
    query.sort ??= "release_date";
    query.readFrom.sort ??= words;
  });
  // `better at coding than norn 5`
  for (const [at, item] of draft.items.entries())
    if (item.isUsed && item.meaning.than !== undefined && item.meaning.best_at !== undefined)
      readMeaning(draft, at, item, "best_at", item.meaning.best_at);
}

/** `open weights`, `newest`, `mistral`: phrases that are whole conditions. */
function readPhrases(draft: SearchDraft): void {
  for (const isWeak of [false, true])
    for (const [at, item] of draft.items.entries())
      if (!item.isUsed && (item.meaning.weak !== undefined) === isWeak) readItem(draft, at, item);
  for (const [at, item] of draft.items.entries())
    if (!item.isUsed) readModalityOfBothSides(draft, at, item);
}

/** Ignores conditions that apply to something else in the text. */
function dropInapplicable({ query, items }: SearchDraft): void {
  // `price drops this week`, `norn 5 price in 2025`: the period applies to the findings or the price, not to the models.
  const isOfNews = query.findings.length > 0 && !query.findings.includes("new_model");
  const isOfPrice = query.names !== "" && items.some(isPlainPrice);
  const { text } = query.days;
  if ((isOfNews || isOfPrice) && text !== "" && !query.ignored.includes(text)) {
    delete query.filters.released_after;
    delete query.filters.released_before;
    query.ignored.push(text);
  }
  // The days say which retirements; `retire this year` is also French for `retired`.
  const isOfRetirement =
    (query.filters.retires_after ?? query.filters.retires_before) !== undefined;
  const isOver =
    String(query.filters.status) === "retired" && !/^retires?$/.test(query.readFrom.status ?? "");
  if (isOfRetirement && !isOver) delete query.filters.status;
  // A benchmark has its own unit, so `min_score` does not apply to it.
  if (query.benchmark !== undefined && query.filters.min_score !== undefined) {
    delete query.filters.min_score;
    query.ignored.push(query.readFrom.min_score ?? "score");
  }
}

/** `alternatives to openai or google`: both names belong to the relation. */
function isInRelation(draft: SearchDraft, at: number): boolean {
  const isBetween = (item: SearchToken) => item.meaning.skip !== undefined || mayBePartOfName(item);
  const { relation, than } = draft.items[draft.text.nextTo(at, -1, isBetween)]?.meaning ?? {};
  return (relation ?? than) !== undefined;
}

/** `tools or reasoning`: filters are combined with AND, so only the first alternative becomes a condition. */
function readAlternative(draft: SearchDraft, or: number): void {
  const next = draft.text.nextTo(or, 1, isStopWord);
  const item = draft.items[next];
  // `text or image to video`
  if (!item || item.isUsed || !isCondition(item) || item.meaning.model_type !== undefined) return;
  if (isAlternative(draft, next, next) && item.provider)
    draft.query.providers.push(item.provider.slug);
}

/** @returns Whether `or` precedes the items and a condition precedes the `or`. The items are then ignored. */
function isAlternative(draft: SearchDraft, from: number, to: number): boolean {
  // `or under $1`
  const isWithin = draft.items[from]?.meaning.skip === "or";
  const or = isWithin ? from : draft.text.nextTo(from, -1, isStopWord);
  const { meaning, isUsed } = draft.items[or] ?? {};
  if (meaning?.skip !== "or" || (isUsed && !isWithin)) return false;
  let first = draft.text.nextTo(or, -1, isStopWord);
  const before = draft.items[first];
  if (!before?.isUsed && !isCondition(before)) return false;
  // `apache or mit licensed`
  if (before?.meaning.license && draft.items[from]?.meaning.license) return false;
  // `image, audio or video`
  const isOfKind = (at: number) => kindOfStatement(draft.items[at]) === kindOfStatement(before);
  while (draft.items[first - 1]?.text === "," && isOfKind(first - 2)) first -= 2;
  draft.query.ignored.push(draft.text.use(first + 1, to).replace(/^, */, ""));
  return true;
}

/** Whether the item is a filter or a provider. A status does not count, because a text may list several. */
const isCondition = (item: SearchToken | undefined): boolean =>
  isProviderNameToken(item) ||
  (Object.keys(item?.meaning ?? {}).some((key) => key === "modality" || isFilterName(key)) &&
    item?.meaning.status === undefined);

/** Reads a phrase that is a whole condition, or the name of a provider. */
function readItem(draft: SearchDraft, at: number, item: SearchToken): void {
  const isNamedPlace =
    item.kind === "name" &&
    (isPrepositionBeforeCompany(draft.items[at - 1]) || isListedCompany(draft, at, item));
  if (item.kind === "provider" || isNamedPlace) readCompanyCondition(draft, at);
  const { filters, sort } = draft.query;
  const { weak, sort: order } = item.meaning;
  // `multimodal` counts only if no modalities are given, and `top` only without another order.
  if (weak !== undefined && (order === undefined ? filters.input_modalities : sort))
    item.isUsed = true;
  if (item.isUsed) return;
  for (const [name, value] of Object.entries(item.meaning))
    if (readMeaning(draft, at, item, name, value)) item.isUsed = true;
}

/** @returns Whether the meaning is complete by itself. */
function readMeaning(
  draft: SearchDraft,
  at: number,
  { text, meaning }: SearchToken,
  name: string,
  value: string,
): boolean {
  const query = draft.query;
  if (isFilterName(name))
    draft.set(name, parseModelFilterValue(MODEL_FILTERS[name], value) ?? value, text);
  else if (name === "sort") {
    const order = meaning.order as "asc" | "desc" | undefined;
    const isOther = query.sort !== value || (order ?? query.order) !== query.order;
    // `cheapest model by output price`
    if (query.sort === "pricing_input" && value === "pricing_output") query.sort = value;
    else if (query.sort !== undefined && isOther) query.ignored.push(text);
    if (query.sort === undefined) query.order = order;
    query.sort ??= value;
    query.readFrom.sort ??= text;
  } else if (name === "order" && meaning.sort === undefined) {
    if (query.sort === undefined) return false;
    query.order = value as "asc" | "desc";
  } else if (name === "best_at") {
    if ((query.best_at ?? value) !== value) query.ignored.push(text);
    query.best_at ??= value;
    query.readFrom.best_at ??= text;
    if (meaning.benchmark !== undefined) query.benchmark ??= value;
  } else if (name === "finding") {
    query.findings.push(...value.split(","));
    if (meaning.sort === undefined) query.findingWords.push(text);
  } else if (name === "drop") query.ignored.push(text);
  else if (name === "modality") return readModality(draft, at, value, text);
  else if (name === "final_license" && draft.isLicense(at)) draft.set("license", value, text);
  else return false;
  return true;
}

function readWords(draft: SearchDraft): void {
  const query = draft.query;
  // `veo 3 per second`
  for (const item of draft.items) {
    if (item.isUsed || !isPriceUnit(item.meaning.unit) || !/^(a |per |\/)/.test(item.text))
      continue;
    item.isUsed = true;
    query.ignored.push(item.text);
  }
  const left = [...draft.items.entries()].filter(
    ([, item]) =>
      !item.isUsed && item.kind !== "sign" && (mayBePartOfName(item) || isLoosePart(item)),
  );
  query.words = left
    .map(([at, { start, text, isGlued }], index) => {
      if (index === 0) return text;
      const isNext = left[index - 1]?.[0] === at - 1;
      if (!isGlued || !isNext) return ` ${text}`;
      return draft.text.folded.slice(start - 1, start).replace(/[^-_.]/, "") + text;
    })
    .join("");
  query.names = left.flatMap(([, { kind, text }]) => (kind === "name" ? text : [])).join(" ");
  const [[at, lone] = [0, undefined], ...more] = left.filter(([, { kind }]) => kind === "name");
  const isBesideWord = [at - 1, at + 1].some((place) => draft.items[place]?.kind === "word");
  if (lone && more.length === 0 && !isBesideWord) readLabWithoutModelName(draft, at, lone);
}

const isPlainPrice = ({ meaning, isUsed }: SearchToken): boolean =>
  meaning.measure === "price" && meaning.unit === undefined && !isUsed;

const LOOSE_PARTS =
  "bound unit times number month season post postdate than relation modality".split(" ");
/** Whether the item is part of a condition without a number: such words (`max`, `k`) can also be parts of names. */
const isLoosePart = ({ meaning, text }: SearchToken): boolean =>
  LOOSE_PARTS.some((part) => meaning[part] !== undefined) &&
  (meaning.measure ?? meaning.skip ?? meaning.at) === undefined &&
  /[\p{L}\p{N}]/u.test(text);
