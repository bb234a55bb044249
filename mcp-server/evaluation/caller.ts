/**
 * An assistant without a language model: rules over the words of a question choose a tool of the listing, its arguments,
 * and the place of the answer. What it gets wrong by a rule a model would have to guess.
 */
import { BuildError } from "../../build/facts/fault.ts";
import type { ToolClient } from "./tool-client.ts";

/** What the tool answered to one question. */
export interface Answer {
  tool: string;
  /** What the caller read out of the structured content. */
  facts: string[];
  /** What a model would read. */
  text: string;
}

type Words = Record<string, string>;
type Structured = Record<string, unknown>;

interface Rule {
  /** Words of the question, and what they stand around. */
  asks: RegExp;
  tool: string;
  args(words: Words): Record<string, unknown>;
  /** Addresses in the structured content, or more than that. */
  read: readonly string[] | ((content: Structured, words: Words) => unknown[]);
}

const model = ({ model }: Words) => ({ model });

/** The first that fits. */
const RULES: readonly Rule[] = [
  {
    asks: /cheapest open.* with (?:at least )?(?<context>\S+) context/,
    tool: "search_models",
    args: ({ context }) => ({ ...openModels(context), sort: "pricing_input", limit: 1 }),
    read: ["models.0.slug"],
  },
  {
    asks: /open.* (?:with|at least) (?:at least )?(?<context>\S+) context is (?:the )?best at (?<skill>.+)/,
    tool: "search_models",
    args: ({ context, skill }) => ({ ...openModels(context), best_at: skill }),
    read: ["models.0.slug"],
  },
  {
    asks: /(?:cheapest .*?(?:of|for)|buy) (?<model>.+?)(?: for the least)?$/,
    tool: "cheapest_provider",
    args: model,
    read: ["cheapest_provider.provider_slug"],
  },
  {
    asks: /(?:did|was) (?<model>.+?)(?: cost)? in (?<month>\p{L}+ \d{4})$/u,
    tool: "get_model",
    args: model,
    read: (content, { month }) => priceIn(month, content),
  },
  {
    asks: /(?:is|was|will) (?<model>.+?)(?: be)? retired/,
    tool: "get_model",
    args: model,
    read: ["retirement_date"],
  },
  {
    asks: /(?:compare )?(?<a>\S.*?) (?:and|or) (?<b>.+?) on output price|on output, (?<c>.+) or (?<d>.+)/,
    tool: "compare_models",
    args: ({ a, b, c, d }) => ({ models: [a ?? c, b ?? d] }),
    read: (content) => [leastBy(content, "pricing.output")],
  },
  {
    asks: /sells? (?<model>.+?) above/,
    tool: "cheapest_provider",
    args: model,
    read: (content) => list(content, "above_list"),
  },
  {
    asks: /price (?:drop|cut) of (?<lab>.+)|did (?<by>.+?) last cut/,
    tool: "latest_findings",
    args: ({ lab, by }) => ({ query: `price drop of ${lab ?? by}`, limit: "5" }),
    read: ["changes.0.model", "changes.0.date"],
  },
  {
    asks: /(?:does|tax for) (?<language>\p{Lu}\p{L}+) (?:take )?with (?<model>.+)/u,
    tool: "get_own_test",
    args: ({ model }) => ({ test: "tokenizer-tax", model }),
    read: (content, { language }) => [get(content, `results.0.ratios.${codeOf(language)}`)],
  },
  {
    asks: /context window of (?<model>.+)/,
    tool: "get_model",
    args: model,
    read: ["context_window"],
  },
  {
    asks: /can (?<model>.+) put out/,
    tool: "get_model",
    args: model,
    read: ["max_output_tokens"],
  },
  {
    asks: /scores? (?:higher|better) on (?<benchmark>.+), (?<a>.+) or (?<b>.+)/,
    tool: "compare_models",
    args: ({ a, b }) => ({ models: `${a}, ${b}` }),
    read: (content, { benchmark }) => [
      rows(content, "benchmarks").find(({ name }) => name === benchmark)?.leader,
    ],
  },
  {
    asks: /free hosts of (?<model>.+)|use (?<other>.+) for free/,
    tool: "cheapest_provider",
    args: ({ model, other }) => ({ model: model ?? other }),
    read: (content) => list(content, "free_at"),
  },
  {
    asks: /subscriptions (?:can I use|sell) (?<model>.+)/,
    tool: "cheapest_provider",
    args: model,
    read: (content) => list(content, "subscriptions"),
  },
  {
    asks: /cached input(?: token of| cost with)? (?<model>.+?)(?: cost)?$/,
    tool: "get_model",
    args: model,
    read: ["list_price.cache_read"],
  },
  {
    asks: /list price of (?<model>.+)|does (?<now>.+) cost now/,
    tool: "get_model",
    args: ({ model, now }) => ({ model: model ?? now }),
    read: ["list_price.input", "list_price.output"],
  },
  {
    asks: /does (?<host>.+) ask for (?<model>.+), and/,
    tool: "get_model",
    args: model,
    read: (content, { host }) => {
      const row = rows(content, "providers").find(({ provider_name }) => provider_name === host);
      return [row?.input, row?.output, row?.host_kind, row?.trust];
    },
  },
  {
    asks: /licence (?:are the weights of (?<model>.+)|is (?<other>.+) published)/,
    tool: "get_model",
    args: ({ model, other }) => ({ slug: model ?? other }),
    read: ["weights_license"],
  },
  {
    asks: /(?:newest|latest) model (?:of|by) (?<lab>.+)/,
    tool: "search_models",
    args: ({ lab }) => ({ query: "", provider: lab, sort: "release date", limit: 1 }),
    read: ["models.0.slug"],
  },
  {
    asks: /who made (?<model>.+)|lab makes (?<other>.+)/,
    tool: "get_model",
    args: ({ model, other }) => ({ model: [model ?? other] }),
    read: ["provider"],
  },
  {
    asks: /knowledge cutoff of (?<model>.+)/,
    tool: "get_model",
    args: model,
    read: ["knowledge_cutoff"],
  },
  {
    asks: /how many hosts sell (?<model>.+)/,
    tool: "get_model",
    args: model,
    read: ["hosts"],
  },
  {
    asks: /does (?<model>.+) score on (?<benchmark>.+)/,
    tool: "get_model",
    args: model,
    read: (content, { benchmark }) => [
      rows(content, "scores").find(({ name }) => name === benchmark)?.score,
    ],
  },
  {
    asks: /does (?<term>.+) mean/,
    tool: "search",
    args: ({ term }) => ({ query: term }),
    read: ["results.0.id"],
  },
  {
    asks: /what is (?:the benchmark )?(?<benchmark>.+?)(?: and who leads it)?$/,
    tool: "fetch",
    args: ({ benchmark }) => ({ id: benchmark }),
    read: (content) => [
      get(content, "metadata.category"),
      /^- .+ \((\S+)\): /m.exec(String(content.text))?.[1],
    ],
  },
];

