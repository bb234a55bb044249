import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { startTestServer } from "../../test/builders/test-server.ts";
import { closeServerOnSignal, startLocalSite } from "./start.ts";

let dist: string;
beforeAll(async () => {
  dist = createTemporaryFolder("start");
  for (const name of ["_redirects", "404.html"]) await writeFile(join(dist, name), "");
});

function dependencies(port: string) {
  const lines: string[] = [];
  return {
    dist,
    lines,
    env: { PORT: port },
    build: vi.fn(async (_: string) => {}),
    data: "data.bin",
    openHandler: vi.fn(() => () => new Response("function")),
    watch: vi.fn(),
    print: (line: string) => void lines.push(line),
  };
}

test("builds, serves, prints addresses to try, and stops at a signal", async () => {
  const given = dependencies("0");
  const cdn = await startLocalSite([], given);
  const { port } = new URL(cdn.url);
  // The address it prints is also the base address in its answers.
  const site = `http://localhost:${port}`;
  expect(given.build.mock.calls).toEqual([[site]]);
  expect(given.lines.join("\n")).toContain(`Try ${site}/ or `);
  expect((await fetch(cdn.url)).status).toBe(404);
  closeServerOnSignal(cdn);
  process.emit("SIGTERM");
  await vi.waitFor(() => expect(fetch(cdn.url)).rejects.toThrow());
  process.removeAllListeners("SIGINT");
});

test("--no-build serves the existing files", async () => {
  const given = { ...dependencies("0"), dist: createTemporaryFolder("start") };
  await writeFile(join(given.dist, "_redirects"), "/a k=1 /b.txt 200\n");
  await writeFile(join(given.dist, "b.txt"), "existing");
  const cdn = await startLocalSite(["--no-build"], given);
  expect(given.build).not.toHaveBeenCalled();
  expect(await (await fetch(`${cdn.url}/a?k=1`)).text()).toBe("existing");
  await cdn.close();
});

test.each([
  ["", {}, true],
  ["--host 0.0.0.0", {}, false],
  ["", { HOST: "0.0.0.0" }, false],
])(
  "with the options %j and variables %j, the function learns whether it is only local: %j",
  async (options, env, isLocal) => {
    const given = dependencies("1");
    const args = ["--no-build", "--port", "0", ...options.split(" ").filter(Boolean)];
    const cdn = await startLocalSite(args, { ...given, env: { ...given.env, ...env } });
    expect(given.openHandler).toHaveBeenCalledWith(dist, "data.bin", {
      isLocal,
      functionOnly: false,
    });
    expect((await fetch(cdn.url)).status).toBe(404);
    await cdn.close();
  },
);

test("--function-only serves no file, whatever dist holds", async () => {
  const given = dependencies("0");
  const cdn = await startLocalSite(["--no-build", "--function-only"], given);
  expect(await (await fetch(`${cdn.url}/`)).text()).toBe("function");
  expect(given.lines.join("\n")).toContain("/api/v1/status");
  await cdn.close();
});

test("says that the port is taken, and what to do", async () => {
  const port = Number(new URL(await startTestServer(() => {})).port);
  const given = dependencies(String(port));
  await expect(startLocalSite([], given)).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port} (the port is taken); set --host and --port`,
  );
  expect(given.build).not.toHaveBeenCalled();
});

test.each([
  ["x", '"x" is not a port'],
  ["-1", '"-1" is not a port'],
  ["70000", '"70000" is not a port'],
  ["0 --host 192.0.2.1", "cannot listen on 192.0.2.1:0"],
])("refuses to listen on %s", async (at, message) => {
  const [port = "", ...options] = at.split(" ");
  await expect(startLocalSite(options, dependencies(port))).rejects.toThrow(message);
});
