/** What the CDN answers outside /api when nothing has the address. Links hold at any depth. */
import type { Service } from "../../../build/schema/service.ts";
import { type Html, html } from "../components/html.ts";
import { pageTitle, toPage } from "../layout/page.ts";

export function notFoundPage(service: Service): Html {
  return toPage(
    {
      path: null,
      title: "No such page",
      description: `This address leads nowhere in ${service.name}.`,
      scripts: ["lost"],
      head: pageTitle({
        title: "No such page",
        lead: "Nothing is at this address. It may have been mistyped, or the link to it was cut short.",
      }),
      main: html`<ul class="lost">
<li><a href="/models/">All models</a>, with prices and scores; the search above knows them by name</li>
<li><a href="/docs/">The API and its documents</a>, with every address and error explained</li>
<li><a href="/">The front page</a></li>
</ul>`,
    },
    service,
  );
}
