/** Two to six models side by side, as the API compares them. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { type Comparison, toComparison } from "../../../endpoints/compare/comparison.ts";
import { COMPARE_PATH } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { topScoredModels } from "../top-scored-models.ts";
import { benchmarkTable, comparisonTable } from "./comparison-table.ts";
import { comparedSteps } from "./price-steps.ts";

/** Every two of so many models have a file. */
const PAIRED = 20;

const pairPath = (a: string, b: string): string => `${COMPARE_PATH}/${a}/${b}`;

/** The ablest models in pairs, each pair once. */
export function pairPages(catalog: Catalog): { path: string; page: Html }[] {
  const top = topScoredModels(catalog, PAIRED);
  return top.flatMap((a, place) =>
    top.slice(place + 1).map((b) => ({
      path: pairPath(a.slug, b.slug),
      page: comparisonPage([a, b], catalog, {
        path: pairPath(a.slug, b.slug),
        answer: `/api/v1/compare/${a.slug}/${b.slug}`,
      }),
    })),
  );
}

/** @param at The page's own address, and that of the answer whose figures it shows. */
export function comparisonPage(
  models: readonly ModelRow[],
  catalog: Catalog,
  at: { path: string; answer: string },
): Html {
  const { body, asOf } = toComparison(models, catalog);
  const title = inWords(models.map(({ name }) => name));
  const description = `Prices, limits and shared benchmarks of ${title}, side by side.`;
  const distribution = [{ path: at.answer, type: "application/json" }];
  return toPage(
    {
      path: at.path,
      title,
      description,
      chapter: "Models",
      dataset: toDataset({ name: title, description, path: at.path, asOf, distribution }, catalog),
      head: pageTitle({ kicker: "Comparison", title }),
      main: html`${section("facts", "Facts and prices", comparisonTable(body, at.answer))}${section("steps", "Price over time", comparedSteps(models, catalog))}${section("benchmarks", "Shared benchmarks", benchmarkTable(body, at.answer))}${section("others", "Others", askedFor(slugsOf(body)))}`,
      provenance: { asOf, data: [{ label: "JSON", path: at.answer }] },
    },
    catalog.service,
  );
}

const slugsOf = ({ models }: Comparison): string => models.map(({ slug }) => slug).join(", ");

/** Where nobody has said what to compare. */
export const emptyComparison = (message: Content, asked: string, catalog: Catalog): Html =>
  toPage(
    {
      path: null,
      title: "Compare models",
      description: "Two to six models side by side.",
      chapter: "Models",
      head: pageTitle({ title: "Compare models", lead: "Two to six models side by side." }),
      main: html`${message}${askedFor(asked)}
<ul class="lines">
${pairsToTry(catalog).map(([a, b]) => html`<li><a href="${pairPath(a.slug, b.slug)}">${a.name} and ${b.name}</a></li>\n`)}</ul>`,
    },
    catalog.service,
  );

const pairsToTry = (catalog: Catalog): [ModelRow, ModelRow][] => {
  const [first, ...others] = topScoredModels(catalog, 6);
  return first === undefined ? [] : others.map((other) => [first, other]);
};

const askedFor = (models: string): Html => html`<form class="asked" action="${COMPARE_PATH}">
<label for="models">Names of two to six models, with commas between them</label>
<input id="models" name="models" value="${models}" required maxlength="500" spellcheck="false">
<button type="submit">Compare</button>
</form>`;

/** `A, B and C`. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
