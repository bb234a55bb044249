/** One spelling per host-side id: upstreams write the same id with or without a maker's path, a dot or capitals. */

export interface IdSpelling {
  /** The spelling of this id at this host; the id itself when it is new, and from then on the spelling. */
  spell(host: string, modelId: string): string;
}

/** @param known Ids whose spelling stands, host by host. Dated and undated ids stay different ids. */
export function createIdSpelling(known: Iterable<{ host: string; modelId: string }>): IdSpelling {
  const exact = new Set<string>();
  /** Looser form → the ids that have it; only a single one can be meant. */
  const loose = new Map<string, Set<string>>();
  const learn = (host: string, modelId: string) => {
    exact.add(`${host} ${modelId}`);
    for (const form of looserForms(modelId)) {
      const key = `${host} ${form}`;
      loose.set(key, (loose.get(key) ?? new Set()).add(modelId));
    }
  };
  for (const { host, modelId } of known) learn(host, modelId);
  return {
    spell(host, modelId) {
      if (exact.has(`${host} ${modelId}`)) return modelId;
      for (const form of looserForms(modelId)) {
        const meant = loose.get(`${host} ${form}`);
        const [only] = meant ?? [];
        if (only !== undefined && meant?.size === 1) return only;
      }
      learn(host, modelId);
      return modelId;
    },
  };
}

/** From the strictest to the loosest: capitals and dots, then the path before the name. */
function looserForms(modelId: string): string[] {
  const plain = modelId.toLowerCase().replaceAll(".", "-");
  return [plain, plain.slice(plain.lastIndexOf("/") + 1)];
}
