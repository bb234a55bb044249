import { expect, test } from "vitest";
import { createIdSpelling } from "./source-lists.ts";

test("one id has one spelling per host", () => {
  const spelling = createIdSpelling([
    { host: "fireworks-ai", modelId: "accounts/fireworks/models/glm-5p1" },
    { host: "nano-gpt", modelId: "TEE/glm-5" },
    { host: "nano-gpt", modelId: "zai-org/glm-5" },
    { host: "openai", modelId: "gpt-4o" },
  ]);
  expect(spelling.spell("fireworks-ai", "glm-5p1")).toBe("accounts/fireworks/models/glm-5p1");
  expect(spelling.spell("openai", "GPT-4o")).toBe("gpt-4o");
  expect(spelling.spell("openai", "gpt-4o-2024-05-13")).toBe("gpt-4o-2024-05-13");
  expect(spelling.spell("nano-gpt", "glm-5"), "two ids could be meant").toBe("glm-5");
  expect(spelling.spell("azure", "gpt-4o"), "another host").toBe("gpt-4o");
  expect(spelling.spell("azure", "openai/gpt-4o"), "the first spelling stays").toBe("gpt-4o");
});
