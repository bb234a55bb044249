/** `npm run release:files`: copies the data files of the last build, an SBOM and checksums to `.cache/release`. */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Command } from "commander";

new Command("npm run release:files --")
  .description(
    "Copies the data files of the last build, an SBOM (list of packages), and checksums into .cache/release.",
  )
  .addHelpText("after", "\nExit codes: 0 copied; 1 a file is missing: build with --sqlite first.")
  .parse();

const OUT = ".cache/release";
const EXPORTS = "dist/api/v1/export";
const SINGLE = ["dist/almanac.sqlite", "dist/package-facts.jsonl", "dist/datapackage.json"];

/** @param {string} fault */
function stop(fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}

const { version } = JSON.parse(readFileSync("clients/typescript/package.json", "utf8"));
const { GITHUB_REF_TYPE, GITHUB_REF_NAME: tag } = process.env;
if (GITHUB_REF_TYPE === "tag" && tag !== `v${version}`)
  stop(`the tag ${tag} is not the version ${version} of clients/typescript/package.json`);
const exported = existsSync(EXPORTS) ? readdirSync(EXPORTS) : [];
const parquet = exported.filter((name) => name.endsWith(".parquet"));
const files = [...SINGLE, ...parquet.map((name) => join(EXPORTS, name))];
const missing = files.find((file) => !existsSync(file));
if (missing !== undefined) stop(`${missing} does not exist; run npm run build -- --sqlite`);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const file of files) copyFileSync(file, join(OUT, basename(file)));
const format = ["--sbom-format", "spdx", "--omit", "dev"];
writeFileSync(
  join(OUT, "sbom.spdx.json"),
  execFileSync("npm", ["sbom", ...format], { maxBuffer: 1e9 }),
);
const sums = readdirSync(OUT)
  .sort()
  .map((name) => `${hash("sha256", readFileSync(join(OUT, name)))}  ${name}\n`);
writeFileSync(join(OUT, "SHA256SUMS"), sums.join(""));
process.stdout.write(`${sums.length} files and SHA256SUMS in ${OUT}\n`);