/**
 * @throws BuildError for a question that no rule understands.
 * @throws Error when a rule asks for what the listing does not have.
 */
export async function ask(question: string, client: ToolClient): Promise<Answer> {
  const plain = question.trim().replace(/\?$/, "");
  const found = RULES.map((rule) => ({
    rule,
    match: new RegExp(rule.asks, `${rule.asks.flags}i`).exec(plain),
  })).find(({ match }) => match !== null);
  if (!found) throw new BuildError(`no rule of caller.ts understands "${question}"; add one`);
  const { rule, match } = found;
  const words = { ...match?.groups } as Words;
  const { isError, text, content } = await client.call(rule.tool, rule.args(words));
  const read = isError ? [] : readAnswer(rule, content, words);
  return { tool: rule.tool, text, facts: read.map(String) };
}

const readAnswer = ({ read }: Rule, content: Structured, words: Words): unknown[] =>
  typeof read === "function" ? read(content, words) : read.map((path) => get(content, path));

const openModels = (context: string | undefined) => ({
  query: "",
  open_source: "true",
  min_context: context,
});

/** The value at `a.0.b`; undefined where there is none. */
function get(content: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, content);
}

const list = (content: Structured, field: string): unknown[] => {
  const value = get(content, field);
  return Array.isArray(value) ? value.toSorted() : [];
};

const rows = (content: Structured, field: string): Record<string, unknown>[] =>
  list(content, field) as Record<string, unknown>[];

const leastBy = (content: Structured, path: string): unknown =>
  rows(content, "models").toSorted((a, b) => Number(get(a, path)) - Number(get(b, path)))[0]?.slug;

/** `March 2026` → the price of the last row up to the end of the month. */
function priceIn(month: string | undefined, content: Structured): unknown[] {
  const first = new Date(`1 ${month} UTC`);
  const end = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const last = end.toISOString().slice(0, 10);
  const row = rows(content, "price_history")
    .toSorted((a, b) => String(b.date).localeCompare(String(a.date), "en"))
    .find(({ date }) => String(date) <= last);
  return [row?.input, row?.output];
}

/** `Hindi` → `hi`, among the languages that there are two letters for. */
function codeOf(language: string | undefined): string | undefined {
  const names = new Intl.DisplayNames("en", { type: "language" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .find((code) => names.of(code) === language);
}
