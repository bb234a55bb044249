/** A chart that stands alone: its claim, what is drawn, the drawing, and its source. For files, and for the script of the page. */
import { escapeHtml, formatLongDate, type Html, html, trustedHtml } from "../html.ts";
import { type Drawing, type Palette, toStandaloneMarkup, WIDE } from "./marks.ts";

interface Titled {
  /** A sentence that is true of all that is drawn, or what is drawn. */
  title: string;
  /** What is drawn, in which unit. */
  subtitle: string;
}

export interface Picture extends Titled {
  /** Newest day of what is drawn. */
  asOf: string | null;
  /** Address of the page where it stands. */
  address: string;
  source: string;
  license: string;
  drawing: Drawing;
}

/** The margins of a picture, in pixels. */
const MARGIN = 24;
/** Pixels of a line of each kind, and letters that fit on a line. */
const TITLE = { line: 28, size: 21, letters: 82 };
const SUBTITLE = { line: 18, size: 13, letters: 146 };

/** Where the parts of a picture are. */
function layOut({ title, subtitle }: Titled, { height: drawn }: Drawing) {
  const titleLines = breakLines(title, TITLE.letters);
  const subtitleLines = breakLines(subtitle, SUBTITLE.letters);
  const subtitleTop = MARGIN + titleLines.length * TITLE.line;
  const top = subtitleTop + subtitleLines.length * SUBTITLE.line + 14;
  const size = { width: WIDE + 2 * MARGIN, height: top + drawn + 44 };
  return { titleLines, subtitleLines, subtitleTop, top, ...size };
}

/** Pixels. */
export function sizeOfPicture(chart: Titled, drawing: Drawing): { width: number; height: number } {
  const { width, height } = layOut(chart, drawing);
  return { width, height };
}

export function drawPicture(picture: Picture, palette: Palette): Html {
  const { drawing, asOf, address, source, license, title } = picture;
  const { titleLines, subtitleLines, subtitleTop, top, width, height } = layOut(picture, drawing);
  const [ink, quiet] = [palette.get("--ink"), palette.get("--ink2")];
  const day = asOf === null ? "" : `, ${formatLongDate(asOf)}`;
  const marks = toStandaloneMarkup(html`${drawing.marks}`.toString(), palette);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t" font-family="'Source Sans 3', Arial, Helvetica, sans-serif" font-size="11">
<title id="t">${title}</title>
<rect width="${width}" height="${height}" fill="${palette.get("--paper")}"/>
<g fill="${ink}" font-family="'Source Serif 4', Georgia, 'Times New Roman', serif" font-size="${TITLE.size}" font-weight="600">${titleLines.map((line, at) => html`<text x="${MARGIN}" y="${MARGIN + 18 + at * TITLE.line}">${line}</text>`)}</g>
<g fill="${quiet}" font-size="${SUBTITLE.size}">${subtitleLines.map((line, at) => html`<text x="${MARGIN}" y="${subtitleTop + 14 + at * SUBTITLE.line}">${line}</text>`)}</g>
<g transform="translate(${MARGIN} ${top})">
${trustedHtml(marks)}
</g>
<text x="${MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12">${source}${day}. ${address}</text>
<text x="${width - MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12" text-anchor="end">${license}</text>
</svg>
`;
}

/** A picture with a link to its page, for pages of others. @param src Address of the picture, or the picture itself. */
export const toSnippet = (
  address: string,
  src: string,
  title: string,
  { width, height }: { width: number; height: number },
): string =>
  `<a href="${escapeHtml(address)}"><img src="${src}" width="${width}" height="${height}" alt="${escapeHtml(title)}"></a>`;

function breakLines(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
