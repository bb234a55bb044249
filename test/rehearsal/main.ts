/**
 * `npm run rehearse:lies` and `npm run rehearse:changes`: what would be published of wrong answers, and of single
 * true changes, in a small made-up market. A word behind the command takes only those with it in their name.
 */
import { LIES } from "./lies.ts";
import { openStage, type Rehearsal, rehearse, rehearseChange, type Stage } from "./rehearse.ts";
import { TRUE_CHANGES } from "./true-changes.ts";

const SHOWN = 3;

const [what = "lies", word = ""] = process.argv.slice(2);
const stage = await openStage();
process.exitCode = (await (what === "changes" ? changes(stage) : lies(stage))) ? 0 : 1;
stage.settled.close();

async function lies(on: Stage): Promise<boolean> {
  const results: Rehearsal[] = [];
  for (const lie of LIES.filter(({ name }) => name.includes(word))) {
    const result = await rehearse(on, lie);
    results.push(result);
    process.stdout.write(toLines(result));
  }
  const unmarked = results.filter(({ wrong, marked }) => wrong.length > marked.length).length;
  const harmful = results.filter(({ harmed }) => harmed.length > 0).length;
  const silent = results.filter(({ told, isOutvoted }) => told.length === 0 && !isOutvoted).length;
  process.stdout.write(
    `${results.length} wrong answers: ${unmarked} with a wrong fact unmarked, ${harmful} that harmed another source, ${silent} that no report names\n`,
  );
  return unmarked + harmful + silent === 0;
}

function toLines({ name, wrong, marked, harmed, told, isOutvoted }: Rehearsal): string {
  const unmarked = wrong.filter((fact) => !marked.includes(fact));
  const isFine = unmarked.length + harmed.length === 0 && (told.length > 0 || isOutvoted);
  const published =
    wrong.length === 0 ? "nothing published" : `${wrong.length} published, ${marked.length} marked`;
  const first =
    told[0]?.replaceAll("\n", " ").slice(0, 150) ??
    (isOutvoted ? "others say otherwise" : "no word in the report");
  const lines = [
    `${isFine ? "ok  " : "FAIL"} ${name}: ${published}; ${first}`,
    ...unmarked.slice(0, SHOWN).map((fact) => `       wrong  ${fact}`),
    ...harmed.slice(0, SHOWN).map((fact) => `       harmed ${fact}`),
  ];
  return `${lines.join("\n")}\n`;
}

async function changes(on: Stage): Promise<boolean> {
  let published = 0;
  const chosen = TRUE_CHANGES.filter(({ name }) => name.includes(word));
  for (const change of chosen) {
    const { name, missing, held } = await rehearseChange(on, change);
    const faults = [...missing.map((one) => `missing ${one}`), ...held.map((one) => `held ${one}`)];
    if (faults.length === 0) published += 1;
    const lines = faults.slice(0, SHOWN).map((fault) => `       ${fault}\n`);
    process.stdout.write(`${faults.length === 0 ? "ok  " : "FAIL"} ${name}\n${lines.join("")}`);
  }
  process.stdout.write(`${published} of ${chosen.length} true changes were published\n`);
  return published === chosen.length;
}
