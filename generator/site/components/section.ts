/** A chapter of the page: its title stands in the margin where there is room. */
import { type Content, type Html, html } from "./html.ts";

export const section = (id: string, title: string, body: Content): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div class="leaf">
${body}
</div>
</section>
`;
