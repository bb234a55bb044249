/**
 * What a query wants besides naming something: `cheapest`, `free`, `vs`, `on groq`, `what does … cost`. Patterns are
 * looked for in folded terms with single spaces (`what s the price of gpt 4 o`).
 */
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { SearchListName } from "./lists.ts";
import type { IndexedHost } from "./search-index.ts";

/** List → what asks for it; the first match counts. */
type ListPatterns = Partial<Record<SearchListName, RegExp>>;

/** News about prices and models. These come first: a price drop is not a query for the cheapest. */
const NEWS: ListPatterns = {
  "price drops":
    /\b(price|pricing) (drops?|cuts?|reductions?|decreases?)\b|\b(got|became) cheaper\b/,
  "price rises":
    /\b(price|pricing) (increases?|rises?|hikes?|raises?)\b|\b(got|became) (more expensive|dearer)\b/,
  "price changes": /\b(price|pricing) (changes?|moves?|news|updates?)\b|\bchanged (its )?prices?\b/,
  "new models":
    /\b(new|recent) (ai )?(models?|llms?)( releases?| launches)?\b|\b(new|recent|latest|model) (releases|launches)\b/,
  news: /\bnews\b|\bwhat (is|s) new\b|\bheadlines\b/,
};

/** The first of an order. */
const ORDERS: ListPatterns = {
  "most context":
    /\b(largest|longest|biggest|highest|most|maximum|greatest) context( window| length| size)?\b/,
  cheapest: /\b(cheapest|least expensive|lowest (price|cost)|most affordable)\b/,
  "most expensive": /\b(most expensive|priciest|dearest|highest (price|cost))\b/,
  newest: /\b(newest|latest|most recent)\b/,
  smallest: /\b(smallest|tiniest)\b/,
  largest: /\b(largest|biggest)\b/,
  "most hosts": /\bmost (popular|widely used|used)\b/,
  best: /\b(best|top|smartest|strongest|most (capable|intelligent|powerful)|highest (score|scores|scoring|rated))\b/,
};

/** Beside `best`: the field whose benchmarks decide, instead of our score. */
const BEST_AT: ListPatterns = {
  "best coding": /\b((for|at|in) )?(coding|code|programming|software|developers?)\b/,
  "best math": /\b((for|at|in) )?(maths?|mathematics)\b/,
  "best reasoning": /\b((for|at|in) )?reasoning\b/,
};

/** Where nothing of a list has the other words (`best image model`): the lists to use instead, in turn. */
export const FALLBACK_SEARCH_LISTS: readonly SearchListName[] = ["best", "current"];

/** Only what nobody has to pay for. */
const FREE = /\b(for )?free( of charge)?\b/;

/** Between things to be compared; the first pattern takes any number of them. */
const COMPARISONS: readonly RegExp[] = [
  /^(?:compare )?(.+?)(?: versus | vs )(.+)$/,
  /^compare (.+?) (?:and|with|to|against) (.+)$/,
  /\b(?:difference|comparison) between (.+?) and (.+)$/,
  /^is (.+?) (?:better|cheaper|faster|smarter|newer) than (.+)$/,
  /^(.+?) or (.+)$/,
];

/** Where a model is cheapest: the model itself is the answer. What comes before is looked at only where the word is. */
const CHEAPEST_HOST =
  /\bcheapest (host|provider|place|api|way)\b|\bcheapest\b(?<=^(where|who|which (host|provider)) .*)/;

/** What the query wants to know of a thing that it names: the thing itself is the answer. */
const TOPICS: readonly RegExp[] = [
  /\b(input|output|api|token|list) (?=(price|prices|pricing|cost|costs)\b)/,
  /\b(price|prices|priced|pricing|cost|costs|expensive|cheap enough)\b( history)?/,
  /\b(api )?(per|for a) (1 m |one |a )?(million |m )?(input |output )?tokens?\b/,
  /(?<!\b(long|large|big|m|k|million) )\bcontext (window|length|size|limit)\b/,
  /\b(max|maximum) (output|input) tokens?\b|\bmany tokens\b( (?=.*\b(take|handle|read|accept)\b))?/,
  /\b(knowledge|training) cut ?off\b|\brelease date\b|\bleader ?board\b|\bbenchmark scores?\b|\blicen[sc]e\b/,
];

/** Questions with yes or no, `when` and `how`, and what they want to know of the thing they name. */
const YES_OR_NO = /^(is|are|does|do|can|could|when|how good)\b/;
const YES_OR_NO_TOPICS =
  /\b(open (source|weights?)|supports?|tools?|(read|see|understand) (images?|pdfs?|audio|video)|vision|reasoning|released|good|at (coding|code|maths?|reasoning)|take|handle)\b/;

