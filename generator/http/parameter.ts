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

/** A whole number. Above `max` it means `max`; below `min`, or not a whole number, it is refused. */
export function integer(options: {
  description: string;
  default: number;
  min: number;
  max: number;
}): Parameter<number> {
  const { description, min, max } = options;
  return {
    description,
    schema: { type: "integer", minimum: min, default: options.default },
    read: (raw, name) => {
      if (raw === undefined) return options.default;
      if (/^\d+$/.test(raw) && Number(raw) >= min) return Math.min(Number(raw), max);
      return badParameter(
        name,
        `=${quote(raw)} is not a whole number from ${min}; send for example ${name}=${options.default}.`,
      );
    },
    write: (value) => (value === options.default ? undefined : String(value)),
  };
}

/** One of a list. An unknown value is replaced by the default, which the answer names. */
export function choice<V extends string>(options: {
  description: string;
  values: readonly V[];
  default: V;
}): Parameter<V> {
  return {
    description: options.description,
    schema: { type: "string", default: options.default, examples: [...options.values] },
    read: (raw) => options.values.find((value) => value === raw) ?? options.default,
    write: (value) => (value === options.default ? undefined : value),
  };
}

/** One of a list, or absent. An unknown value is refused. */
export function strictChoice<V extends string>(options: {
  description: string;
  values: readonly V[];
}): Parameter<V | undefined> {
  return {
    description: options.description,
    schema: { type: "string", enum: [...options.values] },
    read: (raw, name) => {
      const value = options.values.find((known) => known === raw);
      if (raw === undefined || value !== undefined) return value;
      const next = `send one of ${options.values.join(", ")}, or leave it out.`;
      return {
        ...badParameter(name, `=${quote(raw)} is not known; ${next}`),
        allowed: options.values,
      };
    },
    write: (value) => value,
  };
}

/** Free text, trimmed; absent when nothing is left. */
export function text(options: {
  description: string;
  example?: string;
}): Parameter<string | undefined> {
  return {
    description: options.description,
    schema: { type: "string" },
    ...(options.example !== undefined && { example: options.example }),
    read: (raw) => raw?.toWellFormed().trim() || undefined,
    write: (value) => value,
  };
}

/** On with exactly this value, off with any other. */
export function flag(options: { description: string; on: string }): Parameter<boolean> {
  return {
    description: options.description,
    schema: { type: "string", enum: [options.on] },
    read: (raw) => raw === options.on,
    write: (value) => (value ? options.on : undefined),
  };
}

/** A day, or absent. */
export function day(options: { description: string }): Parameter<string | undefined> {
  return {
    description: options.description,
    schema: { type: "string", format: "date" },
    read: (raw, name) => {
      if (raw === undefined || z.iso.date().safeParse(raw).success) return raw;
      return badParameter(
        name,
        `=${quote(raw)} is not a date; send YYYY-MM-DD, for example ${name}=2026-06-01.`,
      );
    },
    write: (value) => value,
  };
}

/** Several names joined by commas, without duplicates and empty ones; their number is checked. */
export function list(options: {
  description: string;
  min: number;
  max: number;
  example: string;
}): Parameter<string[]> {
  const { min, max } = options;
  return {
    description: options.description,
    schema: { type: "string" },
    required: min > 0,
    example: options.example,
    read: (raw, name) => {
      const parts = (raw ?? "").split(",").map((part) => part.toWellFormed().trim());
      const names = [...new Set(parts.filter((part) => part !== ""))];
      if (names.length >= min && names.length <= max) return names;
      const found = raw === undefined ? " is missing" : `=${quote(raw)} names ${names.length}`;
      return badParameter(
        name,
        `${found}; send ${min} to ${max} different slugs joined by commas, for example ${name}=${options.example}.`,
      );
    },
    write: (value) => value.join(","),
  };
}
