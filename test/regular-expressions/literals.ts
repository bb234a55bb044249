/** Every regular expression that stands as a literal in the code. */
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import glob from "fast-glob";

export interface Literal {
  file: string;
  source: string;
  flags: string;
}

/** As much of acorn as is needed. */
export interface Tokenizer {
  parse(
    code: string,
    options: { ecmaVersion: "latest"; sourceType: "module"; onToken(token: Token): void },
  ): unknown;
}
interface Token {
  value?: unknown;
}

/** Rooms that run in the build, in the night and online. */
const ROOMS = ["build", "generator", "mcp-server", "nightly"];

/** In the order of the files; an expression that stands in a file twice is named once. */
export async function findLiterals(tokenizer: Tokenizer): Promise<Literal[]> {
  const files = await glob(`{${ROOMS.join()}}/**/*.ts`, { ignore: ["**/*.test.ts"] });
  const found: Literal[] = [];
  for (const file of files.sort()) {
    const { code } = await transform(await readFile(file, "utf8"), { loader: "ts" });
    const known = new Set<string>();
    const onToken = ({ value }: Token) => {
      if (!isExpression(value)) return;
      const { pattern: source, flags } = value;
      if (!known.has(`${source} ${flags}`)) found.push({ file, source, flags });
      known.add(`${source} ${flags}`);
    };
    tokenizer.parse(code, { ecmaVersion: "latest", sourceType: "module", onToken });
  }
  return found;
}

const isExpression = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === "object" && value !== null && "pattern" in value && "flags" in value;
