/** How many tokens go into a model, and how many come out. */

interface Limits {
  context_window: number | null;
  max_output_tokens: number | null;
}

/** What comes out stands in the context window too: more than that is an error of one of the two. */
export const isWithinContext = ({ context_window, max_output_tokens }: Limits): boolean =>
  context_window === null || max_output_tokens === null || max_output_tokens <= context_window;

/** Of a schema's `refine`. */
export const ABOVE_CONTEXT = {
  path: ["max_output_tokens"],
  message: "is above context_window, which cannot be: leave out what is less sure",
};
