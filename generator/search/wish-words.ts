/**
 * How people say what they want of models. Each pattern is looked for in a query of folded terms with single spaces
 * (`what s the price of gpt 4 o`); of a table, the first that is found counts.
 */
import type { ListName } from "./lists.ts";

export type Wish = readonly [list: ListName, pattern: RegExp];

/** News about prices and models. These come first: a price drop is no wish for the cheapest. */
export const NEWS: readonly Wish[] = [
  [
    "price drops",
    /\b(price|pricing) (drops?|cuts?|reductions?|decreases?)\b|\b(got|became) cheaper\b/,
  ],
  [
    "price rises",
    /\b(price|pricing) (increases?|rises?|hikes?|raises?)\b|\b(got|became) (more expensive|dearer)\b/,
  ],
  [
    "price changes",
    /\b(price|pricing) (changes?|moves?|news|updates?)\b|\bchanged (its )?prices?\b/,
  ],
  [
    "new models",
    /\b(new|recent) (ai )?(models?|llms?)( releases?| launches)?\b|\b(new|recent|latest|model) (releases|launches)\b/,
  ],
  ["news", /\bnews\b|\bwhat (is|s) new\b|\bheadlines\b/],
];

/** The first of an order. */
export const ORDERS: readonly Wish[] = [
  [
    "most context",
    /\b(largest|longest|biggest|highest|most|maximum|greatest) context( window| length| size)?\b/,
  ],
  ["cheapest", /\b(cheapest|least expensive|lowest (price|cost)|most affordable)\b/],
  ["dearest", /\b(most expensive|priciest|dearest|highest (price|cost))\b/],
  ["newest", /\b(newest|latest|most recent)\b/],
  ["smallest", /\b(smallest|tiniest)\b/],
  ["largest", /\b(largest|biggest)\b/],
  ["most hosts", /\bmost (popular|widely used|used)\b/],
  [
    "best",
    /\b(best|top|smartest|strongest|most (capable|intelligent|powerful)|highest (score|scores|scoring|rated))\b/,
  ],
];

/** Beside `best`: the field whose benchmarks decide, instead of our score. */
export const FIELDS_OF_BEST: readonly Wish[] = [
  ["best coding", /\b((for|at|in) )?(coding|code|programming|software|developers?)\b/],
  ["best math", /\b((for|at|in) )?(maths?|mathematics)\b/],
  ["best reasoning", /\b((for|at|in) )?reasoning\b/],
];

/** Where nothing of a list has the other words (`best image model`): what is asked for instead, in turn. */
export const INSTEAD: readonly ListName[] = ["best", "current"];

/** Only what nobody has to pay for. */
export const FREE = /\b(for )?free( of charge)?\b/;

/** Between things to be compared; the first pattern takes any number of them. */
export const COMPARISONS: readonly RegExp[] = [
  /^(?:compare )?(.+?)(?: versus | vs )(.+)$/,
  /^compare (.+?) (?:and|with|to|against) (.+)$/,
  /\b(?:difference|comparison) between (.+?) and (.+)$/,
  /^is (.+?) (?:better|cheaper|faster|smarter|newer) than (.+)$/,
  /^(.+?) or (.+)$/,
];

/** Where a model costs least: its own answer tells. What stands before is looked at only where the word is. */
export const CHEAPEST_HOST =
  /\bcheapest (host|provider|place|api|way)\b|\bcheapest\b(?<=^(where|who|which (host|provider)) .*)/;

/** What is asked about a thing that is named beside it: its own answer tells. */
export const ASKED: readonly RegExp[] = [
  /\b(input|output|api|token|list) (?=(price|prices|pricing|cost|costs)\b)/,
  /\b(price|prices|priced|pricing|cost|costs|expensive|cheap enough)\b( history)?/,
  /\b(api )?(per|for a) (1 m |one |a )?(million |m )?(input |output )?tokens?\b/,
  /(?<!\b(long|large|big|m|k|million) )\bcontext (window|length|size|limit)\b/,
  /\b(max|maximum) (output|input) tokens?\b|\bmany tokens\b( (?=.*\b(take|handle|read|accept)\b))?/,
  /\b(knowledge|training) cut ?off\b|\brelease date\b|\bleader ?board\b|\bbenchmark scores?\b|\blicen[sc]e\b/,
];

/** What a yes-or-no question or a `when` and `how` asks beside the thing. */
export const YES_OR_NO = /^(is|are|does|do|can|could|when|how good)\b/;
export const ASKED_IF =
  /\b(open (source|weights?)|supports?|tools?|(read|see|understand) (images?|pdfs?|audio|video)|vision|reasoning|released|good|at (coding|code|maths?|reasoning)|take|handle)\b/;

/** Words that begin a question or end it, and say nothing of what is looked for. */
export const OPENING =
  /^(please|what (s|is|are|does|do)|what|whats|which|who (makes|made|sells|hosts|offers|serves|leads|provides)|who|where|when|why|how (much|many|expensive|good|does|do)|how|is|are|was|were|does|do|did|can|could|should|tell me about|tell me|show me|show|give me|list|find|define|explain|i|we|you|get|need|want|run|use|buy|the|a|an|of|for|on|at|in|by|from|with|has|have|there|all|any|this)\b ?/;
export const CLOSING =
  / ?\b(means?|works?|mean|stand for|please|today|now|recently|lately|currently|(this|last) (week|month|year)|there|is|are|does|do|take|for|on|at|in|of|by|from|with|and|the|a|that|has|have)$/;

/** What every model is. */
export const ANY_MODEL = /\b(ai |language )?(models?|llms?)\b/g;

/** Before a host's name that could mean something else: Groq makes models, too. */
export const AT_HOST = new Set(["on", "at", "via", "from", "through", "in", "by", "with"]);
