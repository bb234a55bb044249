/**
 * An OpenAI-compatible chat endpoint on this machine whose models play characters. What each says to a question is
 * given by the test; how it behaves on the wire is its character. It keeps its own books of what it was asked and
 * what that cost, against which the runner's are held.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const CHARACTERS = ["right", "lying", "refusing", "slow", "flaky", "truncating"] as const;
/** Model names at the endpoint are the characters' names. */
export type ScriptedBehaviour = (typeof CHARACTERS)[number];

export interface ModelScript {
  /** What a character says to a question. */
  say(prompt: string, character: ScriptedBehaviour): string;
  /** Which character is at home whatever the model's name; default: names are characters. */
  play?(): ScriptedBehaviour;
  /** Answers need this bearer token; default: none. */
  key?: string;
  /** Milliseconds that every answer takes; the slow character takes ten times as long. */
  delayMs?: number;
  /** Tokens of a system prompt that the host puts before every question. */
  hiddenTokens?: number;
}

interface AskedQuestion {
  prompt: string;
  model: string;
  /** Status that was sent, or what was done to the connection. */
  outcome: number | "reset" | "cut" | "unheard";
  promptTokens: number;
  completionTokens: number;
}

export interface ScriptedModelServer {
  baseUrl: string;
  asked: AskedQuestion[];
  /** Largest number of questions that were under way at once. */
  mostAtOnce(): number;
  /** What the endpoint bills, in USD; broken connections are billed in full. */
  billed(prices: { input: number; output: number }): number;
  close(): Promise<void>;
}

interface ChatRequest {
  model: string;
  messages: { content: string }[];
  max_tokens: number;
}

/** Letters of an answer that the truncating character gives. */
export const TRUNCATED_ANSWER_LENGTH = 12;

export async function startScriptedModelServer(script: ModelScript): Promise<ScriptedModelServer> {
  const asked: AskedQuestion[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer((request, response) => {
    most = Math.max(most, ++underWay);
    void reply(request, response, script, asked).finally(() => underWay--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    mostAtOnce: () => most,
    billed: ({ input, output }) =>
      asked
        .filter(({ outcome }) => typeof outcome === "string" || outcome === 200)
        .reduce((sum, one) => sum + one.promptTokens * input + one.completionTokens * output, 0) /
      1e6,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  script: ModelScript,
  asked: AskedQuestion[],
): Promise<void> {
  const body = await text(request);
  if (script.key !== undefined && request.headers.authorization !== `Bearer ${script.key}`)
    return sendError(response, 401, `no such key: ${request.headers.authorization ?? "none"}`);
  const { model: name, messages, max_tokens } = JSON.parse(body) as ChatRequest;
  const model = script.play?.() ?? CHARACTERS.find((character) => character === name);
  if (model === undefined) return sendError(response, 404, `no such model: ${name}`);
  const prompt = messages.at(-1)?.content ?? "";
  const said = script
    .say(prompt, model)
    .slice(0, model === "truncating" ? TRUNCATED_ANSWER_LENGTH : undefined);
  const entry: AskedQuestion = {
    ...{ prompt, model, outcome: 200 },
    promptTokens: Math.ceil(Buffer.byteLength(prompt) / 3) + (script.hiddenTokens ?? 0),
    completionTokens: Math.min(max_tokens, Math.ceil(said.length / 3)),
  };
  asked.push(entry);
  response.on("close", () => {
    if (!response.writableFinished && entry.outcome === 200) entry.outcome = "unheard";
  });
  await setTimeout((script.delayMs ?? 0) * (model === "slow" ? 10 : 1));
  const before = asked.filter((one) => one.prompt === prompt && one.model === model).length - 1;
  const fault = model === "flaky" ? FAULTS[before] : undefined;
  if (fault) return fault(response, entry, said);
  const finish = model === "truncating" ? "length" : "stop";
  sendJson(response, 200, toCompletion(entry, said, finish));
}

const toCompletion = (
  { promptTokens, completionTokens, model }: AskedQuestion,
  content: string,
  finish_reason: string,
) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }],
  usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
});

type Fault = (response: ServerResponse, entry: AskedQuestion, said: string) => void;

/** What befalls the first requests for each question to the flaky character, one after the other. */
const FAULTS: readonly Fault[] = [
  (response, entry) => {
    entry.outcome = 429;
    response.setHeader("retry-after", "0");
    sendError(response, 429, "too many requests");
  },
  (response, entry) => {
    entry.outcome = 500;
    sendError(response, 500, "something went wrong");
  },
  (response, entry) => {
    entry.outcome = "reset";
    response.destroy();
  },
  (response, entry, said) => {
    entry.outcome = "cut";
    const body = JSON.stringify(toCompletion(entry, said, "stop"));
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.write(body.slice(0, body.length / 2));
    response.destroy();
  },
];

const sendError = (response: ServerResponse, status: number, message: string): void =>
  sendJson(response, status, { error: { code: status, message } });

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
