/** Parses the names of companies, each of which is a lab (`by mistral`) or a host (`on azure or groq`). */
import {
  isFiller,
  isLabNameToken,
  isPrepositionBeforeCompany,
  isPrepositionNearCompany,
  isProviderNameToken,
  type SearchToken,
} from "./query-items.ts";
import type { SearchDraft } from "./search-draft.ts";

/** Whether a provider is named as a host or as a lab, judged by the words next to its name. */
export function companyAt(
  draft: SearchDraft,
  at: number,
): [name: "host" | "provider", slug: string] | undefined {
  const [item, after] = [at, at + 1].map((place) => draft.items[place]);
  if (!item?.provider) return undefined;
  // `on azure or groq`: the preposition is also that of the second name.
  const isLinked = (place: number) =>
    /^(or|sep)$/.test(draft.items[place - 1]?.meaning.skip ?? "") &&
    draft.items[place - 1]?.text !== "," &&
    isProviderNameToken(draft.items[place - 2]);
  let first = at;
  while (isLinked(first) && !isPrepositionNearCompany(draft.items[first - 1])) first -= 2;
  const before = draft.items[first - 1];
  const isBefore = isPrepositionBeforeCompany(before);
  const isBehind =
    isPrepositionNearCompany(after) &&
    !(isPrepositionBeforeCompany(after) && draft.items[at + 2]?.provider);
  const place = isBefore ? before : isBehind ? after : undefined;
  const { makesModels, sellsModels, isLab, shopOf } = item.provider;
  const { at: on, by, not } = place?.meaning ?? {};
  const saysHost = on !== undefined && by === undefined && not === undefined;
  const saysLab = by !== undefined && on === undefined;
  const isHost = sellsModels && (saysHost || !(makesModels && (saysLab || isLab)));
  const slug = (!saysHost && shopOf) || item.provider.slug;
  return [isHost && slug === item.provider.slug ? "host" : "provider", slug];
}

export function readCompany(draft: SearchDraft, at: number): void {
  const [name, slug] = companyAt(draft, at) ?? [];
  const item = draft.items[at];
  if (name === undefined || slug === undefined || !item || item.isUsed) return;
  item.isUsed = true;
  draft.query.providers.push(slug);
  const isBefore = isPrepositionBeforeCompany(draft.items[at - 1]);
  draft.set(name, slug, isBefore ? draft.text.textOf(at - 1, at) : item.text);
}

/** `openai, mistral and google`, `on azure or groq`: a model is made by one of these labs, or sold by one of these hosts. */
export function readCompaniesBeside(draft: SearchDraft, link: number): void {
  const places = ([-1, 1] as const).map((step) => draft.text.nextTo(link, step, isFiller));
  const [first, second] = places.map((at) =>
    isProviderNameToken(draft.items[at]) ? companyAt(draft, at)?.[0] : undefined,
  );
  if (first !== undefined && first === second) for (const at of places) readCompany(draft, at);
}

/** `mistral or cohere`: next to another provider, the name means a lab or host. */
export function isListedCompany(draft: SearchDraft, at: number, item: SearchToken): boolean {
  const isBeside = (step: number) =>
    draft.items[at + step]?.meaning.skip !== undefined &&
    isProviderNameToken(draft.items[at + 2 * step]);
  return isLabNameToken(item) && (isBeside(1) || isBeside(-1));
}

/** `newest mistral model`: without another name, this means the lab, not models whose name starts with the word. */
export function readLoneCompany(draft: SearchDraft, at: number, item: SearchToken): void {
  const query = draft.query;
  const { sort, best_at, filters, ignored } = query;
  // `llama under $1`: models of this name by the lab that owns the shop.
  const isShop = item.provider?.shopOf !== undefined;
  if (!item.provider || !(isShop || isLabNameToken(item))) return;
  if (query.isQuestion || query.relations.length > 0) return;
  const says = sort ?? best_at ?? Object.keys(filters)[0] ?? ignored[0] ?? draft.items[1];
  if (says === undefined) return;
  readCompany(draft, at);
  if (!item.isUsed || isShop) return;
  query.names = "";
  query.words = query.words.replace(item.text, " ").replaceAll(/ +/g, " ").trim();
}
