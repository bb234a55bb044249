/** Scores as upstreams print them: the number, the configuration of the run, and who reported it. Pure. */
import type { ScoreListing } from "../listing.ts";

type Stated = Pick<
  ScoreListing,
  "source" | "benchmark" | "modelName" | "score" | "as_of" | "source_url"
>;

/** Digits to keep: more than any upstream measures, fewer than float noise adds. */
const DIGITS = 9;

/** A score without float noise, measured by its source by default. */
export const toScoreListing = (score: Stated & Partial<ScoreListing>): ScoreListing => ({
  display_name: null,
  maker: null,
  release_date: null,
  is_open_source: null,
  configuration: null,
  self_reported: false,
  ...score,
  score: Number(score.score.toPrecision(DIGITS)),
});

/** `79.83%`, `5.3 %`, `0.42` → the number; undefined for `N/A`, empty and the like. */
export function parseScoreNumber(cell: string): number | undefined {
  const text = cell.replace(/\s*%\s*$/, "").trim();
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** Part of a configuration whose upstream does not know whether the model was thinking. */
export const THINKING_NOT_STATED = "thinking not stated";

/** What distinguishes two runs of one model: `2024-08-06, high, openhands`, in one spelling; null if nothing does. */
export function formatScoreConfiguration(...parts: readonly (string | null)[]): string | null {
  const words = parts
    .flatMap((part) => (part ?? "").split(","))
    .map((part) => respell(part.trim().replace(/\s+/g, " ").toLowerCase()))
    .filter((part) => part !== "");
  return words.length === 0 ? null : [...new Set(words)].join(", ");
}

/** Days and thinking budgets, which upstreams write in several ways. */
const SPELLINGS: readonly [pattern: RegExp, spelling: string][] = [
  [/^(20\d{2})(\d{2})(\d{2})$/, "$1-$2-$3"],
  [/^(\d{2})-(20\d{2})$/, "$2-$1"],
  [/^((?:\d+k|no|default) )think(?:ing)?(?: tokens)?$/, "$1thinking"],
];

const respell = (part: string): string =>
  SPELLINGS.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), part);

/** Maker as upstreams name it → its own pages (host, or host and first folder) and papers at arXiv. */
const OWN_PUBLICATIONS: readonly [maker: RegExp, places: string][] = [
  [/01\.ai/i, "2403.04652"],
  [/alibaba|qwen/i, "qwen.ai huggingface.co/qwen 2309.16609 2409.12186"],
  [/anthropic/i, "anthropic.com"],
  [/baichuan/i, "2309.10305"],
  [/deepmind/i, "2112.11446 2203.15556"],
  [/deepreinforce/i, "huggingface.co/deepreinforce-ai"],
  [/deepseek/i, "deepseek.com huggingface.co/deepseek-ai github.com/deepseek-ai"],
  [/deepseek/i, "2412.19437 2501.12948"],
  [/google/i, "deepmind.google blog.google ai.google.dev cloud.google.com huggingface.co/google"],
  [/google/i, "storage.googleapis.com/deepmind-media 1910.10683 2101.03961 2112.06905"],
  [/google/i, "2305.10403 2403.08295"],
  [/meta/i, "meta.ai ai.meta.com huggingface.co/meta-models"],
  [/meta/i, "2302.13971 2307.09288 2407.21783"],
  [/microsoft/i, "2201.11990 2309.05463 2404.14219 2412.08905"],
  [/minimax/i, "minimax.io huggingface.co/minimaxai"],
  [/mistral/i, "mistral.ai huggingface.co/mistralai 2401.04088"],
  [/moonshot/i, "kimi.com huggingface.co/moonshotai github.com/moonshotai"],
  [/nvidia/i, "huggingface.co/nvidia 2201.11990 2402.16819"],
  [/openai/i, "openai.com huggingface.co/openai 2005.14165 2303.08774"],
  [/prime intellect/i, "2412.01152"],
  [/sakana/i, "console.sakana.ai"],
  [/salesforce/i, "2309.03450"],
  [/stepfun/i, "huggingface.co/stepfun-ai"],
  [/technology innovation/i, "2311.16867 2407.14885"],
  [/xai|x\.ai/i, "x.ai"],
  [/xiaomi/i, "huggingface.co/xiaomimimo"],
  [/zhipu|z\.ai|zai/i, "z.ai huggingface.co/zai-org"],
];

/** Whether a model's own maker published a score: true on its page or in its paper, else null. */
export function isSelfReportedScore(source_url: string, maker: string | null): true | null {
  if (maker === null) return null;
  const { hostname, pathname } = new URL(source_url);
  const page = `${hostname}${pathname}`.toLowerCase();
  const paper = /^arxiv\.org\/\w+\/(\d{4}\.\d{5})/.exec(page)?.[1];
  const isOwn = OWN_PUBLICATIONS.some(
    ([name, places]) =>
      name.test(maker) && places.split(" ").some((own) => own === paper || isBelow(page, own)),
  );
  return isOwn || null;
}

/** `www.x.ai/news` is below `x.ai`, `max.ai` is not. */
function isBelow(page: string, own: string): boolean {
  const at = page.indexOf(own);
  return at === 0 || (page[at - 1] === "." && !page.slice(0, at).includes("/"));
}
