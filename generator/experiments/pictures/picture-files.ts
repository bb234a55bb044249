/** The pictures of our own tests, as files and as links to them. */
import { WORLD_MAP } from "../../../build/experiments/world-map/about.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { perCatalog } from "../../http/endpoint.ts";
import type { StaticFile } from "../../http/headers.ts";
import { versionOf, worldMapKey } from "../asked.ts";
import { outcomeOf } from "../outcomes.ts";
import { heatMap } from "./heat-map.ts";
import { type Picture, toSvg } from "./picture.ts";
import { priceSpread } from "./price-spread.ts";
import { type WorldMapRun, worldMapPicture } from "./world-map.ts";

const PICTURES: Record<string, (catalog: Catalog) => Picture | null> = {
  "tokenizer-tax": perCatalog(heatMap),
  "same-model-different-host": perCatalog(priceSpread),
  "world-map": perCatalog(worldMap),
};

/** The newest run of each model; the key alone before there is one. Null without a key. */
function worldMap(catalog: Catalog): Picture | null {
  const key = worldMapKey(catalog);
  if (key === null) return null;
  const { results } = outcomeOf("world-map", catalog);
  const runs = results.map(
    ({ model_name, run_date, score, metrics }): WorldMapRun => ({
      model_name,
      run_date,
      score,
      answers: String(metrics.answers),
    }),
  );
  const version = versionOf(WORLD_MAP, catalog);
  return worldMapPicture({ key, version, runs, service: catalog.service.name });
}

export const pictureFiles = (catalog: Catalog): StaticFile[] =>
  Object.keys(PICTURES).flatMap((test) =>
    picturesOf(test, catalog).map((picture) => ({
      path: picture.path,
      body: toSvg(picture).toString(),
      contentType: "image/svg+xml",
      owner: "charts",
    })),
  );

/** @param test Name under /api/v1/own-tests. */
export function picturesOf(test: string, catalog: Catalog): Picture[] {
  const picture = Object.hasOwn(PICTURES, test) ? PICTURES[test]?.(catalog) : null;
  return picture ? [picture] : [];
}
