/** What schemas of answers are made of. The facts behind these strings were checked when they were read. */
import { z } from "zod";

/** A day, YYYY-MM-DD. */
export const Day = z.string().meta({ format: "date" });

/** An absolute address. */
export const Address = z.string().meta({ format: "uri" });

/** Schema of a part of answers that has a name of its own in the published schemas. It may gain fields. */
export const named = <F extends z.ZodRawShape>(id: string, fields: F) =>
  z.looseObject(fields).meta({ id });
