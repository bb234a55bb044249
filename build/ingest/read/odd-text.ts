/**
 * Leaves out of an answer what no fact could hold: an offer whose id is no id, a score without a name, a text with a
 * line break, a maximum output above the context window. It is done here, once, for every collector.
 */

import { isWithinContext } from "../../schema/offer.ts";
import type {
  Collected,
  EndpointListing,
  ModelListing,
  ModelTraits,
  OfferListing,
  PlainFacts,
  Rejected,
  ScoreListing,
} from "../../sources/listing.ts";
import { faultOfId, faultOfText } from "../../sources/parse/odd-text.ts";

export function withoutOddText(collected: Collected, source: string): Collected {
  const rejected: Rejected[] = [...collected.rejected];
  const keep = <T>(rows: readonly T[] | undefined, check: (row: T) => Rejected[]): T[] =>
    (rows ?? []).filter((row) => {
      const faults = check(row);
      rejected.push(...faults);
      return faults.length === 0;
    });
  const reject = (place: string, value: string, reason: string): Rejected => ({
    ...{ source, place, value: value.slice(0, 100), reason },
  });
  const ofOffer = ({ host, modelId }: OfferListing | EndpointListing): Rejected[] => {
    const fault = faultOfId(modelId);
    if (fault === null) return [];
    // Which id was meant nobody knows: no id of this host counts as gone.
    const unread = { host, modelId: null };
    return [{ ...reject(`offers of ${host}`, modelId, `its id ${fault}`), unread }];
  };
  const ofModel = ({ name }: ModelListing): Rejected[] => {
    const fault = faultOfId(name);
    return fault === null ? [] : [reject("models", name, `its name ${fault}`)];
  };
  const ofScore = (score: ScoreListing): Rejected[] => {
    const { benchmark, modelName, configuration, sourceUrl } = score;
    const fault =
      faultOfId(modelName) ?? faultOfText(configuration ?? "") ?? faultOfText(sourceUrl);
    return fault === null ? [] : [reject(benchmark, modelName, `its name or place ${fault}`)];
  };
  const plain = withoutOddRows(collected.facts ?? {}, (place, value, reason) =>
    rejected.push(reject(place, value, reason)),
  );
  const checked: Omit<Collected, "rejected"> = {
    ...collected,
    ...(collected.offers && {
      offers: keep(collected.offers, ofOffer).map((one) =>
        withSoundTraits(one, (reason) =>
          rejected.push(reject(`offers of ${one.host}`, one.modelId, reason)),
        ),
      ),
    }),
    ...(collected.models && {
      models: keep(collected.models, ofModel).map((one) =>
        withSoundTraits(one, (reason) => rejected.push(reject("models", one.name, reason))),
      ),
    }),
    ...(collected.endpoints && { endpoints: keep(collected.endpoints, ofOffer) }),
    ...(collected.scores && { scores: keep(collected.scores, ofScore).map(withSoundName) }),
    ...(collected.facts && { facts: plain }),
  };
  return { ...checked, rejected };
}

/** What cannot stand is unknown; what else is said of the model stays. */
function withSoundTraits<T extends { traits: ModelTraits }>(
  listing: T,
  report: (reason: string) => void,
): T {
  const sound = Object.entries(listing.traits).map(([field, value]) => [field, toSound(value)]);
  const traits = Object.fromEntries(sound) as unknown as ModelTraits;
  const { contextWindow: context_window, maxOutputTokens: max_output_tokens } = traits;
  if (isWithinContext({ context_window, max_output_tokens })) return { ...listing, traits };
  report(`maximum output of ${max_output_tokens} above the context window of ${context_window}`);
  return { ...listing, traits: { ...traits, maxOutputTokens: null } };
}

function toSound(value: unknown): unknown {
  if (typeof value === "string") return isSound(value) ? value : null;
  if (Array.isArray(value)) return value.filter((one) => isSound(String(one)));
  return value;
}

const isSound = (text: string): boolean => text !== "" && faultOfText(text) === null;

const withSoundName = (score: ScoreListing): ScoreListing => ({
  ...score,
  displayName: toSound(score.displayName) as string | null,
  maker: toSound(score.maker) as string | null,
});

type Report = (place: string, value: string, reason: string) => void;

function withoutOddRows(facts: PlainFacts, report: Report): PlainFacts {
  const tables = Object.entries(facts).map(([kind, files]) => [
    kind,
    files.map(({ file, rows }) => ({
      file,
      rows: (rows as Record<string, unknown>[]).filter((row) => {
        const odd = Object.values(row).find(
          (value) => typeof value === "string" && !isSound(value),
        );
        if (odd !== undefined) report(`${kind} of ${file}`, String(odd), "holds an odd text");
        return odd === undefined;
      }),
    })),
  ]);
  return Object.fromEntries(tables) as PlainFacts;
}
