import { describe, expect, test } from "vitest";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { parseSearchText } from "./parse-query.ts";
import {
  parseVocabularyMeaning,
  type SearchLexicon,
  toSearchPhraseKey,
  toSearchVocabulary,
} from "./query-items.ts";
import type { SearchableProvider } from "./search-index.ts";

const { queryWords } = readFactsOfKinds("data", ["queryWords"]);

const provider = (slug: string, about: Partial<SearchableProvider> = {}) =>
  [slug, { slug, makesModels: true, sellsModels: true, isLab: true, ...about }] as const;
const MODELS = (
  "may 2 max,norn 7 b,norn 4 32 k,norn 4 o,norn 5,northwind nova 1,quill 3 5 haiku,quill 5 pro," +
  "quill small 3,quill sonnet 4 5,quillon one 2,taiga 3 3 70 b instruct"
).split(",");
const PHRASES = new Map(
  queryWords
    .toReversed()
    .map(({ phrase, meaning }) => [toSearchPhraseKey(phrase), parseVocabularyMeaning(meaning)]),
);
const NAMES: SearchLexicon = {
  asOf: "2026-06-10",
  ...toSearchVocabulary(PHRASES, [...MODELS, "reasonin"]),
  providers: new Map([
    provider("northwind"),
    provider("quillon"),
    provider("bazaar", { makesModels: false, isLab: false }),
    provider("cumulus", { isLab: false }),
    provider("taiga", { makesModels: false, shopOf: "northwind" }),
    provider("nornshop", { makesModels: false, isLab: false, shopOf: "northwind" }),
  ]),
  modelNames: MODELS,
};
const parse = (text: string) => parseSearchText(text, NAMES);

/**
 * A query text; what it means as parameters of the model list; the words that are searched as a name; the words that
 * are ignored.
 */
type QueryCase = [text: string, conditions: string, words?: string, ignored?: string];
function expectMeaning(...[text, conditions, words = "", ignored]: QueryCase): void {
  const { filters, sort, order, best_at, unit_price, ...parsed } = parse(text);
  const { unit, min: min_unit_price, max: max_unit_price } = unit_price ?? {};
  const all = { ...filters, sort, order, best_at, unit, min_unit_price, max_unit_price };
  const stated = Object.entries(all).filter(([, value]) => value);
  expect(Object.fromEntries(stated.map(([name, value]) => [name, String(value)]))).toEqual(
    Object.fromEntries(new URLSearchParams(conditions)),
  );
  expect([parsed.words, parsed.ignored]).toEqual([words, [ignored ?? []].flat()]);
}

