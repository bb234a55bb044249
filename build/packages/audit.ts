/** What `npm audit --json` reports. */
import { z } from "zod";

const Vulnerability = z.looseObject({ severity: z.string(), range: z.string().default("") });
const Report = z.looseObject({ vulnerabilities: z.record(z.string(), Vulnerability) });
const NoReport = z.looseObject({ message: z.string() });

/** @param text JSON, or whatever npm printed instead: no report is no sign of health, but no vulnerability either. */
export function readAudit(text: string): { isVulnerable: boolean; lines: string[] } {
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Answered below as no report.
  }
  const report = Report.safeParse(json);
  if (!report.success) {
    const reason = NoReport.safeParse(json).data?.message ?? "npm printed no report";
    return { isVulnerable: false, lines: [`audit: not answered: ${reason}`] };
  }
  const lines = Object.entries(report.data.vulnerabilities)
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity, range }]) => `audit: ${severity}: ${name} ${range}`);
  if (lines.length > 0) return { isVulnerable: true, lines };
  return { isVulnerable: false, lines: ["audit: no known vulnerability of high severity"] };
}
