/** The files of a dataset: one for each format, at an address of its own. */
import type { Dataset } from "./dataset.ts";

export interface Format {
  /** As readers call it, and its name in `/datapackage.json` in lower case. */
  name: "CSV" | "Parquet";
  /** What its address ends with after the dataset's name. The CSV has none: it is the dataset's own address. */
  ending: "" | ".parquet";
  /** Without parameters. */
  mediatype: string;
  contentType: string;
  /** What a reader of the file has to know. */
  description: string;
}

export const EXPORT_FOLDER = "/api/v1/export/";

export const CSV: Format = {
  name: "CSV",
  ending: "",
  mediatype: "text/csv",
  contentType: "text/csv; charset=utf-8",
  description:
    "RFC 4180 with a header row; empty is unknown. A text that a spreadsheet would run as a formula has an apostrophe before it.",
};

export const PARQUET: Format = {
  name: "Parquet",
  ending: ".parquet",
  mediatype: "application/vnd.apache.parquet",
  contentType: "application/vnd.apache.parquet",
  description:
    "The rows of the CSV in the same order with true types: dates, 64-bit integers, doubles, booleans, texts as they are (objects as JSON), null for unknown. Compressed with Zstandard.",
};

/** Ends the name of the file on the disk of whoever saves it, and a second address of the CSV. */
export const CSV_ENDING = ".csv";

/** `price-history.csv` */
export const fileName = ({ name }: Pick<Dataset, "name">, { ending }: Format): string =>
  `${name}${ending || CSV_ENDING}`;

export const FORMATS: readonly Format[] = [CSV, PARQUET];

/** Public path of a dataset in a format: `/api/v1/export/price-history.parquet`. */
export const exportPath = ({ name }: Pick<Dataset, "name">, { ending }: Format): string =>
  `${EXPORT_FOLDER}${name}${ending}`;
