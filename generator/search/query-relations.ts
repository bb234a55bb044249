/** Parses relations to a model that the text names: `cheaper than X`, `alternatives to X`, `X vs Y`, `X, Y and Z`. */
import {
  isLabNameToken,
  isProviderNameToken,
  isStopWord,
  type SearchPhraseMeaning,
  type SearchQueryTokens,
  type SearchToken,
  type SearchTokenRange,
} from "./query-items.ts";

type RelationKind =
  | "alternatives"
  | "successor"
  | "instead"
  | "versus"
  | "list"
  | "version"
  | Price
  | Than;
/** `cheaper than X`, `more expensive than X`, … */
type Price = "price" | "higher_price" | "same_price";
/** `newer than X`, `released before X`, … */
type Than = "released" | "older" | "score" | "context" | "parameters" | "more_parameters";

export interface SearchRelationToNamedModel {
  kind: RelationKind;
  names: string[];
  /** Of `version`. */
  than?: { bound: string; version: string };
}

/** @param onNewest Called with the words for the newest models of a lab: `più recenti di mistral`. */
export function parseSearchRelations(
  text: SearchQueryTokens,
  isQuestion: boolean,
  onNewest: (words: string) => void,
): SearchRelationToNamedModel[] {
  const runs = nameRuns(text);
  if (isComparison(text, runs, isQuestion)) {
    const names = runs.map(({ from, to }) => text.use(from, to));
    for (const item of text.items) if (kindOf(item) !== undefined) item.isUsed = true;
    return [{ kind: "versus", names }];
  }
  const version = readVersionBound(text, runs);
  if (version) return [version];
  const isNameLike = (item: SearchToken) => item.kind === "name" || text.isNameWord(item.text);
  const listed = runs.filter((run) => hasItem(text, run, isNameLike));
  const [first, second] = listed;
  if (first && second && isList(text, first, second))
    return [{ kind: "list", names: useList(text, first, listed) }];
  // `the official replacement`: unknown words count as a name only if the text names nothing else, and a lab only if it
  // names no model.
  const isModel = (item: SearchToken) => item.kind === "name" && !isLabNameToken(item);
  const likely =
    [isModel, isProviderNameToken]
      .map((isNamed) => runs.filter((run) => hasItem(text, run, isNamed)))
      .find(({ length }) => length > 0) ?? runs;
  const versions = nameRuns(text, ({ text }) => /\d/.test(text));
  const relations: SearchRelationToNamedModel[] = [];
  const waiting: SearchToken[] = [];
  for (const [at, item] of text.items.entries()) {
    const kind = kindOf(item) ?? kindOfDay(text, at);
    if (kind === "versus") item.isUsed = true;
    if (item.isUsed || kind === undefined) continue;
    // `gpt newer than 4o`: the version, and not the name before it.
    const run =
      runBeside(text, at, 1, likely) ??
      (item.meaning.than && runBeside(text, at, 1, versions)) ??
      runBeside(text, at, -1, likely);
    // `newer than` a model is a relation; with a lab, the words mean its newest models.
    const named = run && run.from === run.to ? text.at(run.from) : undefined;
    item.isUsed = run !== undefined;
    if (kind === "released" && named?.provider?.makesModels && isLabNameToken(named))
      onNewest(item.text);
    else if (run) relations.push({ kind, names: useList(text, run, runs) });
    else waiting.push(item);
  }
  const [far] = likely === runs ? [] : likely.filter(({ from }) => !text.at(from)?.isUsed);
  for (const item of waiting) {
    const kind = kindOf(item);
    const [known] = relations;
    item.isUsed = kind === known?.kind;
    if (kind === undefined || (known && item.meaning.than === undefined)) continue;
    if (known) relations.push({ kind, names: known.names });
    else if (far) relations.push({ kind, names: [text.use(far.from, far.to)] });
    item.isUsed ||= known !== undefined || far !== undefined;
  }
  return relations;
}

/** `grok < 4`, `opus >= 4.5`: compares the versions in the names. */
function readVersionBound(
  text: SearchQueryTokens,
  runs: readonly SearchTokenRange[],
): SearchRelationToNamedModel | undefined {
  for (const { from, to } of runs) {
    const end = text.nextTo(to, 1, (item) => item.meaning.bound !== undefined || item.text === "=");
    const signs = text.textOf(to + 1, end - 1).replaceAll(" ", "");
    const bound = /^[<>]/.test(signs) ? signs : signOf(text.at(end - 1)?.meaning ?? {});
    const name = text.textOf(from, to);
    const number = text.at(end);
    const isNamed = text.at(to)?.kind === "name" && /^\D+$/.test(name);
    const isVersion = number?.kind === "number" && number.value < 100 && !number.isUsed;
    if (!isNamed || !isVersion || !/^[<>]=?$/.test(bound)) continue;
    text.use(from, end);
    return { kind: "version", names: [name], than: { bound, version: number.text } };
  }
  return undefined;
}

