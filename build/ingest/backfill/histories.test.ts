import { describe, expect, test } from "vitest";
import { readGenaiPricesHistory } from "./genai-prices-history.ts";
import type { HistoricStatement } from "./history.ts";
import { readLitellmHistory } from "./litellm-history.ts";
import { readModelsDevHistory } from "./models-dev-history.ts";

const PREVIOUS = "prev_input,prev_output,prev_cache_read,prev_cache_write";
const HEADER = `date,provider,model_id,event,input,output,cache_read,cache_write,${PREVIOUS}`;

/** Prices, day and note of each statement: what the tests look at. */
const toLines = (statements: readonly HistoricStatement[]) =>
  statements.map(({ host, modelId, recorded, effective, event, prices, note }) =>
    [
      `${host}/${modelId}`,
      effective ? `${recorded} (${effective})` : recorded,
      event === "withdrawn" ? "withdrawn" : `${prices.input} ${prices.output} ${prices.cache_read}`,
      ...(note ? [note.split(":")[0]] : []),
    ].join(", "),
  );

describe("models.dev's history", () => {
  const header = `${HEADER},changed_fields,other_costs,tiers,rename,commit,suspect`;
  const read = (...rows: string[]) =>
    readModelsDevHistory(new Map([["price_history.csv", [header, ...rows, ""].join("\n")]]));

  test("is stated and withdrawn row by row, with reasoning and tiers", () => {
    const tiers = `"[{""size"": 200000, ""input"": 6, ""output"": 9, ""cache_read"": 0.6}]"`;
    const { statements } = read(
      `2026-01-01,acme,large,appeared,3,4,0.3,,,,,,,"{""reasoning"": 5}",${tiers},,c1,`,
      "2026-02-01,acme,large,removed,,,,,3,4,0.3,,,,,,c2,",
    );
    expect(toLines(statements)).toEqual([
      "acme/large, 2026-01-01, 3 4 0.3",
      "acme/large, 2026-02-01, withdrawn",
    ]);
    expect(statements[0]?.prices).toMatchObject({ reasoning: 5, tiers: "200000:6:9:0.6" });
  });

  test("a price of another unit is suspect; a jump that stands doubts what stood before it", () => {
    const { statements } = read(
      "2026-01-01,acme,a,appeared,280000,830000,,,,,,,,,,,c1,unit>2000",
      "2026-02-01,acme,a,changed,0.28,0.83,,,280000,830000,,,,,,,c2,",
      "2026-01-01,acme,b,appeared,75,200,,,,,,,,,,,c1,",
      "2026-02-01,acme,b,changed,0.075,0.2,,,75,200,,,,,,,c2,ratio>20x",
      "2026-01-01,acme,c,appeared,1,2,,,,,,,,,,,c1,",
      "2026-02-01,acme,c,changed,30,60,,,1,2,,,,,,,c2,ratio>20x",
      "2026-03-01,acme,c,changed,1,2,,,30,60,,,,,,,c3,ratio>20x",
    );
    expect(toLines(statements)).toEqual([
      "acme/a, 2026-01-01, 280000 830000 null, suspect",
      "acme/a, 2026-02-01, 0.28 0.83 null",
      "acme/b, 2026-01-01, 75 200 null, suspect",
      "acme/b, 2026-02-01, 0.075 0.2 null",
      "acme/c, 2026-01-01, 1 2 null",
      "acme/c, 2026-02-01, 30 60 null, suspect",
      "acme/c, 2026-03-01, 1 2 null",
    ]);
  });

  test("a name pointed at another model has a sound price; a swapped cache price is dropped", () => {
    const { statements } = read(
      "2026-01-01,acme,x-latest,changed,2,6,,,1,3,,,,,,,c1,alias",
      "2026-02-01,acme,x-latest,changed,2,6,0.2,,2,6,,,,,,,c1,alias",
      "2026-01-01,acme,y,appeared,3,15,3.75,0.3,,,,,,,,,c1,cache_read>input",
    );
    expect(toLines(statements)).toEqual([
      "acme/x-latest, 2026-01-01, 2 6 null, repointed",
      "acme/x-latest, 2026-02-01, 2 6 0.2",
      "acme/y, 2026-01-01, 3 15 null",
    ]);
  });
});

