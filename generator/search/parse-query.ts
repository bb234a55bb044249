/** Parses free text into a query: model filters, an order, relations to another model (`cheaper than X`), and names. */
import {
  MODEL_FILTERS,
  type ModelFilterName,
  type ParsedModelFilterValue,
  PROPRIETARY_LICENSE,
  parseModelFilterValue,
} from "../endpoints/models/model-filters.ts";
import { parseSearchDays } from "./query-days.ts";
import {
  isFiller,
  isLabNameToken,
  isPrepositionBeforeCompany,
  isPrepositionNearCompany,
  isPriceUnit,
  isProviderNameToken,
  MAX_SEARCH_TEXT_LENGTH,
  type SearchCondition,
  type SearchLexicon,
  type SearchPhraseMeaning,
  SearchQueryTokens,
  type SearchToken,
  type SearchTokenConditions,
  type SearchTokenRange,
} from "./query-items.ts";
import { parseSearchNumbers } from "./query-numbers.ts";
import {
  mayBePartOfName,
  parseSearchRelations,
  type SearchRelationToNamedModel,
} from "./query-relations.ts";

export interface SearchUnitPrice {
  /** A unit of a rate (SPEC 4.8a); undefined means any. */
  unit?: string | undefined;
  min?: number;
  max?: number;
}

export interface ParsedSearch {
  filters: Partial<Record<ModelFilterName, ParsedModelFilterValue>>;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  best_at?: string | undefined;
  /** Of the benchmark `best_at`. */
  min_benchmark_score?: number | undefined;
  /** Limits of a price that is not per token: `under 5 cents per image`. */
  unit_price?: SearchUnitPrice | undefined;
  relations: SearchRelationToNamedModel[];
  /** Kinds of findings that the text asks for, such as `price_drop`; `*` means all. */
  findings: string[];
  /** The words for them, which no filter of models can say; `new models` is an order, too, and not among them. */
  findingWords: string[];
  /** Slugs of the providers in the text, as labs or hosts. */
  providers: string[];
  benchmark?: string | undefined;
  /** Date range in the text: `after` is its first day, `before` the first day after it. */
  days: { after?: string | undefined; before?: string | undefined; text: string };
  /** The remaining words, which name something; may be empty. */
  words: string;
  /** The part of `words` that starts like the name of a model. */
  names: string;
  /** Parameter → the words that it was read from. */
  readFrom: Partial<Record<string, string>>;
  /** Words that are neither conditions nor names nor question words. */
  ignored: string[];
  /** Those of them that the text excludes: `no chinese`. */
  denied: string[];
  /** The text has a condition that no filter can express, such as a price in euros; it is listed in `ignored`. */
  isInexpressible: boolean;
  /** The text starts like a question with a yes/no answer, or about a fact of the thing that it names. */
  isQuestion: boolean;
}

export const toParsedSearchOfName = (words: string): ParsedSearch => ({
  filters: {},
  relations: [],
  findings: [],
  findingWords: [],
  providers: [],
  days: { text: "" },
  words,
  names: words,
  readFrom: {},
  ignored: [],
  denied: [],
  isInexpressible: false,
  isQuestion: false,
});

/** @returns The meaning of the text. Never throws. */
export function parseSearchText(text: string, names: SearchLexicon): ParsedSearch {
  return new QueryParser(text, names).parse(names.asOf);
}

const isFilterName = (name: string): name is ModelFilterName => Object.hasOwn(MODEL_FILTERS, name);
const OTHER_MEANINGS = /^(sort|order|best_at|finding|drop|modality|final_license|than|relation)$/;

/** The kind of statement that a phrase makes by itself, or `name` for a name; undefined for all other items. */
function kindOfStatement(item: SearchToken | undefined): string | undefined {
  if (!item) return undefined;
  if (item.provider !== undefined || /^(name|word)$/.test(item.kind)) return "name";
  const key = Object.keys(item.meaning).find(
    (name) => isFilterName(name) || OTHER_MEANINGS.test(name),
  );
  return key?.replace(/^((in|out)put_modalities|model_type)$/, "modality");
}

/** Whether the item is a filter or a provider. A status does not count, because a text may list several. */
const isCondition = (item: SearchToken | undefined): boolean =>
  isProviderNameToken(item) ||
  (Object.keys(item?.meaning ?? {}).some((key) => key === "modality" || isFilterName(key)) &&
    item?.meaning.status === undefined);

