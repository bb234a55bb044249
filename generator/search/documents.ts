/** A short document for everything that can be found: its names and a line of text. Also the names of providers. */
import type { Facts } from "../../build/facts/kinds.ts";
import {
  isHigherVersion,
  parseModelFamilyAndVersion,
  splitNameTerms,
} from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import { toModelSortDate } from "../endpoints/models/model-filters.ts";
import { toModelPricing } from "../endpoints/models/model-parts.ts";
import { describeProvider } from "../endpoints/providers/providers.ts";
import { toFindingSubjectApiPath } from "../site/components/addresses.ts";
import { formatUsdOrFree, formatWithCommas } from "../site/components/html.ts";
import { pluralize } from "../site/components/parts.ts";
import { type IndexedDocument, type IndexedProvider, removeSpaces } from "./search-index.ts";

export interface SearchDocument extends IndexedDocument {
  /** Other names of the same thing. A match with one of them ranks below a match with the name itself. */
  also?: readonly string[];
  /** For a model: its lab, which counts as another name of the model and as a word in its name. */
  maker?: readonly string[];
  /** Other words by which users may search for it, such as its category or capabilities. */
  words?: string;
}

/** Searchable facts that are in no table of the read model. */
type SearchableFacts = Pick<Facts, "mcpServers" | "skills" | "queryWords">;

export const toSearchDocuments = (catalog: Catalog, facts: SearchableFacts) => [
  ...modelDocuments(catalog),
  ...providerDocuments(catalog),
  ...benchmarkDocuments(catalog),
  ...otherDocuments(catalog, facts),
];

function modelDocuments(catalog: Catalog): SearchDocument[] {
  const prominence = createProminenceScorer(catalog);
  return catalog.models.map((model) => {
    const lab = catalog.provider(model.lab)?.name ?? model.lab;
    return {
      ...model,
      type: "model",
      summary: [
        `${model.model_type} model by ${lab}`,
        ...priceAndContext(model, catalog),
        ...(model.offers > 0 ? [`sold by ${pluralize(model.offers, "host")}`] : []),
      ].join(", "),
      url: `/api/v1/models/${model.slug}`,
      also: model.aliases,
      maker: lab === model.lab ? [lab] : [lab, model.lab],
      ...prominence(model),
    };
  });
}

/** `$3.00 input / $15.00 output per 1M tokens`, `context window 200,000 tokens`, as far as they are known. */
function priceAndContext(model: ModelRow, catalog: Catalog): string[] {
  const { input, output } = toModelPricing(model, catalog);
  const prices = Object.entries({ input, output }).flatMap(([meter, price]) =>
    price === null ? [] : [`${formatUsdOrFree(price)} ${meter}`],
  );
  const context = model.context_window;
  return [
    ...(prices.length > 0 ? [`${prices.join(" / ")} per 1M tokens`] : []),
    ...(context === null ? [] : [`context window ${formatWithCommas(context)} tokens`]),
  ];
}

function providerDocuments(catalog: Catalog): SearchDocument[] {
  const otherNames = otherNamesOf("provider", catalog);
  return catalog.providers.map((provider) => ({
    ...provider,
    type: "provider",
    words: "provider",
    summary: describeProvider(provider),
    url: `/api/v1/providers/${provider.slug}`,
    also: otherNames(provider),
    prominence: magnitude(provider.models + provider.offers, 300),
  }));
}

function benchmarkDocuments(catalog: Catalog): SearchDocument[] {
  const otherNames = otherNamesOf("benchmark", catalog);
  return catalog.benchmarks.map((benchmark) => {
    const { slug, category, models_tested } = benchmark;
    return {
      ...benchmark,
      type: "benchmark",
      words: `${category} benchmark`,
      summary: `${category} benchmark, ${models_tested} models tested`,
      url: `/api/v1/benchmarks/${slug}`,
      also: otherNames(benchmark),
      prominence: magnitude(models_tested, 300),
    };
  });
}

