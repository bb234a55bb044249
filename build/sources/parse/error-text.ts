import { z } from "zod";

/** One line that says what was wrong with an answer: the first place and what stands there. */
export function errorText(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "odd shape"}`;
  }
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 200);
}
