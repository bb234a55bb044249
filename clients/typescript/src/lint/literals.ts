/**
 * Parses object literals in languages that write them in a similar way: JSON, TypeScript, Python, Go, PHP, Ruby, Rust.
 * Everything that is not a literal is skipped, so a price table is found inside the code around it.
 */

/** A value with its place in the text: `text.slice(start, end)`. */
export interface SourceLiteral {
  start: number;
  end: number;
  /** The value of a number, or of a text that contains only a number; otherwise undefined. */
  number?: number;
  /** Whether the number is written as one, so that it can be replaced. */
  isPlainNumber?: boolean;
  text?: string;
  entries?: { key: string; value: SourceLiteral }[];
  items?: SourceLiteral[];
  parent?: SourceLiteral;
  /** Key of the value in its parent. */
  key?: string;
}

type Token =
  | { kind: "text"; value: string; start: number; end: number }
  | { kind: "number"; value: number; start: number; end: number }
  | { kind: "word" | "sign"; value: string; start: number; end: number };

/** A word may begin with the brackets of a type in Go: `[]Price{`, `map[string]Price{`. */
const TOKEN =
  /(?<begin>\/\/|\/\*|["'`#])|(?<number>-?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(?<word>(?:(?:map\[\w+\]|\[\])\*?)*[A-Za-z_$][\w$.]*)|(?<sign>=>|==|[{}[\]():=,*/;])/g;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const findEnd = createEndFinder(text);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { begin, number, word, sign } = match.groups ?? {};
    if (begin !== undefined) pattern.lastIndex = findEnd(begin, match.index) ?? pattern.lastIndex;
    const place = { start: match.index, end: pattern.lastIndex };
    const isClosed = place.end > place.start + 1;
    if (begin !== undefined && "\"'`".includes(begin) && isClosed)
      tokens.push({ kind: "text", value: unquote(text.slice(place.start, place.end)), ...place });
    else if (number !== undefined)
      tokens.push({ kind: "number", value: Number(number.replaceAll("_", "")), ...place });
    else if (word !== undefined) tokens.push({ kind: "word", value: word, ...place });
    else if (sign !== undefined) tokens.push({ kind: "sign", value: sign, ...place });
  }
  return tokens;
}

/**
 * Finds the end of a comment or a text; undefined when nothing closes it. Parts that were searched without success are
 * not searched again, so that a file full of opening signs is read in linear time.
 */
function createEndFinder(text: string) {
  const unclosedUpTo: Record<string, number> = {};
  return (begin: string, start: number): number | undefined => {
    if (start < (unclosedUpTo[begin] ?? 0)) return undefined;
    const find = (sign: string) => {
      const found = text.indexOf(sign, start + begin.length);
      return found < 0 ? text.length : found;
    };
    if (begin === "//" || begin === "#") return find("\n");
    let end = begin === "/*" ? find("*/") : start + 1;
    // The end of the line is not looked up, because the whole table may be one line.
    const isOpen = (sign = "") => sign !== "" && sign !== begin && (sign !== "\n" || begin === "`");
    if (begin !== "/*") while (isOpen(text[end])) end += text[end] === "\\" ? 2 : 1;
    if (end < text.length && text[end] !== "\n") return end + (begin === "/*" ? 2 : 1);
    unclosedUpTo[begin] = end;
    return undefined;
  };
}

const unquote = (quoted: string): string => quoted.slice(1, -1).replaceAll(/\\(.)/g, "$1");

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
/** A price table is not nested more deeply than this. */
const MAX_DEPTH = 64;

/** @returns The file as one literal: `entries` are the values assigned at the top level, `items` all other literals. */
export function parseSourceLiterals(text: string): SourceLiteral {
  const tokens = tokenize(text);
  let at = 0;

  const isSign = (value: string, offset = 0) => {
    const token = tokens[at + offset];
    return token?.kind === "sign" && token.value === value;
  };

  /** Reads up to the closing sign, or to the end. */
  function readGroup(close: string | undefined, start: number, depth: number): SourceLiteral {
    const node: SourceLiteral = { start, end: text.length, entries: [], items: [] };
    while (at < tokens.length) {
      const token = tokens[at] as Token;
      if (token.kind === "sign" && "}])".includes(token.value)) {
        at++;
        node.end = token.end;
        // A closing sign of another group ends this group too, because the text around it is code.
        if (token.value === close || close !== undefined) return node;
        continue;
      }
      const isKey = token.kind !== "sign" && (isSign(":", 1) || isSign("=", 1) || isSign("=>", 1));
      // `["gpt-4o"]: {` and `[Model.GPT_4o]: {`.
      const isBracketed = isSign("[") && isSign("]", 2) && isSign(":", 3);
      const key = isBracketed ? tokens[at + 1] : isKey ? token : undefined;
      // TypeScript: `const prices: Record<string, Price> = {`. What stands before `=` is a type.
      if (key !== undefined) at += isKey ? 2 : 4;
      const value = readValue(depth, node);
      if (value === undefined) continue;
      if (key === undefined) {
        node.items?.push(value);
        continue;
      }
      value.key = String(key.value);
      node.entries?.push({ key: value.key, value });
    }
    return node;
  }

  /** @returns Undefined for a token that begins no value; it is passed over. */
  function readValue(depth: number, parent: SourceLiteral): SourceLiteral | undefined {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === "sign") {
      const close = CLOSING[token.value];
      if (close === undefined) {
        // The closing sign of the parent is not consumed here.
        if (!"}])".includes(token.value)) at++;
        return undefined;
      }
      at++;
      if (depth > MAX_DEPTH) return undefined;
      const group = readGroup(close, token.start, depth + 1);
      const [only, ...others] = group.items ?? [];
      // `(2.5 / 1_000_000)`, `Decimal("2.5")`.
      const isWrapped = others.length + (group.entries?.length ?? 0) === 0 && token.value === "(";
      return Object.assign(isWrapped && only?.number !== undefined ? only : group, { parent });
    }
    at++;
    const { start, end } = token;
    if (token.kind === "number") return { ...readNumber(token.value, start, end), parent };
    if (token.kind === "text") {
      const isNumeric = /^\s*-?\$?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(token.value);
      const number = isNumeric ? { number: Number(token.value.replace("$", "")) } : {};
      return { start, end, text: token.value, ...number, parent };
    }
    // `Price(input=1, output=2)`, `ModelPrice{Input: 1}`.
    if (isSign("(") || isSign("{")) return readValue(depth, parent);
    return { start, end, text: token.value, parent };
  }

  /** `2.5 / 1_000_000`, `15 * 1e-6`. */
  function readNumber(first: number, start: number, firstEnd: number): SourceLiteral {
    let number = first;
    let end = firstEnd;
    while (isSign("/") || isSign("*")) {
      const divides = isSign("/");
      const next = tokens[at + 1];
      if (next?.kind !== "number") break;
      number = divides ? number / next.value : number * next.value;
      end = next.end;
      at += 2;
    }
    return { start, end, number, isPlainNumber: end === firstEnd };
  }

  return readGroup(undefined, 0, 0);
}
