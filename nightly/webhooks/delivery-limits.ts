/** How often, how long and for how many nights a webhook is tried. */
export interface DeliveryLimits {
  /** For one request, in milliseconds. */
  timeoutMs: number;
  /** Requests for one event in one night. */
  attempts: number;
  /** First wait between two of them, in milliseconds; each is twice the one before. */
  firstWaitMs: number;
  /** Longest wait that a receiver may ask for by `Retry-After`, in milliseconds; else the next night comes. */
  maxWaitMs: number;
  /** For all events of one subscriber in one night, in milliseconds; the rest waits for the next. */
  budgetMs: number;
  /** Events that fail one after the other before the subscriber is left alone for the night. */
  failuresInRow: number;
  /** Nights after which an event is given up. */
  nights: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = {
  timeoutMs: 10_000,
  attempts: 5,
  firstWaitMs: 1_000,
  maxWaitMs: 60_000,
  budgetMs: 300_000,
  failuresInRow: 3,
  nights: 14,
};
