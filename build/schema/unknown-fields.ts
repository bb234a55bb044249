/** The fields of a fact that may be null, as null: what is said of a thing of which nothing is known yet. */
import { z } from "zod";

type Nulls<T> = { [Field in keyof T as null extends T[Field] ? Field : never]: null };

/** Of the fields of `schema` itself; fields within them have an `unknownFields` of their own schema. */
export function unknownFields<S extends z.ZodObject>(schema: S): Nulls<z.infer<S>> {
  const nullable = Object.entries(schema.shape).filter(([, type]) => type instanceof z.ZodNullable);
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as Nulls<z.infer<S>>;
}
