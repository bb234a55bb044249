/** Names a host-side id over all hosts: `openai gpt-4o`. */
export const offerKey = (host: string, modelId: string): string => `${host} ${modelId}`;
