import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import {
  isValkeyInstalled,
  SKIP_NOTE,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../test/valkey-server.ts";
import { openValkey } from "../platform/valkey/open-valkey.ts";
import type { Valkey } from "../platform/valkey/valkey.ts";
import { getSystemHealth } from "./health.ts";

const shop = await openTestShop();

describe.skipIf(!isValkeyInstalled)(`the state of Valkey ${SKIP_NOTE}`, () => {
  let server: ValkeyServer;
  let valkey: Valkey;
  beforeAll(async () => {
    server = await startValkeyServer();
    valkey = await openValkey(server.config, shop.app.log, testTimeouts);
  });
  afterAll(async () => {
    await valkey.close();
    await server.close();
  });
  const load = async () => (await getSystemHealth({ ...shop.app, valkey }, [])).valkey;
  const configure = async (name: string, value: string) =>
    valkey.run("connection", async (client) => client.configSet(name, value));

  it("needs a look if limits of attempts may be deleted before pages, or if there is no connection", async () => {
    expect(await load()).toMatchObject({ state: "ok", is_connected: true, error: null, memory: { max_bytes: null } });
    await configure("maxmemory", "256mb");
    expect(await load()).toMatchObject({
      ...{ state: "warning", reason: "policy" },
      memory: { used_bytes: expect.any(Number), max_bytes: 256 * 1024 * 1024, policy: "noeviction" },
    });
    await configure("maxmemory-policy", "volatile-ttl");
    expect(await load()).toMatchObject({ state: "ok", reason: null });
    await server.signal("SIGSTOP");
    expect(await load()).toMatchObject({
      ...{ state: "warning", reason: "not_connected", is_connected: false, memory: null },
      error: "no answer within 2000 ms",
    });
    await server.signal("SIGCONT");
  });
});
