import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { requireNonEmpty } from "../../test/builders/get.ts";
import { withModels } from "../../test/builders/sample-catalog.ts";
import type { StaticFile } from "../http/headers.ts";
import { makeSitePageFiles } from "../site/pages.ts";
import { makeBadgeFiles } from "./badges.ts";

const HOSTILE = `<img onerror="x">]]>&nbsp;</text></svg>`;

/**
 * Attributes that run scripts, load something, are blocked when the picture is opened on its own, or have a meaning
 * only on our pages.
 */
const FORBIDDEN = /^(on.*|style|href|xlink:href|src|class)$/;

let files: StaticFile[];
beforeAll(async () => {
  const { catalog } = await withModels((models) =>
    models.map((one) => (one.slug === "acme-large" ? { ...one, name: HOSTILE } : one)),
  );
  files = [...makeBadgeFiles(catalog), ...makeSitePageFiles(catalog)];
});

const bodyAt = (path: string): string => String(files.find((file) => file.path === path)?.body);

describe("badges and charts", () => {
  test("are well-formed pictures that run and load nothing, whatever a name contains", () => {
    const pictures = files.filter(({ path }) => path.endsWith(".svg"));
    for (const { path, body, contentType } of requireNonEmpty(pictures, "pictures")) {
      const parser = new SaxesParser();
      parser.on("opentag", ({ name, attributes }) => {
        expect(["svg", "title", "rect", "g", "text", "path", "circle"], path).toContain(name);
        expect(Object.keys(attributes).filter((key) => FORBIDDEN.test(key))).toEqual([]);
      });
      parser.write(String(body)).close();
      expect(contentType).toBe("image/svg+xml");
    }
    expect(bodyAt("/badge/acme-large.svg")).toContain("&lt;img onerror");
  });

  test("show the model's price at its maker, or else at the cheapest host", () => {
    expect(bodyAt("/badge/acme-large.svg")).toContain("$4.00 in, $20.00 out");
    expect(bodyAt("/badge/acme-large.svg")).toContain("list price");
    expect(bodyAt("/badge/delta-7b.svg")).toContain("at the cheapest host");
  });
});
