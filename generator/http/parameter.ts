/** Query parameters: how a value is parsed, what is wrong with it, and how it is written in a canonical URL. */
import * as z from "zod";
import { formatWithoutExponent } from "../../build/cost/rates.ts";
import { type Problem, quoteInput } from "./problem.ts";

export interface QueryParameter<T> {
  description: string;
  /** JSON Schema of the value, for OpenAPI. */
  schema: Record<string, unknown>;
  required?: boolean;
  example?: string;
  /** @param raw undefined when the parameter is absent or empty. */
  read(raw: string | undefined, name: string): T | Problem;
  /** Text of the value in the canonical URL; undefined for the default, which may depend on the other parameters. */
  write(value: T, query: Readonly<Record<string, unknown>>): string | undefined;
}

export type QueryParameterDefinitions = Record<string, QueryParameter<unknown>>;
export type QueryValues<P> = { [K in keyof P]: P[K] extends QueryParameter<infer T> ? T : never };

/** @param wrong Text after the parameter's name: the invalid value, and what to send instead. */
export const badParameterProblem = (name: string, wrong: string): Problem => ({
  problem: "bad-parameter",
  parameter: name,
  detail: `${name}${wrong}`,
});

/** @returns Undefined for a valid day of a path. */
export const badDayProblem = (day: string): Problem | undefined =>
  z.iso.date().safeParse(day).success
    ? undefined
    : badParameterProblem(
        "date",
        ` is ${quoteInput(day)}, which is not a valid date; send YYYY-MM-DD.`,
      );

interface About {
  description: string;
  example?: string;
}

interface NumberOptions<D> extends About {
  /** Without a default, an absent parameter is undefined. */
  default?: D;
  min?: number;
  max?: number;
}

/** @param wanted Text of the error: what the value should be and what to send, up to the parameter's name. */
const numberParameter = <D extends number | undefined>(
  type: "integer" | "number",
  { default: usual, min = 0, max = Number.MAX_SAFE_INTEGER, ...about }: NumberOptions<D>,
  { form, wanted, example }: { form: RegExp; wanted: string; example: number | string },
): QueryParameter<number | D> => ({
  ...about,
  schema: { type, minimum: min, ...(usual !== undefined && { default: usual }) },
  read: (raw, name) => {
    if (raw === undefined) return usual as D;
    if (form.test(raw) && Number(raw) >= min) return Math.min(Number(raw), max);
    const wrong = `=${quoteInput(raw)} is not a ${wanted} for example ${name}=${example}.`;
    return badParameterProblem(name, wrong);
  },
  // Written without an exponent, so that it can be parsed again: `0.0000001`.
  write: (value) =>
    value === usual || value === undefined ? undefined : formatWithoutExponent(value),
});

/** A whole number. A number above `max` means `max`; one below `min`, or any other text, is rejected. */
export const integerParameter = <D extends number | undefined = undefined>(
  options: NumberOptions<D>,
) =>
  numberParameter<D>("integer", options, {
    form: /^\d+$/,
    wanted: `whole number of ${options.min ?? 0} or more; send`,
    example: options.default ?? 0,
  });

/** How many items of a list the answer has, at least one. @param items What they are: `changes in the answer`. */
export const limitParameter = (items: string, options: { default: number; max: number }) =>
  integerParameter({
    description: `Number of ${items}, at most ${options.max}`,
    min: 1,
    ...options,
  });

/** A number of 0 or more, with decimals. A JavaScript number holds up to fifteen digits exactly. */
export const decimalParameter = <D extends number | undefined = undefined>(
  options: NumberOptions<D>,
) =>
  numberParameter<D>(
    "number",
    { max: Number.POSITIVE_INFINITY, ...options },
    {
      form: /^(?=.{1,16}$)\d+(\.\d+)?$/,
      wanted: "number of 0 or more with at most 15 digits; send digits,",
      example: options.example ?? 1000,
    },
  );

/** One value of a list, or absent. An unknown value is rejected. */
export function strictChoiceParameter<V extends string>(
  options: About & { values: readonly V[] },
): QueryParameter<V | undefined> {
  const { description, values } = options;
  return {
    description,
    schema: { type: "string", enum: [...values] },
    read: (raw, name) => {
      const value = values.find((known) => known === raw);
      if (raw === undefined || value !== undefined) return value;
      const next = `send one of ${values.join(", ")}, or leave the parameter out.`;
      return {
        ...badParameterProblem(name, `=${quoteInput(raw)} is not known; ${next}`),
        allowed: values,
      };
    },
    write: (value) => value,
  };
}

/** Free text, trimmed; absent when nothing is left. */
export const textParameter = (
  about: About & { required?: boolean },
): QueryParameter<string | undefined> => ({
  ...about,
  schema: { type: "string" },
  read: (raw) => raw?.toWellFormed().trim() || undefined,
  write: (value) => value,
});

/** On with exactly this value or `true`; off with any other value. */
export const flagParameter = ({
  description,
  on,
}: About & { on: string }): QueryParameter<boolean> => ({
  description,
  schema: { type: "string", enum: [on] },
  read: (raw) => raw === on || raw === "true",
  write: (value) => (value ? on : undefined),
});

/** An optional date. */
export const dayParameter = (about: About) =>
  timeParameter(about, z.iso.date(), "date", "YYYY-MM-DD");

/** An optional date, or date and minute in UTC. */
export function dayOrMinuteParameter(about: About) {
  const type = z.union([z.iso.date(), z.iso.datetime({ precision: -1 })]);
  return timeParameter(about, type, "date or a minute in UTC", "YYYY-MM-DD or YYYY-MM-DDThh:mmZ");
}

const timeParameter = (
  about: About,
  type: z.ZodType,
  kind: string,
  form: string,
): QueryParameter<string | undefined> => ({
  ...about,
  schema: { type: "string", ...(kind === "date" && { format: kind }) },
  read: (raw, name) => {
    if (raw === undefined || type.safeParse(raw).success) return raw;
    const wrong = `=${quoteInput(raw)} is not a ${kind}; send ${form}, for example ${name}=2026-06-01.`;
    return badParameterProblem(name, wrong);
  },
  write: (value) => value,
});

/** Several names joined by commas, without duplicates and empty ones; their number is checked. */
export function namesParameter(
  options: Required<About> & { min: number; max: number },
): QueryParameter<string[]> {
  const { description, example, min, max } = options;
  return {
    description,
    example,
    schema: { type: "string" },
    required: min > 0,
    read: (raw, name) => {
      const parts = (raw ?? "").split(",").map((part) => part.toWellFormed().trim());
      const names = [...new Set(parts.filter((part) => part !== ""))];
      if (names.length >= min && names.length <= max) return names;
      const found =
        raw === undefined ? " is missing" : `=${quoteInput(raw)} is a list of ${names.length}`;
      const next = `send ${min} to ${max} different slugs joined by commas, for example ${name}=${example}.`;
      return badParameterProblem(name, `${found}; ${next}`);
    },
    write: (value) => value.join(",") || undefined,
  };
}
