import { expect, test } from "vitest";
import { startReplay } from "../../../test/builders/replay-server.ts";
import { temporaryFolder } from "../../../test/builders/temporary-folder.ts";
import { createTestNetwork, liveOf } from "../../../test/builders/test-network.ts";
import { fetchUpstream } from "./fetch-upstream.ts";
import { createNetworkEffects } from "./real-effects.ts";

const URL_ = "https://models.example/api.json";

test("a replay is asked in place of every host, and its waits are short", async () => {
  const replay = await startReplay({ [URL_]: "{}" });
  replay.fault(URL_, { kind: "status", status: 503, headers: { "retry-after": "5" } }, 1);
  const { log } = await createTestNetwork(replay.origin);
  const effects = createNetworkEffects({
    day: "2026-08-21",
    userAgent: "model-almanac",
    env: {},
    cacheFolder: temporaryFolder("network"),
    log,
    replay: replay.origin,
  });
  const start = Date.now();
  const live = liveOf([{ url: URL_, path: "api.json" }]);
  const { files } = await fetchUpstream({ id: "models-dev", live }, effects);
  await replay.close();
  expect(files.get("api.json")).toBe("{}");
  expect(Date.now() - start).toBeLessThan(2000);
});
