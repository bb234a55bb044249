import { beforeAll, describe, expect, test } from "vitest";
import { recordRows } from "../../build/facts/digests.ts";
import { readFactFiles } from "../../build/facts/fact-files.ts";
import { seededRandom } from "../../build/statistics/statistics.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { CORRUPTIONS } from "./corruptions.ts";
import { isEnough, type Told, toSummary, toTable } from "./report.ts";
import { readSound, type Sound, tryCorruption } from "./trial.ts";

/** The golden facts are not recorded. */
let sound: Sound;
beforeAll(async () => {
  sound = await readSound(readFactFiles(GOLDEN_DATA));
});

const LEDGER = "prices/northwind.csv";
const edited = (change: (text: string) => string) => ({
  what: "",
  changed: new Map([[LEDGER, change(sound.files.get(LEDGER) ?? "")]]),
});
const dearer = () =>
  edited((text) => text.replace("norn-5,pricewatch,stated,1.25", "norn-5,pricewatch,stated,1.35"));
const recorded = () => ({ ...sound, digests: recordRows([], sound.files, () => true).rows });

describe("a corruption", () => {
  test("that changes a published number slips through where no row is recorded", async () => {
    const { fate, reason } = await tryCorruption(sound, dearer());
    expect([fate, reason]).toEqual(["slipped", expect.stringMatching(/norn-5 northwind/)]);
  });

  test("is stopped by the recorded rows, with file, line and reason", async () => {
    expect(await tryCorruption(recorded(), dearer())).toEqual({
      ...{ fate: "stopped", unrecorded: "slipped" },
      reason: expect.stringMatching(/^prices\/northwind\.csv:\d+: the row of .* was changed/),
    });
  });

  test("that changes no number is none, and one that is no fact is not read", async () => {
    expect(
      await tryCorruption(
        sound,
        edited((text) => text),
      ),
    ).toMatchObject({ fate: "unchanged" });
    expect(
      await tryCorruption(
        sound,
        edited((text) => `${text}x`),
      ),
    ).toMatchObject({
      fate: "unread",
      reason: expect.stringMatching(/^prices\/northwind\.csv:\d+: /),
    });
  });

  test.each(Object.keys(CORRUPTIONS).filter((kind) => !/moving|figure/.test(kind)))(
    "of the kind %s is another text, and with the same seed the same",
    (kind) => {
      const draw = () => CORRUPTIONS[kind]?.(sound.files, seededRandom(7));
      const { changed } = draw() ?? { changed: new Map() };
      expect([...changed].filter(([path, text]) => text !== sound.files.get(path))).not.toEqual([]);
      expect(draw()?.changed).toEqual(changed);
    },
  );
});

describe("the figures", () => {
  const told = (fate: Told["fate"], count: number): Told[] =>
    Array.from({ length: count }, () => ({
      ...{ kind: "price", what: "", fate, unrecorded: fate, reason: "" },
    }));

  test("hold from 95 % on, of those that change a number", () => {
    expect(isEnough([...told("stopped", 10), ...told("marked", 9), ...told("slipped", 1)])).toBe(
      true,
    );
    expect(isEnough([...told("stopped", 17), ...told("slipped", 1), ...told("unread", 9)])).toBe(
      false,
    );
    expect(isEnough(told("unread", 20))).toBe(false);
  });

  test("are a table of kinds and a sentence", () => {
    const trials = [...told("stopped", 3), ...told("unchanged", 1), ...told("slipped", 1)];
    expect(toTable(trials).split("\n").at(-1)).toMatch(/^all +5 +0 +1 +3 +0 +1 +1$/);
    expect(toSummary(trials)).toMatch(/^4 of 5 corruptions .* 3 of them .*: 75\.0 %/);
  });
});
