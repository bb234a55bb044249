/** What a delivery takes from outside: clock, chance, waiting. */
import { setTimeout } from "node:timers/promises";

export interface DeliveryEffects {
  /** Milliseconds since 1970; receivers compare the time of a signature with their own. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export const realDeliveryEffects: DeliveryEffects = {
  now: Date.now,
  sleep: async (ms) => setTimeout(ms),
  random: Math.random,
};
