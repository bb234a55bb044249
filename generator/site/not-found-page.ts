/** What the CDN answers outside /api when nothing has the address. Links hold at any depth. */
import type { Service } from "../../build/schema/service.ts";
import { type Html, html } from "./html.ts";
import { toPage } from "./page.ts";

export function notFoundPage(service: Service): Html {
  return toPage(
    {
      title: `No such page · ${service.name}`,
      description: `This address leads nowhere in ${service.name}.`,
      canonicalPath: null,
      body: html`<main class="lost">
<p class="folio"><a href="/">${service.name}</a></p>
<h1>No such page</h1>
<p class="lead">Nothing is at this address. It may have been mistyped, or the link to it was cut short.</p>
<ul>
<li><a href="/">The front page</a>, with every address of the API and its errors explained</li>
<li><a href="/api/v1/models">All models</a>, as JSON</li>
<li><a href="/api/v1/search?q=claude">Search</a>: put your own words after <code>q=</code></li>
<li><a href="/api/v1/openapi.json">The API description</a>, for machines</li>
</ul>
</main>`,
    },
    service,
  );
}
