/** What is asked of the calculator, and as an address: `?in=10000&out=2000&requests=100&open=1`. */
import { timesUsage, type Usage } from "./usage.ts";

export interface Question {
  /** Tokens of a request; `cached` are those of `in` that the cache has. */
  in: number;
  cached: number;
  out: number;
  requests: number;
  per: "day" | "month";
  choice: Choice;
}

/** Which offers are ranked. */
export interface Choice {
  /** Words of a model's or a host's name. */
  q: string;
  open: boolean;
  /** Only models that read and write text. */
  text: boolean;
  /** Tokens; 0: any. */
  context: number;
  /** Service score; 0: any or none. */
  score: number;
  /** Kind of host; empty: any. */
  kind: string;
  /** Only prices that are verified. */
  verified: boolean;
  /** Only what is paid by the token, at the standard tier. */
  tokens: boolean;
  /** Only the cheapest host of each model. */
  each: boolean;
}

export const DEFAULTS: Question = {
  ...{ in: 10_000, cached: 0, out: 2_000, requests: 100, per: "month" },
  choice: {
    ...{ q: "", open: false, text: true, context: 0, score: 0, kind: "" },
    ...{ verified: true, tokens: true, each: false },
  },
};

const DAYS_A_MONTH = 30;

const FLAGS = ["open", "text", "verified", "tokens", "each"] as const;
const TOKENS = ["in", "cached", "out", "requests"] as const;

/** Parameters and values that mean nothing here are left out. */
export function readQuestion(query: URLSearchParams): Question {
  const number = (name: string, otherwise: number): number => {
    const text = query.get(name);
    const value = text === null || text === "" ? Number.NaN : Number(text);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  };
  const flag = (name: (typeof FLAGS)[number]): boolean =>
    query.has(name) ? query.get(name) === "1" : DEFAULTS.choice[name];
  return {
    in: number("in", DEFAULTS.in),
    cached: number("cached", DEFAULTS.cached),
    out: number("out", DEFAULTS.out),
    requests: number("requests", DEFAULTS.requests),
    per: query.get("per") === "day" ? "day" : "month",
    choice: {
      q: query.get("q") ?? "",
      open: flag("open"),
      text: flag("text"),
      context: number("context", 0),
      score: number("score", 0),
      kind: query.get("kind") ?? "",
      verified: flag("verified"),
      tokens: flag("tokens"),
      each: flag("each"),
    },
  };
}

/** Only what differs from the defaults. */
export function writeQuestion(question: Question): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of TOKENS)
    if (question[name] !== DEFAULTS[name]) query.set(name, String(question[name]));
  if (question.per !== DEFAULTS.per) query.set("per", question.per);
  const { choice } = question;
  for (const name of FLAGS)
    if (choice[name] !== DEFAULTS.choice[name]) query.set(name, choice[name] ? "1" : "0");
  if (choice.context > 0) query.set("context", String(choice.context));
  if (choice.score > 0) query.set("score", String(choice.score));
  if (choice.kind !== "") query.set("kind", choice.kind);
  if (choice.q.trim() !== "") query.set("q", choice.q.trim());
  return query;
}

/** Tokens of a month; null where more is cached than there is. */
export function monthOf({ cached, per, requests, ...question }: Question): Usage | null {
  if (cached > question.in) return null;
  const request = {
    input: question.in - cached,
    cache_read: cached,
    cache_write: 0,
    output: question.out,
  };
  return timesUsage(request, requests * (per === "day" ? DAYS_A_MONTH : 1));
}
