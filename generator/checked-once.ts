/** Parts that stand in many answers are checked the first time only. */
import type { z } from "zod";

/**
 * The same schema, which takes a value that it has found right before on trust. Only for values that are made once,
 * kept and never changed, such as the entry of a model, which stands in dozens of lists: checking each anew was a
 * tenth of the build.
 */
export function checkedOnce<S extends z.ZodType>(schema: S): S {
  const right = new WeakSet<object>();
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    if (typeof value !== "object" || value === null) return run(payload, context);
    if (right.has(value)) return payload;
    const result = run(payload, context);
    if (!(result instanceof Promise) && result.issues.length === 0) right.add(value);
    return result;
  };
  return schema;
}
