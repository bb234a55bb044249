import { expect, test } from "vitest";
import { groupBy } from "../../build/schema/collections.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, openBuiltSite, visit } from "../contract/harness.ts";
import {
  type PublishedPage,
  readAttributeValues,
  readPublishedPages,
  unescapeHtml,
} from "../contract/site-pages.ts";

/** Maximum number of pages checked per kind. `npm run test:slow` checks all pages of the live facts. */
const MOST_OF_A_KIND = 12;

/** Our own addresses on a page, each once: links, pictures, scripts, and full addresses in texts, data and snippets. */
function addressesOn(page: PublishedPage, base: string): string[] {
  const named = [
    ...readAttributeValues(page.text, "href"),
    ...readAttributeValues(page.text, "src"),
  ];
  const whole = unescapeHtml(page.text).matchAll(/https?:\/\/[^\s"'<>\\`)]+/g);
  const written = [...whole].map(([address]) => address.replace(/[.,;:]+$/, ""));
  const inside = [...named, ...written.filter((address) => !/[{}*…]|\.\.\./.test(address))]
    .map((address) =>
      address.startsWith(`${base}/`) || address === base
        ? address.slice(base.length) || "/"
        : address,
    )
    .filter((address) => address.startsWith("/") || address.startsWith("#"));
  return [
    ...new Set(
      inside.map((address) => (address.startsWith("#") ? page.address + address : address)),
    ),
  ];
}

/** The unexpected status of an address; undefined when it answers 200 or takes POST requests. */
async function fault(address: string, { doors }: BuiltSite): Promise<string | undefined> {
  const { status, headers } = await visit(doors.exact, address, { method: "HEAD" });
  const takesCalls = status === 405 && /POST/.test(headers.get("Allow") ?? "");
  return status === 200 || takesCalls ? undefined : String(status);
}

test("every internal link on a page works, and its fragment exists", async () => {
  const site = await openBuiltSite();
  const pages = await readPublishedPages(site);
  const looked = [...groupBy(pages, ({ kind }) => kind).values()].flatMap((kind) =>
    sampleEvenly(kind, MOST_OF_A_KIND),
  );
  const ids = new Map(
    pages.map(({ address, text }) => [address, new Set(readAttributeValues(text, "id"))]),
  );
  const links = new Map<string, string>();
  for (const page of looked)
    for (const address of addressesOn(page, site.base))
      if (!links.has(address)) links.set(address, page.address);

  const answers = new Map<string, string | undefined>();
  const dead: string[] = [];
  for (const [link, from] of requireNonEmpty([...links], "links")) {
    const [address = "", fragment] = link.split("#", 2);
    if (!answers.has(address)) answers.set(address, await fault(address, site));
    const status = answers.get(address);
    const [path = ""] = address.split("?", 1);
    const idsOfPage = ids.get(address) ?? ids.get(path);
    const isMissing = fragment !== undefined && idsOfPage?.has(fragment) !== true;
    if (status !== undefined || isMissing)
      dead.push(`${link} on ${from}: ${status ?? "no such id"}`);
  }
  expect(dead.slice(0, 20)).toEqual([]);
});
