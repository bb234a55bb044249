/** A drawing that stands alone as a file: its own fonts, colours and description, no script. */
import { type Content, type Html, html } from "../site/components/html.ts";

export interface Picture {
  /** Below the base address, starting with `/`. */
  path: string;
  title: string;
  /** For who cannot see it. */
  description: string;
  width: number;
  height: number;
  body: Content;
  /** Where the numbers are, and of which day. */
  footer: string;
}

export const MARGIN = 20;
/** Room above the drawing for the title. */
export const TOP = 60;
/** Room below it for the footer. */
export const BOTTOM = 36;

export const toSvg = ({ title, description, width, height, body, footer }: Picture): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13" fill="#1d1d1b">
<title id="title">${title}</title>
<desc id="description">${description}</desc>
<rect width="${width}" height="${height}" fill="#fffdf8"/>
<text x="${MARGIN}" y="32" font-size="18" font-weight="600">${title}</text>
${body}
<text x="${MARGIN}" y="${height - 14}" font-size="11" fill="#5f5b52">${footer}</text>
</svg>
`;

/** The same inside a page, whose style sheet gives it the colours of the theme. It says its name and day itself. */
export const toInlineSvg = ({ title, description, width, height, body, footer }: Picture): Html =>
  html`<svg class="picture" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}. ${description}">
<text x="${MARGIN}" y="32" font-size="18" font-weight="600">${title}</text>
${body}
<text x="${MARGIN}" y="${height - 14}" font-size="11">${footer}</text>
</svg>`;

/** Coordinates need no more than a tenth of a pixel. */
export const pixel = (value: number): number => Math.round(value * 10) / 10;
