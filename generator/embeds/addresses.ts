/** Pictures of a model's prices for other people's pages. */
export const badgePath = (slug: string): string => `/badge/${slug}.svg`;
export const chartPath = (slug: string): string => `/chart/${slug}.svg`;
