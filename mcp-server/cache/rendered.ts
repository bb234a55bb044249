/** Answers as bytes with their ETag. */
import { createHash } from "node:crypto";
import { toJsonText } from "../../build/schema/values.ts";
import { JSON_TYPE } from "../../generator/http/headers.ts";

export interface Rendered {
  status: number;
  body: string;
  contentType: string;
  headers: Record<string, string>;
  etag: string;
  bytes: number;
}

export const render = (value: unknown, headers: Record<string, string>): Rendered =>
  renderText(toJsonText(value), JSON_TYPE, headers);

export function renderText(
  body: string,
  contentType: string,
  headers: Record<string, string> = {},
): Rendered {
  return {
    status: 200,
    body,
    contentType,
    headers,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    bytes: Buffer.byteLength(body),
  };
}
