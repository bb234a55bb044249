/** Columns that the tables of several pages have. */
import type { OfferRow, PriceRow } from "../../../build/model/catalog/rows.ts";
import { formatUsdOrFree, type HtmlContent } from "../components/html.ts";
import { renderOfferPrice } from "../components/offers.ts";
import { renderValueWithPath } from "../components/parts.ts";
import { type HtmlTableColumn, htmlNumberColumn } from "../components/table.ts";

const RECORDED_PRICES = { input: "Input", output: "Output", cache_read: "Cached" } as const;
type RecordedPrice = keyof typeof RECORDED_PRICES;

/**
 * Prices of a history. A 0 is free, but not at a host whose price is doubted today, nor in a subscription.
 * @param offersOf Offers of the row's model today. @param toPointer JSON Pointer of the row, where an answer has it.
 */
export const recordedPriceColumns = <Row extends Pick<PriceRow, "host" | RecordedPrice>>(
  prices: readonly RecordedPrice[],
  offersOf: (row: Row) => readonly OfferRow[],
  toPointer?: (index: number) => string,
): HtmlTableColumn<Row>[] =>
  prices.map((name) =>
    htmlNumberColumn<Row>(RECORDED_PRICES[name], (row, index): HtmlContent => {
      const at = toPointer && `${toPointer(index)}/${name}`;
      const offer = offersOf(row).find(({ host }) => host === row.host);
      const isFree = offer?.trust !== "unverified" && offer?.billing !== "plan";
      return row[name] === 0 && offer && !isFree
        ? renderOfferPrice(offer, 0, at)
        : renderValueWithPath(row[name], at, formatUsdOrFree);
    }),
  );
