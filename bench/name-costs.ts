/**
 * What a night's names cost: a resolver is made of one tree of facts and asked for every id that another one knows.
 * Arguments: the folder of the facts, and the folder whose ids are asked for.
 */
import { readKinds } from "../build/facts/read-facts.ts";
import { resolverOf } from "../build/ingest/models/place-names.ts";

const [data = "", ids = ""] = process.argv.slice(2);
const resolver = resolverOf(readKinds(data, ["models", "offers", "modelAliases"]));
const { offers } = readKinds(ids, ["offers"]);
const found = offers.filter(({ model_id }) =>
  resolver.resolve({ name: model_id, displayName: null }),
).length;
process.stdout.write(`${found} of ${offers.length}\n`);
