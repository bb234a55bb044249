import type { Collector } from "../../build/sources/listing.ts";

/**
 * What a collector makes of these files, missing parts as empty lists.
 * @param files Path → text; any other value is written as JSON.
 */
export function collect(collector: Collector, files: Record<string, unknown>, day = "2026-08-21") {
  const texts = new Map(
    Object.entries(files).map(([path, value]) => [
      path,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  const collected = collector.translate(texts, day);
  const { hosts = [], models = [], offers = [], endpoints = [], scores = [] } = collected;
  const { facts = {}, rejected } = collected;
  const reasons = rejected.map(({ reason }) => reason);
  return { hosts, models, offers, endpoints, scores, facts, rejected, reasons };
}
