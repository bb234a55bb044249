import { execFileSync } from "node:child_process";

const AUTHOR = "-c user.name=A -c user.email=a@acme.example -c commit.gpgsign=false".split(" ");

/** Runs git in a folder of a test with a fixed author. @returns Standard output. */
export const runTestGit = (folder: string, args: readonly string[], env = {}): string =>
  execFileSync("git", [...AUTHOR, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, ...env },
  });
