/** Price badges of models that other sites can embed. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { toModelPricing } from "../endpoints/models/model-parts.ts";
import type { StaticFile } from "../http/headers.ts";
import { formatUsdOrFree, html, shortenText } from "../site/components/html.ts";

export const priceBadgePath = (slug: string): string => `/badge/${slug}.svg`;

/** Maximum letters of a name, so that the prices fit. */
const MAX_LENGTH = 40;

/** In pixels: average width of a letter at 11 px, padding beside a text, and height of the badge. */
const LETTER = 6.5;
const PADDING = 7;
const HEIGHT = 20;

/** Sets each text to its computed width, so that any font fits. @returns null for a model without a price. */
export function toPriceBadge(model: ModelRow, catalog: Catalog) {
  const { input, output, basis } = toModelPricing(model, catalog);
  if (input === null || output === null) return null;
  const name = shortenText(model.name, MAX_LENGTH);
  const price = `${formatUsdOrFree(input)} in, ${formatUsdOrFree(output)} out`;
  const from = basis === "list" ? "list price" : "at the cheapest host";
  const description = `${model.name}: ${price} per 1M tokens, ${from}`;
  const left = widthOf(name);
  const right = widthOf(price);
  const width = left + right;
  const text = (content: string, x: number, room: number) =>
    html`<text x="${x + room / 2}" y="14" textLength="${room - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${description}">
<title>${description}</title>
<rect width="${left}" height="${HEIGHT}" fill="#3c4742"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="#0c4a63"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="11">${text(name, 0, left)}${text(price, left, right)}</g>
</svg>
`;
  return { svg, width, height: HEIGHT, description };
}

const widthOf = (text: string): number => Math.round([...text].length * LETTER) + 2 * PADDING;

/** @param maxModels Makes badges for at most this many models. */
export function* makeBadgeFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  for (const model of catalog.models.slice(0, maxModels)) {
    const body = toPriceBadge(model, catalog)?.svg.toString();
    if (body === undefined) continue;
    yield { path: priceBadgePath(model.slug), body, contentType: "image/svg+xml", owner: "embeds" };
  }
}
