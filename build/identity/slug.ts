/** Which of a model's spellings becomes its slug: the shortest undated one that hosts agree on. */
import { BuildError } from "../facts/fault.ts";
import { byText, getAt } from "../schema/collections.ts";
import { toSlug } from "../schema/values.ts";
import type { NameParts } from "./canonical-key.ts";
import type { Mention, Placed } from "./model-set.ts";

/**
 * @param taken Slugs of other models.
 * @throws BuildError when every spelling is taken.
 */
export function chooseSlug(
  mentions: readonly Placed<Mention>[],
  taken: ReadonlySet<string>,
): string {
  const own = mentions.filter(({ step }) => step === "own" || step === "strict");
  const hosts = new Map<string, Set<string>>();
  for (const { parts, host } of own.length > 0 ? own : mentions) {
    const slug = toSlug(withoutTags(parts));
    hosts.set(slug, (hosts.get(slug) ?? new Set()).add(host ?? ""));
  }
  const free = [...hosts].filter(([slug]) => slug !== "" && !taken.has(slug));
  const most = Math.max(0, ...free.map(([, sellers]) => sellers.size));
  const agreed = free.filter(([, sellers]) => sellers.size >= 2 && sellers.size * 4 >= most);
  const best = (agreed.length > 0 ? agreed : free).sort(
    ([a, left], [b, right]) => a.length - b.length || right.size - left.size || byText(a, b),
  )[0];
  if (best) return best[0];
  const { name } = getAt(mentions, 0);
  const whole = toSlug(name);
  if (whole !== "" && !taken.has(whole)) return whole;
  throw new BuildError(`no slug left for "${name}": declare its model in data/aliases/models.csv`);
}

/** How a host runs a copy; never part of the name its maker gave (`glm-5v-turbo` is such a name). */
const HOSTED = /^(tee|free|maas|original|cheaper|lora|cs|fw|tput|el|cloud)$/;

/** `hermes-3-8b-tee` → `hermes-3-8b` */
function withoutTags({ plain, droppable }: NameParts): string {
  const tags = droppable.filter(({ word }) => HOSTED.test(word)).map(({ word }) => word);
  return plain
    .split("-")
    .filter((word) => !tags.includes(word))
    .join("-");
}
