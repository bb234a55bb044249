/** Who is best at something: the order of one benchmark's leaderboard, which a caller can look up. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../build/model/catalog/rows.ts";
import { byText } from "../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../build/schema/values.ts";
import {
  type BenchmarkScore,
  getBenchmark,
} from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { type Context, perCatalog } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { findBenchmark } from "../../generator/names/find-named.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { isRefusal, type Refusal } from "./tool.ts";
import { joined, REPORTED } from "./value-text.ts";

export interface RankedScore extends Pick<BenchmarkScore, "score" | "self_reported"> {
  /** `SWE-bench Verified 74.2 %, reported by its maker`. */
  text: string;
}

export interface Ranking {
  /** Of the benchmark. */
  slug: string;
  /** What the order means, for a reader. */
  says: string;
  /** Model → its score, in the order of the leaderboard. */
  scores: Map<string, RankedScore>;
}

/** @param skill A category of benchmarks, or a benchmark by any of its names. */
export function rankingFor(skill: string, context: Context): Ranking | Refusal {
  const { catalog } = context;
  const wanted = skill.trim().toLowerCase();
  const usual = usualBenchmarks(catalog).get(wanted);
  const benchmark = usual ?? findBenchmark(skill, catalog);
  if (!benchmark) {
    return {
      refusal: `best_at: ${quote(skill)} is neither a category (${[...usualBenchmarks(catalog).keys()].join(", ")}) nor a benchmark; look for one with search.`,
      url: `${catalog.service.base_url}/api/v1/benchmarks`,
    };
  }
  const { slug, name, unit } = benchmark;
  const answer = callEndpoint<{ scores: BenchmarkScore[] }>(
    getBenchmark,
    { params: { slug } },
    context,
  );
  if (isRefusal(answer)) return answer;
  const why = usual ? `, the ${wanted} benchmark that most models of the last year took` : "";
  return {
    slug,
    says: `Ranked by ${name} (${slug})${why}: what others measured first, then what makers report. Other benchmarks may order them otherwise.`,
    scores: new Map(
      answer.scores.map(({ slug: model, score, self_reported }) => [
        model,
        {
          score,
          self_reported,
          text: joined([`${name} ${score} ${unit}`, self_reported === true && REPORTED], ", "),
        },
      ]),
    ),
  };
}

/** Category → the one of its benchmarks that most models took which came out in the last year of the facts. */
const usualBenchmarks = perCatalog((catalog) => {
  const year = Number(catalog.asOf.slice(0, 4)) - 1;
  const since = `${year}${catalog.asOf.slice(4)}`;
  const recent = new Set(
    catalog.models.flatMap(({ slug, release_date }) =>
      release_date !== null && release_date >= since ? [slug] : [],
    ),
  );
  return new Map(
    BENCHMARK_CATEGORIES.flatMap((category): [string, BenchmarkRow][] => {
      const usual = mostTaken(category, recent, catalog);
      return usual ? [[category, usual]] : [];
    }),
  );
});

function mostTaken(
  category: string,
  models: ReadonlySet<string>,
  catalog: Catalog,
): BenchmarkRow | undefined {
  const taken = ({ slug }: BenchmarkRow) =>
    catalog.scoresOn(slug).filter(({ model, is_default }) => is_default && models.has(model))
      .length;
  return catalog.benchmarks
    .filter((one) => one.category === category)
    .map((benchmark) => ({ benchmark, count: taken(benchmark) }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        b.benchmark.models_tested - a.benchmark.models_tested ||
        byText(a.benchmark.slug, b.benchmark.slug),
    )[0]?.benchmark;
}
