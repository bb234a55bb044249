/** What holds for every answer, and what will not change. */
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

const RULES: readonly (readonly [title: string, text: Html])[] = [
  [
    "Envelope",
    html`An answer begins with <code>source</code>, <code>url</code>, <code>as_of</code>, <code>license</code>, <code>attribution</code> and <code>cite</code>; its facts stand in <code>data</code>, and the size of a list in <code>meta</code>. The plain price history is an array: there the same stands in the <code>X-Data-*</code> headers.`,
  ],
  [
    "Dates",
    html`<code>as_of</code> is the day a fact was recorded, not the day it took effect and never the day of the build. Days are written <code>YYYY-MM-DD</code>.`,
  ],
  [
    "Prices",
    html`US dollars per million tokens. <em>Blended</em> is three parts input to one part output; offers are ordered by it.`,
  ],
  ["Unknown", html`Unknown is <code>null</code>; <code>0</code> means free.`],
  [
    "Lab and host",
    html`A <em>lab</em> makes a model, a <em>host</em> sells it. In a list of models <code>provider</code> is the lab; in a list of offers it is the host.`,
  ],
  [
    "Slugs",
    html`Lower-case letters, digits and single dashes: <code>claude-sonnet-4-5</code>. Aliases and the hosts’ own ids work too, and the answer names the slug to keep.`,
  ],
  [
    "Limits",
    html`A <code>limit</code> above the maximum means the maximum. A parameter given twice counts once, the last time; an empty one does not count.`,
  ],
  [
    "Caching",
    html`Every answer has an <code>ETag</code>; send it back as <code>If-None-Match</code> and an unchanged answer costs nothing. Pages on other sites may read everything (CORS).`,
  ],
];

export function conventions(): Html {
  return section(
    "conventions",
    "Conventions",
    html`<dl class="rules">${RULES.map(
      ([title, text]) => html`
<dt>${title}</dt>
<dd>${text}</dd>`,
    )}
</dl>
<h3 id="stability">The promise of stability</h3>
<p>Within <code>/api/v1</code>, fields are added, never renamed and never removed. So ignore fields you do not know, as we ignore parameters we do not know.</p>`,
  );
}
