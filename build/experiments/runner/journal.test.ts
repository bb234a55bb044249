import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ADDITION_MODEL_TEST } from "../../../test/builders/experiment-run.ts";
import { createTemporaryFolder } from "../../../test/builders/temporary-folder.ts";
import { type JournalHeader, RunJournal } from "./journal.ts";
import { withDefaultRunConfig } from "./run.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = createTemporaryFolder("journal");
  path = join(folder, "run.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEAD: JournalHeader = {
  ...{ type: "run", id: "run", model_id: "m", base_url: "https://host.example/v1" },
  config: withDefaultRunConfig(ADDITION_MODEL_TEST, {}),
};
const sent = (item_id: string, usd: number) => ({ type: "sent" as const, item_id, usd });
const answer = (item_id: string, usd: number) => ({
  type: "answered" as const,
  ...{ item_id, raw: "42", finish: "stop", prompt_tokens: 1, completion_tokens: 1, usd },
});

describe("a journal", () => {
  test("remembers answers and what they cost, over a restart", () => {
    const first = new RunJournal(path, HEAD);
    first.write(sent("a", 0.5));
    first.write(answer("a", 0.2));
    first.write(sent("b", 0.5));
    first.write({ type: "failed", item_id: "b", reason: "answered 429", usd: 0 });
    first.close();
    const second = new RunJournal(path, HEAD);
    expect([...second.answers.keys()]).toEqual(["a"]);
    expect(second.spent).toBeCloseTo(0.2, 9);
    second.close();
  });

  test("counts a question of which nothing was heard as billed in full", () => {
    const first = new RunJournal(path, HEAD);
    first.write(sent("a", 0.5));
    first.write(sent("b", 0.3));
    first.write(answer("b", 0.1));
    first.close();
    const second = new RunJournal(path, HEAD);
    expect(second.spent).toBeCloseTo(0.6, 9);
    // Asked again and answered: the lost one stays billed.
    second.write(sent("a", 0.5));
    second.write(answer("a", 0.2));
    expect(second.spent).toBeCloseTo(0.8, 9);
    second.close();
  });

  test("drops a line that a kill left half written", () => {
    const first = new RunJournal(path, HEAD);
    first.write(sent("a", 0.5));
    first.write(answer("a", 0.2));
    first.close();
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, '{"type":"answered","item_id":"b","ra');
    const second = new RunJournal(path, HEAD);
    expect([...second.answers.keys()]).toEqual(["a"]);
    second.close();
    expect(readFileSync(path, "utf8")).toBe(whole);
  });

  test("damaged before its end, or of other settings, is refused with its place", () => {
    new RunJournal(path, HEAD).close();
    const other = { ...HEAD, config: withDefaultRunConfig(ADDITION_MODEL_TEST, { maxTokens: 5 }) };
    expect(() => new RunJournal(path, other)).toThrow(/of the same run with other settings/);
    appendFileSync(path, "nonsense\n");
    expect(() => new RunJournal(path, HEAD)).toThrow(/run\.jsonl:2: this line cannot be read/);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
