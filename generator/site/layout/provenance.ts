/** What stands below every page with data: how old it is, its data as files, its licence, how to cite it. */
import type { Service } from "../../../build/schema/service.ts";
import { toEnvelope } from "../../http/envelope.ts";
import { redDate } from "../components/format.ts";
import { type Html, html } from "../components/html.ts";

export interface Provenance {
  /** Newest day of the facts shown (YYYY-MM-DD); null when there are none. */
  asOf: string | null;
  /** The same facts for programs: `{ label: "JSON", path: "/api/v1/models/x" }`. */
  data: readonly { label: string; path: string }[];
}

export function provenance(
  { asOf, data }: Provenance,
  page: { path: string; title: string },
  service: Service,
): Html {
  const url = service.base_url + page.path;
  const { cite } = toEnvelope(service, { url, asOf, title: page.title });
  const files = data.map(({ label, path }) => html`<li><a href="${path}">${label}</a></li>`);
  return html`<dl class="provenance">
<div><dt>As of</dt><dd>${asOf === null ? "no date" : redDate(asOf)}</dd></div>
${files.length > 0 && html`<div><dt>Data of this page</dt><dd><ul>${files}</ul></dd></div>`}
<div><dt>Licence</dt><dd><a href="${service.license_url}" rel="license">${service.license}</a></dd></div>
<div class="cite"><dt>Cite</dt><dd><code data-copy>${cite}</code></dd></div>
</dl>
`;
}
