/** Loads the sample facts as a catalogue, for most tests of views and answers. */
import { createCatalog, type LazyCatalogTables } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { type LoadedCatalog, loadCatalog } from "../../generator/pipeline/load.ts";
import { buildSearchIndex, type SearchIndexFacts } from "../../generator/search/build-index.ts";
import { createSearchEngine } from "../../generator/search/search.ts";
import { closeAfterTests } from "./close-after-tests.ts";
import { type SampleFacts, writeSampleFacts } from "./sample-facts.ts";

let opened: Promise<LoadedCatalog> | undefined;

/** The unchanged sample catalogue, loaded once per process. Tests must not change or close it. */
export function getSharedSampleCatalog(): Promise<LoadedCatalog> {
  opened ??= writeSampleFacts().then(({ data }) => loadCatalog({ dataFolder: data }));
  return opened;
}

/** The shared sample with other models, for what looks at their rows alone: no database is made for it. */
type Change = (models: readonly ModelRow[]) => ModelRow[];
export async function withModels(
  change: Change,
  queryWords: SearchIndexFacts["queryWords"] = [],
): Promise<AnswerContext> {
  const { catalogData, tables, rows } = await getSharedSampleCatalog();
  const changed = { ...tables, models: change(tables.models) };
  const sources = Object.entries(changed).map(([name, of]) => [name, { all: () => of }]);
  const catalog = createCatalog(catalogData, Object.fromEntries(sources) as LazyCatalogTables);
  const facts = { mcpServers: [], skills: [], scriptNames: [], queryWords };
  return { catalog, rows, search: createSearchEngine(() => buildSearchIndex(catalog, facts)) };
}

/** Takes half a second; a test that does not change the sample uses `getSharedSampleCatalog`. */
export async function loadSampleCatalog(sample?: SampleFacts): Promise<LoadedCatalog> {
  return loadTestCatalog((await writeSampleFacts(sample)).data);
}

/** Loads a folder of facts; the catalogue is closed after the tests of the file. */
export async function loadTestCatalog(dataFolder: string): Promise<LoadedCatalog> {
  const loaded = await loadCatalog({ dataFolder });
  closeAfterTests(() => loaded.snapshot.close());
  return loaded;
}
