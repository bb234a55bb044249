/**
 * What searches cost at a catalogue's size: the first one, which reads the index, and those after it, by processor time.
 * Arguments: the function's data, and the folder of facts whose models are searched by name.
 */
import { readKinds } from "../build/facts/read-facts.ts";
import { getAt } from "../build/schema/collections.ts";
import { median } from "../build/statistics/statistics.ts";
import { readFunctionContext } from "../mcp-server/read-function-context.ts";

const QUERIES = 60;

const [file = "", data = ""] = process.argv.slice(2);
const { search } = readFunctionContext(file);
const { models } = readKinds(data, ["models"]);
const step = Math.ceil(models.length / QUERIES);
const names = models.filter((_, index) => index % step === 0).map(({ name }) => name);

function cpuMsOf(query: string): number {
  const before = process.cpuUsage();
  search.find(query, { limit: 20 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const firstMs = cpuMsOf(getAt(names, 0));
process.stdout.write(JSON.stringify({ firstMs, medianMs: median(names.map(cpuMsOf)) }));
