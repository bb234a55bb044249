/** Same model, different host: from the cheapest to the dearest host, for the models that most hosts sell. */

import { SAME_MODEL_DIFFERENT_HOST } from "../../../build/experiments/same-model-different-host/about.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { byText } from "../../../build/schema/collections.ts";
import { html } from "../../site/components/html.ts";
import type { HostPriceMetrics } from "../different-host.ts";
import { outcomeOf } from "../outcomes.ts";
import { BOTTOM, MARGIN, type Picture, pixel, TOP } from "./picture.ts";

const MODELS = 30;
const LABELS = 250;
const PLOT = 620;
const NUMBERS = 90;
const ROW = 24;

interface Bar extends HostPriceMetrics {
  name: string;
  slug: string;
}

/** @returns null when no model is sold by three hosts. */
export function priceSpread(catalog: Catalog): Picture | null {
  const { results, asOf } = outcomeOf(SAME_MODEL_DIFFERENT_HOST.test, catalog);
  const bars = results
    .map(
      (row): Bar => ({
        ...(row.metrics as unknown as HostPriceMetrics),
        name: row.model_name,
        slug: row.model_slug,
      }),
    )
    .filter(({ isPlausible }) => isPlausible)
    .sort((a, b) => b.hosts - a.hosts || byText(a.slug, b.slug))
    .slice(0, MODELS);
  if (bars.length === 0) return null;
  const decades = decadesOf(bars);
  const x = scaleOf(decades);
  const top = TOP + 24;
  const bottom = top + bars.length * ROW;
  return {
    path: "/charts/same-model-different-host.svg",
    title: "The same model at its cheapest and its dearest host",
    description: `The ${bars.length} models that most hosts sell, blended USD per million tokens. ${bars
      .map(
        (bar) => `${bar.name}: ${bar.blendedLowest} to ${bar.blendedHighest}, ${bar.hosts} hosts.`,
      )
      .join(" ")}`,
    width: MARGIN * 2 + LABELS + PLOT + NUMBERS,
    height: bottom + 12 + BOTTOM,
    body: [
      decades.map(
        (usd) =>
          html`<path d="M${x(usd)} ${top - 4}V${bottom}" stroke="#ddd6c8"/><text x="${x(usd)}" y="${top - 10}" font-size="11" text-anchor="middle">$${usd}</text>`,
      ),
      bars.map((bar, index) => toBar(bar, x, top + index * ROW + ROW / 2)),
    ],
    footer: `${catalog.service.name}, own test same-model-different-host, price part: (3 × input + output) / 4, USD per 1M tokens; hosts in brackets; offers up to ${asOf}. CC BY 4.0`,
  };
}

/** Powers of ten around all prices. */
function decadesOf(bars: readonly Bar[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...bars.map(({ blendedLowest }) => blendedLowest))));
  const high = Math.ceil(Math.log10(Math.max(...bars.map(({ blendedHighest }) => blendedHighest))));
  return Array.from({ length: high - low + 1 }, (_, index) => Number(`1e${low + index}`));
}

function scaleOf(decades: readonly number[]): (usd: number) => number {
  const [low, high] = [Math.log10(Math.min(...decades)), Math.log10(Math.max(...decades))];
  return (usd) => pixel(MARGIN + LABELS + (PLOT * (Math.log10(usd) - low)) / (high - low || 1));
}

function toBar(bar: Bar, x: (usd: number) => number, y: number) {
  const [from, to] = [x(bar.blendedLowest), x(bar.blendedHighest)];
  return html`<text x="${MARGIN}" y="${y + 4}">${bar.name} (${bar.hosts})</text>
<path d="M${from} ${y}H${to}" stroke="#c9a15a" stroke-width="6"/><circle cx="${from}" cy="${y}" r="5" fill="#2f6f57"/><circle cx="${to}" cy="${y}" r="5" fill="#96182e"/>
<text x="${MARGIN + LABELS + PLOT + NUMBERS - 8}" y="${y + 4}" text-anchor="end">${bar.ratio} ×</text>
`;
}
