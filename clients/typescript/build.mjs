/**
 * Builds `dist/`, the content of the package: the bundles, the facts, the declarations and the licences of what is
 * bundled. The facts come from the last build of the repository. ALMANAC_SITE and ALMANAC_FUNCTION_DATA name the site
 * and the function data of another build.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(import.meta.dirname, "src");
const OUT = join(import.meta.dirname, "dist");
const { ALMANAC_SITE = join(ROOT, "dist"), ALMANAC_FUNCTION_DATA: DATA } = process.env;

const facts = join(ALMANAC_SITE, "package-facts.jsonl");
const data = DATA ?? join(ROOT, ".cache/function/data.bin");
for (const file of [facts, data].filter((one) => !existsSync(one))) {
  process.stderr.write(`${file} does not exist; run npm run build in ${ROOT}\n`);
  process.exit(1);
}
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
// JavaScript engines parse a string faster than an object literal. In ASCII, the string needs half the memory.
const text = readFileSync(facts, "utf8").replaceAll(
  /[^\x20-\x7e\n]/g,
  (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
writeFileSync(
  join(OUT, "facts.js"),
  `export default '${text.replaceAll(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}';\n`,
);
// Brotli, because gzip, with which npm packs the package, would make it a third larger.
const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(join(OUT, "data.br"), brotliCompressSync(readFileSync(data), { params }));
const { metafile } = await build({
  entryPoints: {
    index: join(SOURCE, "index.ts"),
    client: join(SOURCE, "client.ts"),
    lint: join(SOURCE, "lint.ts"),
    cli: join(SOURCE, "cli.ts"),
    mcp: join(ROOT, "mcp-server/stdio.ts"),
    tables: join(ROOT, "generator/formats/format-files.ts"),
  },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["import"],
  external: ["node:*", "./facts.js", "./mcp.js", "./tables.js"],
  metafile: true,
  logLevel: "warning",
});
writeDeclarations(["index", "client", "lint"]);
writeFileSync(join(OUT, "LICENSES.txt"), licensesOf(Object.keys(metafile.inputs)));

/** Writes the declarations that the entries need into one folder, together with the types of openapi-fetch. */
function writeDeclarations(entries) {
  const made = join(OUT, "declarations");
  const options = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
  const project = ["--project", import.meta.dirname, "--rootDir", ROOT, "--outDir", made];
  const tsc = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, ...project, ...options], { stdio: "inherit" });
  const own = join(made, relative(ROOT, import.meta.dirname));
  mkdirSync(join(OUT, "types"));
  const files = new Map(entries.map((name) => [name, join(own, `src/${name}.d.ts`)]));
  for (const [name, file] of files) {
    const source = name === "schema" ? join(import.meta.dirname, "schema.d.ts") : file;
    const text = readFileSync(source, "utf8").replaceAll(
      /(from |(?<!@type \{)import\()(["'])([^"']+)\2/g,
      (_, before, quote, path) => {
        const isOwn = path.startsWith(".");
        const other = isOwn ? basename(path).replace(/\.[jt]s$/, "") : path;
        const place = isOwn
          ? resolve(dirname(file), dirname(path), `${other}.d.ts`)
          : join(ROOT, "node_modules", path, "dist/index.d.mts");
        if ((files.get(other) ?? place) !== place)
          throw new Error(`two declarations are called ${other}: rename one`);
        files.set(other, place);
        return `${before}${quote}./${other}.js${quote}`;
      },
    );
    writeFileSync(join(OUT, "types", `${name}.d.ts`), text);
  }
  rmSync(made, { recursive: true });
}

/** The licence of each package that is part of the bundles. */
function licensesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const license = ["LICENSE", "LICENSE.md", "license"]
      .map((one) => join(folder, one))
      .find(existsSync);
    if (license === undefined) throw new Error(`${name} is bundled and has no licence file`);
    return `${name} ${version}\n\n${readFileSync(license, "utf8").trim()}\n`;
  });
  return `Packages that are part of the bundles\n\n${texts.join("\n")}`;
}
