/** The parts of a page: sections, notes, and what is folded away. */
import { type Content, type Html, html } from "./html.ts";

/** Its title is in the margin where there is room. */
export const section = (id: string, title: string, body: Content): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div class="leaf">
${body}
</div>
</section>
`;

/** Small print below what it explains. */
export const note = (content: Content): Html => html`<p class="note">${content}</p>
`;

export const folded = (summary: Content, body: Content): Html =>
  html`<details><summary>${summary}</summary>
${body}</details>
`;
