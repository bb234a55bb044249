/** What each kind of client may ask of the function. Files that the CDN serves are not counted. */

export interface Plan {
  perMinute: number;
  perDay: number;
}

/** `enterprise` is not counted. */
export const PLANS = {
  free: { perMinute: 10, perDay: 100 },
  pro: { perMinute: 100, perDay: 10_000 },
  enterprise: null,
} as const satisfies Record<string, Plan | null>;
type PlanName = keyof typeof PLANS;

export interface Client {
  /** Under which it is counted: the hash of its key, or its address. */
  id: string;
  plan: PlanName;
}
