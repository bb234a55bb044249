/**
 * `npm run compare:answers -- <before> <after>`: compares the JSON answers of two running services, without `title`,
 * `summary`, `detail` and `description` (a finding's title is the `name` of its search item). Both services must be
 * built with the same `--base-url`. The addresses are those of the published files below `/api`, `/_q` and `/tables`,
 * for each model some requests that the function answers, and some odd requests.
 */
import { Command } from "commander";
import { runTaskOrPrintError } from "../build/facts/command-line.ts";
import { CommandError } from "../build/facts/fault.ts";
import { mapWithConcurrency } from "../build/schema/collections.ts";

const WORDS = new Set(["title", "summary", "detail", "description"]);
/** Not compared because it has digests and sizes of all files, including pages and scripts. */
const NOT_COMPARED = new Set(["/api/v1/manifest.json"]);
const AT_ONCE = 8;
const SHOWN = 20;

const ODD_REQUESTS = `models?limit=0 models?limit=100000 models?page=9999 models?provider=x-ai
  models?sort=score&provider=openai&open_source=true models?q=open%20weights&limit=20
  models/no-such-model models/__proto__ compare compare?models=gpt-4o benchmarks?category=Coding
  search search?q=a&type=nothing changes?since=2026-08-01 changes?since=never no-such-path`
  .split(/\s+/)
  .map((path) => `/api/v1/${path}`);

const program = new Command("npm run compare:answers --")
  .description("Compares every JSON answer of two running services.")
  .argument("<before>", "URL of the service to compare with, such as http://127.0.0.1:8001")
  .argument("<after>", "URL of the service that changed")
  .addHelpText(
    "after",
    "\nExit codes: 0 no answer differs; 1 an answer differs, or a service does not answer.",
  )
  .parse();
const [before = "", after = ""] = program.args;

await runTaskOrPrintError(async () => {
  const addresses = await allAddresses(before);
  const found = (await mapWithConcurrency(addresses, difference, AT_ONCE)).flat();
  for (const text of found.slice(0, SHOWN)) console.log(text);
  console.log(`${addresses.length} answers compared, ${found.length} differ`);
  process.exitCode = found.length === 0 ? 0 : 1;
});

async function allAddresses(base: string): Promise<string[]> {
  const { files } = JSON.parse((await get(base, "/api/v1/manifest.json")).text);
  const kept = Object.keys(files).filter((path) => /^\/(api|_q|tables)\//.test(path));
  const slugs = kept.flatMap((path) => path.match(/^\/api\/v1\/models\/([^/]+)$/)?.[1] ?? []);
  const asked = slugs.flatMap((slug, index) => [
    `/api/v1/models/${slug}/cheapest`,
    `/api/v1/price-history/${slug}?provider=all&envelope=1`,
    `/api/v1/search?q=${slug.replaceAll("-", "%20")}`,
    `/api/v1/models?q=${slug.replaceAll("-", "+")}&limit=5`,
    `/api/v1/models/${slug.slice(0, -1)}`,
    `/api/v1/compare?models=${slug},${slugs[(index * 7 + 1) % slugs.length]}`,
  ]);
  return [...new Set([...kept, ...asked, ...ODD_REQUESTS])].filter((one) => !NOT_COMPARED.has(one));
}

/**
 * @returns The first difference; empty when there is none. An internal file below `/_q/` is requested at the public address that its
 * body names.
 */
async function difference(address: string): Promise<string[]> {
  const was = await get(before, address);
  const asked =
    (address.startsWith("/_q/") && was.url?.replace(/^https?:\/\/[^/]+/, "")) || address;
  const is = await get(after, asked);
  if (was.status !== is.status) return [`${asked}: status ${was.status}, now ${is.status}`];
  if (was.text === is.text) return [];
  const at = [...was.text].findIndex((letter, index) => letter !== is.text[index]);
  const [gone, fresh] = [was, is].map(({ text }) => text.slice(Math.max(0, at - 60), at + 100));
  return [`${asked}: from character ${at}\n  - ${gone}\n  + ${fresh}`];
}

/** An answer, as JSON without words and with the address that it names. */
async function get(base: string, address: string) {
  const response = await fetch(base + address).catch(() => {
    throw new CommandError(
      `${base}${address} gives no answer; check the URL, and whether the service is running`,
    );
  });
  const { status, headers } = response;
  const body = await response.text();
  if (!/json/.test(headers.get("Content-Type") ?? "")) return { status, text: body };
  const value: { url?: string } = JSON.parse(body);
  const text = JSON.stringify(
    value,
    function (this: { type?: unknown }, key: string, one: unknown) {
      const isWords = WORDS.has(key) || (key === "name" && this.type === "finding");
      return isWords && typeof one === "string" ? undefined : one;
    },
  );
  return { status, text, url: value.url };
}
