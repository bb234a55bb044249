import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleModel } from "../../test/builders/fact-builders.ts";
import { requireNonEmpty } from "../../test/builders/get.ts";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import type { StaticFile } from "../http/headers.ts";
import { makeSitePageFiles } from "../site/pages.ts";
import { makeBadgeFiles } from "./badges.ts";

const HOSTILE = `<img onerror="x">]]>&nbsp;</text></svg>`;

/** What runs, loads, is refused where the picture is opened by itself, or has a meaning on pages only. */
const FORBIDDEN = /^(on.*|style|href|xlink:href|src|class)$/;

let loaded: Awaited<ReturnType<typeof loadSampleCatalog>>;
let files: StaticFile[];
beforeAll(async () => {
  loaded = await loadSampleCatalog({
    ...SAMPLE_FACTS,
    json: {
      ...SAMPLE_FACTS.json,
      models: [
        ...SAMPLE_FACTS.json.models.filter(({ slug }) => slug !== "acme-large"),
        sampleModel("acme-large", "acme", { name: HOSTILE }),
      ],
    },
  });
  files = [...makeBadgeFiles(loaded.catalog), ...makeSitePageFiles(loaded.catalog)];
});
afterAll(() => loaded.snapshot.close());

const bodyAt = (path: string): string => String(files.find((file) => file.path === path)?.body);

describe("badges and charts", () => {
  test("are well-formed pictures that run and load nothing, whatever stands in a name", () => {
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

  test("say what the model costs at its maker, else at the cheapest host", () => {
    expect(bodyAt("/badge/acme-large.svg")).toContain("$4.00 in, $20.00 out");
    expect(bodyAt("/badge/acme-large.svg")).toContain("list price");
    expect(bodyAt("/badge/delta-7b.svg")).toContain("at the cheapest host");
  });
});
