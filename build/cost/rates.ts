/** A rate card lists what a host charges, one rate per meter, unit and condition; the ledger has it as text. */
export const METERS = [
  ...(["input", "output", "cache_read", "cache_write", "cache_storage", "reasoning"] as const),
  ...(["input_audio", "output_audio", "input_image", "output_image"] as const),
  ...(["input_video", "output_video", "request", "search", "tool_call"] as const),
] as const;
export type Meter = (typeof METERS)[number];

const TOKENS = "1M tokens";
export const PRICE_UNITS = [
  ...([TOKENS, "1M tokens·hour", "image", "megapixel", "second", "minute"] as const),
  ...(["1M characters", "page", "1k requests", "1k searches"] as const),
] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

export const PROMPT_TIER_MODES = ["request", "excess"] as const;
export const SERVICE_TIERS = [
  ...(["standard", "batch", "flex", "priority"] as const),
  ...(["fast", "regional", "confidential", "preview"] as const),
] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

/** `$1.50`, `$0.075`, `$0.0004`: two decimals from one dollar on, three significant digits below; half rounds up. */
export function formatUsd(price: number): string {
  const digits = price >= 1 ? 2 : Math.max(2, Math.min(20, 2 - Math.floor(Math.log10(price))));
  // The number stored for 0.1425 is slightly smaller, so it would round down.
  const text = `$${(price * (1 + 1e-12)).toFixed(digits)}`;
  return digits === 2 ? text : text.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** `1234567.5` → `1,234,567.5`, and `$1234.50` → `$1,234.50`. */
export function formatWithCommas(value: number | string): string {
  const text = String(value);
  // Most texts are short, and testing is cheaper than replacing.
  return /\d{4}/.test(text)
    ? text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","))
    : text;
}

/** One price of a card. `RateSchema` in build/schema/values.ts describes the fields. */
export interface Rate {
  meter: Meter;
  unit: PriceUnit;
  price: number;
  service_tier: ServiceTier | null;
  above_input_tokens: number | null;
  tier_mode: (typeof PROMPT_TIER_MODES)[number] | null;
  cache_ttl: string | null;
  region: string | null;
  hours_utc: string | null;
  variant: string | null;
}
/** The fields of a rate besides meter and price that differ from the default. */
export type RateConditions = Partial<Omit<Rate, "meter" | "price">>;

/** `createRate("input_audio", 0.006, { unit: "minute" })`: conditions that are left out get their default. */
export const createRate = (
  meter: Rate["meter"],
  price: number,
  { tier_mode, ...conditions }: RateConditions = {},
): Rate => ({
  meter,
  unit: TOKENS,
  price,
  service_tier: null,
  above_input_tokens: null,
  tier_mode: conditions.above_input_tokens ? (tier_mode ?? "request") : null,
  cache_ttl: null,
  region: null,
  hours_utc: null,
  variant: null,
  ...conditions,
});

/** Meters whose price per token without conditions has its own column. */
export const METERS_WITH_PRICE_COLUMN = ["input", "output", "cache_read", "cache_write"] as const;
const COLUMNS: readonly string[] = METERS_WITH_PRICE_COLUMN;
export const isMeterWithPriceColumn = (
  meter: string,
): meter is (typeof METERS_WITH_PRICE_COLUMN)[number] => COLUMNS.includes(meter);
/** Meters that are not counted in tokens. */
const OTHER_UNITS: readonly string[] = ["cache_storage", "request", "search", "tool_call"];

const EXAMPLE =
  "write <meter>[@condition]=<USD>[/unit]: input@batch=1.25; cache_write@1h=6; input@>200000=6; input_audio=0.006/minute";

/**
 * @param text `reasoning=12; output_image@variant:hd=0.08/image`; null or empty for none.
 * @throws Error that names the wrong rate and shows an example.
 */
export function parseRates(text: string | null): Rate[] {
  return text === null || text === "" ? [] : text.split("; ").map(parseRate);
}

