import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  isValkeyInstalled,
  SKIP_NOTE,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../../test/valkey-server.ts";
import type { Log } from "../log.ts";
import { openValkey } from "./open-valkey.ts";
import { type Valkey, ValkeyUnavailableError } from "./valkey.ts";
import type { ValkeyConfig } from "./valkey-config.ts";

describe.skipIf(!isValkeyInstalled)(`the connection to Valkey ${SKIP_NOTE}`, () => {
  let server: ValkeyServer;
  beforeAll(async () => {
    server = await startValkeyServer();
  });
  afterAll(() => server.close());

  const opened: Valkey[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  async function open(changes: Partial<ValkeyConfig> = {}, timeouts = testTimeouts) {
    const lines: string[] = [];
    const log: Log = {
      info: (message) => lines.push(message),
      error: (message, _error, fields) => lines.push(`${message}: ${String(fields?.["reason"])}`),
    };
    const valkey = await openValkey({ ...server.config, ...changes }, log, timeouts);
    opened.push(valkey);
    const ping = async () => valkey.run("responses", async (client) => client.ping());
    const waitUntilPinged = async () =>
      vi.waitUntil(async () => ping().catch(() => null), { timeout: 20_000, interval: 20 });
    return { ...valkey, ping, waitUntilPinged, lines };
  }

  it("connects again after the server was killed, and receives messages again", async () => {
    const { run, ping, waitUntilPinged, subscribe, getState, lines } = await open();
    const messages: string[] = [];
    subscribe("channel", (message) => messages.push(String(message)));
    expect(await ping()).toBe("PONG");
    await server.signal("SIGKILL");
    await vi.waitUntil(() => !getState().isConnected);
    await expect(ping()).rejects.toBeInstanceOf(ValkeyUnavailableError);
    await server.restart();
    await waitUntilPinged();
    await run("events", async (client) => client.publish("channel", "after"));
    await vi.waitUntil(() => messages.length > 0);
    expect(messages).toEqual(["after"]);
    expect(lines[0]).toMatch(/^Valkey cannot be used: /);
    expect(lines.at(-1)).toBe("Valkey can be used again");
  });

  it("waits for a server that hangs once, not for each command", async () => {
    const { ping, waitUntilPinged, getState } = await open({}, { commandTimeoutMs: 100 });
    await server.signal("SIGSTOP");
    await expect(ping()).rejects.toThrow("no answer within 100 ms");
    expect(getState()).toMatchObject({ isConnected: false, reason: "no answer within 100 ms" });
    await expect(ping()).rejects.toThrow("there is no connection");
    await server.signal("SIGCONT");
    await waitUntilPinged();
    expect(getState().isConnected).toBe(true);
  });

  it("reads an answer that has arrived while the process was busy", async () => {
    const { ping } = await open({}, { commandTimeoutMs: 100 });
    const answer = ping();
    await sleep(20);
    const end = performance.now() + 200;
    while (performance.now() < end);
    expect(await answer).toBe("PONG");
  });

  it("starts without a server, and with a wrong password, which it does not log", async () => {
    const { ping, getState, lines } = await open({ username: "nobody", password: "hunter2" });
    await expect(ping()).rejects.toBeInstanceOf(ValkeyUnavailableError);
    expect(getState()).toMatchObject({ isConnected: false, reason: expect.stringContaining("WRONGPASS") });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain("hunter2");
    const unreachable = await open({ port: 1 });
    expect(unreachable.getState().isConnected).toBe(false);
  });

  it("keeps the connection after an error that the server has answered", async () => {
    const { run, ping, getState } = await open();
    const fail = run("responses", async (client) => client.sendCommand(["GET"]));
    await expect(fail).rejects.toThrow("wrong number of arguments");
    expect(getState().isConnected).toBe(true);
    expect(await ping()).toBe("PONG");
  });

  it("connects again if the server has become a replica, since its name may lead to another one by then", async () => {
    const { run, getState, waitUntilPinged } = await open();
    const become = async (...args: [string, string]) =>
      run("connection", async (client) => client.sendCommand(["REPLICAOF", ...args]));
    const write = async () => run("responses", async (client) => client.set("key", "value"));
    await become("127.0.0.1", "1");
    await expect(write()).rejects.toThrow("READONLY");
    expect(getState().isConnected).toBe(false);
    await waitUntilPinged();
    await become("NO", "ONE");
    expect(await write()).toBe("OK");
  });
});
