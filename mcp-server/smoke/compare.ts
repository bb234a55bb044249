/** The deployed service's answers beside those of the same build on this machine. */
import { isSharedHeader } from "../../generator/http/headers.ts";
import type { Handle } from "../local/cdn.ts";
import type { Answer, Deployed, Question } from "./deployed.ts";
import type { Finding } from "./finding.ts";

/** Differences are told in full up to so many a check. */
const TOLD = 5;

export async function compareAnswers(
  check: string,
  questions: readonly Question[],
  deployed: Deployed,
  local: Handle,
): Promise<Finding[]> {
  const differences = (
    await Promise.all(
      questions.map(async (question) => {
        const [seen, expected] = [await deployed.ask(question), await askLocal(question, local)];
        const told = differencesOf(seen, expected);
        const { method = "GET", address } = question;
        return told.length === 0 ? [] : [`${method} ${short(address)}: ${told.join("; ")}`];
      }),
    )
  ).flat();
  if (differences.length === 0)
    return [{ check, verdict: "ok", detail: `${questions.length} answers as on this machine` }];
  const more = differences.length - TOLD;
  return [
    ...differences.slice(0, TOLD),
    ...(more > 0 ? [`and ${more} more of ${questions.length}`] : []),
  ].map((detail) => ({ check, verdict: "differs", detail }));
}

async function askLocal(question: Question, local: Handle): Promise<Answer> {
  const { address, method = "GET", headers = {}, body } = question;
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await local(new Request(`http://127.0.0.1${address}`, init));
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function differencesOf(seen: Answer, expected: Answer): string[] {
  const names = [...expected.headers.keys()].filter(isSharedHeader);
  const differing = names.filter(
    (name) => normal(seen.headers.get(name)) !== normal(expected.headers.get(name)),
  );
  return [
    ...(seen.status === expected.status
      ? []
      : [`status ${seen.status} instead of ${expected.status}`]),
    ...differing.map(
      (name) =>
        `${name} "${seen.headers.get(name) ?? ""}" instead of "${expected.headers.get(name)}"`,
    ),
    ...(seen.bytes.equals(expected.bytes) ? [] : [bodyDifference(seen, expected)]),
  ];
}

/** Letters of both kinds and blanks say nothing in the values compared here. */
const normal = (value: string | null): string => (value ?? "").toLowerCase().replaceAll(" ", "");

function bodyDifference({ bytes: seen }: Answer, { bytes: expected }: Answer): string {
  const at = seen.findIndex((byte, index) => byte !== expected[index]);
  const from = at < 0 ? Math.min(seen.length, expected.length) : at;
  const text = (bytes: Buffer) => JSON.stringify(bytes.toString("utf8", from, from + 30));
  return `body of ${seen.length} bytes instead of ${expected.length}, from byte ${from}: ${text(seen)} instead of ${text(expected)}`;
}

const short = (address: string): string =>
  address.length <= 80 ? address : `${address.slice(0, 80)}…`;
