/** What the W3C's own checker says of the markup and the style sheet. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { openSite } from "../contract/harness.ts";
import { run } from "../contract/run-build.ts";
import { fullestOfEveryKind, sitePages } from "../contract/site-pages.ts";

const require = createRequire(import.meta.url);
const VNU = require.resolve("vnu-jar/build/dist/vnu.jar");

interface Message {
  type: string;
  url: string;
  lastLine: number;
  message: string;
  extract?: string;
}

/** The checker knows the properties of CSS, and not those of SVG 2 that style sheets may set. */
const KNOWN = /Property “(vector-effect|paint-order)” doesn't exist/;

async function check(files: readonly string[]): Promise<Message[]> {
  const options = ["-jar", VNU, "--format", "json", "--also-check-css", "--exit-zero-always"];
  const { stderr } = await run("java", [...options, ...files]);
  return (JSON.parse(stderr) as { messages: Message[] }).messages;
}

test.skipIf(!inject("hasJava"))("pages of every kind and the style sheet are valid", async () => {
  const site = await openSite();
  const folder = await mkdtemp(join(tmpdir(), "almanac-markup-"));
  try {
    const pages = fullestOfEveryKind(await sitePages(site));
    const files = await Promise.all(
      pages.map(async ({ kind, text }, index) => {
        const file = join(folder, `${index}${kind.replace(/\W+/g, "_")}.html`);
        await writeFile(file, text);
        return file;
      }),
    );
    const messages = await check([...files, join(site.dist, "assets/almanac.css")]);
    const faults = messages
      .filter(({ message }) => !KNOWN.test(message))
      .map(
        ({ url, lastLine, message, extract }) =>
          `${url.split("/").at(-1)}:${lastLine} ${message} ${extract ?? ""}`,
      );
    expect(faults).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
