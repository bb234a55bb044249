/** Tokens of requests, each counted once: `input` are those that no cache had. */
export interface Usage {
  input: number;
  cache_read: number;
  cache_write: number;
  output: number;
}

export const NO_USAGE: Usage = { input: 0, cache_read: 0, cache_write: 0, output: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cache_read: a.cache_read + b.cache_read,
  cache_write: a.cache_write + b.cache_write,
  output: a.output + b.output,
});

export const timesUsage = (usage: Usage, times: number): Usage => ({
  input: usage.input * times,
  cache_read: usage.cache_read * times,
  cache_write: usage.cache_write * times,
  output: usage.output * times,
});

export const totalTokens = ({ input, cache_read, cache_write, output }: Usage): number =>
  input + cache_read + cache_write + output;
