/**
 * The ground of a chart: lines and labels at the ticks of two axes. Text and strokes keep their size however wide the
 * page is: what is drawn stretches in an inner picture of SIZE by SIZE units, labels are placed at percentages of the width. No
 * style attributes, which the pages' security policy forbids.
 */
import { type Content, type Html, html } from "../html.ts";

/** Units of the inner picture, in both directions. */
export const SIZE = 1000;

export interface Tick {
  /** 0 to SIZE: from the left, or from the top. */
  at: number;
  label: string;
}

export interface Plot {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Pixels, without the labels below. */
  height: number;
  x: readonly Tick[];
  y: readonly Tick[];
  /** In the inner picture: paths with the classes of charts.css. Links in it are for the pointer; a table has the same. */
  marks: Content;
  /** Marks are links: a picture that screen readers take as one thing could not hold them. */
  hasLinks?: boolean;
  /** Names beside marks. */
  texts?: readonly PlotText[];
}

/** It ends at its place, which is left of what it names. */
export interface PlotText {
  /** 0 to SIZE. */
  x: number;
  y: number;
  label: string;
}

const BELOW = 22;

export function plot({ label, height, x, y, marks, hasLinks, texts = [] }: Plot): Html {
  return html`<svg class="plot" role="${hasLinks ? "group" : "img"}" aria-label="${label}" width="100%" height="${height + BELOW}">
<svg width="100%" height="${height}" viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" overflow="visible">
<path class="grid" d="${y.map(({ at }) => `M0 ${round(at)}H${SIZE}`).join("")}"/>
${marks}
</svg>
${texts.map((text) => html`<text class="name" x="${round(text.x / (SIZE / 100))}%" y="${round((text.y / SIZE) * height + 4)}">${text.label}</text>`)}
${y.map(({ at, label: text }) => html`<text class="y" x="0" y="${round((at / SIZE) * height - 4)}">${text}</text>`)}
${x.map(({ at, label: text }) => html`<text class="x${edge(at)}" x="${round(at / (SIZE / 100))}%" y="${height + 16}">${text}</text>`)}
</svg>`;
}

/** Labels at the edges stay inside. */
const edge = (at: number): string => (at < 40 ? " first" : at > SIZE - 40 ? " last" : "");

/** A tenth of a unit is less than a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Lines of no length, which round caps make into dots of one size. */
export const dots = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join("");
