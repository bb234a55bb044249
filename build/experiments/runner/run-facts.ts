/** Recorded answers → the fact of a run, scored by the test's present code. */
import type { FactOf, Facts } from "../../facts/kinds.ts";
import { byText } from "../../schema/collections.ts";
import { scoreRun } from "../answers/score-run.ts";
import type { AskedTest, ScoreContext, Subject } from "../asked-test.ts";

export type Run = FactOf<"ownTestRuns">;

/** All of a run but what scoring makes of it. */
export type Recorded = Omit<
  Run,
  "n_items" | "n_valid" | "score" | "interval" | "metrics" | "answers"
> & {
  answers: Omit<Run["answers"][number], "parsed" | "correct">[];
};

/** @param earlier Runs on record, this one or later ones among them or not. */
export function toRun(
  test: AskedTest,
  recorded: Recorded,
  subject: Subject,
  earlier: readonly Run[],
): Run {
  const context: ScoreContext = { subject, first: firstOf(recorded, earlier) };
  const { n_items, n_valid, score, interval, metrics, judged } = scoreRun(
    test,
    recorded.answers,
    context,
  );
  const answerOf = new Map(recorded.answers.map((answer) => [answer.item_id, answer]));
  const answers = judged.flatMap(({ item, parsed, correct }) => {
    const answer = answerOf.get(item.item_id);
    if (!answer) return [];
    const { item_id, raw, finish, prompt_tokens, completion_tokens } = answer;
    return { item_id, raw, parsed, correct, finish, prompt_tokens, completion_tokens };
  });
  return { ...recorded, n_items, n_valid, score, interval, metrics, answers };
}

/** What the first run of the same items, of the same name, host and settings said; null when this is the first. */
function firstOf(run: Recorded, runs: readonly Run[]): ScoreContext["first"] {
  const [first] = runs
    .filter((other) => isSeries(run, other) && other.run_date < run.run_date)
    .sort((a, b) => byText(a.run_date, b.run_date));
  return first ? new Map(first.answers.map(({ item_id, parsed }) => [item_id, parsed])) : null;
}

/** An answer that changed because it was asked for in another way has not drifted. */
const isSeries = (a: Recorded, b: Run): boolean =>
  a.test === b.test &&
  a.version === b.version &&
  a.model === b.model &&
  a.model_id === b.model_id &&
  a.route === b.route &&
  JSON.stringify(a.config) === JSON.stringify(b.config);

/** Every run of the present items scored anew; runs of older versions stay as they are. */
export function rescore(
  tests: readonly AskedTest[],
  facts: Pick<Facts, "ownTestRuns" | "models">,
): Run[] {
  const labs = new Map(facts.models.map(({ slug, lab }) => [slug, lab]));
  const scored: Run[] = [];
  const inOrder = [...facts.ownTestRuns].sort(
    (a, b) => byText(a.run_date, b.run_date) || byText(a.id, b.id),
  );
  for (const { file: _, ...run } of inOrder as (Run & { file?: string })[]) {
    const test = tests.find(
      ({ about, version }) => about.test === run.test && version === run.version,
    );
    const subject = { model: run.model, lab: labs.get(run.model) ?? "" };
    scored.push(test ? toRun(test, run, subject, scored) : run);
  }
  return scored;
}