function otherDocuments(catalog: Catalog, facts: SearchableFacts): SearchDocument[] {
  const { agents, glossary, findings } = catalog;
  const phrases = groupBy(facts.queryWords, ({ meaning }) => meaning);
  // Words that the parser leaves out do not mean the same.
  const meanings = new Map(
    facts.queryWords
      .filter(({ meaning }) => !/^(skip|drop)=/.test(meaning))
      .map(({ phrase, meaning }) => [phrase, meaning]),
  );
  return [
    ...agents.map(
      ({ url, maker, ...agent }): SearchDocument => ({
        ...agent,
        type: "agent",
        url: url ?? "",
        words: `${maker ?? ""} agent`,
        prominence: 0.5,
      }),
    ),
    ...glossary.map(
      (term): SearchDocument => ({
        ...term,
        type: "glossary",
        url: `/api/v1/glossary/${term.slug}`,
        // `kontextfenster`: the name of the term in other languages.
        words: (phrases.get(meanings.get(term.name.toLowerCase()) ?? "") ?? [])
          .map(({ phrase }) => phrase)
          .join(" "),
        prominence: 0.5,
      }),
    ),
    ...facts.mcpServers.map(
      ({ slug, name, url, category, source }): SearchDocument => ({
        type: "mcp",
        slug,
        name,
        url: url ?? "",
        summary: category ? `MCP server, ${category}` : "MCP server",
        words: `${category ?? ""} mcp server`,
        // Docker's registry is curated; the other registry accepts every server.
        prominence: source === "docker-mcp-registry" ? 0.5 : 0,
      }),
    ),
    ...facts.skills.map(
      ({ slug, name, org, url }): SearchDocument => ({
        type: "skill",
        slug,
        name,
        url,
        words: `${org} skill`,
        prominence: 0,
        summary: `agent skill by ${org}`,
        also: [name.slice(name.lastIndexOf("/") + 1)],
      }),
    ),
    ...findings.map((finding, at): SearchDocument => {
      const kind = finding.kind.replaceAll("_", " ");
      return {
        type: "finding",
        slug: finding.id,
        name: finding.title,
        words: `${kind} finding`,
        summary: `${NAMES_OF_KINDS[finding.kind] ?? kind}, ${finding.date}`,
        url: toFindingSubjectApiPath(finding, catalog),
        prominence: 1 - at / findings.length,
      };
    }),
  ];
}

/** Maps a count to a value from 0 (none) to 1 (`many` or more), on a logarithmic scale. */
const magnitude = (count: number, many: number): number =>
  Math.min(1, Math.log(1 + count) / Math.log(1 + many));

/**
 * Other names that clearly mean this provider or benchmark. `claude`, `gemini` and `qwen` are other names of labs, but
 * people who write them mean the models. Such a first word of model names counts only if the provider's or benchmark's
 * own name starts with it. `terminal-bench` is another name of Terminal-Bench 1, but is left out, because names of
 * other benchmarks start with it too.
 */
function otherNamesOf(kind: "provider" | "benchmark", catalog: Catalog) {
  const firstWords = groupModelsByFirstWord(catalog);
  const benchmarks = catalog.benchmarks.map(({ slug, name }) => ({
    slug,
    spaced: toSpaceSeparatedTerms(name),
  }));
  const others = groupBy(
    catalog.other_names.filter((other) => other.kind === kind),
    ({ slug }) => slug,
  );
  return ({ slug, name }: { slug: string; name: string }): string[] =>
    (others.get(slug) ?? [])
      .map((other) => other.name)
      .filter((other) => {
        const spaced = toSpaceSeparatedTerms(other);
        const isShared = benchmarks.some(
          (row) => row.slug !== slug && row.spaced.startsWith(`${spaced} `),
        );
        const beginsOwn = [slug, name].some((own) => toSpaceSeparatedTerms(own).startsWith(spaced));
        return !isShared && (!firstWords.has(spaced) || beginsOwn);
      });
}

/** Labs and hosts, under the names that people write. */
export function listSearchableProviders(catalog: Catalog): IndexedProvider[] {
  const firstWords = groupModelsByFirstWord(catalog);
  const otherNames = otherNamesOf("provider", catalog);
  const shorter = new Map(
    catalog.providers.map(({ slug, name }) => [toSpaceSeparatedTerms(name), slug]),
  );
  const labsSoldBy = groupBy(
    catalog.models.flatMap(({ slug, lab }) =>
      catalog.offersOf(slug).map(({ host }) => ({ host, lab })),
    ),
    ({ host }) => host,
  );
  const sizeOf = ({ models, offers }: ProviderRow) => models + offers;
  // If two providers share a name, it means the larger one, which comes first in the index.
  return catalog.providers
    .filter((provider) => sizeOf(provider) > 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || compareByCodePoint(a.slug, b.slug))
    .map((provider): IndexedProvider => {
      const { slug, models, offers, host_kind } = provider;
      const names = [slug, provider.name, ...otherNames(provider)].map(toSpaceSeparatedTerms);
      const isOfOthers = names.some((name) =>
        firstWords.get(name)?.some(({ lab }) => lab !== slug),
      );
      const labs = [...new Set(labsSoldBy.get(slug)?.map(({ lab }) => lab))];
      // `azure openai`: the host, and the lab whose models it sells.
      const namesLab = (name: string) =>
        labs.some((lab) => names.some((own) => name === `${own} ${lab}`));
      // `together ai` is also called `together`, and `ovhcloud` is called `ovh`.
      const short = names
        .flatMap((name) => [name, name.replace(/(?: ai| research| ?cloud)$/, "")])
        .filter((name) => (shorter.get(name) ?? slug) === slug && !namesLab(name));
      const [lab, ...others] = labs;
      const isShop =
        models === 0 &&
        others.length === 0 &&
        catalog.provider(lab ?? "")?.own_hosts.includes(slug);
      return {
        slug,
        ...(isShop && { shopOf: lab }),
        names: [...new Set(short.map(removeSpaces))],
        makesModels: models > 0,
        sellsModels: offers > 0,
        isLab: host_kind === "lab" || host_kind === null || isOfOthers,
      };
    });
}

