/** `npm run notice`: writes NOTICE from `data/sources/`; with `--check` it only says whether NOTICE is stale. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BuildError } from "./fault.ts";
import { toNotice } from "./notice.ts";
import { readSources } from "./read-sources.ts";
import { writeFileIfChanged } from "./write-facts.ts";

const ROOT = join(import.meta.dirname, "../..");
const NOTICE = join(ROOT, "NOTICE");

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const text = toNotice(await readSources(join(ROOT, "data")));
if (!values.check) {
  const changed = await writeFileIfChanged(NOTICE, text);
  console.log(changed ? "NOTICE written" : "NOTICE is up to date");
} else if ((await readFile(NOTICE, "utf8")) !== text) {
  throw new BuildError("NOTICE does not say what data/sources says; run `npm run notice`");
}
