/** Badges and charts of prices as files. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/static-file.ts";
import type { Html } from "../site/components/html.ts";
import { badgePath, chartPath } from "./addresses.ts";
import { badge } from "./badge.ts";
import { stepChart } from "./step-chart.ts";

/** @param maxModels Only of so many models. */
export function* embedFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  for (const model of catalog.models.slice(0, maxModels)) {
    const made = badge(model, catalog);
    if (made) yield toFile(badgePath(model.slug), made.svg);
    const chart = stepChart(model, catalog);
    if (chart) yield toFile(chartPath(model.slug), chart);
  }
}

const toFile = (path: string, svg: Html): StaticFile => ({
  path,
  body: svg.toString(),
  contentType: "image/svg+xml",
  owner: "embeds",
});
