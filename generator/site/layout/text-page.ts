/** A page of text: title, what it is about, chapters. */
import type { Service } from "../../../build/schema/service.ts";
import type { Content, Html } from "../components/html.ts";
import { toMarkdownPath } from "../components/markdown.ts";
import type { Chapter } from "./chapters.ts";
import { pageTitle, toPage } from "./page.ts";
import type { Provenance } from "./provenance.ts";

export interface TextPage {
  title: string;
  /** What the page is about, in a sentence. */
  lead: string;
  /** Of the page's own address. */
  path: string;
  chapter?: Chapter;
  /** Where it belongs. */
  kicker: Content;
  /** Chapters, made by `section`. */
  body: Content;
  /** What data it shows, from `toDataset`. */
  dataset?: object;
  provenance?: Provenance;
}

export const textPage = (page: TextPage, service: Service): Html => {
  const { title, lead, path, chapter, kicker, body, dataset, provenance } = page;
  return toPage(
    {
      path,
      title,
      description: lead,
      ...(chapter && { chapter }),
      markdownPath: toMarkdownPath(path),
      ...(dataset && { dataset }),
      head: pageTitle({ kicker, title, lead }),
      main: body,
      ...(provenance && { provenance }),
    },
    service,
  );
};
