/** Single corruptions of a tree of facts, by kind: slips of a hand, a disk or a merge. Pure, from a seeded chance. */
import type { FactFiles } from "../../build/facts/fact-files.ts";
import type { Row } from "../../build/facts/format.ts";
import { type HitKind, pick, pickRow, type Random, type Target, textOf, withRow } from "./draw.ts";

export interface Corruption {
  /** What was done where, for people. */
  what: string;
  /** Path → its text; null for a file that is gone. */
  changed: ReadonlyMap<string, string | null>;
}

type Corrupt = (files: FactFiles, random: Random) => Corruption;

const PRICES = ["input", "output", "cache_read", "cache_write"] as const;

/** Name of the kind → how one is made. */
export const CORRUPTIONS: Readonly<Record<string, Corrupt>> = {
  "price, decimal shift": (files, random) => {
    const target = pickRow(files, random, "prices", (row) => pricesOf(row).length > 0);
    const field = pick(random, pricesOf(target.row));
    return edit(target, { [field]: shift(target.row[field], random) });
  },
  "price row edited": (files, random) => {
    const target = pickRow(files, random, "prices", (row) => pricesOf(row).length > 0);
    const field = pick(random, pricesOf(target.row));
    return edit(target, { [field]: scale(target.row[field], 1.02 + random() * 0.5) });
  },
  "price row lost": (files, random) => lose(pickRow(files, random, "prices")),
  "price row doubled with another price": (files, random) => {
    const target = pickRow(files, random, "prices", ({ input }) => isPaid(input));
    const { row, rows, at } = target;
    const days = Math.floor(random() * 30);
    const twin = {
      ...row,
      input: scale(row.input, pick(random, [0.5, 0.8, 1.25, 2, 10])),
      recorded: addDays(row.recorded, days),
    };
    return write(
      target,
      [...rows.slice(0, at + 1), twin, ...rows.slice(at + 1)],
      `doubled with input ${twin.input} on ${twin.recorded}`,
    );
  },
  "input and output swapped": (files, random) => {
    const target = pickRow(
      files,
      random,
      "prices",
      ({ input, output }) => isPaid(input) && isPaid(output) && input !== output,
    );
    return edit(target, { input: target.row.output, output: target.row.input });
  },
  "price of another day": (files, random) => {
    const target = pickRow(files, random, "prices");
    const days = Math.round((random() - 0.5) * 400) || 1;
    return edit(target, { recorded: addDays(target.row.recorded, days) });
  },
  "file × 1,000": (files, random) => {
    const kind = pick(random, ["prices", "scores"] as const);
    const target = pickRow(files, random, kind);
    const fields = kind === "prices" ? PRICES : ["score"];
    const scaled = target.rows.map((row) => ({ ...row, ...scaleAll(row, fields, 1_000) }));
    return write(target, scaled, "× 1,000", true);
  },
  "file cut at a line": (files, random) => {
    const target = pickRow(files, random, pick(random, ["prices", "scores", "offers"] as const));
    const kept = target.rows.slice(0, target.at);
    return write(target, kept, `cut after ${kept.length} of ${target.rows.length} rows`, true);
  },
  "file cut within a line": (files, random) => {
    const { path } = pickRow(files, random, pick(random, EVERY_KIND));
    const text = files.get(path) ?? "";
    return replace(path, text.slice(0, Math.floor(random() * text.length)), "cut within a line");
  },
  "score above the maximum": (files, random) => {
    const target = pickRow(files, random, "scores");
    return edit(target, { score: scale(100, 1.01 + random() * 2) });
  },
  "score, decimal shift": (files, random) => {
    const target = pickRow(files, random, "scores", ({ score }) => isPaid(score));
    return edit(target, { score: shift(target.row.score, random) });
  },
  "score edited": (files, random) => {
    const target = pickRow(files, random, "scores", ({ score }) => isPaid(score));
    return edit(target, { score: scale(target.row.score, 0.7 + random() * 0.25) });
  },
  "score row lost": (files, random) => lose(pickRow(files, random, "scores")),
  "slug of the wrong model": (files, random) => {
    const target = pickRow(files, random, pick(random, ["offers", "scores"] as const));
    const other = pickRow(files, random, "models", ({ slug }) => slug !== target.row.model);
    return edit(target, { model: other.row.slug });
  },
  "future date": (files, random) => {
    const [kind, field] = pick(random, DATES);
    const target = pickRow(files, random, kind, (row) => typeof row[field] === "string");
    return edit(target, {
      [field]: addDays(target.row[field], 365 + Math.floor(random() * 1_000)),
    });
  },
  "release or retirement date moved": (files, random) => {
    const field = pick(random, ["release_date", "retirement_date"]);
    const target = pickRow(files, random, "models", (row) => typeof row[field] === "string");
    const days = pick(random, [-1, 1]) * (30 + Math.floor(random() * 700));
    return edit(target, { [field]: addDays(target.row[field], days) });
  },
  "limit changed": (files, random) => {
    const kind = pick(random, ["offers", "models"] as const);
    const field = pick(random, ["context_window", "max_output_tokens"]);
    const target = pickRow(files, random, kind, (row) => typeof row[field] === "number");
    const value = Math.max(
      1,
      Math.round(Number(target.row[field]) * pick(random, [0.1, 0.5, 2, 10])),
    );
    return edit(target, { [field]: value });
  },
  "lab changed": (files, random) => {
    const target = pickRow(files, random, "models");
    const other = pickRow(files, random, "models", ({ lab }) => lab !== target.row.lab);
    const path = target.path.replace(`/${target.row.lab}/`, `/${other.row.lab}/`);
    const text = withRow(target, { lab: other.row.lab });
    return {
      what: `${target.path}: lab ${target.row.lab} → ${other.row.lab}`,
      changed: new Map([
        [target.path, null],
        [path, text],
      ]),
    };
  },
  "benchmark's maximum changed": (files, random) => {
    const target = pickRow(files, random, "benchmarks", ({ max_score }) => max_score !== null);
    return edit(target, {
      max_score: scale(target.row.max_score, pick(random, [0.01, 0.1, 0.5, 2, 10])),
    });
  },
  "provider's own hosts changed": (files, random) => {
    const target = pickRow(
      files,
      random,
      "providers",
      ({ own_hosts }) => hostsOf(own_hosts).length > 0,
    );
    return edit(target, { own_hosts: hostsOf(target.row.own_hosts).slice(1) });
  },
  "meaning of a moving name lost": (files, random) => lose(pickRow(files, random, "movingNames")),
  "figure of a company, attention or rent": (files, random) => {
    const [kind, field] = pick(random, FIGURES);
    const target = pickRow(files, random, kind, (row) => isPaid(row[field]));
    return edit(target, { [field]: Math.ceil(shift(target.row[field], random)) });
  },
  syntax: (files, random) => {
    const { path } = pickRow(files, random, pick(random, EVERY_KIND));
    const text = files.get(path) ?? "";
    const marks = [...text.matchAll(/[,"{}:]/g)].map(({ index }) => index);
    const at = pick(random, marks);
    return replace(
      path,
      text.slice(0, at) + text.slice(at + 1),
      `without the "${text[at]}" at ${at}`,
    );
  },
  "unknown slug": (files, random) => {
    const target = pickRow(files, random, pick(random, ["offers", "scores"] as const));
    return edit(target, { model: `${target.row.model}x` });
  },
  encoding: (files, random) => {
    const { path } = pickRow(files, random, pick(random, EVERY_KIND));
    const text = files.get(path) ?? "";
    const at = Math.floor(random() * text.length);
    const broken = pick(random, [
      `\uFEFF${text}`,
      `${text.slice(0, at)}\uFFFD${text.slice(at + 1)}`,
      text.replaceAll("\n", "\r\n"),
    ]);
    return replace(path, broken, "another encoding");
  },
};

const EVERY_KIND: readonly HitKind[] = ["prices", "scores", "offers", "models", "benchmarks"];
const DATES: readonly (readonly [HitKind, string])[] = [
  ["prices", "recorded"],
  ["scores", "as_of"],
  ["offers", "as_of"],
  ["models", "release_date"],
  ["models", "as_of"],
];

const FIGURES: readonly (readonly [HitKind, string])[] = [
  ["companies", "value"],
  ["mindshare", "github_commits"],
  ["gpuRental", "min_usd_h"],
];
const hostsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isPaid = (value: unknown): boolean => typeof value === "number" && value > 0;
const pricesOf = (row: Row) => PRICES.filter((field) => isPaid(row[field]));
/** Without the noise of binary fractions. */
const scale = (value: unknown, factor: number): number =>
  Number((Number(value) * factor).toPrecision(6));
const shift = (value: unknown, random: Random): number => scale(value, pick(random, [0.1, 10]));
const scaleAll = (row: Row, fields: readonly string[], factor: number): Row =>
  Object.fromEntries(
    fields.flatMap((field) => (isPaid(row[field]) ? [[field, scale(row[field], factor)]] : [])),
  );

const addDays = (day: unknown, days: number): string =>
  new Date(Date.parse(String(day)) + days * 86_400_000).toISOString().slice(0, 10);

function edit(target: Target, change: Row): Corruption {
  const texts = Object.entries(change).map(
    ([field, value]) => `${field} ${target.row[field]} → ${value}`,
  );
  return {
    what: `${placeOf(target)}: ${texts.join(", ")}`,
    changed: new Map([[target.path, withRow(target, change)]]),
  };
}

const lose = (target: Target): Corruption =>
  write(target, target.rows.toSpliced(target.at, 1), "row lost");

function write(target: Target, rows: readonly Row[], done: string, isWhole = false): Corruption {
  const what = `${isWhole ? target.path : placeOf(target)}: ${done}`;
  return { what, changed: new Map([[target.path, textOf(target, rows)]]) };
}

const replace = (path: string, text: string, done: string): Corruption => ({
  what: `${path}: ${done}`,
  changed: new Map([[path, text]]),
});

const placeOf = ({ path, at }: Target): string =>
  path.endsWith(".csv") ? `${path}:${at + 2}` : path;