/** @returns Canonical order; of rates with the same meter, unit and conditions, the last one counts. Null if none. */
export function formatRatesCell(rates: readonly Rate[]): string | null {
  const byKey = new Map([...rates].map((rate) => [formatRateKey(rate), rate]));
  const texts = [...byKey.values()].sort(compareRatesByMeter).map(formatRate);
  return texts.length === 0 ? null : texts.join("; ");
}

/** What is wrong with a cell of rates, as a message; null if the cell is exactly as `formatRatesCell` writes it. */
export function findRatesCellFault(text: string): string | null {
  try {
    const canonical = formatRatesCell(parseRates(text));
    return canonical === text ? null : `rates are not in canonical form; write "${canonical}"`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function parseRate(text: string): Rate {
  const [, name = "", price = "", unit = TOKENS] =
    /^([^=]+)=(\d+(?:\.\d+)?)(?:\/(.+))?$/.exec(text) ?? [];
  const [meter = "", ...conditions] = name.split("@");
  const parts = conditions.map(parseCondition);
  const unread = conditions.find((_, index) => parts[index] === undefined);
  const known = {
    meter: METERS.find((one) => one === meter),
    unit: PRICE_UNITS.find((one) => one === unit),
  };
  const checks: [isWrong: boolean, fault: string][] = [
    [name === "", "the price is missing"],
    [known.meter === undefined, `unknown meter "${meter}"`],
    [known.unit === undefined, `unknown unit "${unit}"`],
    [unread !== undefined, `unknown condition "${unread}"`],
    [OTHER_UNITS.includes(meter) && unit === TOKENS, `${meter} is not sold by the token`],
    [COLUMNS.includes(name) && unit === TOKENS, `use the column ${meter} for this rate`],
  ];
  const fault = checks.find(([isWrong]) => isWrong)?.[1];
  if (known.meter && known.unit && fault === undefined)
    return createRate(known.meter, Number(price), Object.assign({ unit: known.unit }, ...parts));
  throw new Error(`"${text}" is not a rate: ${fault}; ${EXAMPLE}`);
}

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** `Fri-Mon` → Mon, Fri, Sat, Sun; all weekdays for an empty text. */
export function listWeekdays(range: string): string[] {
  const [first = 0, last = 6] = range.split("-").map((name) => WEEKDAYS.indexOf(name));
  return WEEKDAYS.filter((_, day) =>
    first <= last ? day >= first && day <= last : day >= first || day <= last,
  );
}
const DAY_NAMES = WEEKDAYS.join("|");

/** How long a cache keeps tokens, such as `5m` or `1h`. */
export const CACHE_TTL = /^(\d{1,4}[mhd])$/;

/** The pattern of each condition, and the fields that it sets. */
const CONDITIONS: readonly [RegExp, (value: string) => Partial<Rate>][] = [
  [/^>([1-9]\d*)$/, (size) => ({ above_input_tokens: Number(size), tier_mode: "request" })],
  [/^excess>([1-9]\d*)$/, (size) => ({ above_input_tokens: Number(size), tier_mode: "excess" })],
  [CACHE_TTL, (cache_ttl) => ({ cache_ttl })],
  [/^region:([a-z0-9-]+(?:\+[a-z0-9-]+)*)$/, (region) => ({ region })],
  [
    new RegExp(String.raw`^hours:(\d\d:\d\d-\d\d:\d\d(?: (?:${DAY_NAMES})-(?:${DAY_NAMES}))?)$`),
    (hours_utc) => ({ hours_utc }),
  ],
  [/^variant:([\w.:+ -]+)$/, (variant) => ({ variant })],
  [
    new RegExp(`^(${SERVICE_TIERS.join("|")})$`),
    (tier) => ({ service_tier: SERVICE_TIERS.find((one) => one === tier) ?? null }),
  ],
];

function parseCondition(text: string): Partial<Rate> | undefined {
  for (const [pattern, toPart] of CONDITIONS) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) return toPart(value);
  }
  return undefined;
}