/** `under` and `over` exclude the version; `up to`, `max` and `at least` include it. */
const signOf = ({ bound, post, date }: SearchPhraseMeaning): string =>
  `${bound === "max" ? "<" : bound === "min" ? ">" : ""}${(post ?? date) === undefined ? "" : "="}`;

const kindOf = ({ meaning }: SearchToken): RelationKind | undefined =>
  (meaning.relation ?? meaning.than) as RelationKind | undefined;

/** `models after norn 4`: the day of the model that is named behind. */
function kindOfDay(text: SearchQueryTokens, at: number): Than | undefined {
  const date = text.at(at)?.meaning.date ?? "";
  const named = text.at(text.nextTo(at, 1, isStopWord));
  if (named?.kind !== "name" || named.isUsed || isLabNameToken(named)) return undefined;
  // `what to use after norn 4`
  if (text.items.some(({ meaning }) => meaning.relation !== undefined)) return undefined;
  return date === "before" ? "older" : /^(after|since)$/.test(date) ? "released" : undefined;
}

/** `gpt-5, opus 4.5 and gemini 3 pro on azure`: a name, and another one right behind it. */
const isList = (
  text: SearchQueryTokens,
  first: SearchTokenRange,
  second: SearchTokenRange,
): boolean =>
  text.at(first.from)?.kind === "name" &&
  text.items.every((item) => kindOf(item) === undefined) &&
  second.from === text.nextTo(first.to, 1, isBetweenListed);

/** `X vs Y`, `is X cheaper than Y`. */
function isComparison(
  text: SearchQueryTokens,
  runs: readonly SearchTokenRange[],
  isQuestion: boolean,
): boolean {
  const [first, second, ...more] = runs;
  if (!first || !second) return false;
  if (text.items.some(({ meaning }) => meaning.relation === "versus"))
    return (
      runs.some((run) => hasItem(text, run, ({ kind }) => kind === "name")) ||
      runs.every((run) => hasItem(text, run, ({ kind }) => kind === "provider"))
    );
  const than = text.items.findIndex((item) => !item.isUsed && item.meaning.than !== undefined);
  return more.length === 0 && isQuestion && first.to < than && second.from > than;
}

const hasItem = (
  text: SearchQueryTokens,
  { from, to }: SearchTokenRange,
  holds: (item: SearchToken) => boolean,
): boolean => text.items.slice(from, to + 1).some(holds);

/** Words that follow each other and may be one name. @param isNamed Holds of an item of each run. */
function nameRuns(
  text: SearchQueryTokens,
  isNamed = ({ kind }: SearchToken) => kind !== "number" && kind !== "sign",
): SearchTokenRange[] {
  const runs: SearchTokenRange[] = [];
  for (const [at, item] of text.items.entries()) {
    const last = runs.at(-1);
    // `qwen 72b`
    const isUnit = item.isGlued && item.meaning.unit !== undefined && last?.to === at - 1;
    if (item.isUsed || !(isUnit || mayBePartOfName(item))) continue;
    // `glm-5 minimax m2`: adjacent names are one run; two names need something between them.
    if (last?.to === at - 1) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs.filter((run) => hasItem(text, run, isNamed));
}

/** `alternatives to openai, google or anthropic`: marks the names of a list as used and returns them. */
function useList(
  text: SearchQueryTokens,
  first: SearchTokenRange,
  runs: readonly SearchTokenRange[],
): string[] {
  const names = [text.use(first.from, first.to)];
  for (let run: SearchTokenRange | undefined = first; run; ) {
    const next = text.nextTo(run.to, 1, isBetweenListed);
    run = next > run.to + 1 ? runs.find(({ from }) => from === next) : undefined;
    if (run) names.push(text.use(run.from, run.to));
  }
  return names;
}

const isBetweenListed = ({ meaning, text, isGlued }: SearchToken): boolean =>
  meaning.skip === "or" || meaning.skip === "sep" || (text === "/" && !isGlued);

/** The next unused name in a direction, past words that may stand between; undefined if something else comes first. */
function runBeside(
  text: SearchQueryTokens,
  at: number,
  step: 1 | -1,
  runs: readonly SearchTokenRange[],
): SearchTokenRange | undefined {
  const next = text.nextTo(at, step, isBetweenNames);
  return runs.find(
    ({ from, to }) => from <= next && next <= to && !text.at(step > 0 ? from : to)?.isUsed,
  );
}

/** Whether the item may stand between a name and its relation: `o1 is retired, what to use instead`. */
const isBetweenNames = ({ meaning, kind }: SearchToken): boolean =>
  meaning.skip !== undefined || meaning.status !== undefined || kind === "sign";

export const mayBePartOfName = ({ kind, text }: SearchToken): boolean =>
  kind !== "phrase" && (kind !== "sign" || text === "+");
