/** What one check of a deployed service found. */
export interface CheckResult {
  /** What was looked at: `files`, `range`. */
  check: string;
  /**
   * `differs`: fix it. `seen`: either behaviour is right; `detail` says which one was seen. `known`: a difference of
   * which the reason is known.
   */
  verdict: "ok" | "differs" | "seen" | "known";
  detail: string;
}

export const formatCheckResult = ({ check, verdict, detail }: CheckResult): string =>
  `${verdict.padEnd(8)}${check.padEnd(14)}${detail}`;
