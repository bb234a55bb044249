/** The gates that look at prices, over all that one source says of offers. */
import type { KeptOffer } from "../../collect/night/series.ts";
import type { Word } from "../../collect/night/words.ts";
import { checkAboveMedian } from "./above-median.ts";
import { type Money, type PriceMove, toVerdicts, type Verdict } from "./hit.ts";
import { checkMedianMove } from "./median-move.ts";
import { checkSwap } from "./swap.ts";
import { checkUnit } from "./unit.ts";

/** @param words All of one source. */
export function checkOffers(
  source: string,
  words: readonly Word[],
  offers: readonly KeptOffer[],
): Verdict[] {
  const peersOf = createPeers(offers);
  const moves = words
    .filter(isNews)
    .map((word) => ({ key: word.key, move: toMove(word, peersOf) }));
  const judge = (
    gate: "above-median" | "swap" | "unit",
    check: (move: PriceMove, key: string) => ReturnType<typeof checkSwap>,
  ) =>
    toVerdicts(
      gate,
      source,
      moves.flatMap(({ move, key }) => check(move, key)),
      words.length,
    );
  const told = words.flatMap(({ key, listing, was }) =>
    was === null ? [] : [{ key, host: listing.host, was, now: listing.prices }],
  );
  return [
    ...checkMedianMove(source, told),
    ...judge("above-median", checkAboveMedian),
    ...judge("swap", checkSwap),
    ...judge("unit", checkUnit),
  ];
}

/** A new offer, or a price that its source did not tell before. What stands has passed, and is not judged again. */
function isNews({ row, was, listing }: Word): boolean {
  if (was === null) return row === undefined;
  return was.input !== listing.prices.input || was.output !== listing.prices.output;
}

type PeersOf = (model: string | undefined, host: string) => Money[];

function toMove({ source, listing, was, model }: Word, peersOf: PeersOf): PriceMove {
  const { host, modelId, prices } = listing;
  return { source, host, modelId, was, now: prices, peers: peersOf(model, host) };
}

/** One price per other host that sells the model: its dearest offer. */
function createPeers(offers: readonly KeptOffer[]): PeersOf {
  const byModel = new Map<string, Map<string, Money>>();
  for (const { model, file, input_usd_per_mtok: input, output_usd_per_mtok: output } of offers) {
    const hosts = byModel.get(model) ?? new Map<string, Money>();
    byModel.set(model, hosts);
    const other = hosts.get(file);
    hosts.set(file, {
      input: Math.max(input ?? 0, other?.input ?? 0),
      output: Math.max(output ?? 0, other?.output ?? 0),
    });
  }
  return (model, host) =>
    [...(byModel.get(model ?? "") ?? [])].flatMap(([other, money]) =>
      other === host ? [] : [money],
    );
}
