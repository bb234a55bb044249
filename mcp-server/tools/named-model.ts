/** Models as people write them: slug, alias or name. */
import { z } from "zod";
import type { ModelRow } from "../../build/read-model/catalog/rows.ts";
import { findModelAsWritten } from "../../generator/endpoints/models/find-model.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { searchAddress } from "./ask.ts";
import { isRefusal, type Refusal } from "./tool.ts";

export const MODEL_NAME = z
  .string()
  .min(1)
  .describe("Slug, alias or name: claude-sonnet-4-5, Claude Sonnet 4.5, gpt4o");

/** @returns The models in the order asked, or what to send instead of the names nobody knows. */
export function findModels(names: readonly string[], context: Context): ModelRow[] | Refusal {
  const found = names.map((name) => ({ name, ...findModelAsWritten(name, context) }));
  const missed = found.filter((one) => "near" in one);
  if (missed.length === 0) return found.flatMap((one) => ("model" in one ? [one.model] : []));
  return {
    refusal: missed.map(({ name, near }) => toMiss(name, near)).join("\n"),
    url: searchAddress(missed[0]!.name, "model", context),
  };
}

/** As `findModels`, for one. */
export function findOneModel(name: string, context: Context): ModelRow | Refusal {
  const found = findModels([name], context);
  return isRefusal(found) ? found : found[0]!;
}

function toMiss(name: string, near: readonly ModelRow[]): string {
  const next =
    near.length > 0
      ? `Nearest: ${near.map((model) => `${model.name} (${model.slug})`).join(", ")}. Send one of these slugs, or look with search_models.`
      : "Look for it with search_models.";
  return `No model is surely meant by ${quote(name)}. ${next}`;
}
