/** What a host sells, each price beside the list price of its model; and the models that a lab makes. */
import { type Catalog, orderDate } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { MODEL_FIELDS, OFFER_FIELDS } from "../../../../build/schema/fields.ts";
import type { MadeModel, ProviderDetail } from "../../../endpoints/providers/providers.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { offerMarks, offerPrice, percentCell, percentOfList } from "../../components/offers.ts";
import {
  commaList,
  countFact,
  fact,
  mark,
  modelLink,
  priceFact,
  section,
} from "../../components/parts.ts";
import { column, dateColumn, figure, foldedTable, priceColumns } from "../../components/table.ts";

interface Sold {
  offer: OfferRow;
  name: string;
  /** Of its row in the answer. */
  at: string;
  /** From the list price; null where nothing can be compared. */
  percent: number | null;
  isCheapest: boolean;
  date: string;
}

export function soldSection({ slug }: ProviderDetail, catalog: Catalog): Html | false {
  const rows = toSold(slug, catalog);
  if (rows.length === 0) return false;
  const of = `/api/v1/providers/${slug}`;
  return section(
    "sold",
    "Models sold",
    html`${comparedText(rows)}${cheapestText(rows, of)}${foldedTable<Sold>({
      caption: "USD per 1M tokens; newest models first",
      columns: [
        column(
          "Model",
          ({ offer, name }) => html`${modelLink(offer.model, name)}${offerMarks(offer)}`,
        ),
        figure("Input", ({ offer, at }) => offerPrice(offer, offer.input, `${at}/input`)),
        figure("Output", ({ offer, at }) => offerPrice(offer, offer.output, `${at}/output`)),
        figure(
          "Vs. list price",
          ({ offer, percent, isCheapest }) =>
            html`${percentCell(offer, percent)}${isCheapest && mark("cheapest host")}`,
        ),
        dateColumn(OFFER_FIELDS.as_of.label, ({ offer }) => offer.as_of),
        column(OFFER_FIELDS.model_id.label, ({ offer }) => html`<code>${offer.model_id}</code>`),
      ],
      rows,
      of,
    })}`,
  );
}

/** The answer has them by slug; a reader looks for the newest first. */
const toSold = (host: string, catalog: Catalog): Sold[] =>
  catalog
    .offersAt(host)
    .map((offer, index) => {
      const model = catalog.getModel(offer.model);
      return {
        offer,
        name: model.name,
        at: `/models_sold/${index}`,
        percent: percentOfList(offer, catalog),
        isCheapest: model.cheapest_host === host,
        date: orderDate(model) ?? "",
      };
    })
    .sort((a, b) => byText(b.date, a.date) || byText(a.offer.model, b.offer.model));

function comparedText(rows: readonly Sold[]): Content {
  const compared = rows
    .filter(({ offer }) => !offer.is_list_price)
    .map(({ percent }) => percent)
    .filter((percent) => percent !== null);
  if (compared.length === 0) return false;
  const below = compared.filter((percent) => percent < 0).length;
  const above = compared.filter((percent) => percent > 0).length;
  return html`<p>Of ${compared.length} prices that can be compared with the list price, ${below} are lower, ${compared.length - below - above} the same and ${above} higher.</p>
`;
}

const NAMED = 6;

function cheapestText(rows: readonly Sold[], of: string): Content {
  const cheapest = rows.filter(({ isCheapest, offer }) => isCheapest && offer.trust === "verified");
  if (cheapest.length === 0) return false;
  const rest = cheapest.length - NAMED;
  const links = cheapest
    .slice(0, NAMED)
    .map(
      ({ offer, name, at }) =>
        html`${modelLink(offer.model, name)} (${priceFact(offer.input, `${at}/input`)} input, ${priceFact(offer.output, `${at}/output`)} output)`,
    );
  return html`<p data-of="${of}">Cheapest host, at verified prices, for ${commaList(links)}${rest > 0 && ` and ${rest} more, marked in the table`}.</p>
`;
}

type Made = MadeModel & { at: string };

export const madeSection = ({ slug, models_made }: ProviderDetail): Html | false =>
  models_made.length > 0 &&
  section(
    "made",
    "Models made",
    foldedTable<Made>({
      caption:
        "Newest first; USD per 1M tokens at the lab, or at the cheapest host where the lab does not sell the model",
      columns: [
        column(
          "Model",
          ({ slug, name, pricing }) =>
            html`${modelLink(slug, name)}${pricing.basis === "cheapest_offer" && mark("price of the cheapest host")}`,
        ),
        dateColumn(MODEL_FIELDS.release_date.label, ({ release_date }) => release_date),
        ...priceColumns<Made>(({ pricing, at }) => [pricing, `${at}/pricing`]),
        figure(MODEL_FIELDS.avg_score.label, ({ avg_score: score, at }) =>
          score === null ? null : fact(score, `${at}/avg_score`, score.toFixed(1)),
        ),
        figure(MODEL_FIELDS.offers.label, ({ offers, at }) => countFact(offers, `${at}/offers`)),
      ],
      rows: models_made.map((model, index) => ({ ...model, at: `/models_made/${index}` })),
      of: `/api/v1/providers/${slug}`,
    }),
  );