export const toSpaceSeparatedTerms = (text: string): string => splitNameTerms(text).join(" ");

/** `claude`, `gpt`, `llama` → models whose slugs start with that word. */
export const groupModelsByFirstWord = ({ models }: Catalog) =>
  groupBy(models, ({ slug }) => splitNameTerms(slug)[0] ?? "");

/** Kinds of findings that have a different name on pages. */
const NAMES_OF_KINDS: Readonly<Record<string, string>> = {
  top_score: "best score",
  spread: "price spread",
  new_cheapest: "new lowest price",
};

// Prominence: which of several models with the same name a query is likely to mean.

const MONTH = 30 * 24 * 3600 * 1000;
/** A model's recency halves every this many months. */
const HALF_LIFE_MONTHS = 6;
/** A model at this many hosts counts as widely used; more hosts do not raise its score. */
const MANY_HOSTS = 50;

const WEIGHTS = { current: 0.45, used: 0.55 };
/** Factor for a model of which a later version is sold. */
const SUPERSEDED_SHARE = 0.6;

/** Variants: users who want one write all words of its name; without them, the plain model comes first. */
const VARIANT =
  /-(flash|lite|mini|nano|micro|tiny|fast|turbo|preview|exp|tts|transcribe|image|audio|search|live|us|code|coder|codex|math|vision|vl)(?=-|$)/g;
const VARIANT_SHARE = 0.8;
/** Factor for an older generation of a line: GLM 4.7 Flash when there is GLM 5. */
const BEHIND_SHARE = 0.85;
/** The slug names one size of a model family. */
const SIZED = /-\d+b(-|$)/;
const SIZED_SHARE = 0.9;
/** A dated version, such as `mistral-ocr-2505` of `mistral-ocr`. */
const DATED = /-\d{4,8}$/;

/** What each further version of a line adds: the line with the most versions is the main one. */
const LINE_SHARE = 0.01;

/** @returns Scores a model from 0 (retired) to 1. Ages are measured from the newest fact, not from today. */
function createProminenceScorer(catalog: Catalog) {
  const parsed = catalog.models.map((model) => ({
    ...parseModelFamilyAndVersion(model),
    model,
    age: recency(model, catalog.asOf),
  }));
  const families = groupBy(parsed, ({ family }) => family);
  const sold = parsed.filter(({ model }) => model.offers > 0);
  const newest = new Map(
    Array.from(groupBy(sold, ({ family }) => family).values(), (own) => {
      const { model } = own.reduce((a, b) => (isHigherVersion(b.version, a.version) ? b : a));
      // A new model without a date counts as no older than earlier versions.
      return [model.slug, Math.max(...own.map(({ age }) => age))] as const;
    }),
  );
  const generations = new Map(
    Array.from(
      groupBy(sold, ({ line }) => line),
      ([line, own]) => [line, Math.max(...own.map(({ version }) => version[0] ?? 0))],
    ),
  );
  return (model: ModelRow): Pick<SearchDocument, "prominence" | "ofVersion"> => {
    // Other hosts may sell a model that its lab has retired, such as open weights.
    if (model.status === "retired") return { prominence: 0, ofVersion: 0 };
    const used = magnitude(model.offers, MANY_HOSTS);
    const age = recency(model, catalog.asOf);
    const newestAge = newest.get(model.slug);
    const { line, version, family } = parseModelFamilyAndVersion(model);
    const isBehind = version[0] !== undefined && version[0] < (generations.get(line) ?? 0);
    const share = variantShare(model.slug, catalog);
    const scoreOf = (current: number) => (WEIGHTS.current * current + WEIGHTS.used * used) * share;
    const superseded = newestAge === undefined ? SUPERSEDED_SHARE : 1;
    return {
      prominence: scoreOf(newestAge ?? age) * superseded * (isBehind ? BEHIND_SHARE : 1),
      ofVersion: scoreOf(age) * (1 + LINE_SHARE * (families.get(family)?.length ?? 0)),
    };
  };
}

function variantShare(slug: string, catalog: Catalog): number {
  const undated = slug.replace(DATED, "");
  if (undated !== slug && catalog.model(undated)) return VARIANT_SHARE;
  const words = slug.match(VARIANT)?.length ?? 0;
  return words > 0 ? VARIANT_SHARE ** words : SIZED.test(slug) ? SIZED_SHARE : 1;
}

function recency(model: ModelRow, asOf: string): number {
  const day = toModelSortDate(model);
  if (day === null) return model.offers > 0 ? 0.25 : 0;
  const months = Math.max(0, (Date.parse(asOf) - Date.parse(day)) / MONTH);
  return 0.5 ** (months / HALF_LIFE_MONTHS);
}

/** Aliases that change their model: `kimi-latest`, `openrouter-auto`, `model-router`. */
export const isFloatingModelAlias = (slug: string): boolean =>
  /(^|-)(latest|auto|router)(-|$)/.test(slug);
