/** What a provider is, in a sentence or two. */
import type { ProviderEntry } from "../../../endpoints/providers/provider.ts";
import { thousands } from "../../components/format.ts";

export function aboutProvider({ host_kind, models, offers }: ProviderEntry): string {
  const makes = models > 0 ? `makes ${count(models)}` : "";
  const sells = offers > 0 && host_kind ? SELLS[host_kind](count(offers)) : "sells none itself";
  const [first, second] = host_kind === "lab" || offers === 0 ? [makes, sells] : [sells, makes];
  const sentence = [first, second].filter(Boolean).join(" and ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const SELLS = {
  lab: (models: string) => `sells ${models} at its own API`,
  cloud: (models: string) => `sells ${models} in its cloud`,
  inference: (models: string) => `runs and sells ${models} on its own machines`,
  router: (models: string) => `resells ${models} that other hosts run`,
  plan: (models: string) => `sells a subscription with ${models}`,
} as const;

const count = (models: number): string =>
  `${thousands(models)} ${models === 1 ? "model" : "models"}`;
