/** A badge as they stand in README files: the model's name, then what a million tokens cost. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { toPricing } from "../endpoints/models/prices.ts";
import { usd } from "../site/components/format.ts";
import { type Html, html } from "../site/components/html.ts";
import { shortened } from "./shortened.ts";

/** Pixels: of a letter of 11 px on average, beside a text, and in all. */
const [LETTER, PADDING, HEIGHT] = [6.5, 7, 20];

/** @returns Null for a model without a price. */
export function badge(model: ModelRow, catalog: Catalog): Badge | null {
  const { input, output, basis } = toPricing(model, catalog);
  if (input === null || output === null) return null;
  const price = `${usd(input)} in, ${usd(output)} out`;
  const from = basis === "list" ? "list price" : "at the cheapest host";
  return toBadge(
    shortened(model.name),
    price,
    `${model.name}: ${price} for a million tokens, ${from}`,
  );
}

export interface Badge {
  svg: Html;
  width: number;
  height: number;
  description: string;
}

/** Texts are drawn as wide as they were reckoned, whatever font there is. */
function toBadge(name: string, price: string, description: string): Badge {
  const [left, right] = [widthOf(name), widthOf(price)];
  const width = left + right;
  const text = (content: string, x: number, room: number) =>
    html`<text x="${x + room / 2}" y="14" textLength="${room - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return {
    width,
    height: HEIGHT,
    description,
    svg: html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${description}">
<title>${description}</title>
<rect width="${left}" height="${HEIGHT}" fill="#3c4742"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="#0c4a63"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="11">${text(name, 0, left)}${text(price, left, right)}</g>
</svg>
`,
  };
}

const widthOf = (text: string): number => Math.round([...text].length * LETTER) + 2 * PADDING;
