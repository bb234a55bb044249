import { expect } from "vitest";
import { getDefined } from "../builders/get.ts";
import { verifies } from "./verifies.ts";

verifies("5.6", "an unknown name is a 404 that names each, with near ones", async ({ get }) => {
  const { status, body } = await get("/api/v1/compare?models=nrn-4o,norn-4o,qiull-sonnet-4-5");
  expect(status).toBe(404);
  expect(body.detail).toContain('"nrn-4o"');
  expect(body.detail).toContain('"qiull-sonnet-4-5"');
  const near = getDefined(body.suggestions, "suggestions").map(({ slug }) => slug);
  expect(near).toContain("norn-4o");
  expect(near).toContain("quill-sonnet-4-5");
  expect(near.length).toBeLessThanOrEqual(6);
});
