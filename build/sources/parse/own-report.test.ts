import { expect, test } from "vitest";
import { isOwnReport } from "./own-report.ts";

test.each([
  ["https://www.anthropic.com/news/x", "anthropic", true],
  ["https://assets.anthropic.com/card.pdf", "Anthropic", true],
  ["https://data.x.ai/card.pdf", "xAI", true],
  ["https://huggingface.co/Qwen/Qwen3.5-27B", "alibaba", true],
  ["https://max.ai/news", "xai", null],
  ["https://www.anthropic.com/news/x", "OpenAI", null],
  ["https://arxiv.org/abs/2309.16609", "Alibaba", true],
  ["https://arxiv.org/pdf/2309.16609v2", "Alibaba", true],
  ["https://arxiv.org/abs/2309.16609", "Meta AI", null],
  ["https://arxiv.org/abs/2309.16610", "Alibaba", null],
  ["https://github.com/deepseek-ai/DeepSeek-V3", "deepseek", true],
  ["https://mirror.org/anthropic.com", "anthropic", null],
  ["https://www.anthropic.com/news/x", null, null],
])("%s about a model of %s: %s", (url, maker, own) => {
  expect(isOwnReport(url, maker)).toBe(own);
});
