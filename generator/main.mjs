/**
 * `npm run build`. The libraries are loaded before tsx, whose hooks make every module that is loaded after it
 * three times slower to load; then tsx, then the command.
 */
import "@duckdb/node-api";
import "commander";
import "csv-stringify/sync";
import "fast-glob";
import "fastest-levenshtein";
import "minisearch";
import "yaml";
import "zod";
import { register } from "tsx/esm/api";

register();
await import("./main.ts");
