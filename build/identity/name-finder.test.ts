import { expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import { createModelByNameFinder } from "./name-finder.ts";

const model = (slug: string, aliases: string[] = []) => ({
  slug,
  name: slug,
  lab: "acme",
  aliases,
  status: "active",
  release_date: null,
  offers: 2,
  is_sold_by_lab: false,
});
const offer = (host: string, slug: string, model_id: string) => ({
  host,
  model: slug,
  model_id,
  variants: [],
});

/** What a name resolves to when hosts sell `acme-chat` as the old model while the new model has it as an alias. */
function meaningOf(name: string, offers: ReturnType<typeof offer>[]): readonly string[] {
  const models = [
    model("acme-1"),
    model("acme-2", ["acme-chat"]),
    model("zed-4o-mini"),
    model("o4-mini"),
    model("zed-1-5-flash"),
    model("zed-velvet"),
    model("zed-turbo"),
    model("acme-3-turbo"),
  ];
  const bySlug = new Map(models.map((one) => [one.slug, one]));
  return createModelByNameFinder({
    models,
    offers,
    other_names: [],
    aliases: new Map([["acme-chat", "acme-2"]]),
    providers: ["acme", "bazaar", "cumulus"].map((slug) => ({ slug, name: slug })),
    model: (slug) => bySlug.get(slug),
    getModel: (slug) => getDefined(bySlug.get(slug), slug),
    provider: () => undefined,
    offersOf: (slug) => offers.filter((one) => one.model === slug),
  }).slugsMeantBy(name);
}

const ELSEWHERE = [offer("bazaar", "acme-1", "acme-chat"), offer("cumulus", "acme-1", "acme-chat")];

test("an alias means the model that lists it, even if other hosts sell another model under it", () => {
  expect(meaningOf("acme-chat", ELSEWHERE)).toEqual(["acme-2"]);
  expect(meaningOf("acme/acme-chat", ELSEWHERE)).toEqual(["acme-2"]);
  expect(meaningOf("bazaar/acme-chat", ELSEWHERE)).toEqual(["acme-1"]);
});

test("an id at the lab's own host comes before an alias", () => {
  const atLab = offer("acme", "acme-1", "acme-chat");
  expect(meaningOf("acme-chat", [...ELSEWHERE, atLab])).toEqual(["acme-1"]);
});

test("a slug in capitals means its model, even if the lab now serves another under it", () => {
  const moved = [offer("acme", "acme-2", "acme-1"), offer("bazaar", "acme-1", "acme/acme-1")];
  expect(meaningOf("ACME-1", moved)).toEqual(["acme-1"]);
  expect(meaningOf("acme/ACME-1", moved)).toEqual(["acme-1"]);
  expect(meaningOf("acme/acme-1", moved.slice(0, 1))).toEqual(["acme-2"]);
});

test("the words of a name may be swapped, but not the letters and digits within a word", () => {
  expect(meaningOf("mini zed 4o", [])).toEqual(["zed-4o-mini"]);
  expect(meaningOf("mini o4", [])).toEqual(["o4-mini"]);
  expect(meaningOf("Zed Flash 1.5", [])).toEqual(["zed-1-5-flash"]);
  expect(meaningOf("4o mini", [])).toEqual([]);
});

test("a word alone means the model of the only family that uses it", () => {
  expect(meaningOf("velvet", [])).toEqual(["zed-velvet"]);
  expect(meaningOf("turbo", [])).toEqual([]);
});

test.each([
  "publishers/acme/models/acme-1",
  "arn:aws:bedrock:us-east-1::foundation-model/acme-1-v1:0",
  "arn:aws:bedrock:us-east-1:123:inference-profile/us.acme.acme-1-v1:0",
])("a cloud's resource name is understood: %s", (id) => {
  expect(meaningOf(id, [])).toEqual(["acme-1"]);
});
