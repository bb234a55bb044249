/** The faults of a workflow that can be seen without GitHub: its keys, its commands and its expressions. */
import { parseDocument } from "yaml";
import { type Names, readExpression } from "./expression.ts";
import { type Job, type Step, Workflow } from "./workflow.ts";

/** @param scripts Names of the scripts in package.json. @returns Place and fault, a line each. */
export function workflowFaults(text: string, scripts: ReadonlySet<string>): string[] {
  const document = parseDocument(text, { version: "1.2", uniqueKeys: true });
  const broken = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (broken.length > 0) return broken;
  const parsed = Workflow.safeParse(document.toJS());
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const { jobs, ...rest } = parsed.data;
  return [
    ...expressionFaults(rest, "", { job: null, steps: [] }),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(job.needs ?? [])
        .filter((needed) => !(needed in jobs))
        .map((needed) => `jobs.${name}.needs: there is no job ${needed}`),
      ...jobFaults(job, `jobs.${name}`, scripts),
    ]),
  ];
}

function jobFaults(job: Job, place: string, scripts: ReadonlySet<string>): string[] {
  const { steps, ...rest } = job;
  return [
    ...expressionFaults(rest, place, { job, steps: [] }),
    ...steps.flatMap((step, index) => {
      const at = `${place}.steps.${index}`;
      const earlier = steps.slice(0, index).flatMap(({ id }) => id ?? []);
      return [
        ...expressionFaults(step, at, { job, steps: earlier, step }),
        ...commandFaults(step, job, `${at}.run`, scripts),
      ];
    }),
  ];
}

/** A step runs our own commands and nothing else, so that all it does runs on any machine. */
function commandFaults(
  { run = "", env }: Step,
  job: Job,
  place: string,
  scripts: ReadonlySet<string>,
): string[] {
  return run
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const script = /^npm (?:(ci|test)|run ([\w:-]+))( -- [^;&|`]*)?$/.exec(line.trim());
      if (line.includes("${{"))
        return [`${place}: no expression in a command; hand it over in env`];
      if (script === null) return [`${place}: not a script of ours: ${line.trim()}`];
      const name = script[2] ?? (script[1] === "test" ? "test" : undefined);
      if (name !== undefined && !scripts.has(name))
        return [`${place}: package.json has no script ${name}`];
      return [...line.matchAll(/\$\{?(\w+)/g)]
        .map(([, variable]) => variable!)
        .filter((variable) => !(variable in { ...job.env, ...env }))
        .map((variable) => `${place}: ${variable} is not set in env`);
    });
}

/** Where an expression stands: what it may name depends on it. */
interface Place {
  job: Job | null;
  /** Ids of the steps before. */
  steps: readonly string[];
  step?: Step;
}

function expressionFaults(value: unknown, path: string, place: Place): string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      expressionFaults(part, path === "" ? key : `${path}.${key}`, place),
    );
  if (typeof value !== "string") return [];
  try {
    return expressionsIn(value, path)
      .flatMap((text) => nameFaults(readExpression(text), path, place))
      .map((fault) => `${path}: ${fault}`);
  } catch (error) {
    return [`${path}: ${(error as Error).message}`];
  }
}

/** `if` is an expression with or without its braces. */
function expressionsIn(text: string, path: string): string[] {
  const inside = [...text.matchAll(/\$\{\{(.*?)\}\}/gs)].map(([, expression]) => expression!);
  const rest = text.replace(/\$\{\{(.*?)\}\}/gs, "");
  if (/\$\{\{|\}\}/.test(rest)) throw new Error("braces are not closed");
  if (!path.endsWith(".if")) return inside;
  if (inside.length > 0 && rest.trim() !== "")
    throw new Error("text beside the braces makes it always true");
  return inside.length > 0 ? inside : [text];
}

const STATUS_CHECKS = new Set(["success", "always", "cancelled", "failure"]);

function nameFaults({ contexts, functions }: Names, path: string, place: Place): string[] {
  const isCondition = path.endsWith(".if");
  const matrix = place.job?.strategy?.matrix ?? {};
  const faults = contexts.flatMap(({ name, property }) => {
    if (name === "secrets" && isCondition) return ["secrets are not known in a condition"];
    if (name === "matrix" && !(property !== null && property in matrix))
      return [`the matrix has no ${property}`];
    if (name === "needs" && !place.job?.needs?.includes(property ?? ""))
      return [`the job does not need ${property}`];
    if (name === "steps" && !place.steps.includes(property ?? ""))
      return [`no step before has the id ${property}`];
    if ((name === "env" || name === "runner" || name === "job") && place.step === undefined)
      return [`${name} is known in steps only`];
    if (place.job === null && !/^(github|inputs|vars)$/.test(name))
      return [`${name} is not known outside jobs`];
    return [];
  });
  const misplaced = functions.flatMap((name) => {
    if (STATUS_CHECKS.has(name) && !isCondition) return [`${name}() belongs into a condition`];
    if (name === "hashFiles" && place.step === undefined)
      return ["hashFiles() belongs into a step"];
    return [];
  });
  return [...faults, ...misplaced];
}
