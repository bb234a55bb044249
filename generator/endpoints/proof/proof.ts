/** Proofs that a row was recorded: its path to the root of its day, which is chained to the roots of earlier days. */
import * as z from "zod";
import { HexHash, hashMerkleLeaf, RecordedMerkleRoot } from "../../../build/facts/merkle-tree.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { definePublicSchema, nullableSchemas, ResponseDate } from "../../../build/schema/values.ts";
import { type AnswerContext, defineEndpoint, defineUnpagedList } from "../../http/endpoint.ts";
import { envelopeSchema } from "../../http/envelope.ts";
import { findRowOrProblem } from "../../http/names.ts";
import { badParameterProblem, dayParameter, textParameter } from "../../http/parameter.ts";
import { isProblem, quoteInput } from "../../http/problem.ts";
import { getRateCardsByHost, type HostRateCard } from "../models/model-parts.ts";

const Proof = {
  text: nullableSchemas.text.describe(
    "Canonical JSON of the row (RFC 8785): its file in `data/` and all its fields that are not null. Null when the request named the row by its hash",
  ),
  leaf: HexHash.describe("SHA-256 of a zero byte followed by `text` in UTF-8"),
  index: z.int().describe("Index of the leaf, from 0, among all leaves sorted by hash"),
  size: z.int().describe("Number of rows of `data/` on the day of the root"),
  path: z
    .array(HexHash)
    .describe("Hashes on the path from the leaf to `tree` (RFC 6962, section 2.1.1)"),
  tree: HexHash.describe("Root of the Merkle tree over all rows"),
  previous: HexHash.nullable().describe(
    "Root of the previous recorded day; null for the first day",
  ),
  day: ResponseDate.describe("Day of the root"),
  root: HexHash.describe(
    "SHA-256 of the byte 2 followed by `previous` (32 zero bytes for the first day), `tree`, and `day` in ASCII",
  ),
  recorded: z
    .boolean()
    .describe(
      "True when the nightly job recorded this root in `data/roots.csv`; false when facts were changed after the last nightly run",
    ),
};

const response = envelopeSchema("Proof", Proof);

export const getRowProofEndpoint = defineEndpoint({
  id: "getRowProof",
  path: "/api/v1/proof",
  tag: "Proofs",
  summary: "Proof that a row is among the published facts",
  description:
    "Returns the proof (a Merkle path) that a row of facts is part of the newest Merkle root, which is one hash over all facts. To check the proof, run `npx model-almanac verify`, use the page /docs/proof, or follow the description on that page.",
  query: {
    row: textParameter({
      description:
        "The SHA-256 of the row's leaf (64 hexadecimal digits), or the canonical text of the row (see /docs/proof); by default, the first leaf",
    }),
  },
  problems: ["not-found"],
  response,
  respond({ query: { row } }, context) {
    if (row === undefined) {
      const first = context.rows.tree().leaves.toString("hex", 0, 32);
      return proveRow(first, null, context);
    }
    const isHash = HexHash.safeParse(row).success;
    return proveRow(isHash ? row : hashMerkleLeaf(row), isHash ? null : row, context);
  },
});

export const getPriceProofEndpoint = defineEndpoint({
  id: "getPriceProof",
  path: "/api/v1/proof/price",
  tag: "Proofs",
  summary: "Proof of the recorded row from which a published price comes",
  description:
    "Finds the price of a model at a host, today or on a past day, and returns a Merkle proof that the row with this price is part of the published facts.",
  query: {
    model: textParameter({
      description: "Slug or another name of the model",
      example: "gpt-4o",
      required: true,
    }),
    host: textParameter({
      description: "Slug or name of the host",
      example: "openai",
      required: true,
    }),
    at: dayParameter({ description: "Day of the price, YYYY-MM-DD; by default the newest day" }),
  },
  exampleQuery: "model=gpt-4o&host=openai",
  problems: ["not-found"],
  response,
  respond({ query }, context) {
    const { catalog } = context;
    for (const name of ["model", "host"] as const)
      if (query[name] === undefined)
        return badParameterProblem(name, " is missing; send for example model=gpt-4o&host=openai.");
    const model = findRowOrProblem("model", query.model ?? "", context);
    if (isProblem(model)) return model;
    const host = findRowOrProblem("provider", query.host ?? "", context);
    if (isProblem(host)) return host;
    const price = getRateCardsByHost(model.slug, query.at, catalog).get(host.slug);
    const text = price && findStatement(price, context.rows.ledgerOf(host.slug), query.at);
    if (text === undefined)
      return {
        problem: "not-found",
        detail: `No recorded row states a price of ${model.name} at ${host.name}${query.at ? ` on ${query.at}` : ""}; /api/v1/price-history/${model.slug}?provider=${host.slug} lists the days with a price.`,
      };
    return proveRow(hashMerkleLeaf(text), text, context);
  },
});

/** A row leaves out a price that is 0, or that a person's correction keeps from an earlier statement. */
const isSamePrice = (stated: unknown, published: number | null): boolean =>
  (stated ?? published ?? 0) === (published ?? 0);

/** The newest row up to the day in which the source of the price states this price. */
function findStatement(
  price: HostRateCard,
  ledger: readonly string[],
  day: string | undefined,
): string | undefined {
  const { model_id, source, input, output } = price;
  const isStated = ({ row }: { row: Record<string, unknown> }) =>
    row.model_id === model_id &&
    row.source === source &&
    row.event === "stated" &&
    (day === undefined || String(row.effective ?? row.recorded) <= day) &&
    isSamePrice(row.input, input) &&
    isSamePrice(row.output, output);
  // For speed, only rows that contain the model id are parsed.
  const named = ledger.filter((text) => text.includes(JSON.stringify(model_id)));
  return named.findLast((text) => isStated(JSON.parse(text)));
}

function proveRow(leaf: string, text: string | null, { rows, catalog }: AnswerContext) {
  const found = rows.tree().findPath(leaf);
  if (found === undefined) {
    const detail =
      text === null
        ? `No published row of facts has the hash ${leaf}. The hash of a row is the SHA-256 of a zero byte followed by the canonical text.`
        : `${quoteInput(text)} is not a published row of facts. Send the row as JSON with sorted fields and without null values, as /docs/proof describes.`;
    return { problem: "not-found" as const, detail };
  }
  const { current } = catalog.roots;
  const body = { text, leaf, ...found, ...current };
  return { title: "Proof of a row", asOf: current.day, body };
}

export const listMerkleRootsEndpoint = defineEndpoint({
  id: "listRoots",
  path: "/api/v1/roots",
  tag: "Proofs",
  summary: "The Merkle roots of all days",
  description:
    "Each Merkle root is computed from the previous one, so a change to the facts of an earlier day changes all later roots. If you save a Merkle root, you can later prove that the facts up to its day are unchanged.",
  ...defineUnpagedList(
    "RootList",
    definePublicSchema("Root", {
      ...RecordedMerkleRoot.shape,
      day: ResponseDate.describe("Day of the nightly run that published the facts"),
    }),
    "Roots",
    ({ roots }: Catalog) => roots.recorded,
    ({ day }) => day,
  ),
});
