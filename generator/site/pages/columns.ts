/** Columns that the tables of several pages have. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow, PriceRow } from "../../../build/model/catalog/rows.ts";
import { formatUsdOrFree, type Html, type HtmlContent } from "../components/html.ts";
import { renderOfferPrice } from "../components/offers.ts";
import { formatOneDecimal, renderSourceOfId, renderValueWithPath } from "../components/parts.ts";
import {
  type HtmlTableColumn,
  htmlNumberColumn,
  htmlTextColumn,
  moveColumnBelowNameOnPhones,
} from "../components/table.ts";

/** A number of an answer. @param of The number, and its JSON Pointer where the page has one. */
export const answeredColumn = <Row>(
  title: string,
  toText: (value: number) => HtmlContent,
  of: (row: Row) => readonly [value: number | null, at: string],
): HtmlTableColumn<Row> =>
  htmlNumberColumn(title, (row) => {
    const [value, at] = of(row);
    return renderValueWithPath(value, at, toText);
  });

/** The service score, in rows whose answer is that of the model. */
export const serviceScoreColumn = <Row>(
  scoreOf: (row: Row) => { score: number } | null | undefined,
): HtmlTableColumn<Row> =>
  answeredColumn("Score", formatOneDecimal, (row) => [
    scoreOf(row)?.score ?? null,
    "/service_score/score",
  ]);

type ScorePart = "score" | "low" | "high";

/** A score and its 90 % interval, each with its place. @param at JSON Pointer of the score. */
export const renderScoreParts = (
  score: Record<ScorePart, number>,
  at: string,
): Record<ScorePart, Html> => {
  const of = (name: ScorePart) =>
    renderValueWithPath(score[name], `${at}/${name}`, formatOneDecimal);
  return { score: of("score"), low: of("low"), high: of("high") };
};

/** Who states the row, and where if that is known. */
export const sourceColumn = <Row>(
  catalog: Pick<Catalog, "sources">,
  of: (row: Row) => readonly [source: string, url?: string | null] | undefined,
): HtmlTableColumn<Row> =>
  moveColumnBelowNameOnPhones(
    htmlTextColumn("Source", (row) => {
      const [source, url] = of(row) ?? [];
      return source === undefined ? undefined : renderSourceOfId(source, catalog, url);
    }),
  );

const PRICES = { input: "Input", output: "Output", cache_read: "Cached" } as const;
type PriceName = keyof typeof PRICES;

/** What hosts charge now; each row has an offer and the JSON Pointer of it. */
export const offerPriceColumns = <Row extends { offer: OfferRow; at: string }>(
  prices: readonly PriceName[],
): HtmlTableColumn<Row>[] =>
  prices.map((name) =>
    htmlNumberColumn<Row>(PRICES[name], ({ offer, at }) =>
      renderOfferPrice(offer, offer[name], `${at}/${name}`),
    ),
  );

/**
 * Prices of a history. A 0 is free, but not at a host whose price is doubted today, nor in a subscription.
 * @param offersOf Offers of the row's model today. @param toPointer JSON Pointer of the row, where an answer has it.
 */
export const recordedPriceColumns = <Row extends Pick<PriceRow, "host" | PriceName>>(
  prices: readonly PriceName[],
  offersOf: (row: Row) => readonly OfferRow[],
  toPointer?: (index: number) => string,
): HtmlTableColumn<Row>[] =>
  prices.map((name) =>
    htmlNumberColumn<Row>(PRICES[name], (row, index): HtmlContent => {
      const at = toPointer && `${toPointer(index)}/${name}`;
      const offer = offersOf(row).find(({ host }) => host === row.host);
      const isFree = offer?.trust !== "unverified" && offer?.billing !== "plan";
      return row[name] === 0 && offer && !isFree
        ? renderOfferPrice(offer, 0, at)
        : renderValueWithPath(row[name], at, formatUsdOrFree);
    }),
  );
