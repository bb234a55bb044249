/** What can go wrong on the way from an upstream to us, and how a replay server plays it. */
import { randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

export type Fault =
  /** Nobody listens: the caller is sent on to a closed port, so that it meets a real ECONNREFUSED. */
  | { kind: "refused" }
  /** Half of the body, then the connection breaks with an RST. */
  | { kind: "reset" }
  /** Half of the body, then the connection ends before its Content-Length. */
  | { kind: "truncated" }
  /** Nothing but this status (`429`, `500`), with headers such as `retry-after`. */
  | { kind: "status"; status: number; headers?: Readonly<Record<string, string>> }
  /** A page for people where data belongs, with status 200. */
  | { kind: "html" }
  /** Says gzip and is not. */
  | { kind: "gzip-garbage" }
  /** Zeros without end, packed a thousandfold. */
  | { kind: "gzip-bomb" }
  /** A body that never ends. */
  | { kind: "endless" }
  /** Silence: before the headers, or after half of the body (default). */
  | { kind: "stall"; at?: "headers" | "body" }
  /** A whole answer that says something else: `{ kind: "body", transform: halved }`. Texts only, no archives. */
  | { kind: "body"; transform: (text: string) => string };

/** The answer as it would have been. */
export interface Healthy {
  body: Uint8Array;
  headers: OutgoingHttpHeaders;
}

/** Nothing listens there, and only root could. (fetch and browsers refuse port 1.) */
const CLOSED_PORT = "http://127.0.0.1:2/";

const PAGE = "<!DOCTYPE html><html><body><h1>We will be back soon</h1></body></html>";

/** Every fault but `body`, which is a healthy answer of other text. */
export function play(fault: Exclude<Fault, { kind: "body" }>, to: ServerResponse, was: Healthy) {
  switch (fault.kind) {
    case "refused":
      return to.writeHead(307, { location: CLOSED_PORT }).end();
    case "status":
      return to.writeHead(fault.status, fault.headers).end(`status ${fault.status}`);
    case "html":
      return to.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
    case "gzip-garbage":
      return to
        .writeHead(200, { ...was.headers, "content-encoding": "gzip" })
        .end(randomBytes(500));
    case "gzip-bomb":
      to.writeHead(200, { ...was.headers, "content-encoding": "gzip" });
      return pour(to, gzipSync(new Uint8Array(10_000_000)));
    case "endless":
      to.writeHead(200, was.headers);
      return pour(to, was.body.length > 0 ? was.body : new TextEncoder().encode("[]\n"));
    case "stall":
      return fault.at === "headers" ? undefined : sendHalf(to, was);
    case "reset":
      return sendHalf(to, was, () => to.socket?.resetAndDestroy());
    case "truncated":
      return sendHalf(to, was, () => to.socket?.end());
  }
}

/** Announces the whole and sends half. */
function sendHalf(to: ServerResponse, { body, headers }: Healthy, then?: () => void): void {
  to.writeHead(200, { ...headers, "content-length": body.length });
  to.write(body.subarray(0, Math.floor(body.length / 2)), () => then && setTimeout(then, 10));
}

/** The same bytes over and over, as fast as the caller reads, until it hangs up. */
function pour(to: ServerResponse, bytes: Uint8Array): void {
  const more = () => {
    while (!to.destroyed && to.write(bytes));
  };
  to.on("drain", more);
  more();
}

/** `[]`, `{}`, or the header line alone: an upstream that has lost its list. */
export function emptied(text: string): string {
  return resized(text, () => 0);
}

/** The first half of the list: a page that was cut off where it still parses. */
export function halved(text: string): string {
  return resized(text, (count) => Math.floor(count / 2));
}

/** JSON lists, `{"data": [...]}`, JSON maps, YAML lists, JSON lines and CSV. */
function resized(text: string, sizeOf: (count: number) => number): string {
  const cut = <T>(items: T[]): T[] => items.slice(0, sizeOf(items.length));
  const value = toJson(text);
  if (Array.isArray(value)) return JSON.stringify(cut(value));
  if (hasData(value)) return JSON.stringify({ ...value, data: cut(value.data) });
  if (typeof value === "object" && value !== null)
    return JSON.stringify(Object.fromEntries(cut(Object.entries(value))));
  if (/^- /m.test(text) && !text.includes("|")) return resizedYaml(text, cut);
  const [header = "", ...lines] = text.trimEnd().split("\n");
  if (header.startsWith("{")) return cut([header, ...lines]).join("\n");
  return `${[header, ...cut(lines)].join("\n")}\n`;
}

function resizedYaml(text: string, cut: (items: string[]) => string[]): string {
  const items = cut(text.split(/^(?=- )/m).filter((item) => item.startsWith("- ")));
  return items.length === 0 ? "[]\n" : items.join("");
}

const hasData = (value: unknown): value is { data: unknown[] } =>
  typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