const formatRate = (rate: Rate): string =>
  `${nameOf(rate)}=${formatWithoutExponent(rate.price)}${rate.unit === TOKENS ? "" : `/${rate.unit}`}`;

/** The meter and its conditions: `input@batch@>200000`. */
function nameOf(rate: Rate): string {
  const { above_input_tokens: size, tier_mode, region, hours_utc, variant } = rate;
  return [
    rate.meter,
    rate.service_tier,
    size && `${tier_mode === "excess" ? "excess" : ""}>${size}`,
    rate.cache_ttl,
    region && `region:${region}`,
    hours_utc && `hours:${hours_utc}`,
    variant && `variant:${variant}`,
  ]
    .filter(Boolean)
    .join("@");
}

/** Identifies a price of a card: `input@batch`, `input_audio/minute`. */
export const formatRateKey = (rate: Rate): string =>
  rate.unit === TOKENS ? nameOf(rate) : `${nameOf(rate)}/${rate.unit}`;

/** `0.0000001`, not `1e-7`; at most 15 decimals. */
export const formatWithoutExponent = (price: number): string =>
  /e/.test(String(price)) ? price.toFixed(15).replace(/\.?0+$/, "") : String(price);

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };
const toMinutes = (ttl: string | null): number =>
  ttl === null ? 0 : Number.parseInt(ttl, 10) * (MINUTES[ttl.at(-1) ?? ""] ?? 1);

/** Compares by meter in the order of `METERS`, then by service tier, prompt size, cache lifetime and the rest. */
export const compareRatesByMeter = (a: Rate, b: Rate): number =>
  METERS.indexOf(a.meter) - METERS.indexOf(b.meter) ||
  tierIndex(a) - tierIndex(b) ||
  (a.above_input_tokens ?? 0) - (b.above_input_tokens ?? 0) ||
  toMinutes(a.cache_ttl) - toMinutes(b.cache_ttl) ||
  compareNames(nameOf(a), nameOf(b)) ||
  PRICE_UNITS.indexOf(a.unit) - PRICE_UNITS.indexOf(b.unit);

const compareNames = (a: string, b: string): number => Number(a > b) - Number(a < b);

const tierIndex = ({ service_tier }: Rate): number =>
  service_tier === null ? -1 : SERVICE_TIERS.indexOf(service_tier);

/** Prices for prompts above a size, in the offer's own service tier; they apply to the whole request. */
export function listLongPromptPrices(rates: readonly Rate[]) {
  const sizes = new Set(rates.flatMap(({ above_input_tokens }) => above_input_tokens ?? []));
  return [...sizes].flatMap((size) => {
    const priceOf = (meter: Rate["meter"]) =>
      findPriceOfRate(rates, { meter, above_input_tokens: size });
    const input = priceOf("input");
    const output = priceOf("output");
    if (input === null || output === null) return [];
    return { above_input_tokens: size, input, output, cache_read: priceOf("cache_read") };
  });
}

/** USD per 1M tokens of the rate with these conditions and no others; null when the card has none. */
export function findPriceOfRate(
  rates: readonly Rate[],
  { meter, ...conditions }: Partial<Rate> & Pick<Rate, "meter">,
): number | null {
  const key = formatRateKey(createRate(meter, 0, conditions));
  return rates.find((rate) => formatRateKey(rate) === key)?.price ?? null;
}

/**
 * The blended price, USD per 1M tokens: three parts input, one part output, rounded to a millionth as in the read model,
 * so that both have one number. Null where one of them is unknown.
 */
export const toBlendedPrice = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? null : Math.round(250_000 * (3 * input + output)) / 1e6;

/**
 * Converts a text to a slug: `claude-sonnet-4.5` → `claude-sonnet-4-5`. Accents and case are removed; every run of
 * characters other than a–z and 0–9 becomes one dash, except at the ends. It is in this module because the package and
 * every page already load it.
 */
export function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
