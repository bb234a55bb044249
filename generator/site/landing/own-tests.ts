/** What we measure ourselves. */

import { OWN_TESTS } from "../../../build/experiments/registry.ts";
import type { Catalog } from "../../../build/read-model/catalog/catalog.ts";
import { type Html, html } from "../html.ts";
import { OVERVIEW_PATH, testList } from "../own-tests/overview-page.ts";
import { section } from "../section.ts";
import { SERVICE_SCORE_PATH } from "../service-score-page.ts";

export const ownTests = (catalog: Catalog): Html =>
  section(
    "own-tests",
    "Own tests",
    html`${testList(OWN_TESTS, catalog)}
<p class="note">How each is made and scored: <a href="${OVERVIEW_PATH}">${OVERVIEW_PATH}</a>. As JSON: <a href="/api/v1/own-tests">/api/v1/own-tests</a></p>
<p class="note">What others measured is brought to one scale in the <a href="${SERVICE_SCORE_PATH}">service score</a>: <a href="/api/v1/models?sort=service_score">/api/v1/models?sort=service_score</a></p>`,
  );
