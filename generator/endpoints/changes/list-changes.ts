import { z } from "zod";
import type { Catalog } from "../../../build/read-model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/read-model/catalog/rows.ts";
import { defineEndpoint, nothing } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { day, integer } from "../../http/parameter.ts";
import { changeDetails, changeTitle } from "./change.ts";

const CHANGE_TYPES = ["new_model", "price_drop", "price_increase", "company_update"] as const;

export const listChanges = defineEndpoint({
  id: "listChanges",
  path: "/api/v1/changes",
  tag: "Prices",
  summary: "What changed since a day: prices, new models, company figures",
  description:
    "Newest first. Poll it with the date you saw last. `meta.total` counts all changes since then, of which `limit` are shown.",
  params: {},
  query: {
    since: day({
      description: "Changes recorded on this day or later (YYYY-MM-DD); all when absent",
    }),
    limit: integer({ description: "How many, at most 1000", default: 100, min: 1, max: 1000 }),
  },
  response: envelope("ChangeList", {
    data: z.array(
      z
        .looseObject({
          date: z.string(),
          type: z.enum(CHANGE_TYPES),
          model: z.string().nullable().describe("Slug; null for company updates"),
          provider: z.string().nullable().describe("Slug of the host, lab or company"),
          title: z.string(),
          details: z
            .record(z.string(), z.unknown())
            .describe("Old and new prices, percentages, release date or figure"),
          source: z.string(),
        })
        .meta({ id: "Change" }),
    ),
    meta: z.looseObject({ total: z.int(), limit: z.int(), since: z.string().nullable() }),
  }),
  enumerate: nothing,
  respond({ query }, { catalog }) {
    const { since, limit } = query;
    const rows = catalog.changes.filter(({ date }) => since === undefined || date >= since);
    const data = rows
      .slice(-limit)
      .reverse()
      .map((row) => toChange(row, catalog));
    return {
      title: since === undefined ? "Changes" : `Changes since ${since}`,
      asOf: newest(data.map(({ date }) => date)),
      body: { data, meta: { total: rows.length, limit, since: since ?? null } },
    };
  },
});

function toChange(row: ChangeRow, catalog: Catalog) {
  return {
    date: row.date,
    type: row.type,
    model: row.model,
    provider:
      row.host ??
      row.company ??
      (row.model === null ? null : (catalog.model(row.model)?.lab ?? null)),
    title: changeTitle(row, catalog),
    details: changeDetails(row),
    source: row.source,
  };
}