/** Maximum distance, in items, to the end of a list of modalities. */
const MAX_LIST = 8;

class QueryParser {
  readonly #text: SearchQueryTokens;
  readonly #items: readonly SearchToken[];
  readonly #query: ParsedSearch;

  constructor(text: string, names: SearchLexicon) {
    this.#text = new SearchQueryTokens(text, names);
    this.#items = this.#text.items;
    const isCut = text.length > MAX_SEARCH_TEXT_LENGTH;
    this.#query = {
      ...toParsedSearchOfName(""),
      ignored: isCut ? [`everything after ${MAX_SEARCH_TEXT_LENGTH} characters`] : [],
      isQuestion: this.#items[0]?.meaning.ask !== undefined,
    };
  }

  parse(asOf: string): ParsedSearch {
    const query = this.#query;
    this.#readNegations();
    const add = ({ conditions, text, ignored, days, ...places }: SearchTokenConditions) => {
      if (this.#isDenied(places) || this.#isAlternative(places.from, places.to)) return;
      query.ignored.push(...ignored);
      query.isInexpressible ||= conditions.length === 0;
      if (days) query.days = { ...days, text };
      for (const [name, value] of conditions)
        if (name === "min_benchmark_score")
          this.#setBenchmarkScore([value].flat().map(String), text);
        else if (name === "min_unit_price" || name === "max_unit_price")
          this.#setUnitPrice(name === "min_unit_price" ? "min" : "max", [value].flat(), text);
        else this.#set(name, value, text);
    };
    parseSearchDays(this.#text, asOf, add);
    parseSearchNumbers(this.#text, add);
    for (const [at, item] of this.#items.entries()) {
      if (!/^(or|sep)$/.test(item.meaning.skip ?? "") || item.isUsed || this.#isInRelation(at))
        continue;
      this.#readCompaniesBeside(at);
      if (item.meaning.skip === "or") this.#readAlternative(at);
    }
    query.relations = parseSearchRelations(this.#text, query.isQuestion, (words) => {
      query.sort ??= "release_date";
      query.readFrom.sort ??= words;
    });
    // `better at coding than norn 5`
    for (const [at, item] of this.#items.entries())
      if (item.isUsed && item.meaning.than !== undefined && item.meaning.best_at !== undefined)
        this.#readMeaning(at, item, "best_at", item.meaning.best_at);
    for (const isWeak of [false, true])
      for (const [at, item] of this.#items.entries())
        if (!item.isUsed && (item.meaning.weak !== undefined) === isWeak) this.#readItem(at, item);
    for (const [at, item] of this.#items.entries()) if (!item.isUsed) this.#readOtherSide(at, item);
    this.#readWords();
    // `price drops this week`, `norn 5 price in 2025`: the period applies to the findings or the price, not to the models.
    const isOfNews = query.findings.length > 0 && !query.findings.includes("new_model");
    const isOfPrice = query.names !== "" && this.#items.some(isPlainPrice);
    const { text } = query.days;
    if ((isOfNews || isOfPrice) && text !== "" && !query.ignored.includes(text)) {
      delete query.filters.released_after;
      delete query.filters.released_before;
      query.ignored.push(text);
    }
    // A benchmark has its own unit, so `min_score` does not apply to it.
    if (query.benchmark !== undefined && query.filters.min_score !== undefined) {
      delete query.filters.min_score;
      query.ignored.push(query.readFrom.min_score ?? "score");
    }
    return query;
  }

  /** `without reasoning`: reads exclusions, so that they are not read as their opposite, or ignores them. */
  #readNegations(): void {
    for (const [at, { meaning, isUsed }] of this.#items.entries()) {
      if (meaning.not === undefined || isUsed) continue;
      const step = meaning.not === "before" ? -1 : 1;
      const isLicense = this.#items[at + 1]?.meaning.final_license && this.#isLicense(at + 1);
      const next = isLicense ? at + 1 : this.#text.nextTo(at, step, isBeforeDenied);
      const other = this.#items[next];
      if (other && step > 0 && this.#isBoundOfValue(next)) {
        other.meaning = toOpposite(other.meaning);
        this.#text.use(at, at);
        continue;
      }
      const kind = other && !other.isUsed ? kindOfStatement(other) : undefined;
      // `no` also means `on the` in Portuguese, unless it starts a new part of the text: `cheap, no mistral`.
      const isOn = meaning.at !== undefined && (this.#items[at - 1]?.text ?? ",") !== ",";
      if (!other || kind === undefined || (other.provider && isOn)) continue;
      const to = step < 0 ? at : this.#endOfDenied(next, kind);
      const excluded = this.#excluded(Math.min(at, next), to);
      const denied = this.#text.use(Math.min(at, next), to);
      for (const [name, value] of excluded) this.#set(name, value, denied);
      if (excluded.length === 0) this.#ignoreDenied(denied);
    }
  }

  /** Whether the item is the bound of a number or a day: `under $1`, `newer than 2025`. */
  #isBoundOfValue(at: number): boolean {
    const { isUsed, meaning } = this.#items[at] ?? { isUsed: true, meaning: {} };
    const isBetween = (item: SearchToken) => isFiller(item) || item.meaning.unit !== undefined;
    const value = this.#items[this.#text.nextTo(at, 1, isBetween)];
    const { month, period, number, times } = value?.meaning ?? {};
    const isValue =
      /^(number|day)$/.test(value?.kind ?? "") ||
      (month ?? period ?? number ?? times) !== undefined;
    return isValue && !isUsed && OPPOSITES[meaning.bound ?? meaning.date ?? ""] !== undefined;
  }

  /** Filters for `except openai and anthropic` or `without tools`; none unless they can exclude everything named. */
  #excluded(from: number, to: number): SearchCondition[] {
    const denied = [...this.#items.entries()]
      .slice(from, to + 1)
      .filter(([, item]) => item.meaning.not === undefined && kindOfStatement(item) !== undefined)
      .map(([at, item]) => this.#exclusionOf(at, item));
    return denied.every((one) => one !== undefined) ? denied : [];
  }

  #exclusionOf(at: number, item: SearchToken): SearchCondition | undefined {
    const { supports, input_modalities, modality, best_at, drop } = item.meaning;
    const { open_source, license, status } = item.meaning;
    // `text models not image`, `no audio models`, `no audio output`: not about what a model accepts.
    const { skip, measure } = this.#items[at + 1]?.meaning ?? {};
    const isOfInput = skip !== "" && measure !== "output" && !this.#items.some(isOfModelType);
    const lacked = supports ?? input_modalities ?? (isOfInput ? modality : undefined);
    if (lacked !== undefined) return ["lacks", [lacked]];
    if (open_source !== undefined) return ["license", PROPRIETARY_LICENSE];
    if (/^(deprecated|retired)$/.test(status ?? "")) return ["status", ["active"]];
    if (license === PROPRIETARY_LICENSE) return ["open_source", true];
    const [name, slug] = (isProviderNameToken(item) && this.#companyAt(at)) || [];
    if (slug !== undefined) return [`exclude_${name}`, [slug]];
    // `qwen without instruct`, `without coder`: part of a name. In `not claude instant`, the word belongs to a longer
    // name.
    const isLast = !/^(name|word)$/.test(this.#items[at + 1]?.kind ?? "");
    const isAlone = isLast && !/^(name|word)$/.test(this.#items[at - 1]?.kind ?? "");
    const isPart =
      isAlone &&
      (item.kind === "word" || (best_at ?? drop) !== undefined) &&
      this.#text.isNameWord(item.text);
    const isName = (item.kind === "name" || isPart) && /^\p{L}+$/u.test(item.text);
    return isName ? ["exclude_names", [item.text]] : undefined;
  }

  /** The last item that is excluded: `not haiku or opus`, `except openai and anthropic`, `not cheaper than gpt-4`. */
  #endOfDenied(at: number, kind: string): number {
    if (/^(than|relation)$/.test(kind)) {
      const named = this.#text.nextTo(at, 1, ({ meaning }) => meaning.skip !== undefined);
      const isName = kindOfStatement(this.#items[named]) === "name";
      return isName ? this.#endOfDenied(named, "name") : at;
    }
    let to = at;
    if (kind === "name")
      to = this.#text.nextTo(at, 1, ({ kind }) => /^(name|word|number)$/.test(kind)) - 1;
    const [link, next] = this.#items.slice(to + 1, to + 3);
    const { skip } = link?.meaning ?? {};
    // `no audio, image input`
    const isLinked = skip === "or" || (skip === "sep" && (link?.text !== "," || kind === "name"));
    // `without openai and coder`
    const isWordOfName =
      kind === "name" &&
      link?.text !== "," &&
      next?.meaning.best_at !== undefined &&
      this.#text.isNameWord(next.text);
    const other = kindOfStatement(next);
    // `without vision or tools`
    const areLacked =
      skip === "or" && [kind, other].every((one) => one === "supports" || one === "modality");
    return isLinked && (isWordOfName || areLacked || other === kind)
      ? this.#endOfDenied(to + 2, kind)
      : to;
  }

  /** Whether a condition of several items is negated, such as `not before 2026`. A negated one is ignored. */
  #isDenied({ from, to }: SearchTokenRange): boolean {
    const before = this.#text.nextTo(from, -1, isBeforeDenied);
    const behind = this.#text.nextTo(to, 1, isFiller);
    const denies = (at: number, how: string) => {
      const item = this.#items[at];
      return item?.meaning.not === how && !item.isUsed && item.meaning.at === undefined;
    };
    if (denies(before, "")) this.#ignoreDenied(this.#text.use(before, to));
    else if (denies(behind, "before")) this.#ignoreDenied(this.#text.use(from, behind));
    else return false;
    return true;
  }

  /** `alternatives to openai or google`: both names belong to the relation. */
  #isInRelation(at: number): boolean {
    const isBetween = (item: SearchToken) =>
      item.meaning.skip !== undefined || mayBePartOfName(item);
    const { relation, than } = this.#items[this.#text.nextTo(at, -1, isBetween)]?.meaning ?? {};
    return (relation ?? than) !== undefined;
  }

  /** `openai, mistral and google`, `on azure or groq`: a model is made by one of these labs, or sold by one of these hosts. */
  #readCompaniesBeside(link: number): void {
    const places = ([-1, 1] as const).map((step) => this.#text.nextTo(link, step, isFiller));
    const [first, second] = places.map((at) =>
      isProviderNameToken(this.#items[at]) ? this.#companyAt(at)?.[0] : undefined,
    );
    if (first !== undefined && first === second) for (const at of places) this.#readProvider(at);
  }

  /** `tools or reasoning`: filters are combined with AND, so only the first alternative becomes a condition. */
  #readAlternative(or: number): void {
    const next = this.#text.nextTo(or, 1, isFiller);
    const item = this.#items[next];
    // `text or image to video`
    if (!item || item.isUsed || !isCondition(item) || item.meaning.model_type !== undefined) return;
    if (this.#isAlternative(next, next) && item.provider)
      this.#query.providers.push(item.provider.slug);
  }

  /** @returns Whether `or` precedes the items and a condition precedes the `or`. The items are then ignored. */
  #isAlternative(from: number, to: number): boolean {
    // `or under $1`
    const isWithin = this.#items[from]?.meaning.skip === "or";
    const or = isWithin ? from : this.#text.nextTo(from, -1, isFiller);
    const { meaning, isUsed } = this.#items[or] ?? {};
    if (meaning?.skip !== "or" || (isUsed && !isWithin)) return false;
    let first = this.#text.nextTo(or, -1, isFiller);
    const before = this.#items[first];
    if (!before?.isUsed && !isCondition(before)) return false;
    // `apache or mit licensed`
    if (before?.meaning.license && this.#items[from]?.meaning.license) return false;
    // `image, audio or video`
    const isOfKind = (at: number) => kindOfStatement(this.#items[at]) === kindOfStatement(before);
    while (this.#items[first - 1]?.text === "," && isOfKind(first - 2)) first -= 2;
    this.#query.ignored.push(this.#text.use(first + 1, to).replace(/^, */, ""));
    return true;
  }

  #ignoreDenied(text: string): void {
    this.#query.isInexpressible = true;
    this.#query.ignored.push(text);
    this.#query.denied.push(text);
  }

  /** `gpqa > 80 and mmlu > 90`: a query has only one benchmark, so the second condition is ignored. */
  #setBenchmarkScore([slug = "", score]: string[], from: string): void {
    const query = this.#query;
    query.best_at ??= slug;
    query.readFrom.best_at ??= from;
    if (query.best_at === slug && query.min_benchmark_score === undefined)
      query.min_benchmark_score = Number(score);
    else query.ignored.push(from);
  }

  /** `under 5 cents per image or 10 cents per second`: a query has only one unit. */
  #setUnitPrice(side: "min" | "max", [price, unit]: readonly unknown[], from: string): void {
    const known = this.#query.unit_price ?? { unit: String(unit) };
    if (known.unit !== unit || known[side] !== undefined) this.#query.ignored.push(from);
    else this.#query.unit_price = { ...known, [side]: Number(price) };
  }

  #set(name: string, value: ParsedModelFilterValue, from: string): void {
    const { filters, readFrom, ignored } = this.#query;
    const key = name as ModelFilterName;
    const known = filters[key];
    if (Array.isArray(known) && Array.isArray(value))
      filters[key] = [...new Set([...known, ...value])];
    else if (known === undefined) filters[key] = value;
    else if (/^(provider|host|license)$/.test(key))
      filters[key] = [...new Set([known, value].flat())].join();
    else if (String(known) !== String(value)) {
      ignored.push(from);
      return;
    }
    readFrom[name] = readFrom[name] === undefined ? from : `${readFrom[name]} ${from}`;
  }

  /** Reads a phrase that is a whole condition, or the name of a provider. */
  #readItem(at: number, item: SearchToken): void {
    const isNamedPlace =
      item.kind === "name" &&
      (isPrepositionBeforeCompany(this.#items[at - 1]) || this.#isListed(at, item));
    if (item.kind === "provider" || isNamedPlace) this.#readProvider(at);
    const { filters, sort } = this.#query;
    const { weak, sort: order } = item.meaning;
    // `multimodal` counts only if no modalities are given, and `top` only without another order.
    if (weak !== undefined && (order === undefined ? filters.input_modalities : sort))
      item.isUsed = true;
    if (item.isUsed) return;
    for (const [name, value] of Object.entries(item.meaning))
      if (this.#readMeaning(at, item, name, value)) item.isUsed = true;
  }

  /** `mistral or cohere`: next to another provider, the name means a lab or host. */
  #isListed(at: number, item: SearchToken): boolean {
    const isBeside = (step: number) =>
      this.#items[at + step]?.meaning.skip !== undefined &&
      isProviderNameToken(this.#items[at + 2 * step]);
    return isLabNameToken(item) && (isBeside(1) || isBeside(-1));
  }

  /** @returns Whether the meaning is complete by itself. */
  #readMeaning(at: number, { text, meaning }: SearchToken, name: string, value: string): boolean {
    const query = this.#query;
    if (isFilterName(name))
      this.#set(name, parseModelFilterValue(MODEL_FILTERS[name], value) ?? value, text);
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
    else if (name === "modality") return this.#readModality(at, value, text);
    // In `14b, mit` and `xiaomi mit 1m ctx`, `mit` is a license. Elsewhere it is the German word for `with`.
    else if (name === "final_license" && this.#isLicense(at)) this.#set("license", value, text);
    else return false;
    return true;
  }

  #isLicense(at: number): boolean {
    const next = this.#items[at + 1];
    if (!next || next.text === "," || next.meaning.skip === "or") return true;
    const [before, link] = this.#items.slice(Math.max(0, at - 2), at);
    const behind = this.#items.slice(at + 1, at + 1 + MAX_LIST);
    return (
      (before?.meaning.license !== undefined && link?.meaning.skip === "or") ||
      (isProviderNameToken(this.#items[at - 1]) &&
        behind.some(({ text }) => /^c(on)?te?x/.test(text)))
    );
  }

  /** `input: text, output: audio`: the words beside a list of modalities say which side it is. */
  #readModality(at: number, modality: string, text: string): boolean {
    const isFirst = ({ meaning, isUsed }: SearchToken) =>
      (meaning.modality ?? (meaning.skip === "sep" ? undefined : fieldOfVerb(meaning))) !==
        undefined ||
      (!isUsed && fieldOfMeasure(meaning) !== undefined);
    const isSaidBefore = this.#items.find(isFirst)?.meaning.modality === undefined;
    const steps = isSaidBefore ? ([-1, 1] as const) : ([1, -1] as const);
    const [said] = steps.flatMap((step) => this.#fieldBeside(at, step) ?? []);
    const isMade = /^(image|video|audio)$/.test(String(this.#query.filters.model_type));
    // `text to video with sound`
    const isWith = isMade && this.#items[at - 1]?.meaning.skip === "sep";
    const usual = modality === "image" ? "input_modalities" : undefined;
    const field = isWith ? "output_modalities" : (said ?? usual);
    if (field !== undefined) this.#set(field, [modality], text);
    // `bytedance video`
    const isMadeBy = [at - 1, at + 1].some((place) => isProviderNameToken(this.#items[place]));
    if (field === undefined && !isMadeBy) return false;
    if (field === undefined) this.#set("model_type", modality, text);
    return true;
  }

  /** `audio input and output`: what is said of one side holds for the other. */
  #readOtherSide(at: number, { meaning, text }: SearchToken): void {
    const [before, link, next] = [at - 2, at - 1, at + 1].map((place) => this.#items[place]);
    // `output price` is a field of the same side.
    const field = SIDE.test(text) ? fieldOfMeasure(meaning) : undefined;
    const other = before && fieldOfModalities(before.meaning);
    const isLinked = link?.meaning.skip === "sep" || link?.text === "/";
    const said = isLinked && other !== undefined ? this.#query.filters[other] : undefined;
    const isOfNext = (next?.meaning.measure ?? next?.meaning.modality) !== undefined;
    if (field !== undefined && said !== undefined && !isOfNext) this.#set(field, said, text);
  }

  /** In one direction, the filter (input or output) that the words next to the item's list of modalities name. */
  #fieldBeside(at: number, step: 1 | -1): ModelFilterName | undefined {
    for (let place = at + step; Math.abs(place - at) <= MAX_LIST; place += step) {
      const item = this.#items[place];
      if (!item) return undefined;
      const { meaning } = item;
      const said = fieldOfModalities(meaning) ?? (step < 0 ? fieldOfVerb(meaning) : undefined);
      if (said !== undefined) return said;
      const isListed = (meaning.skip ?? meaning.modality) !== undefined || item.text === ",";
      if (!isListed || meaning.gives !== undefined) return undefined;
    }
    return undefined;
  }

  /** Whether a provider is named as a host or as a lab, judged by the words next to its name. */
  #companyAt(at: number): [name: "host" | "provider", slug: string] | undefined {
    const [item, after] = [at, at + 1].map((place) => this.#items[place]);
    if (!item?.provider) return undefined;
    // `on azure or groq`: the preposition is also that of the second name.
    const isLinked = (place: number) =>
      /^(or|sep)$/.test(this.#items[place - 1]?.meaning.skip ?? "") &&
      this.#items[place - 1]?.text !== "," &&
      isProviderNameToken(this.#items[place - 2]);
    let first = at;
    while (isLinked(first) && !isPrepositionNearCompany(this.#items[first - 1])) first -= 2;
    const before = this.#items[first - 1];
    const isBefore = isPrepositionBeforeCompany(before);
    const isBehind =
      isPrepositionNearCompany(after) &&
      !(isPrepositionBeforeCompany(after) && this.#items[at + 2]?.provider);
    const place = isBefore ? before : isBehind ? after : undefined;
    const { makesModels, sellsModels, isLab, shopOf } = item.provider;
    const { at: on, by, not } = place?.meaning ?? {};
    const saysHost = on !== undefined && by === undefined && not === undefined;
    const saysLab = by !== undefined && on === undefined;
    const isHost = sellsModels && (saysHost || !(makesModels && (saysLab || isLab)));
    const slug = (!saysHost && shopOf) || item.provider.slug;
    return [isHost && slug === item.provider.slug ? "host" : "provider", slug];
  }

  #readProvider(at: number): void {
    const [name, slug] = this.#companyAt(at) ?? [];
    const item = this.#items[at];
    if (name === undefined || slug === undefined || !item || item.isUsed) return;
    item.isUsed = true;
    this.#query.providers.push(slug);
    const isBefore = isPrepositionBeforeCompany(this.#items[at - 1]);
    this.#set(name, slug, isBefore ? this.#text.textOf(at - 1, at) : item.text);
  }

  #readWords(): void {
    const query = this.#query;
    for (const [at, { meaning, isUsed }] of this.#items.entries()) {
      if (meaning.not !== "" || isUsed) continue;
      const next = this.#text.nextTo(at, 1, isBeforeDenied);
      const [number, unit] = this.#items.slice(next);
      if (number?.kind !== "number" || number.isUsed) continue;
      // `llama except 8b`: part of a name.
      const name = this.#text.textOf(next, unit?.isGlued ? next + 1 : next);
      const denied = this.#text.use(at, unit?.isGlued ? next + 1 : next);
      if (/^\d+\p{L}$/u.test(name)) this.#set("exclude_names", [name], denied);
      else this.#ignoreDenied(denied);
    }
    // `veo 3 per second`
    for (const item of this.#items) {
      if (item.isUsed || !isPriceUnit(item.meaning.unit) || !/^(a |per |\/)/.test(item.text))
        continue;
      item.isUsed = true;
      query.ignored.push(item.text);
    }
    const left = [...this.#items.entries()].filter(
      ([, item]) =>
        !item.isUsed && item.kind !== "sign" && (mayBePartOfName(item) || isLoosePart(item)),
    );
    query.words = left
      .map(([at, { start, text, isGlued }], index) => {
        if (index === 0) return text;
        const isNext = left[index - 1]?.[0] === at - 1;
        if (!isGlued || !isNext) return ` ${text}`;
        return this.#text.folded.slice(start - 1, start).replace(/[^-_.]/, "") + text;
      })
      .join("");
    query.names = left.flatMap(([, { kind, text }]) => (kind === "name" ? text : [])).join(" ");
    const [[at, lone] = [0, undefined], ...more] = left.filter(([, { kind }]) => kind === "name");
    const isBesideWord = [at - 1, at + 1].some((place) => this.#items[place]?.kind === "word");
    if (lone && more.length === 0 && !isBesideWord) this.#readLoneProvider(at, lone);
  }

  /** `newest mistral model`: without another name, this means the lab, not models whose name starts with the word. */
  #readLoneProvider(at: number, item: SearchToken): void {
    const query = this.#query;
    const { sort, best_at, filters, ignored } = query;
    // `llama under $1`: models of this name by the lab that owns the shop.
    const isShop = item.provider?.shopOf !== undefined;
    if (!item.provider || !(isShop || isLabNameToken(item))) return;
    if (query.isQuestion || query.relations.length > 0) return;
    const says = sort ?? best_at ?? Object.keys(filters)[0] ?? ignored[0] ?? this.#items[1];
    if (says === undefined) return;
    this.#readProvider(at);
    if (!item.isUsed || isShop) return;
    query.names = "";
    query.words = query.words.replace(item.text, " ").replaceAll(/ +/g, " ").trim();
  }
}

const OPPOSITES: Partial<Record<string, string>> = {
  min: "max",
  max: "min",
  before: "since",
  since: "before",
  after: "until",
  until: "after",
};

/** `not cheaper than $1`: at least $1. */
const toOpposite = ({ than: _, ...meaning }: SearchPhraseMeaning): SearchPhraseMeaning => ({
  ...meaning,
  ...(meaning.bound && { bound: OPPOSITES[meaning.bound] ?? meaning.bound }),
  ...(meaning.date && { date: OPPOSITES[meaning.date] ?? meaning.date }),
});

const isOfModelType = ({ meaning }: SearchToken): boolean => meaning.model_type !== undefined;

const isBeforeDenied = ({ meaning, text }: SearchToken): boolean =>
  (meaning.skip ?? meaning.by) !== undefined &&
  meaning.skip !== "but" &&
  meaning.not === undefined &&
  text !== ",";

/** The filter that a neighbour of a modality implies: another modality of the list, or `input`/`output`. */
function fieldOfModalities(meaning: SearchPhraseMeaning): ModelFilterName | undefined {
  if (meaning.model_type !== undefined) return undefined;
  if (meaning.input_modalities !== undefined) return "input_modalities";
  if (meaning.output_modalities !== undefined) return "output_modalities";
  return fieldOfMeasure(meaning);
}

const fieldOfVerb = (meaning: SearchPhraseMeaning | undefined): ModelFilterName | undefined =>
  meaning?.gives !== undefined
    ? "output_modalities"
    : meaning?.takes !== undefined
      ? "input_modalities"
      : undefined;

const isPlainPrice = ({ meaning, isUsed }: SearchToken): boolean =>
  meaning.measure === "price" && meaning.unit === undefined && !isUsed;

const SIDE = /^(in|out)(puts?)?$/;
const fieldOfMeasure = ({ measure }: SearchPhraseMeaning): ModelFilterName | undefined =>
  measure === "input" || measure === "output" ? `${measure}_modalities` : undefined;

const LOOSE_PARTS =
  "bound unit times number month season post postdate than relation modality".split(" ");
/** Whether the item is part of a condition without a number: such words (`max`, `k`) can also be parts of names. */
const isLoosePart = ({ meaning, text }: SearchToken): boolean =>
  LOOSE_PARTS.some((part) => meaning[part] !== undefined) &&
  (meaning.measure ?? meaning.skip ?? meaning.at) === undefined &&
  /[\p{L}\p{N}]/u.test(text);
