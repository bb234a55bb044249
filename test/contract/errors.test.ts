import { describe, expect, vi } from "vitest";
import type { ProblemBody } from "../../generator/http/problem.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { getDefined } from "../builders/get.ts";
import { verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { verifiesStored } from "./stored-answers.ts";

const FIELDS = "type title status detail instance parameter allowed suggestions".split(" ");

describe("an error", () => {
  verifies("6.1", "is documented problem details", async ({ get, base, doors }) => {
    const docs = await (await visit(doors.exact, "/docs/errors")).text();
    for (const address of [
      "/api/v1/models?limit=0",
      "/api/v1/models/norn-40",
      "/api/v1/search?q=norn&type=x",
      "/api/v1/nothing/here",
    ]) {
      const { status, headers, body } = await get(address);
      expect(headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
      const names = Object.keys(body);
      expect(names.slice(0, 5)).toEqual(FIELDS.slice(0, 5));
      expect(FIELDS.filter((field) => names.includes(field))).toEqual(names);
      expect([body.status, body.instance]).toEqual([status, address.split("?")[0]]);
      const [page, id] = body.type.split("#");
      expect(page).toBe(`${base}/docs/errors`);
      expect(docs, address).toContain(`id="${id}"`);
    }
  });

  verifiesStored(
    "6.1",
    "refusals",
    ...splitWords(`models?limit=ten models?page=-3 changes?since=soon search?q=%20x
        search?q=norn&type=car compare?models=norn-4o compare?model=norn-4o
        cost?models=norn-4o&input_tokens=5 providers/northwnd benchmarks/logic-prme modells
        models/quill-sonnet-55 model/norn-5 ../v2/provider/quillon price-histroy/norn-5
        models/norn-5%07 compare?models=norn-4,norn-5%07 models/norn-5/prices model/zzzzzz
        schema/ModelDetail schema/ModelDetial.json openapi dump ../../compat/lite.json
        ../../at/2025-06-01/compat/lite.json export/2025-06-01/models.csv export`),
  );

  verifies("6.1", "cuts what it quotes at 100 characters, never within one", async ({ get }) => {
    for (const [sent, shown] of [
      ["x".repeat(1000), "x".repeat(100)],
      ["é".repeat(300), "é".repeat(100)],
      [encodeURIComponent("🙂".repeat(150)), "🙂".repeat(100)],
    ] as const)
      for (const address of splitWords(`models?limit= models/ compare?models= compare?models=norn-4o,
        changes?since= search?q=norn&type=`)) {
        const { detail } = (await get<ProblemBody>(`/api/v1/${address}${sent}`)).body;
        expect(detail, address).toContain(`"${shown}…"`);
        expect(detail, address).not.toContain(shown.slice(0, 2) + shown);
      }
  });

  verifies("6.2", "each kind of unknown name gives a 404 with similar names", async ({ get }) => {
    for (const [path, near] of [
      ["v1/models/norn-4oo", "norn-4o"],
      ["v1/models/northwind/norn-4oo", "norn-4o"],
      ["v1/models/northwind%2Fnorn-4oo", "norn-4o"],
      ["v1/models/norn-4o/cheap", "norn-4o"],
      ["v1/models/quillon/norn-4o", "norn-4o"],
      ["v1/price-history/norn-4oo", "norn-4o"],
      ["v1/own-tests/word-map", "world-map"],
      ["lab/tokenizer-tex", "tokenizer-tax"],
      ["v1/export/gpu-rental", "gpu-rental-daily"],
      ["v1/providers/quilon", "quillon"],
      ["v1/glossary/tokens", "token"],
      ["v1/spotlight", "spotlight"],
      ["v2/search", "search"],
    ] as const) {
      const { status, body } = await get<ProblemBody>(`/api/${path}`);
      const suggestions = body.suggestions ?? [];
      expect([status, suggestions.length <= 3], path).toEqual([404, true]);
      const found = suggestions.find(({ slug }) => slug === near);
      const { pathname, search } = new URL(getDefined(found, `suggestion ${near} at ${path}`).url);
      expect((await get(pathname + search)).status, pathname).toBe(200);
    }
  });

  verifies("6.2", "a query over 4 KiB is 414, a body over 256 KiB is 413", async ({ get, ask }) => {
    for (const [length, status] of Object.entries({ 4096: 200, 4097: 414 }))
      expect((await get(`/api/v1/search?q=${"a".repeat(+length - 2)}`)).status).toBe(status);
    for (const [bytes, status] of Object.entries({ [256 * 1024]: 405, [256 * 1024 + 1]: 413 })) {
      const init = { method: "POST", body: "x", headers: { "Content-Length": bytes } };
      expect((await ask("/api/v1/models", init)).status).toBe(status);
    }
  });

  verifies("6.2", "no Accept header is refused", async ({ get }) => {
    for (const Accept of ["text/html", "image/png", "application/xml;q=0.1", "*/*;q=0", "??"]) {
      const { status, headers } = await get("/api/v1/status", { headers: { Accept } });
      expect(status, Accept).toBe(200);
      expect(headers.get("Content-Type"), Accept).toBe("application/json; charset=utf-8");
    }
  });

  verifies("6.2", "an internal failure gives a 500 that reveals no detail", async (site) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const fail = () => {
      throw new Error("secret: at /srv/node_modules/x.js:1");
    };
    const handle = createApiHandler({
      ...site.context,
      search: { find: fail, called: fail, get: fail, parse: fail, isOwnName: fail },
    });
    const response = await visit(handle, "/api/v1/search?q=norn");
    const text = await response.text();
    expect([response.status, log.mock.calls.length]).toEqual([500, 1]);
    expect(text).not.toMatch(/secret|at .*:\d+|node_modules/);
    expect(JSON.parse(text).title).toBe("The service failed");
    log.mockRestore();
  });
});

describe("an address that does not exist", () => {
  verifies("5.8", "gives a JSON 404 at any depth under /api", async ({ get }) => {
    const paths = splitWords(`/api/v2 /api/v2/models /api/v1/api /api/v1/models.html
      /api/v1/models/norn-4o/cheapest/x /api/v1/models/index.html /api/index.html
      /api/v1/compare/norn-4o /api/lab /api/v1/export /api/v1/schema/Nothing.json /api/404.html
      /api/_redirects /api/v1/export/price-history/x /api//v1/models`);
    for (const path of paths) {
      const { status, headers, body } = await get(path);
      expect([status, body.status], path).toEqual([404, 404]);
      expect(headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
    }
  });

  verifies("5.8", "an address with a final slash is the same address", async ({ get }) => {
    for (const path of ["/api/v1/models", "/api/v1/models/norn-4o", "/api/v1/providers"])
      expect((await get(`${path}/`)).text, path).toBe((await get(path)).text);
  });
});
