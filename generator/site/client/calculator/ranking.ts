/** The table of what offers cost. */
import { modelPage, providerPage } from "../../components/addresses.ts";
import { usd } from "../../components/format.ts";
import { billingInWords, kindInWords, tierInWords, trustInWords } from "../../components/trust.ts";
import type { RankedOffer } from "../../pages/calculator/rank.ts";
import { element } from "../dom.ts";

const HEAD = [
  ["", "n"],
  ["Model", ""],
  ["Host", ""],
  ["Cost", "n"],
  ["Input", "n"],
  ["Cached", "n"],
  ["Output", "n"],
] as const;

const CAPTION = "Cost in USD, prices in USD per 1M tokens";

export function rankingTable(): HTMLElement {
  const titles = HEAD.map(([title, name]) =>
    element(
      "th",
      { scope: "col", ...(name && { class: name }) },
      title === "" ? element("span", { class: "vh" }, "Place") : title,
    ),
  );
  const table = element(
    "table",
    { class: "figures" },
    element("caption", {}, CAPTION),
    element("thead", {}, element("tr", {}, ...titles)),
    element("tbody"),
  );
  return element(
    "div",
    { class: "scroll", role: "region", "aria-label": CAPTION, tabindex: "0" },
    table,
  );
}

export function offerRow({ record, cost }: RankedOffer, place: number): HTMLTableRowElement {
  const { model, host, input, output, cache_read } = record;
  const marks = [
    host.kind === null ? "" : kindInWords(host.kind),
    record.trust === "verified" ? "" : trustInWords(record.trust),
    record.billing === "tokens" ? "" : billingInWords(record.billing),
    tierInWords(record.service_tier),
    ...cost.atInputPrice.map((kind) =>
      kind === "cache_read"
        ? "cached tokens at the input price"
        : "cache writes at the input price",
    ),
  ].filter((mark) => mark !== "");
  return element(
    "tr",
    {},
    element("td", { class: "n" }, String(place)),
    element(
      "th",
      { scope: "row" },
      element("a", { href: modelPage(model.slug) }, model.name),
      element("small", {}, model.lab),
    ),
    element(
      "td",
      {},
      element("a", { href: providerPage(host.slug) }, host.name),
      element("small", { class: "mark" }, marks.join(", ")),
    ),
    element("td", { class: "n" }, element("strong", {}, usd(cost.usd))),
    figure(input),
    figure(cache_read),
    figure(output),
  );
}

const figure = (price: number | null): HTMLTableCellElement =>
  element(
    "td",
    { class: "n" },
    price === null
      ? element("span", { class: "unknown" }, "–", element("span", { class: "vh" }, " not known"))
      : usd(price),
  );
