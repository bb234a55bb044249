/**
 * Numbers on pages that name their place in an answer of the API, so that a test can compare the two: a page's number is
 * `<data value="2.5" data-at="/providers/0/input">` inside an element with `data-of="/api/v1/models/x"`.
 */
import { thousands, usd } from "./format.ts";
import { type Content, type Html, html } from "./html.ts";

/**
 * @param value As the answer has it.
 * @param at JSON Pointer (RFC 6901) below the nearest `data-of`.
 * @param text As people read it.
 */
export const fact = (value: number | string, at: string, text: Content): Html =>
  html`<data value="${String(value)}" data-at="${at}">${text}</data>`;

/** A price in USD per million tokens; a dash where nobody says. */
export const priceFact = (value: number | null, at: string): Content =>
  value === null ? unknown() : fact(value, at, usd(value));

/** A whole number with its thousands parted. */
export const countFact = (value: number | null, at: string): Content =>
  value === null ? unknown() : fact(value, at, thousands(value));

/** What no source says. */
export const unknown = (): Html =>
  html`<span class="unknown">–<span class="vh"> not known</span></span>`;