describe("genai-prices' history", () => {
  const dated = "provider,model_id,effective_from,condition,input,output,cache_read,cache_write";
  const read = (history: string[], effective: string[] = [], models: object[] = []) =>
    readGenaiPricesHistory(
      new Map([
        ["price_history_git.csv", [`${HEADER},commit`, ...history, ""].join("\n")],
        ["effective_dated.csv", [dated, ...effective, ""].join("\n")],
        ["data.json", JSON.stringify([{ id: "acme", name: "Acme", models }])],
      ]),
      "2026-08-19",
      (name) => (name === "acme" ? "acme" : undefined),
    );

  test("a price by the hour is no price per token, and a split by modality no change", () => {
    const hourly = [
      { prices: { input_mtok: 1, output_mtok: 2 } },
      { constraint: { start_time: "00:30:00Z" }, prices: { input_mtok: 2, output_mtok: 4 } },
    ];
    const split = { input_mtok: 1, output_mtok: 3, output_image_mtok: 30 };
    const { statements } = read(
      [
        "2025-07-01,acme,night,appeared,2,4,,,,,,,c1",
        "2025-08-01,acme,night,changed,1,2,,,2,4,,,c2",
        "2025-07-01,acme,paint,appeared,1,30,,,,,,,c1",
        "2025-08-01,acme,paint,changed,1,3,,,1,30,,,c2",
      ],
      [],
      [
        { id: "night", prices: hourly },
        { id: "paint", prices: split },
      ],
    );
    expect(toLines(statements)).toEqual([
      "acme/night, 2025-07-01, 2 4 null",
      "acme/night, 2025-08-01, null null null",
      "acme/paint, 2025-07-01, 1 30 null",
      "acme/paint, 2025-08-01, 1 3 null, suspect",
    ]);
  });

  test("a dated change keeps its day, an announced one too; the price before it is dated when nothing else tells it", () => {
    const { statements } = read(
      ["2026-01-01,acme,large,appeared,2,4,,,,,,,c1"],
      [
        "acme,large,,,2,4,,",
        "acme,large,2026-09-01,{},3,6,,",
        "acme,small,,,10,40,0.5,",
        "acme,small,2025-06-10,{},2,8,0.5,",
        'acme,night,2026-01-01,"{""start_time"": ""00:30:00Z""}",1,2,,',
        "stranger,large,2026-01-01,{},1,2,,",
      ],
    );
    expect(toLines(statements)).toEqual([
      "acme/large, 2026-01-01, 2 4 null",
      "acme/large, 2026-08-19 (2026-09-01), 3 6 null",
      "acme/small, 2026-08-19 (2025-06-09), 10 40 0.5, before",
      "acme/small, 2026-08-19 (2025-06-10), 2 8 0.5",
    ]);
  });
});

describe("LiteLLM's history", () => {
  const launches = "model,vendor,release_date,launch_price_in,launch_price_out";
  const read = (history: string[], rows: string[] = []) =>
    readLitellmHistory(
      new Map([
        ["price_history_tokencost.csv", [`${HEADER},commit`, ...history, ""].join("\n")],
        ["launch_prices.csv", [launches, ...rows, ""].join("\n")],
      ]),
      "2026-08-01",
      (name) => (name.toLowerCase() === "acme" ? "acme" : undefined),
    );

  test("0 for both is unknown, unless the id is free", () => {
    const { statements } = read([
      "2024-01-31,acme,acme/large,appeared,0,0,,,,,,,c1",
      "2024-01-31,acme,acme/large:free,appeared,0,0,,,,,,,c1",
      "2024-01-31,acme,acme/small,appeared,1,2,1.5,,,,,,c1",
    ]);
    expect(toLines(statements)).toEqual([
      "acme/large, 2024-01-31, null null null",
      "acme/large:free, 2024-01-31, 0 0 null",
      "acme/small, 2024-01-31, 1 2 null",
    ]);
  });

  test("a launch counts from its day, and says nothing without a price or a host", () => {
    const { statements } = read(
      [],
      ["large,Acme,2023-03-14,30,60", "small,Acme,2023-03-14,,", "large,Stranger,2023-03-14,1,2"],
    );
    expect(toLines(statements)).toEqual(["acme/large, 2026-08-01 (2023-03-14), 30 60 null"]);
  });
});