/** Words that begin a question or end it, and say nothing of what is looked for. */
const OPENING =
  /^(please|what (s|is|are|does|do)|what|whats|which|who (makes|made|sells|hosts|offers|serves|leads|provides)|who|where|when|why|how (much|many|expensive|good|does|do)|how|is|are|was|were|does|do|did|can|could|should|tell me about|tell me|show me|show|give me|list|find|define|explain|i|we|you|get|need|want|run|use|buy|the|a|an|of|for|on|at|in|by|from|with|has|have|there|all|any|this)\b ?/;
const CLOSING =
  / ?\b(means?|works?|mean|stand for|please|today|now|recently|lately|currently|(this|last) (week|month|year)|there|is|are|does|do|take|for|on|at|in|of|by|from|with|and|the|a|that|has|have)$/;

/** What every model is. */
const ANY_MODEL = /\b(ai |language )?(models?|llms?)\b/g;

/** Before a host's name that could mean something else: Groq makes models, too. */
const AT_HOST = new Set(["on", "at", "via", "from", "through", "in", "by", "with"]);

export interface QueryIntent {
  /** The words that are left, which name something or say what it can do; may be empty. */
  rest: string;
  /** The first of this list come first. */
  order: SearchListName | undefined;
  isFree: boolean;
  host: IndexedHost | undefined;
}

/** A name of a host, in terms. */
export interface HostNameTerms {
  name: string[];
  host: IndexedHost;
}

/** The longest names first. */
export const toHostNameTerms = (hosts: readonly IndexedHost[]): HostNameTerms[] =>
  hosts
    .flatMap((host) => host.names.map((name) => ({ name: name.split(" "), host })))
    .sort((a, b) => b.name.length - a.name.length);

/** Longer texts are no questions; to look through them would only cost time. */
const MAX_TERMS = 24;
/** An address may be a single word of 70,000 letters. */
const MAX_CHARACTERS = 400;

export const normalizeQuery = (query: string): string =>
  splitNameTerms(query).slice(0, MAX_TERMS).join(" ").slice(0, MAX_CHARACTERS);

/** @returns The things to be compared, or undefined when it is no comparison. */
export function parseComparisonQuery(spaced: string): string[] | undefined {
  for (const pattern of COMPARISONS) {
    const [, one, other] = pattern.exec(spaced) ?? [];
    if (one === undefined || other === undefined) continue;
    return [one, ...(parseComparisonQuery(other) ?? [other])].map(withoutFrame);
  }
  return undefined;
}

export function parseQueryIntent(spaced: string, hosts: readonly HostNameTerms[]): QueryIntent {
  let rest = spaced;
  const take = (pattern: RegExp): boolean => {
    if (!pattern.test(rest)) return false;
    rest = rest.replace(pattern, " ").replace(/ +/g, " ").trim();
    return true;
  };
  const listOf = (patterns: ListPatterns) =>
    Object.entries(patterns).find(([, pattern]) => take(pattern))?.[0] as
      | SearchListName
      | undefined;
  const isYesOrNo = YES_OR_NO.test(rest);
  const news = listOf(NEWS);
  if (news) take(/\b(newest|latest)\b/);
  take(CHEAPEST_HOST);
  let order = news ?? listOf(ORDERS);
  if (order === "best") order = listOf(BEST_AT) ?? order;
  for (const pattern of TOPICS) take(pattern);
  const isFree = take(FREE);
  if (isYesOrNo) while (take(YES_OR_NO_TOPICS));
  const { text, host } = withoutHost(withoutFrame(rest), hosts);
  rest = withoutFrame(text);
  if (order !== undefined || isFree || host) rest = withoutFrame(rest.replace(ANY_MODEL, " "));
  return { rest, order, isFree, host };
}

/** Without what begins and ends a question. */
function withoutFrame(text: string): string {
  let rest = text.replace(/ +/g, " ").trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(CLOSING, "").replace(OPENING, "").trim();
  }
  return rest;
}

/** `claude on bedrock` → `claude`. A lab's name needs the `on`: `google flash` is a model of Google, wherever it is sold. */
function withoutHost(
  text: string,
  hosts: readonly HostNameTerms[],
): { text: string; host?: IndexedHost } {
  const terms = text.split(" ");
  for (const start of terms.keys())
    for (const { name, host } of hosts) {
      if (!name.every((term, at) => term === terms[start + at])) continue;
      const isAt = AT_HOST.has(terms[start - 1] ?? "");
      if (host.isAmbiguous && !isAt) continue;
      const from = isAt ? start - 1 : start;
      return { text: terms.toSpliced(from, start + name.length - from).join(" "), host };
    }
  return { text };
}
