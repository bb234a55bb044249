/** The blended price, USD per 1M tokens: three parts input, one part output. Null where one of them is unknown. */
export const blendedPrice = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? null : (3 * input + output) / 4;
