/** What hosts are called, and what they sell. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { toTerms } from "./tokens.ts";

export interface HostNames {
  /** Key of its own document: `provider:`, slug. */
  document: string;
  /** Terms of each name, joined by spaces. */
  names: readonly string[];
  /** A lab, or called as models of others are: then its name alone beside another says nothing of where that is sold. */
  isAmbiguous: boolean;
  /** Keys of documents: `model:`, slug. */
  sold: readonly string[];
  /** Those of them that nobody pays for. */
  free: readonly string[];
}

/**
 * Names that people write for a provider or a benchmark, and for nothing else. `claude`, `gemini`, `qwen` are other
 * names of labs, but who writes one of them means the models: a name that models begin with counts only where it begins
 * the own name of the thing. `terminal-bench` is another name of Terminal-Bench 1, but others begin with it, too.
 */
export function otherNamesOf(kind: "provider" | "benchmark", catalog: Catalog) {
  const firstWords = firstWordsOf(catalog);
  const benchmarks = catalog.benchmarks.map((row) => ({ slug: row.slug, name: spaced(row.name) }));
  const isShared = (other: string, slug: string) =>
    benchmarks.some((row) => row.slug !== slug && row.name.startsWith(`${spaced(other)} `));
  const others = groupBy(
    catalog.other_names.filter((other) => other.kind === kind),
    ({ slug }) => slug,
  );
  return ({ slug, name }: { slug: string; name: string }): string[] =>
    (others.get(slug) ?? [])
      .map((other) => other.name)
      .filter((other) => !isShared(other, slug))
      .filter(
        (other) =>
          !firstWords.has(spaced(other)) ||
          [slug, name].some((own) => spaced(own).startsWith(spaced(other))),
      );
}

export function hostNamesOf(catalog: Catalog): HostNames[] {
  const firstWords = firstWordsOf(catalog);
  const otherNames = otherNamesOf("provider", catalog);
  return catalog.providers
    .filter(({ is_host }) => is_host)
    .map((host) => {
      const names = [host.slug, host.name, ...otherNames(host)].map(spaced).flatMap(withShorter);
      const offers = catalog.offersAt(host.slug);
      return {
        document: `provider:${host.slug}`,
        names,
        isAmbiguous:
          host.host_kind === "lab" ||
          names.some((name) => firstWords.get(name)?.some(({ lab }) => lab !== host.slug)),
        sold: modelsOf(offers),
        free: modelsOf(offers.filter(({ billing }) => billing === "free")),
      };
    });
}

const modelsOf = (offers: readonly OfferRow[]): string[] => [
  ...new Set(offers.map(({ model }) => `model:${model}`)),
];

const spaced = (text: string): string => toTerms(text).join(" ");

/** `together ai` is called `together`, too. */
const withShorter = (name: string): string[] => [
  ...new Set([name, name.replace(/ (ai|cloud)$/, "")]),
];

/** `claude`, `gpt`, `llama` → models whose slugs begin so. */
const firstWordsOf = ({ models }: Catalog): Map<string, ModelRow[]> =>
  groupBy(models, ({ slug }) => toTerms(slug)[0] ?? "");
