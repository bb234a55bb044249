/** Query parameters: how a value is read, what is wrong with a bad one, how it stands in a canonical address. */
import { z } from "zod";
import { type Problem, quote } from "./problem.ts";

export interface Parameter<T> {
  description: string;
  /** JSON Schema of the value, for OpenAPI. */
  schema: Record<string, unknown>;
  required?: boolean;
  example?: string;
  /** @param raw undefined when the parameter is absent or empty. */
  read(raw: string | undefined, name: string): T | Problem;
  /** Text in the canonical address; undefined when the value is the default, which may depend on the others. */
  write(value: T, query: Readonly<Record<string, unknown>>): string | undefined;
}

export type Parameters = Record<string, Parameter<unknown>>;
/** What is read of each parameter. */
export type ParameterValues<P> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** @param wrong What follows the parameter's name: which value, and what to send. */
export const badParameter = (name: string, wrong: string): Problem => ({
  problem: "bad-parameter",
  parameter: name,
  detail: `${name}${wrong}`,
});

interface About {
  description: string;
  example?: string;
}

/** A whole number. Above `max` it means `max`; below `min`, or not a whole number, it is refused. */
export function integer(
  options: About & { default: number; min: number; max: number },
): Parameter<number> {
  const { description, min, max, default: usual } = options;
  return {
    description,
    schema: { type: "integer", minimum: min, default: usual },
    read: (raw, name) => {
      if (raw === undefined) return usual;
      if (/^\d+$/.test(raw) && Number(raw) >= min) return Math.min(Number(raw), max);
      const next = `send for example ${name}=${usual}.`;
      return badParameter(name, `=${quote(raw)} is not a whole number from ${min}; ${next}`);
    },
    write: (value) => (value === usual ? undefined : String(value)),
  };
}

/** One of a list. An unknown value is replaced by the default, which the answer names. */
export function choice<V extends string>(
  options: About & { values: readonly V[]; default: V },
): Parameter<V> {
  const { description, values, default: usual } = options;
  return {
    description,
    schema: { type: "string", default: usual, examples: [...values] },
    read: (raw) => values.find((value) => value === raw) ?? usual,
    write: (value) => (value === usual ? undefined : value),
  };
}

/** One of a list, or absent. An unknown value is refused. */
export function strictChoice<V extends string>(
  options: About & { values: readonly V[] },
): Parameter<V | undefined> {
  const { description, values } = options;
  return {
    description,
    schema: { type: "string", enum: [...values] },
    read: (raw, name) => {
      const value = values.find((known) => known === raw);
      if (raw === undefined || value !== undefined) return value;
      const next = `send one of ${values.join(", ")}, or leave it out.`;
      return {
        ...badParameter(name, `=${quote(raw)} is not known; ${next}`),
        allowed: values,
      };
    },
    write: (value) => value,
  };
}

/** Free text, trimmed; absent when nothing is left. */
export const text = (about: About): Parameter<string | undefined> => ({
  ...about,
  schema: { type: "string" },
  read: (raw) => raw?.toWellFormed().trim() || undefined,
  write: (value) => value,
});

/** On with exactly this value, off with any other. */
export const flag = ({ description, on }: About & { on: string }): Parameter<boolean> => ({
  description,
  schema: { type: "string", enum: [on] },
  read: (raw) => raw === on,
  write: (value) => (value ? on : undefined),
});

/** A day, or absent. */
export const day = (about: About): Parameter<string | undefined> => ({
  ...about,
  schema: { type: "string", format: "date" },
  read: (raw, name) => {
    if (raw === undefined || z.iso.date().safeParse(raw).success) return raw;
    const next = `send YYYY-MM-DD, for example ${name}=2026-06-01.`;
    return badParameter(name, `=${quote(raw)} is not a date; ${next}`);
  },
  write: (value) => value,
});

/** Several names joined by commas, without duplicates and empty ones; their number is checked. */
export function list(options: Required<About> & { min: number; max: number }): Parameter<string[]> {
  const { description, example, min, max } = options;
  return {
    ...{ description, example },
    schema: { type: "string" },
    required: min > 0,
    read: (raw, name) => {
      const parts = (raw ?? "").split(",").map((part) => part.toWellFormed().trim());
      const names = [...new Set(parts.filter((part) => part !== ""))];
      if (names.length >= min && names.length <= max) return names;
      const found = raw === undefined ? " is missing" : `=${quote(raw)} names ${names.length}`;
      const next = `send ${min} to ${max} different slugs joined by commas, for example ${name}=${example}.`;
      return badParameter(name, `${found}; ${next}`);
    },
    write: (value) => value.join(","),
  };
}
