/** A short document for everything that can be found: its names and a line of text. Also the names of providers. */
import type { Facts } from "../../build/facts/kinds.ts";
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, ProviderRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import { toModelPricing } from "../endpoints/models/model-parts.ts";
import { toFindingSubjectApiPath } from "../site/components/addresses.ts";
import { formatUsdOrFree, formatWithCommas } from "../site/components/html.ts";
import { createProminenceScorer } from "./prominence.ts";
import { type IndexedProvider, removeSpaces, type SearchDocument } from "./search-index.ts";

/** Searchable facts that are in no table of the read model. */
export type McpServersAndSkills = Pick<Facts, "mcpServers" | "skills">;

export function toSearchDocuments(catalog: Catalog, facts: McpServersAndSkills): SearchDocument[] {
  return [
    ...modelDocuments(catalog),
    ...providerDocuments(catalog),
    ...benchmarkDocuments(catalog),
    ...otherDocuments(catalog, facts),
  ].map((document) => ({ also: [], maker: [], ...document }));
}

/** Most documents have only their own names. */
type Document = Omit<SearchDocument, "also" | "maker"> &
  Partial<Pick<SearchDocument, "also" | "maker">>;

function modelDocuments(catalog: Catalog): Document[] {
  const prominence = createProminenceScorer(catalog);
  return catalog.models.map((model) => {
    const lab = catalog.provider(model.lab)?.name ?? model.lab;
    const hosts = model.offers === 1 ? "1 host" : `${model.offers} hosts`;
    return {
      type: "model",
      slug: model.slug,
      name: model.name,
      summary: [
        `${model.model_type} model by ${lab}`,
        ...priceAndContext(model, catalog),
        ...(model.offers > 0 ? [`sold by ${hosts}`] : []),
      ].join(", "),
      url: `/api/v1/models/${model.slug}`,
      also: model.aliases,
      maker: lab === model.lab ? [lab] : [lab, model.lab],
      words: "",
      prominence: prominence(model),
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

function providerDocuments(catalog: Catalog): Document[] {
  const otherNames = otherNamesOf("provider", catalog);
  return catalog.providers.map((provider) => {
    const { slug, name, is_lab, is_host, models, offers } = provider;
    const facts = [is_lab ? `makes ${models} models` : "", is_host ? `sells ${offers}` : ""];
    return {
      type: "provider",
      slug,
      name,
      words: "provider",
      summary: facts.filter((part) => part !== "").join(", "),
      url: `/api/v1/providers/${slug}`,
      also: otherNames(provider),
      prominence: magnitude(models + offers, 300),
    };
  });
}

function benchmarkDocuments(catalog: Catalog): Document[] {
  const otherNames = otherNamesOf("benchmark", catalog);
  return catalog.benchmarks.map((benchmark) => {
    const { slug, name, category, models_tested } = benchmark;
    return {
      type: "benchmark",
      slug,
      name,
      words: `${category} benchmark`,
      summary: `${category} benchmark, ${models_tested} models tested`,
      url: `/api/v1/benchmarks/${slug}`,
      also: otherNames(benchmark),
      prominence: magnitude(models_tested, 300),
    };
  });
}

function otherDocuments(catalog: Catalog, facts: McpServersAndSkills): Document[] {
  const { agents, glossary, findings } = catalog;
  return [
    ...agents.map(
      ({ url, maker, ...agent }): Document => ({
        ...agent,
        type: "agent",
        url: url ?? "",
        words: `${maker ?? ""} agent`,
        prominence: 0.5,
      }),
    ),
    ...glossary.map(
      (term): Document => ({
        ...term,
        type: "glossary",
        url: `/api/v1/glossary/${term.slug}`,
        words: "",
        prominence: 0.5,
      }),
    ),
    ...facts.mcpServers.map(
      ({ slug, name, url, category, source }): Document => ({
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
      ({ slug, name, org, url }): Document => ({
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
    ...findings.map((finding, at): Document => {
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
  const firstWords = firstWordsOf(catalog);
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
  const firstWords = firstWordsOf(catalog);
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
      // `together ai` is also called `together`, and `ovhcloud` is called `ovh`.
      const short = names
        .flatMap((name) => [name, name.replace(/(?: ai| research| ?cloud)$/, "")])
        .filter((name) => (shorter.get(name) ?? slug) === slug);
      const [lab, ...others] = new Set(labsSoldBy.get(slug)?.map((sold) => sold.lab));
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
const firstWordsOf = ({ models }: Catalog) =>
  groupBy(models, ({ slug }) => splitNameTerms(slug)[0] ?? "");

/** Kinds of findings that have a different name on pages. */
const NAMES_OF_KINDS: Readonly<Record<string, string>> = {
  top_score: "best score",
  spread: "price spread",
  new_cheapest: "new lowest price",
};
