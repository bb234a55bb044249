/** What the CDN answers outside /api when nothing has the address. Links hold at any depth. */
import type { Service } from "../../../build/schema/service.ts";
import type { StaticFile } from "../../http/headers.ts";
import { html } from "../components/html.ts";
import { pageFile } from "../layout/site-page.ts";

export const notFoundPage = (service: Service): StaticFile =>
  pageFile(
    {
      path: null,
      title: "Page not found",
      description: `There is no page at this address in ${service.name}.`,
      lead: "There is no page at this address. It may be mistyped, or a link to it was cut short.",
      scripts: ["not-found"],
      main: html`<ul class="lost">
<li><a href="/models/">All models</a>, with prices and scores; the search above finds them by name</li>
<li><a href="/docs/">API and documents</a>, with every address and error explained</li>
<li><a href="/">Front page</a></li>
</ul>`,
    },
    service,
    "/404.html",
  );
