/** Sources from a folder of frozen copies: the past of prices, and what is said now. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { BuildError } from "../../facts/fault.ts";
import type { Facts } from "../../facts/kinds.ts";
import type { HostAlias } from "../../schema/editorial.ts";
import { groupBy } from "../../schema/group-by.ts";
import { byText } from "../../schema/order.ts";
import { createCollectors } from "../../sources/collectors.ts";
import { createGenaiPrices } from "../../sources/genai-prices.ts";
import type { Collector, UpstreamFiles } from "../../sources/listing.ts";
import { createLitellm } from "../../sources/litellm.ts";
import { modelsDev } from "../../sources/models-dev.ts";
import { createHostMap } from "../../sources/parse/host-map.ts";
import { countRows } from "../read/count-rows.ts";
import { withoutOddText } from "../read/odd-text.ts";
import type { Answer } from "../read/read-sources.ts";
import { readGenaiPricesHistory } from "./genai-prices-history.ts";
import type { History } from "./history.ts";
import type { SourceRecord } from "./ledger.ts";
import { readLitellmHistory } from "./litellm-history.ts";
import { readModelsDevHistory } from "./models-dev-history.ts";

/** Files of a copy that hold its past; the others hold what is listed now, in the format of the live address. */
const IS_HISTORY = /(history.*|effective_dated|launch_prices)\.csv$/;

/**
 * @param from Folder that holds a folder per upstream.
 * @param recordedOn Source → day of its copy.
 */
export async function readPriceSources(
  from: string,
  recordedOn: (source: string) => string,
  hosts: readonly HostAlias[],
): Promise<SourceRecord[]> {
  const genaiHosts = createHostMap(hosts, "genai-prices");
  const litellmHosts = createHostMap(hosts, "litellm");
  const sources: [Collector, (files: UpstreamFiles, day: string) => History][] = [
    [modelsDev, readModelsDevHistory],
    [createGenaiPrices(genaiHosts), (files, day) => readGenaiPricesHistory(files, day, genaiHosts)],
    [createLitellm(litellmHosts), (files, day) => readLitellmHistory(files, day, litellmHosts)],
  ];
  return Promise.all(
    sources.map(async ([collector, readHistory]) => {
      const day = recordedOn(collector.source.id);
      const files = await readCopy(collector, from);
      const present = new Map([...files].filter(([path]) => !IS_HISTORY.test(path)));
      return {
        source: collector.source.id,
        recordedOn: day,
        history: readHistory(files, day).statements,
        offers: collector.translate(present, day).offers ?? [],
      };
    }),
  );
}

/**
 * What the sources of which there is a copy say now of models: offers, descriptions, scores.
 * @param recordedOn Source → day of its copy.
 */
export async function readCopies(
  from: string,
  facts: Facts,
  recordedOn: (source: string) => string,
): Promise<Answer[]> {
  const collectors = createCollectors(facts).filter(
    ({ source, frozen }) => frozen && source.provides.some((kind) => SPEAKS_OF_MODELS.has(kind)),
  );
  const read = await Promise.all(
    collectors.map(async (collector) => {
      const { id } = collector.source;
      const files = [...(await readCopy(collector, from))].filter(
        ([path]) => !IS_PAST_OF_PRICES.test(path),
      );
      return [id, withoutOddText(collector.translate(new Map(files), recordedOn(id)), id)] as const;
    }),
  );
  return [...groupBy(read, ([id]) => id)].map(([source, parts]) => {
    const collected = parts.map(([, part]) => part);
    const rows = collected.reduce((sum, part) => sum + countRows(part), 0);
    return { state: "answered", source, collected, rows, missing: [], accept: async () => {} };
  });
}

/** The list of launches stays: it says when a model came out, and whether its weights are open. */
const IS_PAST_OF_PRICES = /(history.*|effective_dated)\.csv$/;

const SPEAKS_OF_MODELS = new Set(["models", "offers", "scores"]);

async function readCopy({ source, frozen }: Collector, from: string): Promise<UpstreamFiles> {
  if (!frozen) throw new BuildError(`${source.id}: has no copy to read; it is read live only`);
  const folder = join(from, frozen.folder);
  const paths = (await glob(frozen.files, { cwd: folder })).sort(byText);
  if (paths.length === 0)
    throw new BuildError(
      `${source.id}: nothing in "${folder}"; --from must hold a folder per upstream`,
    );
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
    ),
  );
}
