import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { verifies } from "./harness.ts";
import { runProcess } from "./run-build.ts";

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  description?: string;
}

const require = createRequire(import.meta.url);
const REDOCLY = require.resolve("@redocly/cli/bin/cli.js");

verifies("E-openapi", "the document is OpenAPI 3.1 and passes the lint", async ({ read, dist }) => {
  const { openapi } = await read("/api/v1/openapi.json");
  expect(openapi).toMatch(/^3\.1\./);
  const { code, stdout, stderr } = await runProcess(
    process.execPath,
    [REDOCLY, "lint", join(dist, "api/v1/openapi.json")],
    { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(stderr).toContain("Your API description is valid");
});

verifies("E-openapi-examples", "every example is real and valid", async (site) => {
  const { paths } = await site.read("/api/v1/openapi.json");
  const ajv = addFormats.default(new Ajv2020());
  for (const { path } of ENDPOINTS) {
    for (const { name, schema, example } of paths[path]?.get.parameters ?? [])
      if (example !== undefined) expect(ajv.validate(schema, example), path + name).toBe(true);
    const content = paths[path]?.get.responses[200]?.content["application/json"];
    const value = content?.examples?.shortened.value;
    const text = JSON.stringify(value ?? "");
    expect(text.length, path).toBeGreaterThan(10);
    expect(text.length, path).toBeLessThanOrEqual(8000);
    const headers = new Headers({ "Content-Type": "application/json" });
    const example = path.replaceAll(/\{\w+\}/g, "norn-4o");
    expect(site.validate(example, { status: 200, headers, text, body: value }), path).toEqual([]);
    if (typeof value?.url !== "string") continue;
    const { body } = await site.get<object>(value.url.slice(site.base.length));
    expect(Object.keys(body), path).toEqual(Object.keys(value ?? {}));
  }
});

verifies("E-openapi", "it has statuses of bad requests and required parameters", async (site) => {
  const { paths } = await site.read("/api/v1/openapi.json");
  const bad = {
    "/api/v1/at/{date}/models/{slug}": "/api/v1/at/2025-13-01/models/norn-4o",
    "/api/v1/compare": "/api/v1/compare?models=norn-4o,zzzz",
    "/api/v1/compare/{a}/{b}": "/api/v1/compare/norn-4o/norn-4o",
    "/api/v1/cost": "/api/v1/cost?models=zzzz&input=1",
    "/api/v1/proof": "/api/v1/proof?row=zzzz",
    "/api/v1/proof/price": "/api/v1/proof/price?model=zzzz&host=northwind",
  };
  for (const [path, address] of Object.entries(bad)) {
    const { status } = await site.get(address);
    expect([400, 404]).toContain(status);
    expect(Object.keys(paths[path]?.get.responses ?? {}), address).toContain(String(status));
  }
  const required = paths["/api/v1/proof/price"]?.get.parameters.filter((one) => one.required);
  expect(required?.map(({ name }) => name)).toEqual(["model", "host"]);
});

verifies("E-schema", "a schema is strict JSON Schema at its own address", async (site) => {
  const paths = Object.keys(site.manifest).filter((path) => path.startsWith("/api/v1/schema/"));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const path of requireNonEmpty(paths, "schemas")) {
    const { body } = await site.get<{ $id: string; $schema: string; title: string }>(path);
    expect(body.$id).toBe(site.base + path);
    expect(path).toBe(`/api/v1/schema/${body.title}.json`);
    ajv.addSchema(body);
  }
  for (const path of paths) expect(() => ajv.getSchema(site.base + path), path).not.toThrow();
  const named = await site.read("/api/v1/openapi.json");
  expect(paths).toHaveLength(Object.keys(named.components.schemas).length);
});

verifies("E-schema", "fields are explained; days and URLs have a format", async ({ read }) => {
  const { components } = await read("/api/v1/openapi.json");
  const unclear: string[] = [];
  JSON.stringify(components.schemas, (_, schema) => {
    for (const [name, field] of Object.entries<Schema>(schema?.properties ?? {})) {
      const { type = [], anyOf = [], description = "" } = field;
      const isNullable = [type, ...anyOf.map((one) => one.type)].flat().includes("null");
      const isClear = /^.{4,}$/.test(description) && (!isNullable || /null/i.test(description));
      const format = /^(\w+ )*day (of|on|from)\b/i.test(description)
        ? "date"
        : /^URL /.exec(description) && "uri";
      const hasFormat = !format || JSON.stringify(field).includes(`"format":"${format}"`);
      if (!isClear || !hasFormat) unclear.push(`${name}: ${description}`);
    }
    return schema;
  });
  expect(unclear).toEqual([]);
});

verifies("2.7", "a field that is added later still validates", async ({ get, validate }) => {
  const address = "/api/v1/models/norn-4o";
  const answer = await get(address);
  const later = { ...answer, body: { ...answer.body, added_later: 1 } };
  expect(validate(address, later)).toEqual([]);
  const { slug: _, ...lacking } = answer.body as { slug: string };
  expect(validate(address, { ...answer, body: lacking })).not.toEqual([]);
});

verifies("E-openapi", "the document describes the exports of past days", async ({ validate }) => {
  const answer = { status: 200, text: "date,model\n", body: undefined };
  const headers = new Headers({ "Content-Type": "text/csv; charset=utf-8" });
  const address = "/api/v1/export/2026-06-30/price-history.csv";
  expect(validate(address, { ...answer, headers })).toEqual([]);
  const json = new Headers({ "Content-Type": "application/json" });
  expect(validate(address, { ...answer, headers: json })).not.toEqual([]);
});
