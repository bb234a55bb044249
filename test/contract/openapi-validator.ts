/** Validates answers against the schemas of the published OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { HttpAnswer } from "./harness.ts";

export interface OpenApiDocument {
  openapi: string;
  servers: [{ url: string }];
  paths: Record<string, { get: Operation }>;
  components: { schemas: object };
}
interface Operation {
  operationId: string;
  parameters: { name: string; required: boolean; schema: object; example?: unknown }[];
  responses: Record<string, { content: Record<string, Described> }>;
}
interface Described {
  schema: object;
  examples?: { shortened: { value: Record<string, unknown> } };
}

/** @returns What is wrong with the answer to an address (path and query); an empty list when nothing is. */
export type AnswerValidator = (address: string, answer: HttpAnswer<unknown>) => string[];

const ID = "openapi.json";

export function createOpenApiValidator(document: object): AnswerValidator {
  const { paths } = document as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, ID);
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(paths)
    .map((template) => ({
      template,
      expression: toExpression(template, "[^/]+"),
      // OpenAPI cannot describe a path parameter that contains slashes.
      withSlashes: toExpression(template, ".+"),
    }))
    // Literal paths come before paths with parameters, and longer paths before shorter ones.
    .sort(
      (a, b) =>
        Number(a.template.includes("{")) - Number(b.template.includes("{")) ||
        b.template.split("/").length - a.template.split("/").length,
    );

  function checkerOf(pointer: string): ValidateFunction {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `${ID}#${pointer}` });
    compiled.set(pointer, check);
    return check;
  }

  return (address, { status, headers, text, body }) => {
    const [path = ""] = address.split("?");
    const found =
      templates.find(({ expression }) => expression.test(path)) ??
      templates.find(({ withSlashes }) => withSlashes.test(path));
    const type = headers.get("Content-Type")?.split(";")[0] ?? "";
    if (status >= 400 && type !== "application/problem+json") return [`${status} is ${type}`];
    const described = found && paths[found.template]?.get.responses[status]?.content[type];
    if (status < 400 && !described) return [`${status} ${type} is not described for ${path}`];
    const pointer = described
      ? ["", "paths", found.template, "get", "responses", status, "content", type, "schema"]
      : ["", "components", "schemas", "Problem"];
    const check = checkerOf(pointer.map((part) => toPointerPart(String(part))).join("/"));
    if (check(body ?? text)) return [];
    // With `fields`, rows have only the named fields, so missing required fields are no error (5.10-fields).
    const errors = (check.errors ?? []).filter(
      ({ keyword, instancePath }) =>
        keyword !== "required" ||
        !/[?&]fields=/.test(address) ||
        !/^\/data\/\d+$/.test(instancePath),
    );
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

const toExpression = (template: string, value: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, value)}/?$`);

/** Escaped for a JSON pointer, then for a URI fragment. */
const toPointerPart = (part: string): string =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
