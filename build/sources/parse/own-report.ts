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
  ["github.com/deepseek-ai", /deepseek/i],
  ["github.com/moonshotai", /moonshot/i],
  ["storage.googleapis.com/deepmind-media", /google/i],
];

/** Papers in which a maker presents its own models, by their number at arXiv. */
const MAKER_PAPERS: Readonly<Record<string, RegExp>> = {
  "1910.10683": /google/i,
  "2005.14165": /openai/i,
  "2101.03961": /google/i,
  "2112.06905": /google/i,
  "2112.11446": /deepmind/i,
  "2201.11990": /microsoft|nvidia/i,
  "2203.15556": /deepmind/i,
  "2302.13971": /meta/i,
  "2303.08774": /openai/i,
  "2305.10403": /google/i,
  "2307.09288": /meta/i,
  "2309.03450": /salesforce/i,
  "2309.05463": /microsoft/i,
  "2309.10305": /baichuan/i,
  "2309.16609": /alibaba|qwen/i,
  "2311.16867": /technology innovation/i,
  "2401.04088": /mistral/i,
  "2402.16819": /nvidia/i,
  "2403.04652": /01\.ai/i,
  "2403.08295": /google/i,
  "2404.14219": /microsoft/i,
  "2407.14885": /technology innovation/i,
  "2407.21783": /meta/i,
  "2409.12186": /alibaba|qwen/i,
  "2412.01152": /prime intellect/i,
  "2412.08905": /microsoft/i,
  "2412.19437": /deepseek/i,
  "2501.12948": /deepseek/i,
};

/** @returns true on the maker's own page and in its own paper, null where the address does not tell. */
export function isOwnReport(sourceUrl: string, maker: string | null): true | null {
  if (maker === null) return null;
  const { hostname, pathname } = new URL(sourceUrl);
  const page = `${hostname}${pathname}`.toLowerCase();
  const paper = /^arxiv\.org\/\w+\/(\d{4}\.\d{5})/.exec(page)?.[1] ?? "";
  if (MAKER_PAPERS[paper]?.test(maker)) return true;
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
