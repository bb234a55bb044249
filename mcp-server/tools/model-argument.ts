/** Models as people write them: slug, alias or name. */
import { z } from "zod";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { findModelByName } from "../../generator/names/find-model.ts";
import { searchAddress } from "./call-endpoint.ts";
import { isRefusal, type Refusal } from "./tool.ts";

export const MODEL_NAME = z
  .string()
  .min(1)
  .describe("Slug, alias or name: claude-sonnet-4-5, Claude Sonnet 4.5, gpt4o");

/** @returns The models in the order asked, or what to send instead of the names nobody knows. */
export function findModels(names: readonly string[], context: Context): ModelRow[] | Refusal {
  const found = names.map((name) => findOneModel(name, context));
  const refusals = found.filter(isRefusal);
  const [first] = refusals;
  if (!first) return found.flatMap((one) => (isRefusal(one) ? [] : [one]));
  return { refusal: refusals.map(({ refusal }) => refusal).join("\n"), url: first.url };
}

export function findOneModel(name: string, context: Context): ModelRow | Refusal {
  const found = findModelByName(name, context);
  if ("model" in found) return found.model;
  return {
    refusal: toMiss(name, found.candidates),
    url: searchAddress(name, "model", context),
  };
}

function toMiss(name: string, candidates: readonly ModelRow[]): string {
  const next =
    candidates.length > 0
      ? `Nearest: ${candidates.map((model) => `${model.name} (${model.slug})`).join(", ")}. Send one of these slugs, or look with search_models.`
      : "Look for it with search_models.";
  return `No model is surely meant by ${quote(name)}. ${next}`;
}