describe("a query", () => {
  test.each<QueryCase>([
    ["under 50 cents", "max_input_price=0.5"],
    ["under $1/image", "max_unit_price=1&unit=image"],
    ["at least 10 cents per image", "min_unit_price=0.1&unit=image"],
    ["between 2 and 5 cents per image", "min_unit_price=0.02&max_unit_price=0.05&unit=image"],
    ["$40 per 1000 images", "max_unit_price=0.04&unit=image"],
    ["under 20 cents a second", "max_unit_price=0.2&unit=second"],
    ["$0.36 per hour", "max_unit_price=0.006&unit=minute"],
    ["under 1 cent per page", "max_unit_price=0.01&unit=page"],
    ["below $15 per million characters", "max_unit_price=15&unit=1M characters"],
    ["$0.03 per 1k characters", "max_unit_price=30&unit=1M characters"],
    ["max $2 per 1000 searches", "max_unit_price=2&unit=1k searches"],
    ["8 cents per song", "max_unit_price=80&unit=1k requests"],
    ["around $3", "min_input_price=2.7&max_input_price=3.3"],
    ["about 10 cents output", "min_output_price=0.09&max_output_price=0.11"],
    ["models w/o vision", "lacks=image"],
    ["image editing models", "model_type=image&input_modalities=image"],
    ["bigger than 70b, costs more than $1", "min_input_price=1&min_parameters=70"],
    ["above $5 input and $20 output", "min_input_price=5&min_output_price=20"],
    ["0.5$/1M tokens", "max_input_price=0.5"],
    // A negated comparison with a number or a day is the opposite bound.
    ["not cheaper than $1", "min_input_price=1"],
    ["under $2 but not less than $1", "min_input_price=1&max_input_price=2"],
    ["nothing older than 2026", "released_after=2026-01-01"],
    ["nicht neuer als 2025", "released_before=2026-01-01"],
    ["supports=tools", "supports=tools"],
    ["$1 < price < $5", "min_input_price=1&max_input_price=5"],
    ["1$/4$", "max_input_price=1&max_output_price=4"],
    ["without vision or reasoning", "lacks=image,reasoning"],
    ["all but northwind", "exclude_provider=northwind"],
    ["exclude video and audio models", "", "", "exclude video and audio models"],
    ["no audio, image input", "lacks=audio&input_modalities=image"],
    // The name of a provider is not a misspelt word.
    ["reasonin", "", "reasonin"],
    ["no audio output", "", "", "no audio output"],
    ["quillon except small", "exclude_names=small&provider=quillon"],
    ["cheapest pro models", "sort=pricing_input", "pro"],
    ["coding agent", "best_at=coding"],
    ["5 Dollar pro Million", "max_input_price=5"],
    ["tools + vision + reasoning", "supports=tools,reasoning&input_modalities=image"],
    ["500k tokens for under $1", "max_input_price=2"],
    ["under 0.2/0.8 dollars", "max_input_price=0.2&max_output_price=0.8"],
    ["quillon not on quillon", "exclude_host=quillon&provider=quillon"],
    ["not quillon but northwind", "exclude_provider=quillon&provider=northwind"],
    ["cheapest model, no northwind", "exclude_provider=northwind&sort=pricing_input"],
    ["northwind以外のモデル", "exclude_provider=northwind"],
    ["!northwind", "exclude_provider=northwind"],
    ["sub dollar models", "max_input_price=1"],
    ["open weights 256k", "min_context=256000&open_source=true"],
    ["less than five dollars per million output tokens", "max_output_price=5"],
    ["mindestens 200.000 Token Kontext", "min_context=200000"],
    ["models 20-40B", "min_parameters=20&max_parameters=40"],
    ["between 20 and 40B", "min_parameters=20&max_parameters=40"],
    ["more than 500 million parameters", "min_parameters=0.5"],
    ["overall score of at least 70", "min_score=70"],
    ["desde el 5 de mayo de 2026", "released_after=2026-05-05"],
    ["this year", "released_after=2026-01-01"],
    ["released in 2025", "released_after=2025-01-01&released_before=2026-01-01"],
    ["since last autumn", "released_after=2025-09-01"],
    ["last quarter", "released_after=2026-01-01&released_before=2026-04-01"],
    ["since 02/2026", "released_after=2026-02-01"],
    ["since 15.3.2026", "released_after=2026-03-15"],
    ["after 3/31/2026", "released_after=2026-04-01"],
    ["older than 2 years", "released_before=2024-06-10"],
    ["no older than 3 months", "released_after=2026-03-10"],
    ["over a year old", "released_before=2025-06-10"],
    ["il y a moins de 6 mois", "released_after=2025-12-10"],
    ["late 2025", "released_after=2025-10-01&released_before=2026-01-01"],
    ["quillon < 10B params", "max_parameters=10&provider=quillon"],
    ["quillon mit 1m ctx", "min_context=1000000&provider=quillon&license=mit"],
    ["quillon video", "provider=quillon&model_type=video"],
    ["~70b", "min_parameters=63&max_parameters=77"],
    ["max $.15, 400 000 tokens", "max_input_price=0.15&min_context=400000"],
    ["audio->text", "model_type=audio&input_modalities=audio&output_modalities=text"],
    ["sort:price desc vision", "input_modalities=image&sort=pricing_input&order=desc"],
    ["I'd like reasoning", "supports=reasoning"],
    ["Q1 2026", "released_after=2026-01-01&released_before=2026-04-01"],
    ["between january 2026 and march 2026", "released_after=2026-01-01&released_before=2026-04-01"],
    ["2025年6月以来发布的模型", "released_after=2025-06-01"],
    ["mit or apache 2.0", "license=mit,apache"],
    ["apache or mit under $2", "license=apache,mit&max_input_price=2"],
    ["max 14b, mit", "max_parameters=14&license=mit"],
    ["オープンソース以外のモデル", "license=proprietary"],
    ["no proprietary models", "open_source=true"],
    ["vison modle", "input_modalities=image"],
    ["$0.002 per 1k input tokens or less", "max_input_price=2"],
    ["under $0.000002/token output", "max_output_price=2"],
    ["under $1 per token", "max_input_price=1"],
    ["$10 for 10 million tokens", "max_input_price=1"],
    ["under $3 for a million output tokens", "max_output_price=3"],
    ["$1 for 200k tokens of context", "max_input_price=1&min_context=200000"],
    ["input 0.25 output 2", "max_input_price=0.25&max_output_price=2"],
    ["200k context and below $2", "min_context=200000&max_input_price=2"],
    ["30b max $0.15", "max_parameters=30&max_input_price=0.15"],
    [
      "half a million tokens of context where output stays under $3",
      "min_context=500000&max_output_price=3",
    ],
    ["blended max 0.5", "max_blended_price=0.5"],
    ["best reasoning score under 70b", "max_parameters=70&sort=avg_score&best_at=reasoning"],
    ["exactly 70b", "min_parameters=70&max_parameters=70"],
    ["writes 64k tokens", "min_output_tokens=64000"],
    ["from 2025 onwards", "released_after=2025-01-01"],
    ["2024-2025", "released_after=2024-01-01&released_before=2026-01-01"],
    ["from march to june 2025", "released_after=2025-03-01&released_before=2025-07-01"],
    ["von märz bis juni 2025", "released_after=2025-03-01&released_before=2025-07-01"],
    ["de marzo a junio de 2025", "released_after=2025-03-01&released_before=2025-07-01"],
    ["released since spring", "released_after=2026-03-01"],
    ["first half of 2025", "released_after=2025-01-01&released_before=2025-07-01"],
    ["supports audio input and output", "input_modalities=audio&output_modalities=audio"],
    ["audio out, text in", "output_modalities=audio&input_modalities=text"],
    ["takes text and images, returns audio", "input_modalities=text,image&output_modalities=audio"],
    ["models which return images, input price < $1", "max_input_price=1&output_modalities=image"],
    ["northwind's newest models", "provider=northwind&sort=release_date"],
    ["cumulus上的quillon模型", "host=cumulus&provider=quillon"],
    ["text to speech", "model_type=audio&output_modalities=audio"],
    ["northwind or quillon open weights", "provider=northwind,quillon&open_source=true"],
    ["northwind, quillon open weights", "provider=northwind,quillon&open_source=true"],
    ["bazaar models", "host=bazaar"],
    ["quillon on cumulus or bazaar", "host=cumulus,bazaar&provider=quillon"],
    ["on cumulus and quillon", "host=cumulus,quillon"],
    ["nornshop models", "provider=northwind"],
    ["models on nornshop", "host=nornshop"],
    ["bei bazaar verfügbar mit Bildverständnis", "host=bazaar&input_modalities=image"],
    ["modelli più recenti di northwind", "provider=northwind&sort=release_date"],
    ["most expensive", "sort=pricing_input&order=desc"],
    ["modèles à moins de 0,5 dollar", "max_input_price=0.5"],
    ["text-only models", "model_type=text&lacks=image,audio,video,pdf"],
    ["quillon except deprecated or retired models", "provider=quillon&status=active"],
    ["better at coding than norn 5", "best_at=coding"],
    ["100k to 200k", "min_context=100000&max_context=200000"],
    ["max_input_price=3 min_context=200000", "max_input_price=3&min_context=200000"],
    ["before May 1st, 2025", "released_before=2025-05-01"],
    ["since the 7th of May 2025", "released_after=2025-05-07"],
    ["context > 200_000 and < 500_000", "min_context=200000&max_context=500000"],
    ["output over $2 and under 5", "min_output_price=2&max_output_price=5"],
    ["5 cents an image", "max_unit_price=0.05&unit=image"],
    ["accepts an image", "input_modalities=image"],
    ["an image generation model", "model_type=image"],
    ["which of my models retire this year", "retires_after=2026-01-01&retires_before=2027-01-01"],
    ["retired in 2025", "status=retired&retires_after=2025-01-01&retires_before=2026-01-01"],
    ["retiring in may", "retires_after=2027-05-01&retires_before=2027-06-01"],
    ["retiring by march 2027", "retires_after=2026-06-10&retires_before=2027-04-01"],
    ["which models retire next month", "retires_after=2026-07-01&retires_before=2026-08-01"],
    ["northwind models released by march 2026", "provider=northwind&released_before=2026-04-01"],
    [
      "released by northwind in 2025",
      "provider=northwind&released_after=2025-01-01&released_before=2026-01-01",
    ],
    ["released by the end of 2025", "released_before=2026-01-01"],
    ["will be retired this quarter", "retires_after=2026-06-10&retires_before=2026-07-01"],
    ["128k to 1M context", "min_context=128000&max_context=1000000"],
    ["출력 가격 2달러 이하", "max_output_price=2"],
    ["открытыми весами и контекстом от 200 тысяч токенов", "min_context=200000&open_source=true"],
  ])("%s: %s", expectMeaning);

  test.each<QueryCase>([
    ["norn-4-32k", "", "norn-4-32k"],
    ["may 2 max", "", "may 2 max"],
    ["what does norn 5 cost?", "", "norn 5"],
    ["quill 3.5 pro", "", "quill 3.5 pro"],
    ["undefined", "", "undefined"],
    ["世界地图", "", "世界地图"],
    ["a comparison of prices: norn 5", "", "norn 5"],
  ])("%s is a name without conditions", expectMeaning);

  test.each<QueryCase>([
    ["quill sonnets under $5", "max_input_price=5", "quill sonnet"],
    ["top 3 cheapest", "sort=pricing_input", "3"],
    ["$5 per 0 tokens", "max_input_price=5", "0 tokens"],
    ["norn 7b to 14b", "min_parameters=7&max_parameters=14", "norn"],
    ["70b models under $2", "max_input_price=2", "70b"],
    ["taiga under 10B", "max_parameters=10&provider=northwind", "taiga"],
    ["quill pro with vision", "input_modalities=image", "quill pro"],
    ["quill but not norn or taiga", "exclude_names=norn,taiga", "quill"],
    ["quill except 8b", "exclude_names=8b", "quill"],
    ["quill -pro", "exclude_names=pro", "quill"],
  ])("%s has words of a name and conditions", expectMeaning);

  test.each<QueryCase>([
    ["knowledge cutoff after 2025", "", "", "knowledge cutoff after 2025"],
    ["under 1 euro", "", "", "under 1 euro"],
    ["$20/month", "", "", "$20/month"],
    ["norn 5 per second", "", "norn 5", "per second"],
    ["whose price dropped in may", "", "", "in may"],
    [
      "under 5 cents per image or 1 cent per second",
      "max_unit_price=0.05&unit=image",
      "",
      "or 1 cent per second",
    ],
    ["quill sonnet 4.5 cached", "", "quill sonnet 4.5", "cached"],
    ["cheap and good", "sort=pricing_input", "", "good"],
    ["3072 dimensions", "", "", "3072 dimensions"],
    ["on at least 10 hosts", "", "", "at least 10"],
    ["norn 5 price in 2025", "", "norn 5", "in 2025"],
    ["models deprecated this year", "status=deprecated", "", "this year"],
    ["models only on bazaar", "host=bazaar", "", "only on"],
    ["music generation models", "model_type=audio&output_modalities=audio", "", "music generation"],
    ["half the price of norn 5", "", "norn 5", "half the price"],
    ["active parameters under 10b", "", "", "active parameters under 10b"],
    ["under 10b active", "", "", "under 10b active"],
    ["what do 1M output tokens of norn 5 cost", "", "norn 5", "1m output tokens"],
    ["cached input under 10 cents", "", "", "cached input under 10 cents"],
    ["since 1/6/2026", "", "", "since 1/6/2026"],
    ["since 32/13/2026", "", "", "since 32/13/2026"],
    ["not good at coding", "", "", "not good at coding"],
    ["2025年以外", "", "", "2025年以外"],
    ["license != mit", "", "", "!= mit"],
    ["not quillon or quill haiku", "", "", "not quillon or quill haiku"],
    ["not cheaper than norn 5", "", "", "not cheaper than norn 5"],
    ["text models not image", "model_type=text", "", "not image"],
    ["newest cheapest models", "sort=release_date", "", "cheapest"],
    ["text, image or audio input", "input_modalities=text", "", "image or audio input"],
    ["open weights or under $1", "open_source=true", "", "or under $1"],
    ["apache or open weights", "license=apache", "", "or open weights"],
    [
      "deprecated northwind models since july",
      "status=deprecated&provider=northwind",
      "",
      "since july",
    ],
    ["best cheap model", "sort=avg_score", "", "cheap"],
  ])("%s has a part that no filter can express", expectMeaning);

  test.each([
    ["norn 4o is retired, what now", "instead: norn 4o"],
    ["norn 4o is gone, what is the official replacement?", "successor: norn 4o"],
    ["alternatives with open weights to norn 5", "alternatives: norn 5"],
    ["models after norn 5", "released: norn 5"],
    ["before the norn 4o", "older: norn 4o"],
    ["cheaper than 4o-mini", "price: 4o-mini"],
    ["alternatives to quillon, northwind and bazaar", "alternatives: quillon, northwind, bazaar"],
    ["larger context window than norn 5", "context: norn 5"],
    ["norn 5 vs taiga 3 70b", "versus: norn 5, taiga 3 70b"],
    ["norn 5, quill sonnet 4.5 and norn 4o on bazaar", "list: norn 5, quill sonnet 4.5, norn 4o"],
    ["norn 5 or norn 4o", "list: norn 5, norn 4o"],
    ["better at coding than norn 5", "score: norn 5"],
    ["is norn 5 cheaper than norn 4o", "versus: norn 5, norn 4o"],
    ["cheaper alternatives to norn 5", "alternatives: norn 5; price: norn 5"],
    ["newer, smarter and cheaper than norn 5", "price: norn 5; released: norn 5; score: norn 5"],
    ["cheaper and newer than norn 5", "released: norn 5; price: norn 5"],
    ["smaller than norn 5 but newer", "parameters: norn 5; released: norn 5"],
  ])("%s refers to other models: %s", (text, stated) => {
    const relations = parse(text).relations.map(
      ({ kind, names }) => `${kind}: ${names.join(", ")}`,
    );
    expect(relations.join("; ")).toBe(stated);
  });
});
