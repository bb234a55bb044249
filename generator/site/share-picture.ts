/** Preview images (1200 × 630 px) for links to a model or a comparison. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import { newestDate } from "../http/envelope.ts";
import { MAX_COMPARED_MODELS, SHARE_PICTURES_PATH } from "./components/addresses.ts";
import {
  formatLongDate,
  type Html,
  type HtmlContent,
  html,
  htmlToText,
} from "./components/html.ts";
import type { KeyFigure } from "./components/parts.ts";
import { listModelKeyFigures, renderModelStatusLabels } from "./pages/model/head.ts";

const MARGIN = 64;
const WIDTH = 1200 - 2 * MARGIN;
/** Maximum number of models drawn: more would be too small to read in a feed. */
const ROWS = 4;

/**
 * Draws a preview image as SVG. It names fonts as the font files do: the sans-serif font has the name of its lightest
 * weight.
 * @param path Path in the form that `sharePicturePath` creates.
 * @returns Undefined if the path is not that of a picture.
 */
export function drawSharePicture(path: string, catalog: Catalog): Html | undefined {
  const [, names] = /^([a-z0-9.,-]+)\.png$/.exec(path.slice(SHARE_PICTURES_PATH.length)) ?? [];
  if (names === undefined || !path.startsWith(SHARE_PICTURES_PATH)) return undefined;
  const models = names.split(",").flatMap((slug) => catalog.model(slug) ?? []);
  const isKnown = models.length === names.split(",").length;
  const [model, ...others] = models;
  if (!model || !isKnown || models.length > MAX_COMPARED_MODELS) return undefined;
  const drawn = others.length === 0 ? drawModel(model, catalog) : drawRows(models, catalog);
  const day = formatLongDate(newestDate(models.map(({ as_of }) => as_of)) ?? "");
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="'Source Sans 3 ExtraLight'" fill="#1c1b18">
<rect width="1200" height="630" fill="#fbf9f4"/>
<path d="M${MARGIN} 48h${WIDTH}" stroke="#1c1b18" stroke-width="6"/>
<path d="M${MARGIN} 56h${WIDTH}M${MARGIN} 560h${WIDTH}" stroke="#1c1b18" stroke-width="2"/>
${drawn}
${text(MARGIN, 598, 26, catalog.service.name, "serif")}
<text x="${MARGIN + WIDTH}" y="598" font-size="24" fill="#4d4a44" text-anchor="end">Data of ${day}</text>
</svg>`;
}

function drawModel(model: ModelRow, catalog: Catalog): HtmlContent {
  const detail = toModelDetail(model, catalog);
  const status = renderModelStatusLabels(detail, catalog).map((one) => htmlToText(html`${one}`));
  const facts = [detail.provider.name, ...status].filter((one) => one !== "");
  const figures = listModelKeyFigures(model, detail, catalog).map(toTexts);
  const width = WIDTH / figures.length - 24;
  const sizeOf = (part: keyof Texts, most: number): number =>
    Math.min(...figures.map((figure) => sizeFor(figure[part], most, width)));
  const label = sizeOf("label", 26);
  const value = sizeOf("value", 72);
  const below = sizeOf("below", 24);
  return [
    text(MARGIN, 190, sizeFor(model.name, 92), model.name, "serif"),
    text(MARGIN, 250, sizeFor(facts.join(" · "), 34), facts.join(" · "), "quiet"),
    figures.map((figure, place) => {
      const x = MARGIN + (place * WIDTH) / figures.length;
      return [
        text(x, 370, label, figure.label, "quiet"),
        text(x, 446, value, figure.value, "strong"),
        text(x, 496, below, figure.below, "quiet"),
      ];
    }),
  ];
}

/** A row for each model, and the number of models that are left out. */
function drawRows(models: readonly ModelRow[], catalog: Catalog): HtmlContent {
  const rest = models.length - ROWS;
  return models.slice(0, ROWS).map((model, place) => {
    const y = 130 + place * 108;
    const figures = listModelKeyFigures(model, toModelDetail(model, catalog), catalog).map(toTexts);
    const last = place === ROWS - 1 && rest > 0 ? `, and ${rest} more` : "";
    return [
      text(MARGIN, y, sizeFor(model.name + last, 46), model.name + last, "serif"),
      figures.map(({ label, value }, at) => {
        const x = MARGIN + (at * WIDTH) / figures.length;
        const name = label.replace(", per 1M tokens", "");
        const size = sizeFor(value, 34, 120);
        const small = sizeFor(name, 24, 130);
        return html`<text x="${Math.round(x)}" y="${y + 44}" font-size="${size}" ${FACES.strong}>${value}<tspan dx="10" font-size="${small}" ${FACES.quiet}>${name}</tspan></text>`;
      }),
    ];
  });
}

type Texts = Record<"label" | "value" | "below", string>;

const toTexts = ([label, value, below]: KeyFigure): Texts => ({
  label,
  value: htmlToText(html`${value}`).trim(),
  // With the interval, all texts of the row would be too small to read.
  below: htmlToText(html`${below}`)
    .replace(/, 90 % interval.*/, "")
    .trim(),
});

/** Font size in pixels at which a text fits: the average letter is about half as wide as high. */
const sizeFor = (words: string, most: number, width = WIDTH): number =>
  Math.min(most, Math.floor(width / (0.53 * words.length)));

const FACES = {
  serif: html`font-family="'Source Serif 4'" font-weight="600"`,
  strong: html`font-weight="600"`,
  quiet: html`fill="#4d4a44" font-weight="400"`,
};

const text = (x: number, y: number, size: number, words: string, face: keyof typeof FACES): Html =>
  html`<text x="${Math.round(x)}" y="${y}" font-size="${size}" ${FACES[face]}>${words}</text>`;
