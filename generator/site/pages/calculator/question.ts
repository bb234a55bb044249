/** The calculator's form, as an address too: `?in=10000&out=2000&requests=100&open=1`. */
import type { Choice, Usage } from "./ranking.ts";

export interface Question {
  /** Tokens of a request; `cached` are those of `in` that the cache has. */
  in: number;
  cached: number;
  out: number;
  requests: number;
  per: "day" | "month";
  choice: Choice;
}

export const DEFAULTS: Question = {
  ...{ in: 10_000, cached: 0, out: 2_000, requests: 100, per: "month" },
  choice: {
    ...{ q: "", open: false, text: true, context: 0, score: 0, kind: "" },
    ...{ verified: true, tokens: true, each: false },
  },
};

const TOKENS = ["in", "cached", "out", "requests"] as const;
const FLAGS = ["open", "text", "verified", "tokens", "each"] as const;
const BOUNDS = ["context", "score"] as const;
const TEXTS = ["kind", "q"] as const;

/** Unknown parameters and values are left out. */
export function readQuestion(query: URLSearchParams): Question {
  const question = { ...DEFAULTS, choice: { ...DEFAULTS.choice } };
  const number = (name: string, otherwise: number): number => {
    const value = Number(query.get(name) || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  };
  for (const name of TOKENS) question[name] = number(name, DEFAULTS[name]);
  if (query.get("per") === "day") question.per = "day";
  const { choice } = question;
  for (const name of FLAGS) if (query.has(name)) choice[name] = query.get(name) === "1";
  for (const name of BOUNDS) choice[name] = number(name, 0);
  for (const name of TEXTS) choice[name] = query.get(name) ?? "";
  return question;
}

/** Only what differs from the defaults. */
export function writeQuestion({ choice, ...question }: Question): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of [...TOKENS, "per"] as const)
    if (question[name] !== DEFAULTS[name]) query.set(name, String(question[name]));
  for (const name of FLAGS)
    if (choice[name] !== DEFAULTS.choice[name]) query.set(name, choice[name] ? "1" : "0");
  for (const name of BOUNDS) if (choice[name] > 0) query.set(name, String(choice[name]));
  for (const name of TEXTS) if (choice[name].trim() !== "") query.set(name, choice[name].trim());
  return query;
}

const DAYS_A_MONTH = 30;

/** Tokens of a month; null where more is cached than there is. */
export function monthlyUsage({ in: input, cached, out, per, requests }: Question): Usage | null {
  if (cached > input) return null;
  const times = requests * (per === "day" ? DAYS_A_MONTH : 1);
  return {
    input: (input - cached) * times,
    cache_read: cached * times,
    cache_write: 0,
    output: out * times,
  };
}
