/** A page of text: title, what it is about, chapters. */
import type { Service } from "../../build/schema/service.ts";
import { type Content, type Html, html } from "./html.ts";
import { toMarkdownPath } from "./markdown.ts";
import { toPage } from "./page.ts";

export interface TextPage {
  title: string;
  /** What the page is about, in a sentence. */
  lead: string;
  /** Of the page's own address. */
  path: string;
  /** Where it belongs, beside the link home. */
  kicker: Content;
  /** Chapters, made by `section`. */
  body: Content;
  /** What data it shows, from `toDataset`. */
  dataset?: object;
}

export const textPage = (page: TextPage, service: Service): Html => {
  const { title, lead, path, kicker, body, dataset } = page;
  return toPage(
    {
      title: `${title} · ${service.name}`,
      description: lead,
      canonicalPath: path,
      markdownPath: toMarkdownPath(path),
      ...(dataset && { dataset }),
      body: html`<header class="paper">
<p class="folio"><span><a href="/">${service.name}</a></span><span>${kicker}</span></p>
<h1>${title}</h1>
<p class="lead">${lead}</p>
</header>
<main>
${body}
</main>
<footer>
<p><a href="/">${service.name}</a> · data <a href="${service.license_url}">${service.license}</a>, code MIT</p>
</footer>`,
    },
    service,
  );
};
