/** A local server to be stormed: its memory is its own, not that of its clients. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface Memory {
  /** Of JavaScript, garbage collected. */
  heapMb: number;
  nowMb: number;
  /** The most it has ever held. */
  peakMb: number;
  /** Rejections that nobody handled. */
  unhandled: number;
}

export interface ServerProcess {
  url: string;
  memory(): Promise<Memory>;
  /** @returns What it wrote as errors. */
  stop(): Promise<string>;
}

/** @throws Error with what it wrote when it ends before it listens. */
export async function startServerProcess(
  dist: string,
  functionData: string,
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, "served.ts"), [dist, functionData], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "exit");
  const message = async () => {
    const first = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
    if (first === undefined) throw new Error(`the server has ended:\n${errors}`);
    return first[0] as unknown;
  };
  const { url } = (await message()) as { url: string };
  return {
    url,
    async memory() {
      child.send("memory");
      return (await message()) as Memory;
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      return errors;
    },
  };
}
