/** What a check has seen. */
export interface Finding {
  /** What was looked at: `files`, `range`. */
  check: string;
  /** `differs`: mend it. `seen`: both ways are right, and this is the way it goes. */
  verdict: "ok" | "differs" | "seen";
  detail: string;
}

export const formatFinding = ({ check, verdict, detail }: Finding): string =>
  `${verdict.padEnd(8)}${check.padEnd(14)}${detail}`;
