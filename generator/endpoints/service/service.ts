/** Information about the service itself: its sources, the freshness of the facts, and its glossary. */
import * as z from "zod";
import { HexHash } from "../../../build/facts/merkle-tree.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow, SourceRow } from "../../../build/model/catalog/rows.ts";
import {
  daysBetween,
  definePublicSchema,
  isReadByPerson,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { defineEndpoint, defineUnpagedList, memoizePerCatalog } from "../../http/endpoint.ts";
import { envelopeSchema, newestDate } from "../../http/envelope.ts";
import { defineRowAnswer } from "../../http/names.ts";

const Source = definePublicSchema("Source", {
  id: z.string().describe("Id of the source; the field `source` of a fact has this id"),
  name: z.string(),
  url: ResponseUrl.describe("Web page of the source"),
  license: z.string(),
  license_url: ResponseUrl,
  credit: z.string().describe("Text that credits the source"),
  datasets: z.array(z.string()).describe("Names of the datasets with facts from this source"),
  rows: z.int(),
  newest_fact: ResponseDate.nullable(),
  recorded_on: ResponseDate.describe(
    "Newest day on which the nightly job accepted data of this source",
  ),
  days_behind: nullableSchemas.count.describe(
    "Number of days from the newest fact of this source to the newest fact of any source other than those whose facts a person enters (`operator`, `third-party`); null without facts",
  ),
  usual_gap_days: nullableSchemas.count.describe(
    "Usual number of days between new facts from this source: 90 % of the intervals are not longer. Null when fewer than five intervals are known",
  ),
  missed_runs: z.int(),
  is_missed: z
    .boolean()
    .describe("True when the source could not be read in its last scheduled run"),
  last_read: ResponseDate.nullable(),
  retired_on: ResponseDate.nullable().describe(
    "First day on which the source was no longer read; null for a source that is still read",
  ),
  is_stale: z
    .boolean()
    .describe(
      "True when the source could not be read in its last scheduled run, or when `days_behind` is more than 7 and more than twice `usual_gap_days`",
    ),
});

function publishedSources(catalog: Catalog) {
  return catalog.sources.map(({ entry_url: _, host_names: __, ...source }) => ({
    ...source,
    url: getSourceUrl(source.id, catalog),
    is_missed: source.missed_runs > 0 && source.retired_on === null,
    is_stale: isSourceStale(source, catalog),
    days_behind: countDaysBehind(source, catalog),
  }));
}

export const listSourcesEndpoint = defineEndpoint({
  id: "listSources",
  path: "/api/v1/sources",
  tag: "Service",
  summary: "All sources, with their licence and freshness",
  description:
    "`days_behind` and `is_stale` compare the facts of a source with those of other sources, never with the current date.",
  ...defineUnpagedList(
    "SourceList",
    Source,
    "Sources",
    publishedSources,
    ({ newest_fact }) => newest_fact,
  ),
});

const StaleSource = z.looseObject({
  source: z.string(),
  missed_runs: z.int(),
  ...Source.pick({ newest_fact: true, days_behind: true, usual_gap_days: true }).shape,
});
const MissedSource = StaleSource.pick({ source: true, missed_runs: true }).extend(
  Source.pick({ last_read: true }).shape,
);

export const getStatusEndpoint = defineEndpoint({
  id: "getStatus",
  path: "/api/v1/status",
  tag: "Service",
  summary: "Counts and freshness of all data",
  description:
    "For every dataset, `datasets` has the number of rows and the day of the newest fact. The hash of all facts changes whenever a fact changes.",
  response: envelopeSchema("Status", {
    snapshot: z.string().describe("SHA-256 of all facts"),
    root: HexHash.describe(
      "One hash that proves all facts of this and of all earlier days (see /docs/proof)",
    ),
    prices: z
      .looseObject({
        as_of: ResponseDate.nullable().describe(
          "Most recent day on which a price that is still current was first recorded",
        ),
        last_confirmed: ResponseDate.nullable().describe(
          "Newest day on which a source confirmed a current price",
        ),
      })
      .describe("How recent the published prices are"),
    counts: z
      .record(z.string(), z.int())
      .describe(
        "Number of rows of each kind, such as models or offers. In `counts`, `offers` is the number of model ids at hosts, that is, of rows in the export provider-offers. In a model, `offers` is the number of its hosts; in a provider, the number of models that it sells",
      ),
    datasets: z
      .array(
        z.looseObject({
          dataset: z.string().describe("Name of the dataset"),
          rows: z.int(),
          as_of: ResponseDate.nullable(),
          status: z.enum(["published", "empty"]).describe("`empty`: the dataset has no rows"),
        }),
      )
      .describe("Size and freshness of every dataset"),
    stale_sources: z
      .array(StaleSource)
      .describe(
        "Sources with `is_stale` true: they could not be read recently, or have had no new facts for longer than usual, so their facts may be outdated",
      ),
    missed_sources: z
      .array(MissedSource)
      .describe("Sources that could not be read in their last scheduled run"),
    held: z
      .array(
        z.looseObject({
          kind: z
            .string()
            .describe(
              "Kind of fact that the changes are about: price, offer, model, score, figure, host or list",
            ),
          rule: z.string().describe("Id of the data-quality rule"),
          reason: z.string().describe("Why the changes are not published yet, as a sentence"),
          source: z.string(),
          host: nullableSchemas.text.describe(
            "Slug of the host; null when the changes are not about one host",
          ),
          changes: z.int().describe("Number of changes in the group"),
          since: ResponseDate.describe(
            "Day on which the source first stated the oldest of these changes",
          ),
          last_seen: ResponseDate,
          days: z.int().describe("Number of days from `since` to `last_seen`, counting both"),
        }),
      )
      .describe(
        "Changes that a data-quality rule holds back: the old values stay published until a second source, later reads of the same source or a person confirm the new values",
      ),
  }),
  respond(_, { catalog }) {
    const datasets = catalog.datasets.map((dataset) => ({
      ...dataset,
      status: dataset.rows > 0 ? "published" : "empty",
    }));
    const sources = publishedSources(catalog).map((one) => ({ source: one.id, ...one }));
    const stale = sources.filter(({ is_stale }) => is_stale);
    const missed = sources.filter(({ is_missed }) => is_missed);
    const prices = {
      as_of: newestDate(catalog.offers.map(({ as_of }) => as_of)),
      last_confirmed: newestDate(catalog.offers.map(({ last_confirmed }) => last_confirmed)),
    };
    return {
      title: "Status",
      asOf: catalog.asOf || null,
      body: {
        snapshot: catalog.hash,
        root: catalog.roots.current.root,
        prices,
        counts: catalog.counts,
        datasets,
        stale_sources: stale.map((one) => pickValuesOfSchemaFields(StaleSource, one)),
        missed_sources: missed.map((one) => pickValuesOfSchemaFields(MissedSource, one)),
        held: catalog.held,
      },
    };
  },
});

type SourceFreshness = Omit<SourceRow, "entry_url" | "host_names">;

/** A source is stale after this many of its usual gaps without a new fact. */
const MOST_GAPS = 2;
/** Minimum number of days before a source counts as stale, even if it usually has news every day. */
const LEAST_DAYS = 7;

/** Days from the newest fact of a source to that of any source that no person enters; null when either is unknown. */
export function countDaysBehind(
  { newest_fact }: SourceFreshness,
  { sources }: Catalog,
): number | null {
  const latest = newestDate(
    sources.filter(({ id }) => !isReadByPerson(id)).map((source) => source.newest_fact),
  );
  if (newest_fact === null || latest === null) return null;
  return Math.max(0, daysBetween(newest_fact, latest));
}

/** Stale: it could not be read when it was last due, or has had no new facts for much longer than usual. */
export function isSourceStale(source: SourceFreshness, catalog: Catalog): boolean {
  if (source.retired_on !== null) return false;
  if (source.missed_runs > 0) return true;
  const { usual_gap_days } = source;
  if (usual_gap_days === null) return false;
  const days = countDaysBehind(source, catalog) ?? 0;
  return days > Math.max(LEAST_DAYS, MOST_GAPS * usual_gap_days);
}

export const getSourceUrl = (id: string, catalog: Catalog): string =>
  sourcesById(catalog).get(id)?.url ?? catalog.service.base_url;

/** The address of a person's correction, else the source's page for the model id, else the source's own address. */
export function getPriceSourceUrl(
  price: Pick<OfferRow, "source" | "host" | "model_id"> & Partial<Pick<OfferRow, "source_url">>,
  catalog: Catalog,
): string {
  const { source, source_url, host, model_id } = price;
  const { entry_url, host_names = [] } = sourcesById(catalog).get(source) ?? {};
  if (source_url || !entry_url) return source_url ?? getSourceUrl(source, catalog);
  const name = host_names.find((one) => one.host === host)?.name ?? host;
  const id = encodeURIComponent(model_id).replaceAll("%2F", "/");
  return entry_url.replace("{host}", encodeURIComponent(name)).replace("{model_id}", () => id);
}

export const getSourceLicense = (id: string, catalog: Catalog): string =>
  sourcesById(catalog).get(id)?.license ?? catalog.service.license;

const sourcesById = memoizePerCatalog(
  ({ sources }) => new Map(sources.map((source) => [source.id, source])),
);

const GlossaryTerm = definePublicSchema("GlossaryTerm", {
  slug: z.string(),
  name: z.string(),
  summary: z.string().describe("Definition in one sentence that can be read on its own"),
  text: z.string().describe("Explanation in full"),
  also: z.array(z.string()).describe("Other names of the term"),
  see_also: z.array(z.string()).describe("Slugs of related terms"),
  as_of: ResponseDate.describe("Day on which this definition was written"),
});

export const listGlossaryEndpoint = defineEndpoint({
  id: "listGlossary",
  path: "/api/v1/glossary",
  tag: "Glossary",
  summary: "All glossary terms",
  description: "Every glossary term with a one-sentence summary and a short text, sorted by slug.",
  ...defineUnpagedList(
    "GlossaryList",
    GlossaryTerm,
    "Glossary",
    ({ glossary }) => glossary,
    ({ as_of }) => as_of,
  ),
});

export const getGlossaryTermEndpoint = defineEndpoint({
  id: "getGlossaryTerm",
  path: "/api/v1/glossary/{slug}",
  tag: "Glossary",
  summary: "One glossary term",
  description: "A glossary term with a one-sentence summary, a short text and related terms.",
  params: {
    slug: { description: "Slug or common name of a term: `moe`", example: "context-window" },
  },
  response: envelopeSchema("GlossaryEntry", GlossaryTerm.shape),
  ...defineRowAnswer("term", (term) => ({ title: term.name, asOf: term.as_of, body: term })),
});
