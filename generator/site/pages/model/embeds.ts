/** The model's badge and chart, with what to paste for them. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { badge, badgePath, CHART, chartPath, hasStepChart } from "../../../feeds/embeds.ts";
import { modelPage } from "../../components/addresses.ts";
import { escapeHtml, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

interface Embed {
  path: string;
  width: number;
  height: number;
  /** For who cannot see it. */
  text: string;
  name: string;
}

export function embeds(model: ModelRow, catalog: Catalog): Html | false {
  const made = toEmbeds(model, catalog);
  if (made.length === 0) return false;
  const page = catalog.service.base_url + modelPage(model.slug);
  return section(
    "embeds",
    "On your page",
    html`<details><summary>${made.map(({ name }) => name).join(" and ")}, kept up to date</summary>
${made.map((embed) => toItem(embed, page, catalog.service.base_url))}</details>`,
  );
}

function toEmbeds(model: ModelRow, catalog: Catalog): Embed[] {
  const small = badge(model, catalog);
  const text = `${model.name}: price of a million tokens`;
  return [
    ...(small
      ? [
          {
            path: badgePath(model.slug),
            width: small.width,
            height: small.height,
            text,
            name: "A badge",
          },
        ]
      : []),
    ...(hasStepChart(model, catalog)
      ? [{ path: chartPath(model.slug), ...CHART, text: `${text} over time`, name: "a chart" }]
      : []),
  ];
}

function toItem({ path, width, height, text }: Embed, page: string, base: string): Html {
  const markup = `<a href="${page}"><img src="${base}${path}" width="${width}" height="${height}" alt="${escapeHtml(text)}"></a>`;
  const markdown = `[![${text.replace(/[[\]\\]/g, "\\$&")}](${base}${path})](${page})`;
  return html`<p><img src="${path}" width="${width}" height="${height}" alt="${text}" loading="lazy"></p>
<p>HTML <span class="id"><code class="wrap" data-copy>${markup}</code></span></p>
<p>Markdown <span class="id"><code class="wrap" data-copy>${markdown}</code></span></p>
`;
}
