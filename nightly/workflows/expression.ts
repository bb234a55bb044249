/** Expressions of GitHub's workflows, as far as they can be checked without GitHub: grammar and names. */

export interface Names {
  /** `github.ref`, `matrix.node`: each context with what follows it, where that is a plain name. */
  contexts: { name: string; property: string | null }[];
  functions: string[];
}

const CONTEXTS = new Set([
  "github",
  "env",
  "vars",
  "job",
  "jobs",
  "steps",
  "runner",
  "secrets",
  "strategy",
  "matrix",
  "needs",
  "inputs",
]);
/** Function → how many arguments it takes. */
const FUNCTIONS: Readonly<Record<string, readonly [number, number]>> = {
  contains: [2, 2],
  startsWith: [2, 2],
  endsWith: [2, 2],
  format: [1, 99],
  join: [1, 2],
  toJSON: [1, 1],
  fromJSON: [1, 1],
  hashFiles: [1, 99],
  success: [0, 0],
  always: [0, 0],
  cancelled: [0, 0],
  failure: [0, 0],
};
const TOKEN =
  /\s*(?:('(?:[^']|'')*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(&&|\|\||==|!=|<=|>=|[!<>()[\],.*]))/y;
const LITERALS = new Set(["true", "false", "null"]);
const OPERATORS = new Set(["&&", "||", "==", "!=", "<", "<=", ">", ">="]);

/** @param text What stands between `${{` and `}}`. @throws Error that says what is wrong, and where. */
export function readExpression(text: string): Names {
  const reader = new Reader(toTokens(text));
  reader.expression();
  reader.end();
  return reader.names;
}

function toTokens(text: string): string[] {
  const tokens: string[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw new Error(`unknown sign at: ${source.slice(at)}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

class Reader {
  readonly names: Names = { contexts: [], functions: [] };
  readonly #tokens: string[];
  #at = 0;

  constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  expression(): void {
    this.#operand();
    while (OPERATORS.has(this.#next ?? "")) {
      this.#at++;
      this.#operand();
    }
  }

  end(): void {
    if (this.#next !== undefined) throw new Error(`nothing may follow before: ${this.#next}`);
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #operand(): void {
    const token = this.#next;
    if (token === undefined) throw new Error("ends where a value is due");
    this.#at++;
    if (token === "!") this.#operand();
    else if (token === "(") this.#group();
    else if (/^[A-Za-z_]/.test(token) && !LITERALS.has(token)) this.#named(token);
    else if (!/^('|-?\d|[a-z])/.test(token)) throw new Error(`no value: ${token}`);
  }

  #group(): void {
    this.expression();
    this.#expect(")");
    this.#path();
  }

  #named(name: string): void {
    if (this.#next === "(") this.#call(name);
    else this.#context(name);
    this.#path();
  }

  #call(name: string): void {
    const bounds = FUNCTIONS[name];
    if (bounds === undefined) throw new Error(`unknown function: ${name}`);
    this.#expect("(");
    let count = 0;
    while (this.#next !== ")") {
      if (count++ > 0) this.#expect(",");
      this.expression();
    }
    this.#expect(")");
    if (count < bounds[0] || count > bounds[1])
      throw new Error(`${name} does not take ${count} arguments`);
    this.names.functions.push(name);
  }

  #context(name: string): void {
    if (!CONTEXTS.has(name)) throw new Error(`unknown context: ${name}`);
    const property = this.#next === "." ? (this.#tokens[this.#at + 1] ?? null) : null;
    this.names.contexts.push({ name, property });
  }

  /** `.outputs['a b'][0].*` */
  #path(): void {
    while (this.#next === "." || this.#next === "[") {
      const sign = this.#next;
      this.#at++;
      if (sign === "[") {
        this.expression();
        this.#expect("]");
      } else {
        if (!/^(\*|[A-Za-z_].*)$/.test(this.#next ?? "")) throw new Error("a name is due after .");
        this.#at++;
      }
    }
  }

  #expect(sign: string): void {
    if (this.#next !== sign) throw new Error(`${sign} is due, not ${this.#next ?? "the end"}`);
    this.#at++;
  }
}
