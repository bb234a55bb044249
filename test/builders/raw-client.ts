/** Requests that `fetch` would refuse or rewrite. */
import { request as httpRequest } from "node:http";

/** Sends the target as it stands, which `fetch` would rewrite; returns the status and the body. */
export function getRaw(url: string, target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path: target }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on("error", reject)
      .end();
  });
}
