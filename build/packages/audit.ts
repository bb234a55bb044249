/** What `npm audit --json` said of the packages that are shipped. */
import { z } from "zod";

/** Of a registry that was asked; others answer with the status or the error instead. */
const Answered = z.looseObject({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), range: z.string().optional() }),
  ),
});

const NotAnswered = z.looseObject({ message: z.string().optional() });

/** A change that ships one of these is stopped. */
const GRAVE: ReadonlySet<string> = new Set(["high", "critical"]);

export interface AuditResult {
  /** `unanswered`: nobody said that there are none. */
  state: "clean" | "faulty" | "unanswered";
  lines: string[];
}

/** @param text JSON, or whatever came instead. */
export function readAudit(text: string): AuditResult {
  const json = parseOrNull(text);
  const answered = Answered.safeParse(json);
  if (!answered.success)
    return { state: "unanswered", lines: [`audit: not answered: ${whyNot(json)}`] };
  const { vulnerabilities } = answered.data;
  const lines = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => GRAVE.has(severity))
    .map(([name, { severity, range = "" }]) => `audit: ${severity}: ${name} ${range}`);
  if (lines.length > 0) return { state: "faulty", lines };
  return { state: "clean", lines: ["audit: no known fault of high severity"] };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function whyNot(json: unknown): string {
  const said = NotAnswered.safeParse(json);
  return said.success && said.data.message ? said.data.message : "no report came";
}
