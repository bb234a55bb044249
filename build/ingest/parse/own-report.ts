/** Whether a score was read from a page of the model's own maker: then it is self-reported. */

/** Host (or host and first folder) of a maker's own pages → the maker as upstreams name it. */
const MAKER_PAGES: readonly [page: string, maker: RegExp][] = [
  ["anthropic.com", /anthropic/i],
  ["openai.com", /openai/i],
  ["x.ai", /xai|x\.ai/i],
  ["deepmind.google", /google/i],
  ["blog.google", /google/i],
  ["ai.google.dev", /google/i],
  ["mistral.ai", /mistral/i],
  ["ai.meta.com", /meta/i],
  ["console.sakana.ai", /sakana/i],
  ["huggingface.co/qwen", /alibaba|qwen/i],
  ["huggingface.co/deepseek-ai", /deepseek/i],
  ["huggingface.co/zai-org", /zhipu|z\.ai|zai/i],
  ["huggingface.co/moonshotai", /moonshot/i],
  ["huggingface.co/minimaxai", /minimax/i],
  ["huggingface.co/deepreinforce-ai", /deepreinforce/i],
  ["huggingface.co/xiaomimimo", /xiaomi/i],
  ["huggingface.co/mistralai", /mistral/i],
  ["huggingface.co/google", /google/i],
  ["huggingface.co/nvidia", /nvidia/i],
  ["huggingface.co/openai", /openai/i],
  ["huggingface.co/stepfun-ai", /stepfun/i],
];

/** @returns true on the maker's own page, null where the address does not tell. */
export function isOwnReport(sourceUrl: string, maker: string | null): true | null {
  if (maker === null) return null;
  const { hostname, pathname } = new URL(sourceUrl);
  const page = `${hostname}${pathname}`.toLowerCase();
  const isOwn = MAKER_PAGES.some(([own, name]) => isBelow(page, own) && name.test(maker));
  return isOwn || null;
}

/** `www.x.ai/news` is below `x.ai`, `max.ai` is not. */
function isBelow(page: string, own: string): boolean {
  const at = page.indexOf(own);
  return (
    (at === 0 || page[at - 1] === ".") && !page.slice(0, Math.max(at, 0)).includes("/") && at >= 0
  );
}
